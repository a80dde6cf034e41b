import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createApp } from '../../../../src/app.tsx'
import { openDatabase } from '../../../../src/db/open.ts'
import { hashPassword, verifyPassword } from '../../../../src/features/auth/rules/password.ts'
import { type Answer, type TestApp, Visitor } from '../../../support/app.ts'
import { useFastPasswords } from '../../../support/argon2.ts'
import { PASSWORD } from '../../../support/characters.ts'
import { isPostgres } from '../../../support/db.ts'
import { squeeze } from '../../../support/html.ts'
import { databaseUrl } from '../../../support/postgres.ts'
import { importOf, messagesOf, sendFile, work } from '../../imports/support.ts'
import { account, activeAdmins, allAccounts, asAdmin, LIST, proofIsOld, sectionsOf } from '../support.ts'

useFastPasswords()

const IMPORT = `${LIST}/import`
const csv = (...lines: string[]): string => `\ufeff${['name;email;role;sections', ...lines].join('\r\n')}\r\n`

/** Sends a file to its dry run. */
async function plan(t: TestApp, visitor: Visitor, content: string) {
  const answer = await sendFile(visitor, IMPORT, content, { nom: 'membres.csv' })
  expect([answer.status, answer.page.text.slice(0, 300)]).toEqual([303, ''])
  await work(t)
  return importOf(t)
}

async function importUsers(t: TestApp, visitor: Visitor, content: string) {
  const { id } = await plan(t, visitor, content)
  expect((await visitor.post(`/imports/${id}/confirmer`)).status).toBe(303)
  await work(t)
  return importOf(t)
}

const passwordsOf = (id: number) => `${IMPORT}/${id}/mots-de-passe`

test('memberships come back from a file as they left, a section named like a kind among them; a bare name is a plain one', async () => {
  const { t, visitor } = await asAdmin()
  const odd = await t.make.section({ nom: 'Actes (lecture)' })
  const person = await t.make.user({ name: 'odile' })
  await t.make.membre(odd, person)
  await t.make.membre(t.saintMalo, person, 'lecture')
  await t.make.membre(t.vannes, person, 'gestion')
  const before = await sectionsOf(t, person)
  const { text } = await visitor.get(`${LIST}/export/csv?q=odile`)
  expect(text).toContain('Actes (lecture) (saisie) | Section de Saint-Malo (lecture) | Section de Vannes (gestion)')
  await t.db.deleteFrom('section_membres').where('user_id', '=', person.id).execute()
  await t.db.deleteFrom('users').where('id', '=', person.id).execute()
  await importUsers(t, visitor, text)
  expect(await sectionsOf(t, (await account(t, 'odile')) ?? { id: 0 })).toEqual(before)
  await importUsers(t, visitor, csv('paul;paul@exemple.fr;membre;Actes (lecture) | section de vannes (LECTURE)'))
  expect(await sectionsOf(t, (await account(t, 'paul')) ?? { id: 0 })).toEqual([
    { section_id: t.vannes.id, kind: 'lecture' },
    { section_id: odd.id, kind: 'saisie' },
  ])
})

test('the export has the accounts of the list, in its order, under its filters', async () => {
  const { t, visitor } = await asAdmin()
  await t.make.membre(t.vannes, t.marie, 'lecture')
  const link = (await visitor.get(`${LIST}?role=membre&tri=name&ordre=desc`)).page
    .all('a')
    .find((a) => a.text === 'Exporter en CSV')
    ?.getAttribute('href')
  expect(link).toBe(`${LIST}/export/csv?role=membre&ordre=desc`)
  const answer = await visitor.get(link ?? '')
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toContain('utilisateurs.csv')
  expect(answer.text.replace('\ufeff', '')).toBe(
    [
      'name;email;role;is_active;sections',
      'marie;marie@exemple.fr;membre;Oui;Section de Saint-Malo | Section de Vannes (lecture)',
      'inactif;inactif@exemple.fr;membre;Non;Section de Saint-Malo',
      'etienne;etienne@exemple.fr;membre;Oui;Section de Vannes',
      '',
    ].join('\r\n'),
  )
  const none = await visitor.get(`${LIST}/export/csv?q=introuvablezzz`)
  expect(none.text.replace('\ufeff', '')).toBe('name;email;role;is_active;sections\r\n')
  const inactive = await visitor.get(`${LIST}/export/csv?status=inactive`)
  expect(inactive.text).toContain('inactif;')
  expect(inactive.text).not.toContain('marie;')
})

