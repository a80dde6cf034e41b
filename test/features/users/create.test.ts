import { expect, test } from 'vitest'
import { verifyPassword } from '../../../src/features/auth/rules/password.ts'
import { createUser } from '../../../src/features/users/actions/accounts.ts'
import { emailProblem, nameProblem } from '../../../src/features/users/rules/identity.ts'
import { temporaryPassword } from '../../../src/features/users/rules/temporary-password.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { account, allAccounts, asAdmin, LIST, sectionsOf } from './support.ts'

useFastPasswords()

const JEANNE = { name: 'jeanne', email: 'jeanne@exemple.fr', role: 'membre' }
const TYPED = 'mot provisoire de jeanne'

test('an account is created with its sections and a password to be shown once', async () => {
  const { t, visitor } = await asAdmin()
  const form = await visitor.get(`${LIST}/nouveau`)
  expect(form.page.value('role')).toBe('membre')
  const fields = { ...JEANNE, _envoi: form.page.value('_envoi'), sections: ['', `${t.vannes.id}:gestion`] }
  const shown = await visitor.post(LIST, fields)
  expect(shown.status).toBe(200)
  expect(shown.headers.get('cache-control')).toBe('no-store')
  expect(shown.page.h1).toBe('Mot de passe temporaire')
  const password = shown.page.one('code').text
  expect(password).toMatch(/^([a-z2-7]{4}-){4}[a-z2-7]{4}$/)

  const user = await account(t, 'jeanne')
  expect(user).toMatchObject({ role: 'membre', is_active: true, must_change_password: true, version: 1 })
  expect(await sectionsOf(t, { id: user?.id ?? 0 })).toEqual([{ section_id: t.vannes.id, kind: 'gestion' }])
  expect(await verifyPassword(user?.password_hash, password)).toBe(true)
  expect(JSON.stringify(await t.db.selectFrom('envois').selectAll().execute())).not.toContain(password)

  const again = await visitor.post(LIST, fields)
  expect(again).toMatchObject({ status: 303, location: LIST })
  expect((await visitor.follow(again)).page.flash).toContain('déjà été montré')
  expect((await account(t, 'jeanne'))?.password_hash).toBe(user?.password_hash)
  expect((await visitor.get(`${LIST}/${user?.id}/modifier`)).text).not.toContain(password)
})

test('the first log-in with it asks for another', async () => {
  const { t, visitor } = await asAdmin()
  const password = (await visitor.post(LIST, JEANNE)).page.one('code').text
  const jeanne = t.anonymous()
  expect((await jeanne.post('/login', { login: 'jeanne', password })).status).toBe(303)
  expect((await jeanne.get('/')).location).toBe('/profil/mot-de-passe')
})

test('a typed temporary password is taken, and never shown again after an error', async () => {
  const { t, visitor } = await asAdmin()
  const wrong = await visitor.post(LIST, { ...JEANNE, email: 'x', password: TYPED })
  expect([wrong.status, wrong.text.includes(TYPED)]).toEqual([422, false])
  await visitor.post(LIST, { ...JEANNE, password: TYPED })
  const user = await account(t, 'jeanne')
  expect(await verifyPassword(user?.password_hash, TYPED)).toBe(true)
  expect(user?.must_change_password).toBe(true)
})

test('generated passwords hold 96 bits and differ', () => {
  const made = new Set(Array.from({ length: 200 }, temporaryPassword))
  expect(made.size).toBe(200)
  for (const password of made) expect(password.replaceAll('-', '')).toHaveLength(20)
})

test('signs that show nothing make no other name nor address: glyph choosers, fillers that are letters, the empty Braille', () => {
  for (const sign of ['\ufe0f', '\u034f', '\u3164', '\uffa0', '\u17b4', '\u180b', '\u2800', '\u{e0100}']) {
    expect(nameProblem(`mar${sign}ie`)).toBe('Ce nom contient un caractère invisible : tapez-le de nouveau.')
    expect(emailProblem(`mar${sign}ie@exemple.fr`)).toBe(PLAUSIBLE)
  }
})

