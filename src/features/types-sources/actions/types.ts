import { deleteUnheld } from '../../../db/constraints.ts'
import { once, type Sending } from '../../../db/once.ts'
import { refuse, type Saved, saving } from '../../../db/saving.ts'
import type { Db } from '../../../db/schema.ts'
import type { ActKind } from '../../../db/schema-persons.ts'
import { AppError } from '../../../lib/errors.ts'
import { plural, sortKey } from '../../../lib/text.ts'
import type { NewType } from '../form.ts'
import { champsOf, countSourcesOf, findType, typeGroups } from '../queries.ts'
import { redesigned } from '../reindex-queue.ts'
import { champRow, createTypeFromModel, insertType, modelByKey } from './models.ts'

/** Names are unique whatever their case, accents and signs. */
const TAKEN = { nom: 'Un type de source de ce nom existe déjà.' }
const TAKEN_UP = 'Une source de ce type vient d’être créée : il ne peut plus être supprimé.'
const CHANGED = 'Ce type de source a été modifié entre-temps. Vérifiez ce qui suit, puis enregistrez de nouveau.'

/** A new type, with the fields of a model or none. Gives its id. */
export function createType(db: Db, input: NewType, sending: Sending): Promise<Saved<number>> {
  const { groupes = [] } = modelByKey(input.modele ?? '') ?? {}
  const model = { nom: input.nom, description: input.description ?? '', acte: input.acte, groupes }
  return saving(db, { taken: TAKEN }, (trx) => once(trx, sending, () => createTypeFromModel(trx, model)))
}

/** The groups of a type, made again for its copy: ids of the copies by those of the groups. */
async function copyGroups(trx: Db, from: number, to: number): Promise<Map<number, number>> {
  const ids = new Map<number, number>()
  const groups = await typeGroups(trx, from)
  for (const [index, { id, libelle, role }] of groups.entries()) {
    const row = { type_source_id: to, ordre: index + 1, libelle, role }
    ids.set(id, (await trx.insertInto('groupes').values(row).returning('id').executeTakeFirstOrThrow()).id)
  }
  for (const { id, de } of groups)
    if (de !== null)
      await trx
        .updateTable('groupes')
        .set({ de_groupe_id: ids.get(de) ?? null })
        .where('id', '=', ids.get(id) ?? 0)
        .execute()
  return ids
}

/** Makes a type of another name with the groups and fields of this one; gives its id. */
export function copyType(db: Db, id: number, nom: string, sending: Sending): Promise<Saved<number>> {
  const copy = async (trx: Db) => {
    const { description, acte } = await findType(trx, id)
    const copied = await insertType(trx, { nom, description: description ?? '', acte })
    const groups = await copyGroups(trx, id, copied)
    const rows = (await champsOf(trx, id)).map((champ, index) =>
      champRow(copied, { ...champ, groupe_id: groups.get(champ.groupe?.id ?? 0) ?? null }, index + 1),
    )
    if (rows.length > 0) await trx.insertInto('champs').values(rows).execute()
    return copied
  }
  return saving(db, { taken: TAKEN }, (trx) => once(trx, sending, () => copy(trx)))
}

interface TypeInput {
  nom: string
  description: string | null
  acte?: ActKind | undefined
  version: number
}

/** Saves a type; refused where `version` is no longer that of the row. */
export function updateType(db: Db, id: number, input: TypeInput, now: Date): Promise<Saved> {
  return saving(db, { taken: TAKEN }, (trx) => redesigned(trx, id, now, () => updateNow(trx, id, input)))
}

async function updateNow(trx: Db, id: number, { nom, description, acte, version }: TypeInput): Promise<null> {
  const { numUpdatedRows } = await trx
    .updateTable('types_sources')
    .set((eb) => ({ nom, nom_key: sortKey(nom), description, acte, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse({ '': CHANGED }, (await findType(trx, id)).version)
  return null
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
  await deleteUnheld(db, TAKEN_UP, () => db.deleteFrom('types_sources').where('id', '=', id).execute())
}
