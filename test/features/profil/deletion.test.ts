import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { enqueueAccountMail } from '../../../src/features/auth/account-news.ts'
import type { TestApp } from '../../support/app.ts'
import { behindProxy, testApp } from '../../support/app.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { PASSWORD } from '../../support/characters.ts'
import { isPostgres } from '../../support/db.ts'
import { activeAdmins } from '../users/support.ts'

useFastPasswords()

const PATH = '/profil/suppression'
const NAME = 'zéphirine quillevere'
const EMAIL = 'zephirine@quillevere.fr'

/** Every table of the site, without those of the engine. */
async function tables(t: TestApp): Promise<string[]> {
  const { rows } = await (isPostgres
    ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`
    : sql<{
        name: string
      }>`select name from sqlite_master where type = 'table' and name not like '%fts%' and name not like 'lieux_noms%'`
  ).execute(t.db)
  return rows.map((row) => row.name).filter((name) => !/^(kysely|sqlite)_|^releve_recherche_/.test(name))
}

/** The tables in which one of these words stands. */
async function holding(t: TestApp, ...words: string[]): Promise<string[]> {
  const found: string[] = []
  for (const table of await tables(t)) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(t.db)
    const bytes = JSON.stringify(rows).toLowerCase()
    if (words.some((word) => bytes.includes(word))) found.push(table)
  }
  return found
}

/** Somebody who has left traces everywhere. */
async function someone() {
  const t = await testApp()
  t.deps.trustProxy = behindProxy
  const person = await t.make.user({ name: NAME, email: EMAIL })
  await t.make.membre(t.saintMalo, person)
  const source = await t.make.source({ section: t.saintMalo, members: [person] })
  const visitor = t.anonymous()
  const from = { 'x-forwarded-for': '192.0.2.99' }
  await visitor.post('/login', { login: NAME, password: 'pas le bon' }, from)
  await visitor.post('/login', { login: NAME, password: PASSWORD }, from)
  const act = { 'data[date_evenement][valeur]': '12/08/1787', 'data[date_evenement][calendrier]': 'gregorien' }
  const saved = await visitor.post(
    `/sources/${source.id}/releves`,
    { ...act, 'data[nom]': 'MARTIN', _envoi: 'un' },
    from,
  )
  expect(saved.status).toBe(303)
  await visitor.post('/profil/courriels', {})
  const { id: champ } = await t.db.selectFrom('champs').select('id').limit(1).executeTakeFirstOrThrow()
  await visitor.post(`/sources/${source.id}/releves/colonnes`, { champs: [champ] })
  const now = '2026-11-21T10:00:00.000Z'
  await t.db
    .insertInto('brouillons')
    .values({
      user_id: person.id,
      source_id: source.id,
      releve_id: null,
      cle: 'k',
      contenu: '{}',
      updated_at: now,
      version: 0,
    })
    .execute()
  await enqueueAccountMail(t.db, { sorte: 'email', user_id: person.id, email: `autre-${EMAIL}` }, new Date(now))
  await enqueueAccountMail(t.db, { sorte: 'codes_faux', user_id: t.rene.id }, new Date(now))
  const base = {
    kind: 'users',
    cible_id: null,
    user_id: person.id,
    etat: 'termine' as const,
    fichier: null,
    erreur: null,
  }
  const { id } = await t.db
    .insertInto('imports')
    .values({
      ...base,
      nom_fichier: `${NAME}.csv`,
      taille: 1,
      empreinte: 'x',
      encodage: 'utf-8',
      created_at: now,
      fini_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await t.db.updateTable('users').set({ import_id: id }).where('id', '=', person.id).execute()
  const line = { import_id: id, action: 'creer' as const, rang: 0, renvoi: null, avant: null }
  await t.db
    .insertInto('import_lignes')
    .values([
      { ...line, ligne: 2, cle: NAME, contenu: JSON.stringify({ name: NAME, email: EMAIL }) },
      { ...line, ligne: 3, cle: 'autre', contenu: '{}' },
    ])
    .execute()
  await t.db
    .insertInto('import_messages')
    .values([
      { import_id: id, phase: 'annulation', ligne: null, message: `Le compte « ${NAME} » reste` },
      { import_id: id, phase: 'annulation', ligne: null, message: 'Le compte « autre » reste' },
    ])
    .execute()
  return { t, person, source, visitor }
}

test('an account is deleted by who shows its password; what was entered stays, signed by nobody', async () => {
  const { t, person, source, visitor } = await someone()
  expect((await holding(t, NAME, EMAIL)).length).toBeGreaterThan(3)
  const page = await visitor.get(PATH)
  expect(page.page.h1).toBe('Supprimer mon compte')
  expect(page.page.text).toContain('Vos 1 relevé reste')
  expect(page.page.text).toContain('1 brouillon')
  const gone = await visitor.post(PATH, { actuel: PASSWORD })
  expect(gone.location).toBe('/login')
  expect((await visitor.follow(gone)).page.flash).toContain('Votre compte est supprimé')
  expect((await visitor.get('/')).location).toBe('/login')

  expect(await holding(t, NAME, EMAIL)).toEqual([])
  // A counter of an address tells nobody's name, and is forgotten within minutes.
  expect(await holding(t, '192.0.2.99')).toEqual(['limites'])
  const row = await t.db.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ name: `Compte supprimé n°\u00a0${person.id}`, is_active: false, role: 'membre' })
  const releve = await t.db.selectFrom('releves').select(['nom', 'created_by']).executeTakeFirstOrThrow()
  expect(releve).toEqual({ nom: 'MARTIN', created_by: person.id })
  for (const table of [
    'sessions',
    'brouillons',
    'colonnes_choisies',
    'abreviations',
    'champs_passes',
    'section_membres',
    'source_membres',
    'courriels_refuses',
  ] as const)
    expect([table, await t.db.selectFrom(table).selectAll().where('user_id', '=', person.id).execute()]).toEqual([
      table,
      [],
    ])
  // The lines and messages of others stay.
  expect(await t.db.selectFrom('import_lignes').select('cle').execute()).toEqual([{ cle: 'autre' }])
  expect(await t.db.selectFrom('import_messages').select('id').execute()).toHaveLength(1)
  expect(await t.db.selectFrom('taches').select('id').where('kind', '=', 'courriel.compte').execute()).toHaveLength(1)

  const admin = await t.as(t.admin)
  const history = await admin.get(`/sources/${source.id}/releves`)
  expect(history.status).toBe(200)
  const list = await admin.get('/admin/utilisateurs')
  expect(list.page.text).not.toContain('supprimé')
  expect((await admin.get(`/admin/utilisateurs/${person.id}/modifier`)).status).toBe(404)
  expect((await admin.post(`/admin/utilisateurs/${person.id}/activer`)).status).toBe(404)
  expect((await admin.get('/admin/utilisateurs/export/csv')).text).not.toContain('supprim')
  expect((await admin.get('/admin/journal')).page.text).toContain(`Compte supprimé n° ${person.id}`)
  expect(t.failures).toEqual([])
})

test('name and address are free again, and the empty account opens to nobody', async () => {
  const { t, person, visitor } = await someone()
  await visitor.post(PATH, { actuel: PASSWORD })
  for (const login of [
    NAME,
    EMAIL,
    `@supprime:${person.id}`,
    `supprime:${person.id}`,
    `Compte supprimé n° ${person.id}`,
  ])
    for (const password of [PASSWORD, '!'])
      expect((await t.anonymous().post('/login', { login, password })).status).not.toBe(303)
  const admin = await t.as(t.admin)
  const again = await admin.post('/admin/utilisateurs', { name: NAME, email: EMAIL, role: 'membre' })
  expect(again.status).toBe(200)
  expect(await t.make.user({ name: `Compte supprimé n°\u00a0${person.id}` })).toBeTruthy()
})

test.each([
  ['', 'Tapez votre mot de passe pour supprimer votre compte.'],
  ['pas le bon', 'Ce n’est pas votre mot de passe actuel.'],
])('the password « %s » deletes nothing', async (actuel, message) => {
  const t = await testApp()
  const visitor = await t.as(t.marie)
  const before = await t.db.selectFrom('users').selectAll().orderBy('id').execute()
  const refused = await visitor.post(PATH, { actuel })
  expect([refused.status, refused.page.error('actuel')]).toEqual([422, message])
  expect(await t.db.selectFrom('users').selectAll().orderBy('id').execute()).toEqual(before)
  expect((await visitor.get('/profil')).status).toBe(200)
})

test('the last active administrator stays; one of two may go', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  await t.make.user({ role: 'admin', is_active: false })
  const refused = await admin.post(PATH, { actuel: PASSWORD })
  expect([refused.status, refused.page.error('actuel')]).toEqual([
    422,
    expect.stringContaining('dernier administrateur'),
  ])
  expect(await activeAdmins(t)).toEqual(['admin'])
  await t.make.user({ name: 'second', role: 'admin' })
  expect((await admin.post(PATH, { actuel: PASSWORD })).location).toBe('/login')
  expect(await activeAdmins(t)).toEqual(['second'])
})

test('the profile asks in a dialog, and leads to the page where there is none', async () => {
  const t = await testApp()
  const { page } = await (await t.as(t.marie)).get('/profil')
  expect(page.one('a[data-dialogue]').getAttribute('href')).toBe(PATH)
  const dialog = page.one(`dialog#${page.one('a[data-dialogue]').getAttribute('data-dialogue')}`)
  expect(dialog.querySelector(`form[action="${PATH}"] input[type=password]`)).not.toBeNull()
})