const PLAUSIBLE = 'Indiquez une seule adresse, par exemple marie.durand@exemple.fr.'
test.each([
  ['name', '', 'Indiquez un nom d’utilisateur.'],
  ['name', 'n'.repeat(61), 'Ce texte est trop long : 60 caractères au plus.'],
  ['name', 'a\u0000b', 'Ce texte contient un caractère interdit (caractère de contrôle).'],
  ['name', 'a\tb', 'Ce nom contient un caractère invisible : tapez-le de nouveau.'],
  ['name', 'a\u200bb', 'Ce nom contient un caractère invisible : tapez-le de nouveau.'],
  ['name', 'jeanne@home', 'Un nom d’utilisateur ne contient pas le signe @.'],
  ['name', 'MARIE', 'Un compte de ce nom existe déjà.'],
  ['email', '', 'Indiquez une adresse électronique.'],
  ['email', 'Marie@EXEMPLE.fr', 'Un compte avec cette adresse existe déjà.'],
  ['email', 'jeanne', PLAUSIBLE],
  ['email', 'jeanne@exemple', PLAUSIBLE],
  ['email', 'a@exemple.fr, b@exemple.fr', PLAUSIBLE],
  ['email', 'a@b@exemple.fr', PLAUSIBLE],
  ['email', '"a"@exemple.fr', PLAUSIBLE],
  ['email', 'Jeanne <a@exemple.fr>', PLAUSIBLE],
  ['email', 'a\nb@exemple.fr', PLAUSIBLE],
  ['email', 'a@exemple..fr', PLAUSIBLE],
  ['email', `${'a'.repeat(250)}@exemple.fr`, 'Ce texte est trop long : 254 caractères au plus.'],
  ['role', 'pape', 'Choisissez un rôle.'],
  ['role', '', 'Choisissez un rôle.'],
  ['password', 'court', 'Choisissez un mot de passe d’au moins 12 caractères.'],
  [
    'password',
    'Relevés d’essai',
    'Le mot de passe ne doit être ni le nom d’utilisateur, ni l’adresse, ni le nom du site, même suivis de chiffres.',
  ],
  ['password', 'p'.repeat(1025), 'Ce mot de passe est trop long.'],
])('%s « %.20s » is refused beside its field, what was typed kept, nothing stored', async (name, value, message) => {
  const { t, visitor } = await asAdmin()
  const before = await allAccounts(t)
  const answer = await visitor.post(LIST, { ...JEANNE, sections: [`${t.vannes.id}:lecture`], [name]: value })
  expect(answer.status).toBe(422)
  expect(answer.page.h1).toBe('Nouvel utilisateur')
  expect(answer.page.error(name)).toBe(message)
  expect(answer.page.value(name === 'email' ? 'name' : 'email')).toBe(name === 'email' ? 'jeanne' : JEANNE.email)
  expect(answer.page.has(`#section-${t.vannes.id} option[selected][value$=lecture]`)).toBe(true)
  expect(await allAccounts(t)).toEqual(before)
  expect(t.failures).toEqual([])
})

test('name and address both taken are both told; an unknown section is refused', async () => {
  const { t, visitor } = await asAdmin()
  const both = await visitor.post(LIST, { ...JEANNE, name: 'Rene', email: 'MARIE@exemple.fr' })
  expect([both.page.error('name'), both.page.error('email')]).toEqual([
    'Un compte de ce nom existe déjà.',
    'Un compte avec cette adresse existe déjà.',
  ])
  const lost = await visitor.post(LIST, { ...JEANNE, sections: [424_242] })
  expect([lost.status, lost.page.one('#sections-erreur').text]).toEqual([422, 'Une section choisie n’existe plus.'])
  expect(await account(t, 'jeanne')).toBeUndefined()
})

test('plausible addresses of all kinds are taken', async () => {
  const { t, visitor } = await asAdmin()
  const good = [
    "o'brien+tag@exemple.co.uk",
    'prénom.nom@généalogie-35.fr',
    'admin@localhost',
    'a_b@sous.domaine.museum',
  ]
  for (const [n, email] of good.entries()) {
    const answer = await visitor.post(LIST, { ...JEANNE, name: `personne ${n}`, email })
    expect([email, answer.status]).toEqual([email, 200])
  }
  expect(await allAccounts(t)).toHaveLength(5 + good.length)
})

test('foreign keys of the form reach no column', async () => {
  const { t, visitor } = await asAdmin()
  const foreign = {
    ...{
      id: 4242,
      is_active: '',
      must_change_password: '0',
      password_hash: 'x',
      email_verified_at: '2020',
      version: 9,
    },
    ...{
      name_key: 'marie',
      email_key: 'x',
      created_at: '1900',
      updated_at: '1900',
      is_manager: 1,
      user_id: t.admin.id,
    },
  }
  await visitor.post(LIST, { ...JEANNE, ...foreign })
  const user = await account(t, 'jeanne')
  const now = '2026-11-21T10:00:00.000Z'
  expect(user).toMatchObject({ is_active: true, must_change_password: true, email_verified_at: null, version: 1 })
  expect(user).toMatchObject({ name_key: 'jeanne', email_key: JEANNE.email, created_at: now, updated_at: now })
  expect(user?.id).not.toBe(4242)
  expect(user?.password_hash).toMatch(/^\$argon2id\$/)
})

test('createUser serves the set-up: same rules, told as refusals', async () => {
  const { t } = await asAdmin()
  const input = {
    name: ' Léa ',
    email: 'lea@exemple.fr',
    password: TYPED,
    role: 'admin',
    must_change_password: false,
  } as const
  const now = '2026-01-02T03:04:05.000Z'
  const id = await createUser(t.db, { ...input, now })
  expect(await account(t, 'Léa')).toMatchObject({
    id,
    name_key: 'léa',
    role: 'admin',
    is_active: true,
    created_at: now,
  })
  await expect(createUser(t.db, { ...input, now })).rejects.toMatchObject({ code: 'conflit' })
  await expect(createUser(t.db, { ...input, name: 'a@b', now })).rejects.toMatchObject({ code: 'invalide' })
  await expect(createUser(t.db, { ...input, name: 'b', email: 'a,b', now })).rejects.toMatchObject({ code: 'invalide' })
  const inside = await t.db
    .transaction()
    .execute((trx) => createUser(trx, { ...input, name: 'c', email: 'c@exemple.fr', now }))
  expect((await account(t, 'c'))?.id).toBe(inside)
})
