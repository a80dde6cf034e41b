import { sql } from 'kysely'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import type { RegisterState } from '../../../db/schema-couverture.ts'
import type { ActKind } from '../../../db/schema-persons.ts'
import { idsOf } from '../../../lib/place-path.ts'
import { sortKey } from '../../../lib/text.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { visibleSources } from '../../droits/policy.ts'
import { idsBelow } from '../../lieux/queries/places.ts'
import { toldBySource } from '../../sources/rules/told.ts'
import { toldByRegister } from '../rules.ts'
import type { BoardSort, Piece } from './rules.ts'

/** Which part of the archive is looked at; null leaves a criterion out. */
interface PartFilter {
  /** A place, everything below it included. */
  lieu: { id: number; chemin: string } | null
  /** The sources of a section, and the registers of the places where it has some. */
  section: number | null
  acte: ActKind | null
  annee_debut: number | null
  annee_fin: number | null
}

export interface BoardFilter extends PartFilter {
  /** Lines are those of a type of place, of each place itself or of the sections; null: of communes, where there is such a type. */
  par: number | 'lieu' | 'section' | null
  tri: BoardSort
  ordre: 'asc' | 'desc'
}

function sourcesOf(db: Db, user: CurrentUser, { lieu, section, acte }: PartFilter) {
  let query = db
    .selectFrom('sources')
    .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
    .where(visibleSources(user))
  if (lieu !== null) query = query.where('sources.lieu_id', 'in', idsBelow(db, lieu.chemin))
  if (section !== null) query = query.where('sources.section_id', '=', section)
  if (acte !== null) query = query.where('types_sources.acte', '=', acte)
  return query
}

function registersOf(db: Db, user: CurrentUser, { lieu, section, acte }: PartFilter) {
  let query = db.selectFrom('registres')
  if (lieu !== null) query = query.where('registres.lieu_id', 'in', idsBelow(db, lieu.chemin))
  if (acte !== null) query = query.where('registres.acte', '=', acte)
  if (section !== null) {
    const places = db.selectFrom('sources').select('sources.lieu_id').where('sources.section_id', '=', section)
    query = query.where('registres.lieu_id', 'in', places.where(visibleSources(user)).$castTo<{ lieu_id: number }>())
  }
  return query
}

interface Registers {
  id: number[]
  lieu_id: number[]
  acte: ActKind[]
  etat: RegisterState[]
  annee_debut: number[]
  annee_fin: number[]
}

/** Column by column, each as the text of a JSON array: ten thousand rows cost the driver more than the database. */
async function registerColumns(db: Db, user: CurrentUser, filter: PartFilter): Promise<Registers> {
  const { jsonList } = dialectOf(db).sql
  const column = (name: keyof Registers) => jsonList(sql.ref(`registres.${name}`)).as(name)
  const names = ['id', 'lieu_id', 'acte', 'etat', 'annee_debut', 'annee_fin'] as const
  const columns = await registersOf(db, user, filter).select(names.map(column)).executeTakeFirstOrThrow()
  return Object.fromEntries(names.map((name) => [name, JSON.parse(columns[name])])) as unknown as Registers
}

/** A register is taken by somebody, as far as the reader sees it. */
interface Taker {
  isHidden: boolean
  section: number | null
}

/** The registers that are taken, all or those of some places; of one that a hidden source takes nothing more is told. */
export async function takers(
  db: Db,
  user: CurrentUser,
  places?: ReturnType<typeof idsBelow>,
): Promise<Map<number, Taker>> {
  let query = db.selectFrom('registre_sources')
  if (places)
    query = query.where(
      'registre_sources.registre_id',
      'in',
      db.selectFrom('registres').select('registres.id').where('registres.lieu_id', 'in', places),
    )
  const links = await query
    .leftJoin(
      (eb) => eb.selectFrom('sources').select(['id', 'section_id']).where(visibleSources(user)).as('seen'),
      (join) => join.onRef('seen.id', '=', 'registre_sources.source_id'),
    )
    .select(['registre_id', 'seen.id', 'seen.section_id'])
    .execute()
  const taken = new Map<number, Taker>()
  for (const { registre_id, id, section_id } of links)
    if (id === null) taken.set(registre_id, { isHidden: true, section: null })
    else if (!taken.has(registre_id)) taken.set(registre_id, { isHidden: false, section: section_id })
  return taken
}

/** Records of each source; those of a year alone where years are asked for, as the counters have them. */
async function actsOfSources(db: Db, user: CurrentUser, filter: PartFilter): Promise<Map<number, number> | undefined> {
  const { annee_debut, annee_fin } = filter
  if (annee_debut === null && annee_fin === null) return undefined
  const rows = await sourcesOf(db, user, filter)
    .innerJoin('source_annees', 'source_annees.source_id', 'sources.id')
    .where('source_annees.annee', '>=', annee_debut ?? 0)
    .where('source_annees.annee', '<=', annee_fin ?? 9999)
    .select('sources.id')
    .select((eb) => eb.fn.sum<number>('source_annees.n').as('n'))
    .groupBy('sources.id')
    .execute()
  return new Map(rows.map(({ id, n }) => [id, Number(n)]))
}

