import { once, type Sending } from '../../db/once.ts'
import { refuse, type Saved, saving } from '../../db/saving.ts'
import type { Db } from '../../db/schema.ts'
import type { RegisterState } from '../../db/schema-couverture.ts'
import type { ActKind } from '../../db/schema-persons.ts'
import { AppError } from '../../lib/errors.ts'
import { findRegister } from './queries.ts'

/** A line of the inventory as its form, or a file, gives it. */
export interface RegisterInput {
  lieu_id: number
  acte: ActKind
  cote: string | null
  annee_debut: number
  annee_fin: number
  etat: RegisterState
  depot_id: number | null
  url: string | null
  note: string | null
}

const CHANGED = 'Cette ligne a été modifiée entre-temps. Vérifiez, puis enregistrez de nouveau.'
const CHANGED_SINCE = 'Cette ligne a été modifiée entre-temps. Revoyez-la avant de la supprimer.'
const GONE = { '': 'Le lieu ou le dépôt choisi vient d’être supprimé\u00a0: rechargez la page.' }

/** Adds a line, once for each form shown. Gives its id. */
export function addRegister(db: Db, input: RegisterInput, sending: Sending): Promise<Saved<number>> {
  const { now } = sending
  return saving(db, { gone: GONE }, (trx) =>
    once(trx, sending, async () => {
      const row = { ...input, created_at: now, updated_at: now }
      const { id } = await trx.insertInto('registres').values(row).returning('id').executeTakeFirstOrThrow()
      return id
    }),
  )
}

/** Saves a line; refused where `version` is no longer the row's. */
export function updateRegister(
  db: Db,
  id: number,
  { version, ...input }: RegisterInput & { version: number },
  now: string,
): Promise<Saved> {
  return saving(db, { gone: GONE }, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('registres')
      .set((eb) => ({ ...input, updated_at: now, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) refuse({ '': CHANGED }, (await findRegister(trx, id)).version)
    return null
  })
}

/** Deletes a line; sources made from it stay. AppError `conflit` where it was changed since `version` (0: unknown). */
export async function deleteRegister(db: Db, id: number, version: number): Promise<void> {
  let query = db.deleteFrom('registres').where('id', '=', id)
  if (version > 0) query = query.where('version', '=', version)
  const { numDeletedRows } = await query.executeTakeFirst()
  if (numDeletedRows > 0n) return
  const left = await db.selectFrom('registres').select('id').where('id', '=', id).executeTakeFirst()
  if (left) throw new AppError('conflit', CHANGED_SINCE)
}
