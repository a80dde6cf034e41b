// The coverage of a place against a plain filter over the same tables, reader by reader.
import { expect, test } from 'vitest'
import type { ActKind } from '../../../src/db/schema-persons.ts'
import { coverageOfPlace } from '../../../src/features/couverture/queries.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { day } from '../../support/factories.ts'

const NOW = '2026-01-01T00:00:00.000Z'

/** Numbers that look drawn, and are the same each time. */
function drawn(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const ACTES: readonly ActKind[] = ['bapteme', 'mariage']
const STATUSES = ['a_relever', 'en_cours', 'a_valider', 'validee', 'rejetee'] as const
const STATES = ['conserve', 'conserve', 'perdu', 'brule', 'non_tenu'] as const

/** Sources of both sections and of none, with years, gaps, records and registers, at a commune and below it. */
async function county(seed: number) {
  const t = await testApp()
  const below = drawn(seed)
  const commune = await t.make.lieu({ nom: 'Dinard' })
  const parish = await t.make.lieu({ nom: 'Saint-Énogat', parent: commune })
  const elsewhere = await t.make.lieu({ nom: 'Évran' })
  const places = [commune, parish, elsewhere]
  const types = [await t.make.typeSource({ nom: 'B' }), await t.make.typeSource({ nom: 'M' })]
  for (const [n, type] of types.entries())
    await t.db
      .updateTable('types_sources')
      .set({ acte: ACTES[n] ?? 'autre' })
      .where('id', '=', type.id)
      .execute()
  for (let n = 0; n < 14; n += 1) {
    const from = 1760 + below(30)
    const to = from + below(8)
    const section = [t.saintMalo, t.vannes, undefined][below(3)]
    const lieu = places[below(3)] ?? commune
    const source = await t.make.source({
      ...(section && { section }),
      ...{ lieu, type: types[below(2)] ?? { id: 0, nom: '' }, status: STATUSES[below(5)] ?? 'en_cours' },
      ...{ annee_debut: from, annee_fin: to },
    })
    const annees = below(3) === 0 ? JSON.stringify([[from, from]]) : null
    const lacunes = below(3) === 0 ? JSON.stringify([{ debut: to, fin: to, motif: '' }]) : null
    await t.db.updateTable('sources').set({ annees, lacunes }).where('id', '=', source.id).execute()
    for (let i = below(4); i > 0; i -= 1)
      await t.make.releve(source, { nom: 'Martin', date_evenement: day(`${from + below(4)}-05-01`) })
    const row = { lieu_id: lieu.id, acte: ACTES[below(2)] ?? 'autre', annee_debut: from - 3, annee_fin: from + 1 }
    const register = await t.db
      .insertInto('registres')
      .values({ ...row, etat: STATES[below(5)] ?? 'perdu', created_at: NOW, updated_at: NOW })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (below(2) === 0)
      await t.db.insertInto('registre_sources').values({ source_id: source.id, registre_id: register.id }).execute()
  }
  return { t, commune, parish }
}

/** « bapteme 1760 validee 3 » of each year, by a filter that knows nothing of the query. */
async function expected(t: TestApp, sees: (section: number | null) => boolean, ids: number[]) {
  const sources = await t.db
    .selectFrom('sources')
    .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
    .selectAll('sources')
    .select('acte')
    .execute()
  const seen = sources.filter(({ section_id, lieu_id }) => sees(section_id) && ids.includes(lieu_id ?? 0))
  const registers = await t.db.selectFrom('registres').selectAll().execute()
  const links = await t.db.selectFrom('registre_sources').selectAll().execute()
  const records = await t.db.selectFrom('releves').select(['source_id', 'date_evenement']).execute()
  const isHidden = (id: number) =>
    links.some(
      (link) => link.registre_id === id && !sees(sources.find((s) => s.id === link.source_id)?.section_id ?? null),
    )
  const lines: string[] = []
  for (const acte of ACTES)
    for (let year = 1700; year < 1850; year += 1) {
      const found = new Set<string>()
      for (const s of seen.filter((one) => one.acte === acte)) {
        const isGap = (s.lacunes ?? []).some(({ debut, fin }) => year >= debut && year <= fin)
        const spans = s.annees ?? [[s.annee_debut ?? 0, s.annee_fin ?? 0]]
        if (isGap) found.add('manque')
        else if (spans.some(([a, b]) => year >= a && year <= b))
          found.add({ a_relever: 'a_faire', rejetee: 'en_cours' }[s.status as string] ?? s.status)
      }
      for (const r of registers.filter((one) => one.acte === acte && ids.includes(one.lieu_id)))
        if (year >= r.annee_debut && year <= r.annee_fin)
          found.add(r.etat === 'conserve' ? (isHidden(r.id) ? 'pris' : 'a_faire') : 'manque')
      const best = ['validee', 'a_valider', 'en_cours', 'pris', 'a_faire', 'manque'].find((one) => found.has(one))
      const own = seen.filter((one) => one.acte === acte).map(({ id }) => id)
      const n = records.filter((r) => own.includes(r.source_id) && r.date_evenement?.startsWith(String(year))).length
      if (best) lines.push(`${acte} ${year} ${best} ${n}`)
    }
  return lines
}

test.each([1, 7, 42])(
  'each reader is told what a plain filter finds, and nothing of hidden sources (%i)',
  async (seed) => {
    const { t, commune, parish } = await county(seed)
    const readers = [
      [t.admin, () => true],
      [t.rene, (section: number | null) => section === null || section === t.saintMalo.id],
      [t.marie, (section: number | null) => section === t.saintMalo.id],
      [t.etienne, (section: number | null) => section === t.vannes.id],
    ] as const
    for (const [reader, sees] of readers) {
      const user = await t.db.selectFrom('users').selectAll().where('id', '=', reader.id).executeTakeFirstOrThrow()
      const { chemin } = await t.db
        .selectFrom('lieux')
        .select('chemin')
        .where('id', '=', commune.id)
        .executeTakeFirstOrThrow()
      const runs = await coverageOfPlace(t.db, user, chemin)
      const told = runs.flatMap(({ acte, debut, fin, etat }) =>
        Array.from({ length: fin - debut + 1 }, (_, n) => `${acte} ${debut + n} ${etat}`),
      )
      const lines = await expected(t, sees, [commune.id, parish.id])
      expect(lines.length).toBeGreaterThan(0)
      expect([reader.id, told.toSorted()]).toEqual([
        reader.id,
        lines.map((line) => line.replace(/ \d+$/, '')).toSorted(),
      ])
      const acts = runs.reduce((sum, { actes }) => sum + actes, 0)
      expect(acts).toBe(lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0))
    }
  },
)

