import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import type { ActKind } from '../../../db/schema-persons.ts'
import type { Told } from '../../../lib/year-states.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { visibleSources } from '../../droits/policy.ts'
import { idsBelow } from '../../lieux/queries/places.ts'
import { toldBySource } from '../../sources/rules/told.ts'
import { type BoardFilter, boardPieces } from '../board/queries.ts'
import { toldByRegister } from '../rules.ts'
import { type Fillable, type Hole, type HoleSort, holesOf, type Nature } from './rules.ts'

type PartFilter = Omit<BoardFilter, 'par' | 'tri' | 'ordre'>

export interface HoleFilter extends PartFilter {
  nature: Nature | null
  tri: HoleSort
}

/** Names a hole, beside its years. */
interface Subject {
  acte: ActKind
  lieu_id: number | null
  section_id: number | null
  nom: string | null
  url: string | null
  depot_id: number | null
}

export type FoundHole = Hole & Subject & { lieu: string; tri: string }

/** Sources in which somebody types, or typed. */
const BEGUN = ['en_cours', 'rejetee'] as const

/** Sources that are not handed in, and that the reader sees. */
function openSources(db: Db, user: CurrentUser, { lieu, acte }: PartFilter) {
  let query = db
    .selectFrom('sources')
    .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
    .where('sources.status', 'in', ['a_relever', ...BEGUN])
    .where(visibleSources(user))
  if (lieu !== null) query = query.where('sources.lieu_id', 'in', idsBelow(db, lieu.chemin))
  if (acte !== null) query = query.where('types_sources.acte', '=', acte)
  return query
}

function keptRegisters(db: Db, { lieu, acte }: PartFilter) {
  let query = db.selectFrom('registres').where('etat', '=', 'conserve')
  if (lieu !== null) query = query.where('lieu_id', 'in', idsBelow(db, lieu.chemin))
  if (acte !== null) query = query.where('acte', '=', acte)
  return query
}

/** Years that have records, of each source that is under way. */
async function filledYears(db: Db, user: CurrentUser, part: PartFilter): Promise<Map<number, Set<number>>> {
  const rows = await openSources(db, user, part)
    .innerJoin('source_annees', 'source_annees.source_id', 'sources.id')
    .where('sources.status', 'in', BEGUN)
    .where('source_annees.n', '>', 0)
    .select('sources.id')
    .select((eb) => dialectOf(db).sql.jsonList(eb.ref('source_annees.annee')).as('annees_relevees'))
    .groupBy('sources.id')
    .execute()
  return new Map(rows.map(({ id, annees_relevees }) => [id, new Set(JSON.parse(annees_relevees) as number[])]))
}

/** Sources with pictures of their own or of the archive. */
async function withViews(db: Db, user: CurrentUser, part: PartFilter): Promise<Set<number>> {
  const rows = await openSources(db, user, part)
    .where((eb) =>
      eb.exists(
        eb.selectFrom('source_vues').select('numero').whereRef('source_vues.source_id', '=', 'sources.id').limit(1),
      ),
    )
    .select('sources.id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Places with transcribed sources of a kind of act, by what contains them: « parent acte » → places. */
async function donePlaces(db: Db, user: CurrentUser, acte: ActKind | null): Promise<Map<string, Set<number>>> {
  let query = db
    .selectFrom('sources')
    .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
    .innerJoin('lieux', 'lieux.id', 'sources.lieu_id')
    .where('sources.status', 'in', ['a_valider', 'validee'])
    .where('lieux.lieu_parent_id', 'is not', null)
    .where(visibleSources(user) as never)
  if (acte !== null) query = query.where('types_sources.acte', '=', acte)
  const rows = await query.select(['lieux.id', 'lieux.lieu_parent_id', 'types_sources.acte']).distinct().execute()
  const done = new Map<string, Set<number>>()
  for (const { id, lieu_parent_id, acte: kind } of rows) {
    const key = `${lieu_parent_id} ${kind}`
    const known = done.get(key)
    if (known) known.add(id)
    else done.set(key, new Set([id]))
  }
  return done
}

/** Sources that nobody has begun, or that are under way, and registers that are kept. */
async function fillables(db: Db, user: CurrentUser, part: PartFilter): Promise<(Fillable & { of: Subject })[]> {
  const [sources, registers, filled, viewed] = await Promise.all([
    openSources(db, user, part)
      .select(['sources.id', 'sources.lieu_id', 'sources.section_id', 'sources.titre', 'sources.url'])
      .select(['sources.depot_id', 'acte', 'status', 'annee_debut', 'annee_fin', 'annees', 'lacunes'])
      .orderBy('sources.id')
      .execute(),
    keptRegisters(db, part)
      .select(['id', 'lieu_id', 'acte', 'etat', 'annee_debut', 'annee_fin', 'cote', 'url', 'depot_id'])
      .orderBy('id')
      .execute(),
    filledYears(db, user, part),
    withViews(db, user, part),
  ])
  return [
    ...sources.map((source) => {
      const { id, lieu_id, section_id, titre, url, depot_id, acte } = source
      const nature: Nature = source.status === 'a_relever' ? 'source' : 'annees'
      const of = { acte, lieu_id, section_id, nom: titre, url, depot_id }
      const hasImages = url !== null || viewed.has(id)
      return { nature, id, told: toldBySource(source), hasImages, filled: filled.get(id), of }
    }),
    ...registers.map((register) => {
      const { id, lieu_id, acte, cote, url, depot_id } = register
      const of = { acte, lieu_id, section_id: null, nom: cote, url, depot_id }
      const nature: Nature = 'registre'
      // Whether somebody takes it, hidden or not, is told by the line that it stands in.
      return { nature, id, told: [toldByRegister(register, false)], hasImages: url !== null, of }
    }),
  ]
}

/** All that the board tells of each place and kind of act. */
async function toldByLine(db: Db, user: CurrentUser, part: PartFilter) {
  // Whatever section and years are asked for, the others fill the same place.
  const { pieces, names } = await boardPieces(db, user, {
    ...{ ...part, par: 'lieu', section: null, annee_debut: null, annee_fin: null, tri: 'lieu', ordre: 'asc' },
  })
  const told = new Map<string, Told[]>()
  for (const { group, acte, told: more } of pieces) {
    const key = `${group} ${acte}`
    const known = told.get(key)
    if (known) known.push(...more)
    else told.set(key, [...more])
  }
  return { told, names }
}

/** Gives the place that contains each of these. */
async function parentsOf(db: Db, ids: readonly number[]): Promise<Map<number, number | null>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('lieux')
    .select(['id', 'lieu_parent_id'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), [...ids]))
    .execute()
  return new Map(rows.map(({ id, lieu_parent_id }) => [id, lieu_parent_id]))
}

