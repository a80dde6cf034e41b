import { dialectOf } from '../../../db/dialect/index.ts'
import { once } from '../../../db/once.ts'
import type { Db } from '../../../db/schema.ts'
import { unlessTaken } from '../../../db/unique.ts'
import type { FormErrors } from '../../../lib/body.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Sending } from '../../../lib/saved.ts'
import { plural, sortKey } from '../../../lib/text.ts'
import type { NewType } from '../form.ts'
import { champsOf, countSourcesOf, findType } from '../queries.ts'
import { champRow, createTypeFromModel, modelByKey } from './models.ts'

/** Done, or what is wrong beside which field; `isConflict`: somebody else changed the row first. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; errors: FormErrors; isConflict?: true }

const wrong = (errors: FormErrors): { ok: false; errors: FormErrors } => ({ ok: false, errors })

/** Names are unique whatever their case, accents and signs. */
const withUniqueName = <T>(db: Db, write: (trx: Db) => Promise<Outcome<T>>): Promise<Outcome<T>> =>
  unlessTaken<Outcome<T>>(db, write, () => wrong({ nom: 'Un type de source de ce nom existe déjà.' }))

/** A new type, with the fields of a model or none. Gives its id. */
export function createType(db: Db, input: NewType, sending: Sending): Promise<Outcome<number>> {
  const champs = modelByKey(input.modele ?? '')?.champs ?? []
  const model = { nom: input.nom, description: input.description ?? '', champs }
  const { jeton, userId, now } = sending
  return withUniqueName(db, async (trx) => ({
    ok: true,
    value: await once(trx, jeton, userId, now, () => createTypeFromModel(trx, model)),
  }))
}

/** The same fields under another name. Gives the id of the copy. */
export function copyType(db: Db, id: number, nom: string, sending: Sending): Promise<Outcome<number>> {
  const { jeton, userId, now } = sending
  const copy = async (trx: Db) => {
    const { description } = await findType(trx, id)
    const copied = await createTypeFromModel(trx, { nom, description: description ?? '', champs: [] })
    const rows = (await champsOf(trx, id)).map((champ, index) => champRow(copied, champ, index + 1))
    if (rows.length > 0) await trx.insertInto('champs').values(rows).execute()
    return copied
  }
  return withUniqueName(db, async (trx) => ({
    ok: true,
    value: await once(trx, jeton, userId, now, () => copy(trx)),
  }))
}

export function updateType(
  db: Db,
  id: number,
  input: { nom: string; description: string | null; version: number },
): Promise<Outcome<null>> {
  const { nom, description, version } = input
  return withUniqueName(db, async (trx) => {
    const updated = await trx
      .updateTable('types_sources')
      .set((eb) => ({ nom, nom_key: sortKey(nom), description, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (updated.numUpdatedRows > 0n) return { ok: true, value: null }
    await findType(trx, id)
    const message = 'Ce type de source a été modifié entre-temps. Vérifiez ce qui suit, puis enregistrez de nouveau.'
    return { ok: false, isConflict: true, errors: { '': message } }
  })
}

/** « Ce type sert à 12 sources… »; undefined where nothing stands in the way of deleting it. */
export function inUseMessage(nbSources: number): string | undefined {
  if (nbSources === 0) return undefined
  const first =
    nbSources === 1 ? 'supprimez-la d’abord, ou changez son type' : 'supprimez-les d’abord, ou changez leur type'
  return `Ce type de source sert à ${plural(nbSources, 'source', 'sources')}\u00a0: ${first}.`
}

/** Deletes a type that no source uses, with its fields. A source may arrive meanwhile: its reference decides. */
export async function deleteType(db: Db, id: number): Promise<void> {
  await findType(db, id)
  const message = inUseMessage(await countSourcesOf(db, id))
  if (message) throw new AppError('conflit', message)
  try {
    await db.deleteFrom('types_sources').where('id', '=', id).execute()
  } catch (error) {
    if (!dialectOf(db).errors.isForeignKeyViolation(error)) throw error
    throw new AppError('conflit', 'Une source de ce type vient d’être créée : il ne peut plus être supprimé.')
  }
}
