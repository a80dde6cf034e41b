import { type SelectQueryBuilder, sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Db, Schema } from '../../../db/schema.ts'
import { FIND_WARNINGS } from '../../types-sources/warnings-queue.ts'
import type { Detail } from '../rules/kind.ts'
import { GENRES, isGenre } from '../rules/kinds.ts'

/** A warning that nobody has accepted, as pages show it. */
export interface ActWarning {
  releve_id: number
  genre: string
  champ: string
  valeur: string
  detail: Detail
}

/** Warnings of a source, with the line that accepts each where there is one. */
const withAccepted = (db: Db, sourceId: number) =>
  db
    .selectFrom('avertissements as a')
    .leftJoin('avertissements_admis as admis', (join) =>
      join
        .onRef('admis.source_id', '=', 'a.source_id')
        .onRef('admis.genre', '=', 'a.genre')
        .onRef('admis.champ', '=', 'a.champ')
        .onRef('admis.valeur', '=', 'a.valeur'),
    )
    .where('a.source_id', '=', sourceId)

const open = (db: Db, sourceId: number) => withAccepted(db, sourceId).where('admis.source_id', 'is', null)

const columns = ['a.releve_id', 'a.genre', 'a.champ', 'a.valeur', 'a.detail'] as const

const openOfAct = prepared((db, { source, releve }: { source: number; releve: number }) =>
  open(db, source).select(columns).where('a.releve_id', '=', releve),
)

const rank = (genre: string): number => (isGenre(genre) ? GENRES.indexOf(genre) : GENRES.length)

const told = <R extends { detail: Record<string, unknown> | null }>(row: R) => ({
  ...row,
  detail: (row.detail ?? {}) as Detail,
})

/** Warnings of one act that nobody accepted, in the order of the kinds. No right is asked: the caller has done it. */
export async function warningsOfAct(db: Db, sourceId: number, releveId: number): Promise<ActWarning[]> {
  const rows = await openOfAct(db, { source: sourceId, releve: releveId }, '')
  return rows.map(told).sort((one, other) => rank(one.genre) - rank(other.genre))
}

/** Ids of the acts of a source that have a warning which nobody accepted: for `in`, as `releve_id`. */
export const actsWithWarnings = (db: Db, sourceId: number): SelectQueryBuilder<Schema, never, { releve_id: number }> =>
  open(db, sourceId).select('a.releve_id').distinct() as never

/** How many there are of a kind, and how many of them were accepted. */
export interface KindCount {
  genre: string
  ouverts: number
  admis: number
}

export async function countsByKind(db: Db, sourceId: number): Promise<KindCount[]> {
  const rows = await withAccepted(db, sourceId)
    .select((eb) => ['a.genre', eb.fn.countAll<number>().as('n'), eb.fn.count<number>('admis.source_id').as('admis')])
    .groupBy('a.genre')
    .execute()
  return rows
    .map(({ genre, n, admis }) => ({ genre, ouverts: Number(n) - Number(admis), admis: Number(admis) }))
    .sort((one, other) => rank(one.genre) - rank(other.genre))
}