/** Places where a section has sources that the reader sees. */
async function placesOfSection(db: Db, user: CurrentUser, section: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('sources')
    .select('lieu_id')
    .where('section_id', '=', section)
    .where(visibleSources(user))
    .distinct()
    .execute()
  return new Set(rows.flatMap(({ lieu_id }) => lieu_id ?? []))
}

const byName = (a: FoundHole, b: FoundHole): number =>
  (a.tri < b.tri ? -1 : Number(a.tri > b.tri)) || (a.years[0]?.debut ?? 0) - (b.years[0]?.debut ?? 0) || a.id - b.id

const byEase = (a: FoundHole, b: FoundHole): number => b.score - a.score || a.n - b.n || byName(a, b)

/** Those of one place and kind of act; of no place each stands by itself. */
function byLine(list: readonly (Fillable & { of: Subject })[]) {
  const lines = new Map<string, (Fillable & { of: Subject })[]>()
  for (const one of list) {
    const { lieu_id, acte } = one.of
    const key = lieu_id === null ? `source ${one.id}` : `${lieu_id} ${acte}`
    const line = lines.get(key)
    if (line) line.push(one)
    else lines.set(key, [one])
  }
  return lines
}

/** Years that nobody transcribes as far as the reader sees it, the easiest first; those without a place stand last among equals. */
export async function holes(db: Db, user: CurrentUser, filter: HoleFilter): Promise<FoundHole[]> {
  const { section, nature, annee_debut, annee_fin } = filter
  const [list, { told, names }, done, ofSection] = await Promise.all([
    fillables(db, user, filter),
    toldByLine(db, user, filter),
    donePlaces(db, user, filter.acte),
    section === null ? undefined : placesOfSection(db, user, section),
  ])
  const parents = await parentsOf(db, [...new Set(list.flatMap(({ of }) => of.lieu_id ?? []))])
  const found = [...byLine(list)].flatMap(([key, fillable]) => {
    const [first] = fillable
    if (!first) return []
    const { acte, lieu_id } = first.of
    const place = names.get(lieu_id ?? 0)
    const beside = done.get(`${parents.get(lieu_id ?? 0)} ${acte}`)
    const isNeighbour = beside !== undefined && beside.size > (beside.has(lieu_id ?? 0) ? 1 : 0)
    const subjects = new Map(fillable.map(({ nature: of, id, of: subject }) => [`${of} ${id}`, subject]))
    return holesOf({ acte, told: told.get(key) ?? first.told, fillable, isNeighbour }).flatMap((hole): FoundHole[] => {
      const of = subjects.get(`${hole.nature} ${hole.id}`)
      return of ? [{ ...hole, ...of, lieu: place?.nom ?? '', tri: place?.tri ?? '\u{10ffff}' }] : []
    })
  })
  const isIn = ({ debut, fin }: { debut: number; fin: number }) =>
    fin >= (annee_debut ?? 0) && debut <= (annee_fin ?? 9999)
  return found
    .filter((hole) => nature === null || hole.nature === nature)
    .filter((hole) => hole.years.some(isIn))
    .filter(({ nature: of, section_id, lieu_id }) =>
      of === 'registre' ? (ofSection?.has(lieu_id ?? 0) ?? true) : section === null || section_id === section,
    )
    .sort(filter.tri === 'facile' ? byEase : byName)
}
