import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { streamReleves } from '../../../src/features/releves/queries/records.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { idsWith } from '../../support/search.ts'
import { ACT, register, releves } from './support.ts'

const date = (iso: string) => ({ valeur: iso, calendrier: 'gregorien', iso })

/** A record entered by marie through the form, and who may look at it. */
async function entered(t: TestApp, change: Record<string, string | number> = {}) {
  const { source, path, lieu } = await register(t)
  const marie = await t.as(t.marie)
  await marie.post(path, { ...ACT, ...change })
  const [row] = await releves(t)
  if (!row) throw new Error('The record of the test was refused.')
  return { source, lieu, marie, id: row.id, list: path, path: `/releves/${row.id}` }
}

const found = (t: TestApp, word: string) => idsWith(t.db, word)

const operations = async (t: TestApp) =>
  (await t.db.selectFrom('releve_versions').select('operation').orderBy('id').execute()).map((row) => row.operation)

describe('the list of a source', () => {
  test('by date, by date the other way, by order of entry; without date first', async () => {
    const t = await testApp()
    const { source, path } = await register(t)
    for (const [nom, iso] of [
      ['C', '1790-01-01'],
      ['A', '1780-01-01'],
      ['B', '1785-01-01'],
    ] as const) {
      await t.make.releve(source, { nom, date_evenement: date(iso) })
    }
    await t.make.releve(source, { nom: 'Z' })
    const marie = await t.as(t.marie)
    const names = async (query: string) =>
      (await marie.get(`${path}${query}`)).page
        .all('tbody th')
        .map((cell) => cell.textContent.trim())
        .join('')
    expect(await names('')).toBe('ZABC')
    expect(await names('?tri=date-desc')).toBe('CBAZ')
    expect(await names('?tri=saisie')).toBe('CABZ')
    expect(await names('?tri=saisie-desc')).toBe('ZBAC')
    expect(await names('?tri=nom;drop')).toBe('ZABC')
    const { page } = await marie.get(path)
    expect(page.one('th[aria-sort="ascending"] a').getAttribute('href')).toContain('tri=date-desc')
  })

  test('is paged, and asks the database as often for many rows as for few', async () => {
    const t = await testApp()
    const { source, path, lieu } = await register(t)
    const marie = await t.as(t.marie)
    const add = async (n: number) => {
      for (let i = 0; i < n; i += 1)
        await t.make.releve(source, { nom: `N${i}`, domicile: { id: lieu.id, nom_long: 'Ancien nom' } })
    }
    await add(2)
    const few = await countQueries(t, () => marie.get(path))
    await add(58)
    const many = await countQueries(t, () => marie.get(path))
    expect(few).toBeGreaterThan(3)
    expect(many).toBe(few)
    const first = await marie.get(path)
    expect(first.page.all('tbody tr')).toHaveLength(50)
    expect((await marie.get(`${path}?page=2`)).page.all('tbody tr')).toHaveLength(10)
  })

  test('empty: says what to do first', async () => {
    const t = await testApp()
    const { path } = await register(t)
    const { page } = await (await t.as(t.marie)).get(path)
    expect(page.text).toContain('Aucun relevé dans cette source')
    expect(page.has(`a[href="${path}/nouveau"]`)).toBe(true)
  })
})

/** Number of statements that a request sends. */
async function countQueries(t: TestApp, request: () => Promise<unknown>): Promise<number> {
  const executor = t.db.getExecutor()
  const original = executor.executeQuery
  let n = 0
  executor.executeQuery = function counted(this: typeof executor, ...args: Parameters<typeof original>) {
    n += 1
    return original.apply(this, args)
  } as typeof original
  await request()
  executor.executeQuery = original
  return n
}

