import type { Db } from '../../../../db/schema.ts'
import { AppError } from '../../../../lib/errors.ts'
import type { CurrentUser } from '../../../../web/env.ts'
import { type Bilan, emptyBilan, type Plan } from '../../rules/plan.ts'

export interface Dossier {
  id: number
  user_id: number
  import_id: number | null
  created_at: string
  plan: Plan
  bilan: Bilan
}

export async function dossierById(db: Db, id: number | null): Promise<Dossier | undefined> {
  if (id === null) return undefined
  const row = await db.selectFrom('dossiers_actes').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { detail, bilan, ...rest } = row
  return { ...rest, plan: detail as unknown as Plan, bilan: { ...emptyBilan(), ...(bilan as unknown as Bilan) } }
}

export const GONE = 'Ces fichiers ne sont plus là, ou ils ne vous sont pas accessibles.'

/** A dossier of this user, or of anybody for an administrator. AppError `introuvable`. */
export async function findDossier(db: Db, user: CurrentUser, id: number): Promise<Dossier> {
  const dossier = await dossierById(db, id)
  if (dossier && (dossier.user_id === user.id || user.role === 'admin')) return dossier
  throw new AppError('introuvable', GONE)
}

/** The account that an import is made for, as it is now. */
export const userOf = (db: Db, id: number | null): Promise<CurrentUser | undefined> =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'must_change_password'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()

/** Records that an import made, by source. */
export async function madeBySource(db: Db, importId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('releves')
    .select(['source_id', (eb) => eb.fn.countAll<number>().as('n')])
    .where('import_id', '=', importId)
    .where('import_id', 'is not', null)
    .groupBy('source_id')
    .execute()
  return new Map(rows.map(({ source_id, n }) => [source_id, n]))
}