test('a long export has every account once, a name that looks like a formula as text', async () => {
  const { t, visitor } = await asAdmin()
  for (let n = 0; n < 30; n += 1) await t.make.user({ name: `=personne ${String(n).padStart(4, '0')}` })
  const { text } = await visitor.get(`${LIST}/export/csv`)
  const names = text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(';')[0])
  expect(new Set(names).size).toBe(35)
  expect(names).toContain("'=personne 0007")
})

test('the model has the columns that the import reads', async () => {
  const { visitor } = await asAdmin()
  const page = await visitor.get(IMPORT)
  expect(page.page.h1).toBe('Import d’utilisateurs')
  const model = await visitor.get(page.page.one('a[href$="/modele"]').getAttribute('href') ?? '')
  expect(model.text.replace('\ufeff', '')).toBe('name;email;role;is_active;sections\r\n')
  expect(model.headers.get('content-disposition')).toContain('attachment')
})

test('accounts are created from a file, and their passwords shown once', async () => {
  const { t, visitor } = await asAdmin()
  const done = await importUsers(
    t,
    visitor,
    csv(
      'jeanne;jeanne@exemple.fr;;Section de Vannes | section de saint malo',
      "'=luc;luc@exemple.fr;Gestionnaire;",
      'MARIE;Marie@exemple.fr;admin;',
    ),
  )
  expect(done).toMatchObject({ etat: 'termine', creees: 2, refusees: 0, inchangees: 1 })
  const [jeanne, luc] = [await account(t, 'jeanne'), await account(t, '=luc')]
  expect(jeanne).toMatchObject({ role: 'membre', is_active: true, must_change_password: true, import_id: done.id })
  expect(luc).toMatchObject({ role: 'gestionnaire', name_key: '=luc' })
  expect((await account(t, 'marie'))?.role).toBe('membre')
  expect((await sectionsOf(t, { id: jeanne?.id ?? 0 })).map((row) => row.section_id)).toEqual([
    t.saintMalo.id,
    t.vannes.id,
  ])
  // Nobody comes in before a password was made.
  for (const password of ['', '!', 'undefined'])
    expect((await t.anonymous().post('/login', { login: 'jeanne', password })).status).toBe(422)

  const result = (await visitor.get(`/imports/${done.id}`)).page
  expect(result.text).toContain('2 comptes attendent leur mot de passe temporaire')
  expect(result.has(`form[action="${passwordsOf(done.id)}"]`)).toBe(true)
  const shown = await visitor.post(passwordsOf(done.id))
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const passwords = shown.page.all('code').map((code) => code.text)
  expect(passwords).toHaveLength(2)
  for (const password of passwords) expect(password).toMatch(/^([a-z2-7]{4}-){4}[a-z2-7]{4}$/)

  const [first = ''] = passwords
  const stored = await account(t, 'jeanne')
  expect(await verifyPassword(stored?.password_hash, first)).toBe(true)
  expect(stored?.temporaire_jusque).toBe('2026-12-05T10:00:00.000Z')
  const again = await visitor.post(passwordsOf(done.id))
  expect(again.page.text).toContain('déjà été montrés')
  for (const path of [`/imports/${done.id}`, LIST, '/admin/journal', `/imports/${done.id}/messages/csv`])
    for (const password of passwords) expect((await visitor.get(path)).text).not.toContain(password)
  expect((await visitor.get(`/imports/${done.id}`)).page.text).not.toContain('attend')
  for (const table of ['users', 'imports', 'import_lignes', 'import_messages', 'taches', 'journal', 'envois'] as const)
    expect(JSON.stringify(await t.db.selectFrom(table).selectAll().execute())).not.toContain(first)

  const person = t.anonymous()
  expect((await person.post('/login', { login: 'jeanne', password: first })).status).toBe(303)
  expect((await person.get('/sources')).location).toBe('/profil/mot-de-passe?suite=%2Fsources')
  expect(t.failures).toEqual([])
})

