import type { Db } from '../../../../db/schema.ts'
import { AppError } from '../../../../lib/errors.ts'
import type { Answers } from '../rules/rule.ts'

const ruleRows = (db: Db, depotId: number) =>
  db
    .selectFrom('depot_regles as r')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('users as p', 'p.id', 'r.appliquee_par')
    .leftJoin('users as q', 'q.id', 'r.annulee_par')
    .select(['r.id', 'r.depot_id', 'r.ancien', 'r.nouveau', 'r.par_registre', 'r.etat', 'r.created_at'])
    .select(['r.appliquee_at', 'r.annulee_at', 'r.registres', 'r.liens'])
    .select(['r.lien_id', 'r.avant_lien_id', 'r.empreinte'])
    .select(['u.name as auteur', 'p.name as applique', 'q.name as annule'])
    .select((eb) =>
      eb
        .selectFrom('depot_regle_registres as a')
        .select((e) => e.fn.countAll<number>().as('n'))
        .whereRef('a.regle_id', '=', 'r.id')
        .as('reponses'),
    )
    .where('r.depot_id', '=', depotId)

/** The rules of a repository, the newest first. */
export const rulesOf = (db: Db, depotId: number) => ruleRows(db, depotId).orderBy('r.id', 'desc').limit(100).execute()

export type StoredRule = Awaited<ReturnType<typeof rulesOf>>[number]

/** AppError `introuvable` where this repository has no such rule. */
export async function findStoredRule(db: Db, depotId: number, id: number): Promise<StoredRule> {
  const rule = await ruleRows(db, depotId).where('r.id', '=', id).executeTakeFirst()
  if (!rule) throw new AppError('introuvable', 'Cette règle n’existe pas, ou elle a été abandonnée.')
  return rule
}

/** The new names that were typed, by the old ones. */
export async function answersOf(db: Db, ruleId: number): Promise<Answers> {
  const rows = await db
    .selectFrom('depot_regle_registres')
    .select(['ark', 'nouvel_ark'])
    .where('regle_id', '=', ruleId)
    .orderBy('ark')
    .execute()
  return new Map(rows.map(({ ark, nouvel_ark }) => [ark, nouvel_ark]))
}