/** Where each line stands: the place or section that a source or register counts for. */
interface Grouping {
  ofSource: (row: { lieu_id: number | null; section_id: number | null }) => number
  ofRegister: (id: number, lieuId: number) => number
}

/** Names of the lines of the board, by the id of the place or section; 0 has none. */
export type Names = ReadonlyMap<number, { nom: string; tri: string }>

/** All that sources and registers of a part of the archive tell, and the names of the lines. */
export async function boardPieces(
  db: Db,
  user: CurrentUser,
  filter: BoardFilter,
): Promise<{ pieces: Piece[]; names: Names }> {
  const [sources, registers, taken, acts] = await Promise.all([
    sourcesOf(db, user, filter)
      .select(['sources.id', 'sources.lieu_id', 'sources.section_id', 'sources.nb_releves'])
      .select(['acte', 'status', 'annee_debut', 'annee_fin', 'annees', 'lacunes'])
      .execute(),
    registerColumns(db, user, filter),
    takers(db, user),
    actsOfSources(db, user, filter),
  ])
  const level = await levelOf(db, filter.par)
  const places = level === 'section' ? [] : [...sources.map(({ lieu_id }) => lieu_id), ...registers.lieu_id]
  const { grouping, names } = level === 'section' ? await bySection(db, taken) : await byPlace(db, places, level)
  const pieces = [
    ...sources.map((source) => ({
      group: grouping.ofSource(source),
      acte: source.acte,
      told: toldBySource(source),
      actes: acts ? (acts.get(source.id) ?? 0) : source.nb_releves,
    })),
    ...registers.id.map((id, n) => registerPiece(registers, n, grouping, taken.get(id)?.isHidden === true)),
  ]
  return { pieces, names }
}

function registerPiece(columns: Registers, n: number, { ofRegister }: Grouping, isHidden: boolean): Piece {
  const { id, lieu_id, acte, etat, annee_debut, annee_fin } = columns
  const years = { annee_debut: annee_debut[n] ?? 0, annee_fin: annee_fin[n] ?? 0 }
  const told = [toldByRegister({ ...years, etat: etat[n] ?? 'conserve' }, isHidden)]
  return { group: ofRegister(id[n] ?? 0, lieu_id[n] ?? 0), acte: acte[n] ?? 'autre', told, actes: 0 }
}

/** Communes, unless something else is asked for; the places themselves on a site that has no such type. */
async function levelOf(db: Db, par: BoardFilter['par']): Promise<number | 'lieu' | 'section'> {
  if (par !== null) return par
  const type = db.selectFrom('types_lieux').select('id').where('nom_key', '=', sortKey('Commune'))
  return (await type.executeTakeFirst())?.id ?? 'lieu'
}

async function bySection(db: Db, taken: ReadonlyMap<number, Taker>): Promise<{ grouping: Grouping; names: Names }> {
  const sections = await db.selectFrom('sections').select(['id', 'nom', 'nom_key']).execute()
  return {
    grouping: {
      ofSource: ({ section_id }) => section_id ?? 0,
      ofRegister: (id) => taken.get(id)?.section ?? 0,
    },
    names: new Map(sections.map(({ id, nom, nom_key }) => [id, { nom, tri: nom_key }])),
  }
}

/** By the nearest place above that is of the type; by the place itself where there is none. */
async function byPlace(
  db: Db,
  ids: readonly (number | null)[],
  level: number | 'lieu',
): Promise<{ grouping: Grouping; names: Names }> {
  const leaves = await placesById(db, [...new Set(ids.filter((id) => id !== null))])
  const known = new Set(leaves.map(({ id }) => id))
  const paths = new Map(leaves.map(({ id, chemin }) => [id, idsOf(chemin)]))
  const above = level === 'lieu' ? [] : [...new Set([...paths.values()].flat())]
  const all = [
    ...leaves,
    ...(await placesById(
      db,
      above.filter((id) => !known.has(id)),
    )),
  ]
  const ofLevel = new Set(all.filter(({ type_id }) => type_id === level).map(({ id }) => id))
  const groups = new Map([...paths].map(([id, path]) => [id, path.findLast((one) => ofLevel.has(one)) ?? id]))
  const group = (id: number | null) => (id === null ? 0 : (groups.get(id) ?? 0))
  return {
    grouping: { ofSource: ({ lieu_id }) => group(lieu_id), ofRegister: (_, lieuId) => group(lieuId) },
    names: new Map(all.map(({ id, nom_long, nom_tri }) => [id, { nom: nom_long, tri: nom_tri }])),
  }
}

async function placesById(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('lieux')
    .select(['id', 'nom_long', 'nom_tri', 'chemin', 'type_id'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), ids))
    .execute()
}