test('the passwords may come as a file, once', async () => {
  const { t, visitor } = await asAdmin()
  const lines = Array.from({ length: 5 }, (_, n) => `p${n};p${n}@exemple.fr;;`)
  const done = await importUsers(t, visitor, csv(...lines))
  const file = await visitor.post(passwordsOf(done.id), { format: 'csv' })
  expect(file.headers.get('content-disposition')).toContain('attachment')
  expect(file.headers.get('cache-control')).toContain('no-store')
  const rows = file.text.replace('\ufeff', '').trimEnd().split('\r\n')
  expect(rows[0]).toBe('name;email;password')
  expect(rows).toHaveLength(6)
  expect(rows[5]).toMatch(/^p4;p4@exemple\.fr;[a-z2-7-]{24}$/)
  const empty = await visitor.post(passwordsOf(done.id), { format: 'csv' })
  expect(empty.text.replace('\ufeff', '')).toBe('name;email;password\r\n')
})

test('the passwords come only to who has shown the own one lately', async () => {
  const { t, visitor } = await asAdmin()
  const done = await importUsers(t, visitor, csv('p1;p1@exemple.fr;;'))
  await proofIsOld(t)
  for (const fields of [{}, { format: 'csv' }]) {
    const asked = await visitor.post(passwordsOf(done.id), fields)
    expect([asked.status, asked.location]).toEqual([303, `/preuve?suite=${encodeURIComponent(`/imports/${done.id}`)}`])
  }
  await visitor.post('/preuve', { suite: '/', preuve: PASSWORD })
  expect((await visitor.post(passwordsOf(done.id))).page.all('code')).toHaveLength(1)
})

/** Shows the administrator to another process of this site: on PostgreSQL with connections of its own. */
async function atOtherProcess(t: TestApp, visitor: Visitor): Promise<Visitor> {
  let { db } = t
  if (isPostgres) {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
    db = openDatabase(databaseUrl(inject('pgUrl'), rows[0]?.name ?? ''))
    onTestFinished(() => db.destroy())
  }
  const other = new Visitor(createApp({ ...t.deps, db }))
  for (const [name, value] of visitor.cookies) other.cookies.set(name, value)
  return other
}

test('a button pressed twice shows the same passwords, whichever process answers', async () => {
  const { t, visitor } = await asAdmin()
  const done = await importUsers(t, visitor, csv('jeanne;jeanne@exemple.fr;;', 'luc;luc@exemple.fr;;'))
  const form = { _envoi: (await visitor.get(`/imports/${done.id}`)).page.value('_envoi') }
  const other = await atOtherProcess(t, visitor)
  const path = passwordsOf(done.id)
  const answers = await Promise.all([visitor.post(path, form), other.post(path, form)])
  const codes = (answer: Answer) => answer.page.all('code').map((code) => code.text)
  const [[first = '', ...rest] = [], second] = answers.map(codes)
  expect([rest.length, second]).toEqual([1, [first, ...rest]])
  expect(await verifyPassword((await account(t, 'jeanne'))?.password_hash, first)).toBe(true)
  const given = await t.db.selectFrom('journal').select('id').where('action', '=', 'mot_de_passe.temporaire').execute()
  expect(given).toHaveLength(2)

  // An answer that was lost: the same form again, and its other button.
  t.deps.clock = () => new Date('2026-11-21T10:14:00.000Z')
  expect(codes(await other.post(path, form))).toEqual([first, ...rest])
  expect((await visitor.post(path, { ...form, format: 'csv' })).text).toContain(`jeanne@exemple.fr;${first}\r\n`)
  // A code that opens the account no more is not shown; nor is any to another form, another person, or a quarter of an hour later.
  await t.db.updateTable('users').set({ must_change_password: false }).where('name', '=', 'jeanne').execute()
  expect(codes(await visitor.post(path, form))).toEqual(rest)
  const colleague = await t.make.user({ name: 'collegue', role: 'admin' })
  const late = [await visitor.post(path, { _envoi: 'autre' }), await (await t.as(colleague)).post(path, form)]
  t.deps.clock = () => new Date('2026-11-21T10:15:01.000Z')
  for (const answer of [...late, await visitor.post(path, form)]) {
    expect(answer.page.text).toContain('déjà été montrés')
    expect(codes(answer)).toEqual([])
  }
  expect(t.failures).toEqual([])
})

