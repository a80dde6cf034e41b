import { dialectOf, isNever } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import { nameWords } from '../../search/language.ts'
import { planOf } from '../../search/plan.ts'
import type { CurrentUser } from '../../web/env.ts'
import { visibleSources } from '../droits/policy.ts'
import { champsByType } from '../types-sources/queries.ts'
import { type Act, type KnownCouple, knownCouples, type Name, type Parents } from './rules/couples.ts'

/** Couples offered at once. */
const MOST = 3
/** Acts read of this source, and again of others of its place: the latest. */
const MAX_ACTS = 30
/** Other sources of the place that are looked in: the newest. */
const MAX_SOURCES = 60

interface Source {
  id: number
  lieu_id: number | null
}

/** The search for acts in which somebody bears this name; undefined where nobody does. */
async function planFor(db: Db, father: Name) {
  const names = (['nom', 'prenom'] as const).map((kind) => ({
    kind,
    words: nameWords(father[kind].replace(/[*?]/g, ' ')),
    mode: 'exact' as const,
    typed: father[kind],
  }))
  if (names.some(({ words }) => words.length === 0)) return undefined
  const question = { clauses: [], names, names2: [], actes: null, lived: [], role: null, sauf: [], ignored: 0 }
  const { expr, isFormer } = await planOf(db, question)
  return expr && !isNever(expr) ? { expr, isFormer } : undefined
}

type Search = NonNullable<Awaited<ReturnType<typeof planFor>>>

/** The latest acts of these sources that the search finds, the latest first. */
async function actsOf(db: Db, search: Search, sourceIds: number[]): Promise<Act[]> {
  const keys = await dialectOf(db).search.keys(db, {
    ...search,
    ...{ sourceIds, fromJour: undefined, toJour: undefined, order: 'desc', after: undefined, limit: MAX_ACTS },
  })
  const ids = keys.map(({ releve_id }) => releve_id)
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('releves')
    .innerJoin('sources', 'sources.id', 'releves.source_id')
    .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
    .select(['releves.id', 'releves.data', 'releves.etats', 'types_sources.id as type', 'types_sources.acte'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('releves.id'), ids))
    .execute()
  const champsOf = await champsByType(
    db,
    rows.map(({ type }) => type),
  )
  const acts = new Map(
    rows.map(({ id, type, acte, data, etats }) => [id, { acte, champs: champsOf(type), data, etats }]),
  )
  return ids.flatMap((id) => acts.get(id) ?? [])
}

/** Other sources of the place that this user sees: the newest. */
async function neighbours(db: Db, user: CurrentUser, { id, lieu_id }: Source): Promise<number[]> {
  if (lieu_id === null) return []
  const rows = await db
    .selectFrom('sources')
    .select('id')
    .where('lieu_id', '=', lieu_id)
    .where('id', '!=', id)
    .where('nb_releves', '>', 0)
    .where(visibleSources(user))
    .orderBy('id', 'desc')
    .limit(MAX_SOURCES)
    .execute()
  return rows.map((row) => row.id)
}

/** The couples of a father of that name, in this source, or else in those of its place that this user sees: the latest first. */
export async function couplesOfFather(
  db: Db,
  user: CurrentUser,
  source: Source,
  asked: { father: Name; parents: Parents },
): Promise<KnownCouple[]> {
  const { father, parents } = asked
  const search = await planFor(db, father)
  if (!search) return []
  const here = knownCouples(await actsOf(db, search, [source.id]), father, parents)
  if (here.length > 0) return here.slice(0, MOST)
  const others = await neighbours(db, user, source)
  return others.length === 0 ? [] : knownCouples(await actsOf(db, search, others), father, parents).slice(0, MOST)
}
