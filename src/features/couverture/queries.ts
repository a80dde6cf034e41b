import { dialectOf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import type { ActKind } from '../../db/schema-persons.ts'
import { idsOf } from '../../lib/place-path.ts'
import type { CurrentUser } from '../../web/env.ts'
import { visibleSources } from '../droits/policy.ts'
import { idsBelow } from '../lieux/queries/places.ts'
import { toldBySource } from '../sources/rules/told.ts'
import { takers } from './board/queries.ts'
import { boardLines, type Piece, type YearCounts, yearsByGroup } from './board/rules.ts'
import {
  type CoveredRegister,
  type CoveredSource,
  clippedRuns,
  coverageRuns,
  type Run,
  toldByRegister,
  type Window,
} from './rules.ts'

/** The places that are asked about, as what an id may be in. */
type Places = ReturnType<typeof idsBelow>

const sourcesIn = (db: Db, user: CurrentUser, places: Places) =>
  db
    .selectFrom('sources')
    .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
    .where('sources.lieu_id', 'in', places)
    .where(visibleSources(user))

/** The sources of these places that the reader sees. */
const coveredSources = (
  db: Db,
  user: CurrentUser,
  places: Places,
): Promise<(CoveredSource & { lieu_id: number | null })[]> =>
  sourcesIn(db, user, places)
    .select(['sources.lieu_id', 'acte', 'status', 'annee_debut', 'annee_fin', 'annees', 'lacunes'])
    .orderBy('sources.id')
    .execute()

/** Registers of the inventory; of a hidden source it is said that it takes one, and nothing more. */
async function coveredRegisters(
  db: Db,
  user: CurrentUser,
  places: Places,
): Promise<(CoveredRegister & { lieu_id: number })[]> {
  const [rows, taken] = await Promise.all([
    db
      .selectFrom('registres')
      .select(['id', 'lieu_id', 'acte', 'etat', 'annee_debut', 'annee_fin'])
      .where('lieu_id', 'in', places)
      .orderBy('id')
      .execute(),
    takers(db, user, places),
  ])
  return rows.map(({ id, ...row }) => ({ ...row, isHidden: taken.get(id)?.isHidden === true }))
}

/** Acts of each kind and year in sources that the reader sees, as the counters have them: nothing is read of the records. */
async function actsByYear(db: Db, user: CurrentUser, places: Places): Promise<Map<string, number>> {
  const rows = await sourcesIn(db, user, places)
    .innerJoin('source_annees', 'source_annees.source_id', 'sources.id')
    .select(['types_sources.acte', 'source_annees.annee'])
    .select((eb) => eb.fn.sum<number>('source_annees.n').as('n'))
    .groupBy(['types_sources.acte', 'source_annees.annee'])
    .execute()
  return new Map(rows.map(({ acte, annee, n }) => [`${acte} ${annee}`, Number(n)]))
}

/** `lieu`: the place that was asked for. */
export type CountedRun = Run & { lieu: number; actes: number }

/** Years of a place and of all below it that are done, under way or missing, kind by kind, as far as this reader sees them. */
export async function coverageOfPlace(
  db: Db,
  user: CurrentUser,
  chemin: string,
  window: Window = { de: null, a: null, acte: null },
): Promise<CountedRun[]> {
  const below = idsBelow(db, chemin)
  const [sources, registers, acts] = await Promise.all([
    coveredSources(db, user, below),
    coveredRegisters(db, user, below),
    actsByYear(db, user, below),
  ])
  const lieu = idsOf(chemin).at(-1) ?? 0
  return clippedRuns(coverageRuns(sources, registers), window).map((run) => ({
    ...run,
    lieu,
    actes: actsIn(acts, run),
  }))
}

/** Years by state of each of these places by itself, all kinds of acts together; a place of which nothing is told is not among them. */
export async function coverageOfPlaces(
  db: Db,
  user: CurrentUser,
  ids: readonly number[],
  { acte, ...years }: Window,
): Promise<Map<number, YearCounts>> {
  const places = db
    .selectFrom('lieux as dessous')
    .where((eb) => dialectOf(db).sql.inList(eb.ref('dessous.id'), ids))
    .select('dessous.id')
  const [sources, registers] = await Promise.all([coveredSources(db, user, places), coveredRegisters(db, user, places)])
  const pieces: Piece[] = [
    ...sources.map((source) => ({
      ...{ group: source.lieu_id ?? 0, acte: source.acte, actes: 0 },
      told: toldBySource(source),
    })),
    ...registers.map((register) => ({
      ...{ group: register.lieu_id, acte: register.acte, actes: 0 },
      told: [toldByRegister(register, register.isHidden)],
    })),
  ]
  const asked = acte === null ? pieces : pieces.filter((piece) => piece.acte === acte)
  return yearsByGroup(boardLines(asked, years))
}

function actsIn(
  acts: ReadonlyMap<string, number>,
  { acte, debut, fin }: { acte: ActKind; debut: number; fin: number },
) {
  let sum = 0
  for (let year = debut; year <= fin; year += 1) sum += acts.get(`${acte} ${year}`) ?? 0
  return sum
}

/** The kind of act of a type of source; null where there is no such type. */
export async function actOfType(db: Db, id: number): Promise<ActKind | null> {
  const row = await db.selectFrom('types_sources').select('acte').where('id', '=', id).executeTakeFirst()
  return row?.acte ?? null
}
