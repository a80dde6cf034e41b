// Each criterion narrows a search here, or is left to the index by name.
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { dialectOf, type SearchQuery } from '../../../db/dialect/index.ts'
import type { Db, Schema } from '../../../db/schema.ts'
import { daySinceYear1, firstDayOfYear } from '../../../lib/calendar.ts'
import type { Lived } from '../../../search/marks.ts'
import type { Plan } from '../../../search/plan.ts'
import { placeWord, sectionWord } from '../../../search/within.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { sectionsOf, visibleSourceIds, visibleSources } from '../../droits/policy.ts'
import { descendantIds } from '../../lieux/queries/places.ts'
import { type Criteria, type CriterionName, isInForce, type NameCriterion, type Values } from '../rules/criteria.ts'

/** Criteria that the index answers: by words (src/search), by days (`bounds`), by the order of its keys. */
type AskedOfIndex =
  | 'q'
  | NameCriterion
  | 'actes'
  | Lived
  | 'mode'
  | 'role'
  | 'sauf'
  | 'annee_debut'
  | 'annee_fin'
  | 'tri'

type SourceCriterion = Exclude<CriterionName, AskedOfIndex>

type Condition<T> = (eb: ExpressionBuilder<Schema, 'sources'>, value: NonNullable<T>, db: Db) => Expression<SqlBool>

/** All other criteria ask something of the source of a record; one without a condition here does not compile. */
export const CONDITIONS: { [N in SourceCriterion]: Condition<Values[N]> } = {
  type: (eb, type) => eb('sources.type_source_id', '=', type),
  acte: (eb, acte, db) =>
    eb('sources.type_source_id', 'in', db.selectFrom('types_sources').select('id').where('acte', '=', acte)),
  lieu: (eb, { id }, db) => eb('sources.lieu_id', 'in', descendantIds(db, id)),
  section: (eb, section) => eb('sources.section_id', '=', section),
  statut: (eb, statut) => eb('sources.status', '=', statut),
  source: (eb, id) => eb('sources.id', '=', id),
}

const SOURCE_CRITERIA = Object.keys(CONDITIONS) as SourceCriterion[]

const conditionOf =
  <N extends SourceCriterion>(db: Db, name: N, values: Values) =>
  (eb: ExpressionBuilder<Schema, 'sources'>) =>
    CONDITIONS[name](eb, values[name] as NonNullable<Values[N]>, db)

/** The sources to look in: those this user sees, of the type, at the place or below it… undefined stands for all. */
async function sourceSet(db: Db, user: CurrentUser, asked: readonly SourceCriterion[], criteria: Criteria) {
  if (asked.length === 0) return visibleSourceIds(db, user)
  return (await narrowed(db, user, asked, criteria).select('sources.id').execute()).map((row) => row.id)
}

const narrowed = (db: Db, user: CurrentUser, asked: readonly SourceCriterion[], criteria: Criteria) =>
  asked.reduce(
    (query, name) => query.where(conditionOf(db, name, criteria)),
    db.selectFrom('sources').where(visibleSources(user)),
  )

/** Those of these sources that the criteria ask for, whoever sees them. */
export async function sourcesMeeting(db: Db, criteria: Criteria, ids: readonly number[]): Promise<number[]> {
  const asked = SOURCE_CRITERIA.filter((name) => isInForce(name, criteria))
  if (asked.length === 0) return [...ids]
  const among = db.selectFrom('sources').where((eb) => dialectOf(db).sql.inList(eb.ref('sources.id'), ids))
  const rows = await asked
    .reduce((query, name) => query.where(conditionOf(db, name, criteria)), among)
    .select('sources.id')
    .execute()
  return rows.map((row) => row.id)
}

/** Somebody in more sections has sources that have little in common. */
const MAX_SECTIONS = 12
/** So few sources are looked up by themselves. */
const FEW_SOURCES = 8
const FEW_MATCHES = 300

/** The words of the index that all entries of these sources ought to have, or most of them: a word of each list. */
async function wordsInCommon(db: Db, user: CurrentUser, { lieu, section }: Criteria): Promise<string[][]> {
  const lists = lieu === null ? [] : [[placeWord(lieu.id)]]
  const sections = section === null ? await sectionsOf(db, user) : [section]
  return sections.length === 0 || sections.length > MAX_SECTIONS ? lists : [...lists, sections.map(sectionWord)]
}

/** Records of the sources that have the words, for each one of those that meet the other criteria as well. */
async function widthOf(db: Db, user: CurrentUser, asked: readonly SourceCriterion[], criteria: Criteria) {
  const inCommon = asked.filter((name) => name === 'lieu' || name === 'section')
  if (inCommon.length === asked.length) return 1
  const records = async (names: readonly SourceCriterion[]) => {
    const sum = narrowed(db, user, names, criteria).select((eb) => eb.fn.sum<number | null>('nb_releves').as('n'))
    return (await sum.executeTakeFirstOrThrow()).n ?? 0
  }
  return (await records(inCommon)) / Math.max(1, await records(asked))
}

/**
 * Where to look for records: the sources, which decide, and the words by which an index finds most of them at once; not where so
 * few records match, about `likely`, that each may as well be looked at.
 */
export async function sourcesAsked(
  db: Db,
  user: CurrentUser,
  criteria: Criteria,
  likely: number,
): Promise<Pick<SearchQuery, 'sourceIds' | 'within'>> {
  const asked = SOURCE_CRITERIA.filter((name) => isInForce(name, criteria))
  if (likely < FEW_MATCHES) return { sourceIds: await sourceSet(db, user, asked, criteria) }
  const [sourceIds, words] = await Promise.all([
    sourceSet(db, user, asked, criteria),
    wordsInCommon(db, user, criteria),
  ])
  if (sourceIds === undefined || sourceIds.length <= FEW_SOURCES) return { sourceIds }
  return { sourceIds, within: words.length > 0 ? { words, wide: await widthOf(db, user, asked, criteria) } : undefined }
}

const FIRST_YEAR = 1

/** Bounds of days for the years asked, and what reaches them from before. Day 0 stands for « no date », which no year meets. */
export async function bounds(
  { annee_debut, annee_fin }: Criteria,
  plan: Pick<Plan, 'reaching'>,
): Promise<Pick<SearchQuery, 'fromJour' | 'toJour' | 'reaching'>> {
  if (annee_debut === null && annee_fin === null) return { fromJour: undefined, toJour: undefined }
  const first = annee_debut ?? FIRST_YEAR
  return {
    fromJour: firstDayOfYear(first),
    toJour: annee_fin === null ? undefined : daySinceYear1(`${annee_fin}-12-31`),
    reaching: await plan.reaching(first),
  }
}