test('a password given by hand meanwhile stays', async () => {
  const { t, visitor } = await asAdmin()
  const done = await importUsers(t, visitor, csv('jeanne;jeanne@exemple.fr;;', 'luc;luc@exemple.fr;;'))
  const given = await hashPassword('un mot provisoire de plus')
  await t.db.updateTable('users').set({ password_hash: given }).where('name', '=', 'jeanne').execute()
  expect((await visitor.post(passwordsOf(done.id))).page.all('tbody th').map((cell) => cell.text)).toEqual(['luc'])
  expect((await account(t, 'jeanne'))?.password_hash).toBe(given)
})

test('a temporary password opens nothing after fourteen days', async () => {
  const { t, visitor } = await asAdmin()
  const shown = await visitor.post(LIST, { name: 'jeanne', email: 'jeanne@exemple.fr', role: 'membre' })
  expect(shown.page.text).toContain('dans les 14 jours')
  const password = shown.page.one('code').text
  const log = () => t.anonymous().post('/login', { login: 'jeanne', password })
  t.deps.clock = () => new Date('2026-12-05T09:59:59.000Z')
  expect((await log()).status).toBe(303)
  t.deps.clock = () => new Date('2026-12-05T10:00:00.000Z')
  const late = await log()
  expect([late.status, late.page.error('login')]).toEqual([
    422,
    expect.stringContaining('temporaire n’est plus valable'),
  ])
  expect(
    (await t.anonymous().post('/login', { login: 'jeanne', password: 'autre chose' })).page.error('login'),
  ).toContain('n’est pas reconnu')
  const jeanne = await account(t, 'jeanne')
  const next = (await visitor.post(`${LIST}/${jeanne?.id}/mot-de-passe`)).page.one('code').text
  const person = t.anonymous()
  expect((await person.post('/login', { login: 'jeanne', password: next })).status).toBe(303)
  const own = 'une phrase que moi seule connais'
  await person.post('/profil/mot-de-passe', { actuel: next, nouveau: own, confirmation: own })
  expect(await account(t, 'jeanne')).toMatchObject({ must_change_password: false, temporaire_jusque: null })
})

test.each([
  [';a@exemple.fr;;', 'Indiquez un nom d’utilisateur.'],
  ['a@b;a@exemple.fr;;', 'Un nom d’utilisateur ne contient pas le signe @.'],
  [`${'n'.repeat(61)};a@exemple.fr;;`, 'Ce nom est trop long : 60 caractères au plus.'],
  ['a;;;', 'Indiquez une adresse électronique.'],
  ['a;a@exemple.fr, b@exemple.fr;;', 'Indiquez une seule adresse, par exemple marie.durand@exemple.fr.'],
  ['a;Jean <a@exemple.fr>;;', 'Indiquez une seule adresse, par exemple marie.durand@exemple.fr.'],
  ['a;a@exemple.fr;pape;', 'Le rôle « pape » n’existe pas : admin, gestionnaire ou membre.'],
  [
    'a;a@exemple.fr;;Section de Vannes | Section de Brest',
    'La section « Section de Brest » n’existe pas. Créez-la, ou écrivez exactement son nom.',
  ],
  ['Marie;autre@exemple.fr;;', 'Un autre compte porte déjà ce nom d’utilisateur.'],
  ['autre;MARIE@exemple.fr;;', 'Un autre compte a déjà cette adresse électronique.'],
  ['BON;bon2@exemple.fr;;', 'Ce nom d’utilisateur est déjà à la ligne 2.'],
  ['bon2;Bon@exemple.fr;;', 'Cette adresse électronique est déjà à la ligne 2.'],
])('the line « %.40s » is refused with its reason, the good one stored', async (line, message) => {
  const { t, visitor } = await asAdmin()
  const before = await allAccounts(t)
  const { id } = await plan(t, visitor, csv('bon;bon@exemple.fr;;', line))
  const squeezed = (await messagesOf(t)).map((row) => [row.ligne, row.message.replace(/\s+/g, ' ')])
  expect(squeezed).toEqual([[3, message]])
  expect(await allAccounts(t)).toEqual(before)
  await visitor.post(`/imports/${id}/confirmer`)
  await work(t)
  expect(await importOf(t)).toMatchObject({ creees: 1, refusees: 1 })
  expect((await allAccounts(t)).map((user) => user.name)).toEqual([...before.map((user) => user.name), 'bon'])
  expect(t.failures).toEqual([])
})

