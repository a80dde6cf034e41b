import type { Db } from '../../db/schema.ts'
import type { LotLigneEtat } from '../../db/schema-lots.ts'
import { AppError } from '../../lib/errors.ts'
import type { CurrentUser } from '../../web/env.ts'

/** Refused lines that a page names at most. */
const NAMED = 200

/** A lot of this person, or of anybody for an administrator; 404 otherwise. */
export async function findLot(db: Db, user: CurrentUser, id: number) {
  const lot = await db.selectFrom('lots').selectAll().where('id', '=', id).executeTakeFirst()
  if (!lot || (lot.user_id !== user.id && user.role !== 'admin'))
    throw new AppError('introuvable', 'Ce geste n’existe pas, ou il n’est pas de vous.')
  return lot
}

export type FoundLot = Awaited<ReturnType<typeof findLot>>

/** How many lines stand where. */
export async function countLines(db: Db, lotId: number): Promise<Record<LotLigneEtat, number>> {
  const rows = await db
    .selectFrom('lot_lignes')
    .select(['etat', (eb) => eb.fn.countAll<number>().as('n')])
    .where('lot_id', '=', lotId)
    .groupBy('etat')
    .execute()
  const counts = { attente: 0, faite: 0, refusee: 0, defaite: 0, gardee: 0 }
  for (const { etat, n } of rows) counts[etat] = n
  return counts
}

/** The things that were refused, or could not be undone, with the reason of each. */
export const refusedLines = (db: Db, lotId: number) =>
  db
    .selectFrom('lot_lignes')
    .select(['cible_id', 'nom', 'motif', 'etat'])
    .where('lot_id', '=', lotId)
    .where('etat', 'in', ['refusee', 'gardee'])
    .orderBy('n')
    .limit(NAMED)
    .execute()

export type RefusedLine = Awaited<ReturnType<typeof refusedLines>>[number]