test('the page tells years by letter and in a table, and where nothing is known says so', async () => {
  const t = await testApp()
  const lieu = await t.make.lieu({ nom: 'Dinard' })
  const marie = await t.as(t.marie)
  expect((await marie.get(`/couverture/lieux/${lieu.id}`)).page.text).toContain('Rien n’est connu de ce lieu')
  const type = await t.make.typeSource({ nom: 'Baptêmes' })
  await t.db.updateTable('types_sources').set({ acte: 'bapteme' }).where('id', '=', type.id).execute()
  await t.make.source({ lieu, type, section: t.saintMalo, status: 'validee', annee_debut: 1760, annee_fin: 1768 })
  const row = { lieu_id: lieu.id, acte: 'bapteme', annee_debut: 1769, annee_fin: 1770, etat: 'brule' } as const
  await t.db
    .insertInto('registres')
    .values({ ...row, created_at: NOW, updated_at: NOW })
    .execute()
  const page = (await marie.get(`/couverture/lieux/${lieu.id}`)).page
  expect(page.one('svg[role=img]').getAttribute('aria-label')).toBe('Baptême\u00a0: 1760-1768 validé, 1769-1770 manque')
  expect(page.all('svg[role=img] text').map((letter) => letter.textContent)).toEqual(['V', 'M'])
  expect(page.all('tbody tr').map((line) => line.textContent)).toEqual([
    'Baptême1760-1768Validé',
    'Baptême1769-1770Manque',
  ])
  expect((await marie.get(`/lieux/${lieu.id}`)).page.has(`a[href="/couverture/lieux/${lieu.id}"]`)).toBe(true)
  expect((await marie.get('/couverture/lieux/999999')).status).toBe(404)
})
