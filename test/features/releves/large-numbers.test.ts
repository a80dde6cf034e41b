// Records whose numbers have more than 32 bits (PostgreSQL), or the last that the search key of SQLite has room for.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../support/app.ts'
import { isPostgres } from '../../support/db.ts'
import { ACT, register } from './support.ts'

const FIRST = isPostgres ? 2 ** 31 - 1 : 2 ** 28 - 12

async function fromHere(t: TestApp): Promise<void> {
  if (!isPostgres) await sql`insert into sqlite_sequence (name, seq) values ('releves', ${FIRST - 1})`.execute(t.db)
  else
    for (const table of ['releves', 'releve_versions'])
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${FIRST}, false)`.execute(t.db)
}

const idsOf = async (t: TestApp) =>
  (await t.db.selectFrom('releves').select('id').orderBy('id').execute()).map(({ id }) => id)

test('they are typed, found, opened, corrected, inserted, read over, talked of, moved, deleted and brought back', async () => {
  const t = await testApp()
  await fromHere(t)
  const { source, path } = await register(t)
  const [marie, rene] = [await t.as(t.marie), await t.as(t.rene)]
  for (const nom of ['Riou', 'Hamon', 'Morin']) {
    expect((await marie.post(path, { ...ACT, 'data[nom]': nom })).status).toBe(303)
  }
  const [first = 0, second = 0, third = 0] = await idsOf(t)
  expect([first, second, third]).toEqual([FIRST, FIRST + 1, FIRST + 2])
  expect((await rene.get('/recherche?nom=hamon')).page.has(`a[href="/releves/${second}"]`)).toBe(true)
  for (const part of [
    '',
    '/modifier',
    '/historique',
    '/versions/1',
    '/acte',
    '/champs/nom',
    '/lectures/nom',
    '/fils/nouveau',
    '/supprimer',
  ])
    expect([part, (await rene.get(`/releves/${second}${part}`)).status]).toEqual([part, 200])
  expect((await marie.post(`/releves/${second}`, { ...ACT, 'data[nom]': 'Hamonic', version: 1 })).status).toBe(303)
  const inserted = await marie.post(path, { ...ACT, 'data[nom]': 'Inséré', apres: second })
  expect([inserted.status, (await idsOf(t)).length]).toEqual([303, 4])
  expect((await marie.get(`/sources/${source.id}/tableau?ligne=${third}`)).page.has(`#ligne-${third}`)).toBe(true)
  const draft = { source: source.id, releve: second, cle: `r${second}`, 'data[nom]': 'Hamonou', version: 2 }
  expect((await marie.post('/brouillons', draft)).status).toBeLessThan(400)
  expect((await rene.post(`/releves/${second}/fils`, { texte: 'Est-ce bien Hamonic ?' })).status).toBe(303)
  expect((await rene.post(`/releves/${third}/supprimer`, { version: 1 })).status).toBe(303)
  expect((await rene.post(`/releves/${third}/restauration`)).location).toBe(`/releves/${third}`)
  const other = await t.make.source({ section: t.saintMalo, titre: 'Autre registre', type: source.type })
  const fields = {
    geste: 'deplacer',
    ids: [first, third],
    nombre: '2',
    choix_source: `Autre registre (n° ${other.id})`,
  }
  expect((await rene.post(`${path}/lot`, fields)).status).toBe(303)
  expect((await rene.get(`/export/source/${source.id}/csv`)).text).toContain('Hamonic')
  expect((await rene.get('/releves/9007199254740993')).status).toBe(404)
  expect(t.failures).toEqual([])
})