test.each([
  ['name;role\njeanne;membre\n', 'Ce fichier n’a pas de colonne « email »'],
  ['', 'vide'],
])('a file without what it needs is refused at once: %j', async (content, message) => {
  const { t, visitor } = await asAdmin()
  const answer = await sendFile(visitor, IMPORT, content)
  expect(answer.status).toBe(422)
  expect(answer.page.error('fichier')).toContain(message)
  expect(await t.db.selectFrom('imports').selectAll().execute()).toEqual([])
})

test('comma, tabulation, capitals in headers and other columns are read as well', async () => {
  const { t, visitor } = await asAdmin()
  const done = await importUsers(t, visitor, 'EMAIL, Name ,téléphone\njeanne@exemple.fr,Jeanne Le Goff,02\n')
  expect(done).toMatchObject({ creees: 1, colonnes_ignorees: 'téléphone' })
  expect((await account(t, 'Jeanne Le Goff'))?.email).toBe('jeanne@exemple.fr')
})

test('what others did between the dry run and the confirmation counts', async () => {
  const { t, visitor } = await asAdmin()
  const { id } = await plan(
    t,
    visitor,
    csv('jeanne;jeanne@exemple.fr;;', 'luc;luc@exemple.fr;;Section de Vannes', 'anne;anne@exemple.fr;;'),
  )
  await t.make.user({ name: 'Jeanne', email: 'ailleurs@exemple.fr' })
  await t.db.deleteFrom('sections').where('id', '=', t.vannes.id).execute()
  await visitor.post(`/imports/${id}/confirmer`)
  await work(t)
  expect(await importOf(t)).toMatchObject({ etat: 'termine', creees: 1, refusees: 2 })
  expect((await messagesOf(t)).map((row) => row.ligne)).toEqual([2, 3])
  expect(t.failures).toEqual([])
})

test('the accounts of a file are opened by who shows the password, and by nobody else', async () => {
  const { t, visitor } = await asAdmin()
  const { id } = await plan(t, visitor, csv('jeanne;jeanne@exemple.fr;admin;'))
  expect((await visitor.get(`/imports/${id}`)).page.has('[name=preuve]')).toBe(false)
  await proofIsOld(t)
  const asked = await visitor.post(`/imports/${id}/confirmer`)
  expect([asked.status, asked.page.error('preuve')]).toEqual([
    422,
    expect.stringContaining('votre propre mot de passe'),
  ])
  expect((await importOf(t)).etat).toBe('pret')
  expect((await visitor.post(`/imports/${id}/confirmer`, { preuve: PASSWORD })).status).toBe(303)
  await work(t)
  expect(await account(t, 'jeanne')).toMatchObject({ role: 'admin' })
})

test('an administrator who is one no longer creates nobody', async () => {
  const { t, visitor } = await asAdmin()
  await t.make.user({ name: 'second', role: 'admin' })
  const { id } = await plan(t, visitor, csv('jeanne;jeanne@exemple.fr;admin;'))
  await visitor.post(`/imports/${id}/confirmer`)
  await t.db.updateTable('users').set({ role: 'membre' }).where('id', '=', t.admin.id).execute()
  await work(t)
  expect(await importOf(t)).toMatchObject({ creees: 0, refusees: 1 })
  expect(await activeAdmins(t)).toEqual(['second'])
  expect((await visitor.post(passwordsOf(id))).status).toBe(403)
})

test('the export comes back as the same accounts, closed ones closed', async () => {
  const [{ t, visitor }, other] = [await asAdmin(), await asAdmin()]
  await t.db.updateTable('users').set({ is_active: false }).where('id', '=', t.rene.id).execute()
  await t.make.membre(t.vannes, t.marie)
  const file = (await visitor.get(`${LIST}/export/csv`)).text
  await other.t.db.deleteFrom('users').where('id', 'in', [other.t.marie.id, other.t.rene.id]).execute()
  const done = await importUsers(other.t, other.visitor, file)
  expect(done).toMatchObject({ creees: 2, inchangees: 3, refusees: 0, colonnes_ignorees: '' })
  expect((await other.visitor.get(`${LIST}/export/csv`)).text).toBe(file)
})

