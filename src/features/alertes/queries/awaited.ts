import type { Db, Schema } from '../../../db/schema.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { coverageOfPlace } from '../../couverture/queries.ts'

export type AwaitedYears = Awaited<ReturnType<typeof awaitedYears>>[number]

/** The years for which a person waits, or has waited. */
export const awaitedYears = (db: Db, userId: number) =>
  db.selectFrom('couverture_attentes').selectAll().where('user_id', '=', userId).orderBy('id').execute()

type Years = Pick<Schema['couverture_attentes'], 'lieu_id' | 'acte' | 'debut' | 'fin'>

/** Are all these years validated, as this reader sees them? */
export async function areDone(db: Db, user: CurrentUser, { lieu_id, acte, debut, fin }: Years): Promise<boolean> {
  if (lieu_id === null) return false
  const lieu = await db.selectFrom('lieux').select('chemin').where('id', '=', lieu_id).executeTakeFirst()
  if (!lieu) return false
  const runs = await coverageOfPlace(db, user, lieu.chemin, { de: debut, a: fin, acte })
  const done = runs.filter(({ etat }) => etat === 'validee').reduce((sum, run) => sum + run.fin - run.debut + 1, 0)
  return done === fin - debut + 1
}