describe('a record', () => {
  test('shows its values, states and neighbours', async () => {
    const t = await testApp()
    const { source, path, marie, id } = await entered(t, { 'etats[prenom]': 'douteux' })
    const before = await t.make.releve(source, { nom: 'Avant', date_evenement: date('1785-01-01') })
    const after = await t.make.releve(source, { nom: 'Après', date_evenement: date('1787-08-12') })
    const undated = await t.make.releve(source, { nom: 'Jamais' })
    const { page } = await marie.get(path)
    expect(page.h1).toBe('Lefèvre Anne Marie')
    expect(page.title).toContain('Lefèvre Anne Marie')
    const definitions = page.all('dl > div').map((line) => squeeze(line.textContent).replace(/ Modifier$/, ''))
    expect(definitions).toEqual([
      'Date de baptême12/08/1787 = dimanche 12 août 1787',
      'NomLefèvre',
      'PrénomsAnne Marie douteux',
      'SexeF',
      'OndoyéNon',
      'Numéro d’acte12,5',
      'NotesMarraine absente',
      'Domicilenon renseigné',
    ])
    expect(page.text).toContain('Saisi par marie le 21 novembre 2026')
    const neighbours = async (of: number) => {
      const answer = await marie.get(`/releves/${of}`)
      return ['prev', 'next'].map((rel) => answer.page.root.querySelector(`main a[rel="${rel}"]`)?.getAttribute('href'))
    }
    expect(await neighbours(undated)).toEqual([undefined, `/releves/${before}`])
    expect(await neighbours(before)).toEqual([`/releves/${undated}`, path])
    expect(await neighbours(id)).toEqual([`/releves/${before}`, `/releves/${after}`])
    expect(await neighbours(after)).toEqual([path, undefined])
  })

  test('shows a place under its name of today', async () => {
    const t = await testApp()
    const { path, lieu, marie, list } = await entered(t, { 'texte:data[domicile]': 'Pleurtuit' })
    await t.db.updateTable('lieux').set({ nom_long: 'Pleurtuit-sur-Rance' }).where('id', '=', lieu.id).execute()
    expect((await marie.get(path)).page.text).toContain('Pleurtuit-sur-Rance')
    const edit = await marie.get(`${path}/modifier`)
    expect(edit.page.value('texte:data[domicile]')).toBe('Pleurtuit-sur-Rance')
    expect((await marie.get(list)).status).toBe(200)
  })

  test('whose values are not of their field’s type any more still has its page, list and form', async () => {
    const t = await testApp()
    const { source, path } = await register(t)
    const id = await t.make.releve(source, { nom: 12, prenom: ['x'], numero: 'douze', domicile: 'Rennes', sexe: 'N' })
    const marie = await t.as(t.marie)
    for (const address of [path, `/releves/${id}`, `/releves/${id}/modifier`, `/releves/${id}/historique`]) {
      expect([address, (await marie.get(address)).status]).toEqual([address, 200])
    }
    expect((await marie.get(`/releves/${id}`)).page.text).toContain('Rennes')
    expect((await marie.get(`/releves/${id}/modifier`)).page.value('data[sexe]')).toBe('N')
    expect(t.failures).toEqual([])
  })
})

