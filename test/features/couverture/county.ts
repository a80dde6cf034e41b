// Sources and registers drawn at random, and a plain filter over them that knows nothing of the queries.
import type { ActKind } from '../../../src/db/schema-persons.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { day } from '../../support/factories.ts'

export const NOW = '2026-01-01T00:00:00.000Z'

/** Numbers that look drawn, and are the same each time. */
function drawn(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

export const ACTES: readonly ActKind[] = ['bapteme', 'mariage']
const STATUSES = ['a_relever', 'en_cours', 'a_valider', 'validee', 'rejetee'] as const
const STATES = ['conserve', 'conserve', 'perdu', 'brule', 'non_tenu'] as const

/** Sources of both sections and of none, with years, gaps, records and registers, at a commune and below it. */
export async function county(seed: number) {
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
  return { t, commune, parish, elsewhere }
}

/** « bapteme 1760 validee 3 » of each year, by a filter that knows nothing of the query. */
export async function expected(t: TestApp, sees: (section: number | null) => boolean, ids: number[]) {
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

/** The four readers, and of which sections each sees all sources. */
export const readersOf = (t: TestApp) =>
  [
    [t.admin, () => true],
    [t.rene, (section: number | null) => section === null || section === t.saintMalo.id],
    [t.marie, (section: number | null) => section === t.saintMalo.id],
    [t.etienne, (section: number | null) => section === t.vannes.id],
  ] as const