test('is_active says yes or no, absent yes, anything else refuses the line', async () => {
  const { t, visitor } = await asAdmin()
  const lines = ['p1;p1@exemple.fr;Non', 'p2;p2@exemple.fr;oui', 'p3;p3@exemple.fr;', 'p4;p4@exemple.fr;peut-être']
  const done = await importUsers(t, visitor, `name;email;is_active\r\n${lines.join('\r\n')}\r\n`)
  expect(done).toMatchObject({ creees: 3, refusees: 1 })
  const active = await Promise.all(['p1', 'p2', 'p3', 'p4'].map(async (name) => (await account(t, name))?.is_active))
  expect(active).toEqual([false, true, true, undefined])
  expect((await messagesOf(t)).map(({ message }) => message).join()).toContain('peut-être')
})

test('an import is taken back, but for the accounts that have served', async () => {
  const { t, visitor } = await asAdmin()
  const done = await importUsers(
    t,
    visitor,
    csv('jeanne;jeanne@exemple.fr;;', 'luc;luc@exemple.fr;;', 'anne;anne@exemple.fr;;', 'paul;paul@exemple.fr;;'),
  )
  const [password = ''] = (await visitor.post(passwordsOf(done.id))).page.all('code').map((code) => code.text)
  await t.anonymous().post('/login', { login: 'jeanne', password })
  const id = async (name: string) => (await account(t, name))?.id ?? 0
  await t.make.source({ members: [{ id: await id('luc') }] })
  await visitor.post(`${LIST}/${await id('anne')}/desactiver`)
  const asked = (await visitor.get(`/imports/${done.id}/annuler`)).page
  expect(asked.all('form[action$="/annuler"] li').map((line) => squeeze(line.text))).toEqual([
    '1 compte créé sera retiré.',
    '3 comptes créés resteront, utilisés ou modifiés depuis : le résultat dira pourquoi.',
  ])
  expect((await visitor.post(`/imports/${done.id}/annuler`)).status).toBe(303)
  await work(t)
  expect(await importOf(t)).toMatchObject({ etat: 'annule', retirees: 1, conservees: 3 })
  expect(await account(t, 'paul')).toBeUndefined()
  const messages = (await messagesOf(t)).map((row) => row.message.replace(/\s+/g, ' '))
  expect(messages).toEqual([
    'Le compte « anne » reste : il a été modifié depuis l’import.',
    'Le compte « luc » reste : des sources lui sont attribuées.',
    'Le compte « jeanne » reste : la personne s’est déjà connectée.',
  ])
  expect(t.failures).toEqual([])
})

test('nobody but administrators exports, imports or sees passwords', async () => {
  const { t, visitor } = await asAdmin()
  const done = await importUsers(t, visitor, csv('jeanne;jeanne@exemple.fr;;'))
  for (const user of [t.rene, t.marie]) {
    const other = await t.as(user)
    for (const path of [`${LIST}/export/csv`, IMPORT, `${IMPORT}/modele`])
      expect((await other.get(path)).status).toBe(403)
    expect((await other.post(passwordsOf(done.id))).status).toBe(403)
    expect((await sendFile(other, IMPORT, csv('x;x@exemple.fr;;'))).status).toBe(403)
    expect((await other.get(`/imports/${done.id}`)).status).toBe(404)
  }
  expect((await sendFile(visitor, IMPORT, csv('x;x@exemple.fr;;'), { csrf: null })).status).toBe(403)
  expect(await t.db.selectFrom('imports').select('id').execute()).toHaveLength(1)
})

test('the columns may bear the words of a sheet of one’s own', async () => {
  const { t, visitor } = await asAdmin()
  const file = 'Nom;Courriel;Rôle;Actif;Section\r\njeanne;jeanne@exemple.fr;gestionnaire;Non;Section de Vannes\r\n'
  expect(await importUsers(t, visitor, file)).toMatchObject({ etat: 'termine', creees: 1, refusees: 0 })
  expect(await account(t, 'jeanne')).toMatchObject({ role: 'gestionnaire', is_active: false })
  const both = 'nom;name;e-mail;notes\r\nDupont;paul;paul@exemple.fr;trésorier\r\n'
  expect(await importUsers(t, visitor, both)).toMatchObject({ creees: 1, colonnes_ignorees: 'nom, notes' })
  expect(await account(t, 'paul')).toBeDefined()
})