describe('changing a record', () => {
  test('new values, a version, the index', async () => {
    const t = await testApp()
    const { path, marie, id } = await entered(t)
    const form = await marie.get(`${path}/modifier`)
    expect(form.page.h1).toBe('Modifier : Lefèvre Anne Marie')
    for (const [name, text] of Object.entries(ACT)) expect([name, form.page.value(name)]).toEqual([name, text])
    const changed = { ...ACT, 'data[nom]': 'Durand', 'data[ondoye]': '', 'etats[prenom]': 'douteux', version: 1 }
    const answer = await marie.post(path, changed)
    expect(answer.location).toBe(path)
    const shown = await marie.follow(answer)
    expect(shown.page.flash).toBe('Relevé modifié.')
    expect(shown.page.text).toContain('Modifié par marie')
    const [row] = await releves(t)
    expect(row).toMatchObject({ nom: 'Durand', version: 2, etats: { prenom: 'douteux' }, updated_by: t.marie.id })
    expect(Object.hasOwn(row?.data ?? {}, 'ondoye')).toBe(false)
    expect([await found(t, 'lefevre'), await found(t, 'durand')]).toEqual([[], [id]])
    const history = await marie.get(`${path}/historique`)
    const lines = history.page.all('tbody tr').map((line) => squeeze(line.textContent))
    expect(lines[0]).toMatch(/^Modificationmarie21\/11\/2026 11:00/)
    expect(lines[0]).toContain('Nom : Lefèvre → Durand')
    expect(lines[0]).toContain('Prénoms : Anne Marie → Anne Marie (douteux)')
    expect(lines[0]).toContain('Ondoyé : Non → vide')
    expect(lines[1]).toMatch(/^Saisiemarie/)
  })

  test('what the record holds outside the fields of its type is kept', async () => {
    const t = await testApp()
    const { source } = await register(t)
    const id = await t.make.releve(source, { nom: 'Martin', date_evenement: date('1787-08-12'), parrain: 'Le Bret' })
    await (await t.as(t.marie)).post(`/releves/${id}`, { ...ACT, version: 1 })
    expect((await releves(t))[0]?.data.parrain).toBe('Le Bret')
  })

  test('an option that is no longer offered may stay, no other one comes in', async () => {
    const t = await testApp()
    const { path, marie } = await entered(t)
    await t.db
      .updateTable('champs')
      .set({ options: JSON.stringify(['M']) })
      .where('nom', '=', 'sexe')
      .execute()
    expect((await marie.post(path, { ...ACT, 'data[nom]': 'Durand', version: 1 })).status).toBe(303)
    const refused = await marie.post(path, { ...ACT, 'data[sexe]': '?', version: 2 })
    expect(refused.page.error('data[sexe]')).toContain('dans la liste')
  })

  test('refused: 422, what was typed kept, nothing moves', async () => {
    const t = await testApp()
    const { path, marie } = await entered(t)
    const { status, page } = await marie.post(path, { ...ACT, 'data[nom]': '', 'data[prenom]': 'Perrine', version: 1 })
    expect(status).toBe(422)
    expect(page.error('data[nom]')).toContain('obligatoire')
    expect([page.value('data[prenom]'), page.value('version')]).toEqual(['Perrine', '1'])
    expect(await operations(t)).toEqual(['creation'])
    expect((await releves(t))[0]?.prenom).toBe('Anne Marie')
  })

  test('somebody else was first: 409, what was typed kept, nothing overwritten; sent again, it is stored', async () => {
    const t = await testApp()
    const { path, marie } = await entered(t)
    const rene = await t.as(t.rene)
    expect((await rene.post(path, { ...ACT, 'data[nom]': 'Durand', version: 1 })).status).toBe(303)
    const conflict = await marie.post(path, { ...ACT, 'data[nom]': 'Dupont', version: 1 })
    expect(conflict.status).toBe(409)
    expect(conflict.page.text).toContain('rene a modifié ce relevé')
    expect([conflict.page.value('data[nom]'), conflict.page.value('version')]).toEqual(['Dupont', '2'])
    expect((await releves(t))[0]?.nom).toBe('Durand')
    for (const version of ['', 'abc', '0']) {
      expect((await marie.post(path, { ...ACT, 'data[nom]': 'Dupont', version })).status).toBe(409)
    }
    expect((await marie.post(path, { ...ACT, 'data[nom]': 'Dupont', version: 2 })).status).toBe(303)
    expect((await releves(t))[0]?.nom).toBe('Dupont')
  })

  test('of ten who save at once, one does', async () => {
    const t = await testApp()
    const { path, marie } = await entered(t)
    const save = (n: number) => marie.post(path, { ...ACT, 'data[nom]': `Nom ${n}`, version: 1 })
    const statuses = (await Promise.all(Array.from({ length: 10 }, (_, n) => save(n)))).map((answer) => answer.status)
    expect(statuses.sort()).toEqual([303, ...Array(9).fill(409)])
    expect(await operations(t)).toEqual(['creation', 'modification'])
    expect(t.failures).toEqual([])
  })
})

