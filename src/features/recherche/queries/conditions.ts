// Each criterion narrows a search here, or is left to the index by name.
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { SearchQuery } from '../../../db/dialect/index.ts'
import type { Db, Schema } from '../../../db/schema.ts'
import { daySince1500, firstDayOfYear } from '../../../lib/calendar.ts'
import type { Lived } from '../../../search/marks.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { visibleSourceIds, visibleSources } from '../../droits/policy.ts'
import { descendantIds } from '../../lieux/queries/places.ts'
import { type Criteria, type CriterionName, isInForce, type NameCriterion, type Values } from '../rules/criteria.ts'

/** Criteria that the index answers: by words (src/search), by days (`bounds`), by the order of its keys. */
type AskedOfIndex = 'q' | NameCriterion | Lived | 'mode' | 'role' | 'sauf' | 'annee_debut' | 'annee_fin' | 'tri'

type SourceCriterion = Exclude<CriterionName, AskedOfIndex>

type Condition<T> = (eb: ExpressionBuilder<Schema, 'sources'>, value: NonNullable<T>, db: Db) => Expression<SqlBool>

/** All other criteria ask something of the source of a record; one without a condition here does not compile. */
export const CONDITIONS: { [N in SourceCriterion]: Condition<Values[N]> } = {
  type: (eb, type) => eb('sources.type_source_id', '=', type),
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
export async function sourceSet(db: Db, user: CurrentUser, criteria: Criteria): Promise<number[] | undefined> {
  const asked = SOURCE_CRITERIA.filter((name) => isInForce(name, criteria))
  if (asked.length === 0) return visibleSourceIds(db, user)
  const seen = db.selectFrom('sources').select('sources.id').where(visibleSources(user))
  const narrowed = asked.reduce((query, name) => query.where(conditionOf(db, name, criteria)), seen)
  return (await narrowed.execute()).map((row) => row.id)
}

/** Bounds of days for the years asked. Day 0 stands for « no date », which no year meets. */
export function bounds({ annee_debut, annee_fin }: Criteria): Pick<SearchQuery, 'fromJour' | 'toJour'> {
  if (annee_debut === null && annee_fin === null) return { fromJour: undefined, toJour: undefined }
  return {
    fromJour: annee_debut === null ? 1 : firstDayOfYear(annee_debut),
    toJour: annee_fin === null ? undefined : daySince1500(`${annee_fin}-12-31`),
  }
}
