import { deleteUnheld } from '../../db/constraints.ts'
import { once, type Sending } from '../../db/once.ts'
import { refuse, type Saved, saving } from '../../db/saving.ts'
import type { Db } from '../../db/schema.ts'
import { AppError } from '../../lib/errors.ts'
import { agreed, plural, sortKey } from '../../lib/text.ts'
import type { DepotInput } from './form.ts'
import { findDepot } from './queries.ts'

const CHANGED = 'Ce dépôt a été modifié entre-temps par quelqu’un d’autre. Vérifiez, puis enregistrez de nouveau.'
const CHANGED_SINCE = 'Ce dépôt a été modifié entre-temps par quelqu’un d’autre. Revoyez-le avant de le supprimer.'
const TAKEN = { nom: 'Un dépôt de ce nom existe déjà.' }

const depotRow = ({ version: _, ...input }: DepotInput) => ({ ...input, nom_key: sortKey(input.nom) })

/** Creates a repository, once for each form shown. */
export function createDepot(db: Db, input: DepotInput, sending: Sending): Promise<Saved<number>> {
  return saving(db, { taken: TAKEN }, (trx) =>
    once(trx, sending, async () => {
      const { id } = await trx.insertInto('depots').values(depotRow(input)).returning('id').executeTakeFirstOrThrow()
      return id
    }),
  )
}

/** Saves a repository; refused where `version` is no longer that of the row. */
export function updateDepot(db: Db, id: number, input: DepotInput): Promise<Saved> {
  return saving(db, { taken: TAKEN }, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('depots')
      .set((eb) => ({ ...depotRow(input), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('version', '=', input.version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) refuse({ '': CHANGED }, (await findDepot(trx, id)).version)
    return null
  })
}

/** Deletes a repository no source is kept in. AppError `conflit` where some are, or it was changed since `version` (0: unknown). */
export async function deleteDepot(db: Db, id: number, version: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const depot = await findDepot(trx, id)
    const held = heldBy(depot)
    if (held !== undefined) throw new AppError('conflit', held)
    if (version > 0 && depot.version !== version) throw new AppError('conflit', CHANGED_SINCE)
    const row = trx.deleteFrom('depots').where('id', '=', id).where('version', '=', depot.version)
    // A source, or a line of the inventory, may have been given this repository since they were counted.
    await deleteUnheld(trx, ATTACHED, () => row.execute())
  })
}

const ATTACHED =
  'Une source, ou une ligne de l’inventaire, vient d’être donnée à ce dépôt\u00a0: il n’a pas été supprimé.'

/** Why a repository stays, and what to do; undefined where nothing is kept in it. */
export function heldBy({ sources, registres }: { sources: number; registres: number }): string | undefined {
  const holds = [
    sources > 0 && plural(sources, 'source', 'sources'),
    registres > 0 && plural(registres, 'registre de l’inventaire', 'registres de l’inventaire'),
  ].filter((part) => part !== false)
  if (holds.length === 0) return undefined
  const give = agreed(sources + registres, 'indiquez-lui', 'indiquez-leur')
  return `Ce dépôt conserve ${holds.join(' et ')}\u00a0: ${give} d’abord un autre dépôt.`
}