describe('deleting and bringing back', () => {
  test('asked first, then gone from list, search and counter; back from its history', async () => {
    const t = await testApp()
    const { path, list, marie, source, id } = await entered(t)
    const counted = async () =>
      (await t.db.selectFrom('sources').select('nb_releves').where('id', '=', source.id).executeTakeFirst())?.nb_releves
    const ask = await marie.get(`${path}/supprimer`)
    expect(ask.page.h1).toBe('Supprimer le relevé « Lefèvre Anne Marie » ?')
    expect(await releves(t)).toHaveLength(1)
    const gone = await marie.post(`${path}/supprimer`, { version: ask.page.value('version') })
    expect(gone.location).toBe(list)
    expect((await marie.follow(gone)).page.flash).toContain('Relevé supprimé.')
    expect([await found(t, 'lefevre'), await counted(), (await marie.get(path)).status]).toEqual([[], 0, 404])
    // marie reads the history and cannot restore; rene, who manages the section, can.
    const history = await marie.get(`${path}/historique`)
    expect(history.page.text).toContain('Un gestionnaire de la section peut le rétablir')
    expect(history.page.has(`form[action="${path}/restauration"]`)).toBe(false)
    expect((await marie.post(`${path}/restauration`)).status).toBe(403)
    const rene = await t.as(t.rene)
    expect((await rene.get(`${path}/historique`)).page.has(`form[action="${path}/restauration"]`)).toBe(true)
    expect((await rene.post(`${path}/restauration`)).location).toBe(path)
    expect([await found(t, 'lefevre'), await counted(), (await marie.get(path)).status]).toEqual([[id], 1, 200])
    expect((await rene.post(`${path}/restauration`)).status).toBe(404)
    expect(await operations(t)).toEqual(['creation', 'suppression', 'restauration'])
    expect(t.failures).toEqual([])
  })

  test('a record that changed since the question is not deleted', async () => {
    const t = await testApp()
    const { path, marie } = await entered(t)
    await marie.post(path, { ...ACT, 'data[nom]': 'Durand', version: 1 })
    expect((await marie.post(`${path}/supprimer`, { version: 1 })).status).toBe(409)
    expect(await releves(t)).toHaveLength(1)
  })

  test('deleting the author leaves the record', async () => {
    const t = await testApp()
    const { path } = await entered(t)
    await t.db.deleteFrom('users').where('id', '=', t.marie.id).execute()
    expect((await (await t.as(t.admin)).get(path)).page.text).toContain('Saisi par Compte supprimé')
  })
})

test('rights on a record: elsewhere 404, closed 403, without a session the log-in', async () => {
  const t = await testApp()
  const { path, marie } = await entered(t)
  const etienne = await t.as(t.etienne)
  for (const page of [path, `${path}/modifier`, `${path}/supprimer`, `${path}/historique`]) {
    expect([page, (await etienne.get(page)).status]).toEqual([page, 404])
    expect((await t.anonymous().get(page)).location).toContain('/login')
  }
  const writes = [path, `${path}/supprimer`, `${path}/restauration`]
  for (const write of writes) expect((await etienne.post(write, { ...ACT, version: 1 })).status).toBe(404)
  await t.db.updateTable('sources').set({ status: 'a_valider' }).execute()
  for (const write of writes)
    expect((await marie.post(write, { ...ACT, 'data[nom]': 'X', version: 1 })).status).toBe(403)
  for (const page of ['modifier', 'supprimer']) expect((await marie.get(`${path}/${page}`)).status).toBe(403)
  const shown = await marie.get(path)
  expect(shown.page.has(`a[href="${path}/modifier"]`)).toBe(false)
  expect(await operations(t)).toEqual(['creation'])
})

test('all records of a source come in batches, in the order of dates, each once', async () => {
  const t = await testApp()
  const { source } = await register(t)
  const other = await t.make.source()
  await t.make.releve(other, { nom: 'Ailleurs' })
  const rows = Array.from({ length: 1101 }, (_, n) => ({
    source_id: source.id,
    data: JSON.stringify(
      n % 2 === 0 ? { nom: `N${n}` } : { nom: `N${n}`, date_evenement: date(`17${10 + (n % 7)}-01-01`) },
    ),
    etats: '{}',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  }))
  await t.db.insertInto('releves').values(rows).execute()
  const sizes: number[] = []
  const seen: number[] = []
  for await (const batch of streamReleves(t.db, source.id)) {
    sizes.push(batch.length)
    seen.push(...batch.map((row) => row.id))
  }
  expect(Math.max(...sizes)).toBe(500)
  const { rows: expected } = await sql<{ id: number }>`select id from releves where source_id = ${source.id}
    order by coalesce(date_evenement, ''), id`.execute(t.db)
  expect(seen).toEqual(expected.map((row) => row.id))
})
