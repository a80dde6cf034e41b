import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../support/app.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { PASSWORD } from '../../support/characters.ts'

useFastPasswords()

const PATH = '/profil/mot-de-passe'
const NEW = 'un autre secret de longue haleine'

const change = (fields: Record<string, string> = {}) => ({
  actuel: PASSWORD,
  nouveau: NEW,
  confirmation: NEW,
  ...fields,
})

const account = (t: TestApp, user: { id: number }) =>
  t.db
    .selectFrom('users')
    .select(['password_hash', 'must_change_password'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()

const logIn = async (t: TestApp, password: string) =>
  (await t.anonymous().post('/login', { login: 'marie', password })).status

const makeTemporary = (t: TestApp, user: { id: number }) =>
  t.db.updateTable('users').set({ must_change_password: true }).where('id', '=', user.id).execute()

test('the profile says who one is, in which sections', async () => {
  const t = await testApp()
  const { page } = await (await t.as(t.rene)).get('/profil')
  expect(page.h1).toBe('Mon profil')
  expect(page.all('dt').map((term) => term.text)).toEqual([
    'Nom d’utilisateur',
    'Adresse électronique',
    'Rôle',
    'Sections',
  ])
  expect(page.all('dd').map((value) => value.text.trim())).toEqual([
    'rene',
    'rene@exemple.fr',
    'Gestionnaire de section',
    'Section de Saint-Malo (gestionnaire)',
  ])
  expect((await t.anonymous().get('/profil')).location).toBe('/login?suite=%2Fprofil')
})

test('a password is changed by who knows it; other devices are signed out, this one stays', async () => {
  const t = await testApp()
  const [here, elsewhere] = [await t.as(t.marie), await t.as(t.marie)]
  const answer = await here.post(PATH, change())
  expect(answer).toMatchObject({ status: 303, location: '/profil' })
  expect((await here.follow(answer)).page.flash).toBe('Mot de passe changé.')
  expect((await elsewhere.get('/profil')).location).toContain('/login')
  expect([await logIn(t, PASSWORD), await logIn(t, NEW)]).toEqual([422, 303])
})

test.each([
  ['a wrong password', { actuel: 'ce n’est pas lui' }, 'actuel', 'Ce n’est pas votre mot de passe actuel.'],
  ['no password', { actuel: '' }, 'actuel', 'Indiquez votre mot de passe actuel.'],
  ['nothing new', { nouveau: '' }, 'nouveau', 'Choisissez un nouveau mot de passe.'],
  [
    'too short',
    { nouveau: 'court', confirmation: 'court' },
    'nouveau',
    'Choisissez un mot de passe d’au moins 12 caractères.',
  ],
  [
    'too common',
    { nouveau: 'motdepasse1234', confirmation: 'motdepasse1234' },
    'nouveau',
    'Ce mot de passe est trop courant : choisissez-en un autre.',
  ],
  [
    'the address',
    { nouveau: 'Marie@exemple.fr', confirmation: 'Marie@exemple.fr' },
    'nouveau',
    'Le mot de passe ne doit être ni le nom d’utilisateur, ni l’adresse, ni le nom du site, même suivis de chiffres.',
  ],
  [
    'the same again',
    { nouveau: PASSWORD, confirmation: PASSWORD },
    'nouveau',
    'Choisissez un mot de passe différent de l’actuel.',
  ],
  ['typed once only', { confirmation: '' }, 'confirmation', 'Tapez le nouveau mot de passe une seconde fois.'],
  ['typed two ways', { confirmation: `${NEW}!` }, 'confirmation', 'Les deux mots de passe ne sont pas les mêmes.'],
])('%s is refused beside its field, and no password shown again', async (_case, fields, name, message) => {
  const t = await testApp()
  const visitor = await t.as(t.marie)
  const before = await account(t, t.marie)
  const answer = await visitor.post(PATH, change(fields))
  expect(answer.status).toBe(422)
  expect(answer.page.h1).toBe('Changer mon mot de passe')
  expect(answer.page.error(name)).toBe(message)
  for (const typed of ['actuel', 'nouveau', 'confirmation']) expect(answer.page.value(typed)).toBe('')
  expect(await account(t, t.marie)).toEqual(before)
  expect((await visitor.get('/profil')).status).toBe(200)
})

test('anonymous people change nobody’s password', async () => {
  const t = await testApp()
  expect((await t.anonymous().post(PATH, change())).location).toBe('/login')
  expect((await t.anonymous().get(PATH)).location).toContain('/login')
})

test('with a temporary password every path leads to its replacement', async () => {
  const t = await testApp()
  await makeTemporary(t, t.admin)
  const visitor = await t.as(t.admin)
  for (const path of [
    '/',
    '/profil',
    '/admin',
    '/admin/utilisateurs',
    '/sources',
    '/nulle-part',
    '/admin/sections/1/modifier',
  ]) {
    const back = path === '/' ? '' : `?suite=${encodeURIComponent(path)}`
    expect([path, (await visitor.get(path)).location]).toEqual([path, PATH + back])
  }
  const posted = await visitor.post('/admin/sections', { nom: 'Section de Dinan' })
  expect(posted).toMatchObject({ status: 303, location: PATH })
  expect(await t.db.selectFrom('sections').select('id').execute()).toHaveLength(2)
  const swapped = await visitor.fragment('/admin/utilisateurs')
  expect([swapped.status, swapped.headers.get('HX-Redirect')]).toEqual([403, PATH])
  expect((await visitor.get(PATH)).page.text).toContain('temporaire')
})

test('once replaced, the temporary password is forgotten and the site opens', async () => {
  const t = await testApp()
  await makeTemporary(t, t.marie)
  const visitor = await t.as(t.marie)
  expect((await visitor.post(PATH, change({ nouveau: PASSWORD, confirmation: PASSWORD }))).status).toBe(422)
  expect((await visitor.get('/profil')).location).toBe(`${PATH}?suite=%2Fprofil`)
  expect((await visitor.follow(await visitor.post(PATH, { ...change(), suite: '/profil' }))).page.h1).toBe('Mon profil')
  expect((await account(t, t.marie)).must_change_password).toBe(false)
  expect((await visitor.get('/profil')).status).toBe(200)
})

test('with a temporary password one may still leave', async () => {
  const t = await testApp()
  await makeTemporary(t, t.marie)
  const visitor = await t.as(t.marie)
  expect((await visitor.post('/logout')).location).toBe('/login')
  expect((await visitor.get(PATH)).location).toContain('/login')
})

test('foreign keys of the form reach no column', async () => {
  const t = await testApp()
  const visitor = await t.as(t.marie)
  await visitor.post(
    PATH,
    change({ role: 'admin', is_active: '1', id: String(t.admin.id), user_id: String(t.admin.id) }),
  )
  const row = await t.db.selectFrom('users').select(['role']).where('id', '=', t.marie.id).executeTakeFirstOrThrow()
  expect(row.role).toBe('membre')
  expect((await account(t, t.admin)).password_hash).not.toBe((await account(t, t.marie)).password_hash)
})