/** Sources of a type whose warnings are to be found anew. */
export async function outdatedOfType(db: Db, typeId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('avertissements_lus')
    .innerJoin('sources', 'sources.id', 'avertissements_lus.source_id')
    .select('sources.id')
    .where('type_source_id', '=', typeId)
    .where('version_max', '<', 0)
    .orderBy('sources.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** How far the search for the warnings of a source is; undefined where nobody ever asked for it. */
export interface Progress {
  /** They are being found: what is shown may be of before. */
  isRunning: boolean
  /** They should be found anew and no task will do it: it failed too often, or was given up. */
  isStuck: boolean
  /** The instant at which they were last found; null: never yet. */
  calcules_at: string | null
}

interface OfType {
  id: number
  type_source_id: number
}

/** A task is to look through the source, or through all of its type: one waits, or is in hand. */
async function isAwaited(db: Db, source: OfType): Promise<boolean> {
  const payloads = [{ source_id: source.id }, { type: source.type_source_id }].map((one) => JSON.stringify(one))
  const task = await db
    .selectFrom('taches')
    .select('id')
    .where('kind', '=', FIND_WARNINGS)
    .where('etat', 'in', ['attente', 'en_cours'])
    .where(sql<string>`payload`, 'in', payloads)
    .limit(1)
    .executeTakeFirst()
  return task !== undefined
}

export async function progressOf(db: Db, source: OfType): Promise<Progress | undefined> {
  const row = await db
    .selectFrom('avertissements_lus')
    .select(['calcules_at', 'version_max'])
    .where('source_id', '=', source.id)
    .executeTakeFirst()
  if (!row) return undefined
  const isOutdated = Number(row.version_max) < 0
  const isRunning = isOutdated && (await isAwaited(db, source))
  return {
    isRunning,
    isStuck: isOutdated && !isRunning,
    calcules_at: row.calcules_at === '' ? null : row.calcules_at,
  }
}

/** Which of the warnings of a source a list shows. */
export interface Wanted {
  genre: string | null
  isAccepted: boolean
}

/** A page of warnings in the order of the acts. */
export async function listWarnings(
  db: Db,
  sourceId: number,
  { genre, isAccepted }: Wanted,
  { parPage, offset }: { parPage: number; offset: number },
): Promise<(ActWarning & { par: string | null })[]> {
  const wanted = withAccepted(db, sourceId)
    .leftJoin('users', 'users.id', 'admis.user_id')
    .select([...columns, 'users.name as par'])
    .where('admis.source_id', isAccepted ? 'is not' : 'is', null)
    .$if(genre !== null, (query) => query.where('a.genre', '=', genre ?? ''))
  const rows = await wanted
    .orderBy('a.releve_id')
    .orderBy('a.genre')
    .orderBy('a.champ')
    .limit(parPage)
    .offset(offset)
    .execute()
  return rows.map(told)
}

/** Acts of the source that have one at least. */
export async function countActs(db: Db, sourceId: number): Promise<number> {
  const { n } = await open(db, sourceId)
    .select((eb) => eb.fn.count<number>('a.releve_id').distinct().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The list of sources to decide on says this of each. */
export interface SourcePoints {
  /** Acts to be looked at. */
  acts: number
  /** They are to be found anew: the number is of before. */
  isOutdated: boolean
}

/** Acts with an open warning, by source; a source in which nobody ever had them found is left out. */
export async function pointsOf(db: Db, sourceIds: readonly number[]): Promise<Map<number, SourcePoints>> {
  if (sourceIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('avertissements_lus as lus')
    .leftJoin('avertissements as a', 'a.source_id', 'lus.source_id')
    .leftJoin('avertissements_admis as admis', (join) =>
      join
        .onRef('admis.source_id', '=', 'a.source_id')
        .onRef('admis.genre', '=', 'a.genre')
        .onRef('admis.champ', '=', 'a.champ')
        .onRef('admis.valeur', '=', 'a.valeur'),
    )
    .select((eb) => [
      'lus.source_id',
      'lus.version_max',
      eb.fn
        .count<number>(eb.case().when('admis.source_id', 'is', null).then(eb.ref('a.releve_id')).end())
        .distinct()
        .as('acts'),
    ])
    .where('lus.source_id', 'in', sourceIds)
    .groupBy(['lus.source_id', 'lus.version_max'])
    .execute()
  return new Map(
    rows.map(({ source_id, version_max, acts }) => [
      source_id,
      { acts: Number(acts), isOutdated: Number(version_max) < 0 },
    ]),
  )
}

/** Open warnings by source and kind, in the sources of a section. */
export async function countsInSection(db: Db, sectionId: number) {
  const rows = await db
    .selectFrom('avertissements as a')
    .innerJoin('sources', 'sources.id', 'a.source_id')
    .leftJoin('avertissements_admis as admis', (join) =>
      join
        .onRef('admis.source_id', '=', 'a.source_id')
        .onRef('admis.genre', '=', 'a.genre')
        .onRef('admis.champ', '=', 'a.champ')
        .onRef('admis.valeur', '=', 'a.valeur'),
    )
    .select((eb) => ['sources.id', 'sources.titre', 'a.genre', eb.fn.countAll<number>().as('n')])
    .where('sources.section_id', '=', sectionId)
    .where('admis.source_id', 'is', null)
    .groupBy(['sources.id', 'sources.titre', 'sources.titre_tri', 'a.genre'])
    .orderBy('sources.titre_tri')
    .orderBy('sources.id')
    .execute()
  const sources = new Map<number, { id: number; titre: string; kinds: { genre: string; n: number }[] }>()
  for (const { id, titre, genre, n } of rows) {
    const source = sources.get(id) ?? { id, titre, kinds: [] }
    sources.set(id, source)
    source.kinds.push({ genre, n: Number(n) })
  }
  for (const { kinds } of sources.values()) kinds.sort((one, other) => rank(one.genre) - rank(other.genre))
  return [...sources.values()]
}

export type SectionSource = Awaited<ReturnType<typeof countsInSection>>[number]
