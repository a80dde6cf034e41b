import type { Champ } from '../../../champs/kind.ts'
import type { Db, ReleveData, ReleveEtats } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import { type Drawn, findDrawn } from '../queries/second-readings.ts'
import { accordsOf } from '../rules/second-reading.ts'
import { findForWrite, holdSource } from './write.ts'

/** So long an act stays on one person's screen before another is given it: a long act takes a while to type. */
const LEASE_MS = 30 * 60_000

/** Puts the act on this person's screen; whoever has it keeps it. */
export async function leaseSecond(
  db: Db,
  { source_id, releve_id, user_id, now }: { source_id: number; releve_id: number; user_id: number; now: string },
): Promise<void> {
  const prise_jusqua = new Date(Date.parse(now) + LEASE_MS).toISOString()
  await db
    .updateTable('secondes_saisies')
    .set({ prise_par: user_id, prise_jusqua })
    .where('source_id', '=', source_id)
    .where('releve_id', '=', releve_id)
    .where((eb) =>
      eb.or([eb('prise_jusqua', 'is', null), eb('prise_jusqua', '<=', now), eb('prise_par', '=', user_id)]),
    )
    .execute()
}

export const OWN_ACT = 'Vous avez saisi ou modifié cet acte\u00a0: une autre personne doit le saisir une seconde fois.'
const NOT_DRAWN = 'Cet acte n’est pas à saisir une seconde fois, ou il a été supprimé.'
const WAIVED = 'Cet acte n’est plus à saisir une seconde fois\u00a0: un gestionnaire en a dispensé.'
const CLOSED = 'Cette source n’est plus à valider\u00a0: sa seconde saisie attend qu’elle soit de nouveau soumise.'
const TYPED = 'Une autre personne vient de saisir cet acte une seconde fois\u00a0: votre saisie n’a pas été gardée.'

/** Why this person does not type this act now; undefined where nothing stands in the way. */
export function secondRefusal(drawn: Drawn | undefined, userId: number): AppError | undefined {
  if (!drawn) return new AppError('introuvable', NOT_DRAWN)
  if (drawn.created_by === userId || drawn.updated_by === userId) return new AppError('interdit', OWN_ACT)
  if (drawn.second !== undefined && drawn.user_id !== userId) return new AppError('conflit', TYPED)
  if (drawn.dispense_at !== null) return new AppError('conflit', WAIVED)
  return undefined
}

export interface SecondReading {
  source_id: number
  releve_id: number
  user_id: number
  data: ReleveData
  etats: ReleveEtats
  now: string
}

/**
 * Keeps a second reading and compares it with the act as it stands; what is the same in all fields needs nobody to arbitrate. Sent twice it
 * counts once: what was kept first stays.
 */
export function keepSecond(db: Db, champs: readonly Champ[], reading: SecondReading): Promise<void> {
  const { source_id, releve_id, user_id, data, etats, now } = reading
  return db.transaction().execute(async (trx) => {
    const { status } = await holdSource(trx, { id: source_id })
    if (status !== 'a_valider') throw new AppError('conflit', CLOSED)
    const drawn = await findDrawn(trx, source_id, releve_id)
    const refusal = secondRefusal(drawn, user_id)
    if (refusal) throw refusal
    if (drawn?.second !== undefined) return
    const first = await findForWrite(trx, releve_id)
    const accords = accordsOf(champs, first, { data, etats })
    const isSame = Object.values(accords).every(Boolean)
    await trx
      .updateTable('secondes_saisies')
      .set({
        ...{ user_id, data: JSON.stringify(data), etats: JSON.stringify(etats), created_at: now },
        ...{ version: first.version, accords: JSON.stringify(accords), prise_par: null, prise_jusqua: null },
        ...(isSame && { arbitre_at: now, arbitrage: '{}' }),
      })
      .where('source_id', '=', source_id)
      .where('releve_id', '=', releve_id)
      .execute()
  })
}
