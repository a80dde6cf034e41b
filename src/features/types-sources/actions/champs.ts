import { sql } from 'kysely'
import type { Taker } from '../../../champs/convert.ts'
import { isPlaceField, KINDS } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { dialectOf } from '../../../db/dialect/index.ts'
import { once, type Sending } from '../../../db/once.ts'
import { refuse, refuseIf, type Saved, saving } from '../../../db/saving.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import type { FormErrors } from '../../../lib/body.ts'
import { AppError } from '../../../lib/errors.ts'
import { sortKey } from '../../../lib/text.ts'
import { enqueueRefresh } from '../../lieux/refresh-queue.ts'
import type { ChampInput } from '../form.ts'
import { champsOf, countHolding, findChamp, findType } from '../queries.ts'
import { enqueueTypeReindex } from '../reindex-queue.ts'
import { freeNom, MAX_CHAMPS } from '../rules/champ.ts'
import { addErrors, changeErrors } from '../rules/values.ts'
import { everHeld } from './held-values.ts'
import { champRow } from './models.ts'

/**
 * Makes the values that records hold under the name of a field values of its kind. Handed in (app.tsx): only `releves`, which stands
 * above this room, writes records.
 */
export type Convert = (trx: Trx, typeId: number, champ: Taker & { nom: string }) => Promise<void>

/** Where the fields are, and what brings the records after them. */
interface Designing<T extends Db = Db> {
  db: T
  convert: Convert
}

/** The fields of one type are changed one after the other: names, labels and order stay unique and whole. */
async function lockType(trx: Trx, typeId: number): Promise<void> {
  await dialectOf(trx).locks.lock(trx, `champs:${typeId}`)
  await findType(trx, typeId)
}

/** A transaction that has the fields of a type for itself. */
function inType<T>(db: Db, typeId: number, change: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockType(trx, typeId)
    return change(trx)
  })
}

/** Two fields of a type share neither name nor label: records go by the first, CSV columns by the second. */
function doubles(others: Champ[], input: ChampInput): FormErrors {
  const errors: FormErrors = {}
  if (others.some((champ) => champ.nom === input.nom)) errors.nom = 'Un champ de ce nom existe déjà dans ce type.'
  if (others.some((champ) => sortKey(champ.label) === sortKey(input.label)))
    errors.label = 'Un champ de ce libellé existe déjà dans ce type.'
  return errors
}

/** A new field at the end of the type. Gives its id. */
export function addChamp(
  { db, convert }: Designing,
  typeId: number,
  input: ChampInput,
  sending: Sending,
): Promise<Saved<number>> {
  return saving(db, {}, async (trx) => {
    await lockType(trx, typeId)
    return once(trx, sending, () => addNow({ db: trx, convert }, typeId, input, new Date(sending.now)))
  })
}

async function addNow(
  { db: trx, convert }: Designing<Trx>,
  typeId: number,
  input: ChampInput,
  now: Date,
): Promise<number> {
  const others = await champsOf(trx, typeId)
  const taken = others.map((champ) => champ.nom)
  const named = input.isProposed ? { ...input, nom: freeNom(input.nom, taken) } : input
  const errors = doubles(others, named)
  if (others.length >= MAX_CHAMPS) errors[''] = `Un type de source a ${MAX_CHAMPS} champs au plus.`
  refuseIf(errors)
  const nbHolding = await countHolding(trx, typeId, named.nom)
  if (nbHolding === 0) return insertChamp(trx, typeId, named)
  refuseIf(await addErrors(trx, typeId, named, nbHolding))
  const added = await insertChamp(trx, typeId, named)
  await takeOver({ db: trx, convert }, typeId, added, now)
  return added
}

async function insertChamp(trx: Db, typeId: number, input: ChampInput): Promise<number> {
  const { last } = await trx
    .selectFrom('champs')
    .select((eb) => eb.fn.max('ordre').as('last'))
    .where('type_source_id', '=', typeId)
    .executeTakeFirstOrThrow()
  const { id } = await trx
    .insertInto('champs')
    .values(champRow(typeId, input, (last ?? 0) + 1))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Records may hold values under this name, of a field that was deleted: from now on they are the new field's. */
async function takeOver(
  { db: trx, convert }: Designing<Trx>,
  typeId: number,
  champId: number,
  now: Date,
): Promise<void> {
  const champ = await findChamp(trx, typeId, champId)
  await convert(trx, typeId, champ)
  await enqueueTypeReindex(trx, typeId, champ, now)
  if (isPlaceField(champ)) await enqueueRefresh(trx, null, now)
}

const CHANGED = 'Ce champ a été modifié entre-temps. Vérifiez ce qui suit, puis enregistrez de nouveau.'

/** Changes a field; refused beside `nom` and `type` where stored values would be lost, whole where it changed meanwhile. */
export function updateChamp(
  { db, convert }: Designing,
  typeId: number,
  champId: number,
  input: ChampInput,
): Promise<Saved> {
  return saving(db, {}, async (trx) => {
    await lockType(trx, typeId)
    const champ = await findChamp(trx, typeId, champId)
    if (champ.version !== input.version) refuse({ '': CHANGED }, champ.version)
    const others = (await champsOf(trx, typeId)).filter((one) => one.id !== champId)
    refuseIf({ ...doubles(others, input), ...(await changeErrors(trx, typeId, champ, input)) })
    const { isProposed: _, reprendre: _taken, retirer: _out, options, version, ...columns } = input
    const anciennes = JSON.stringify(await formerOptions(trx, typeId, champ, input))
    await trx
      .updateTable('champs')
      .set({ ...columns, options: JSON.stringify(options), anciennes, version: version + 1 })
      .where('id', '=', champId)
      .execute()
    const becomes = input.type === champ.type ? undefined : KINDS[champ.type].becomes
    if (becomes && !becomes.isStoredAsText) await convert(trx, typeId, input)
    return null
  })
}

/** The options that a list has no more and that records hold, or held: kept with the field, so that they are still read. */
async function formerOptions(trx: Db, typeId: number, champ: Champ, input: ChampInput): Promise<string[]> {
  if (!KINDS[input.type].hasOptions) return []
  const gone = champ.options.filter((option) => !input.options.includes(option))
  const held = await everHeld(trx, typeId, champ.nom, gone)
  return [...(champ.anciennes ?? []).filter((option) => !input.options.includes(option)), ...held]
}

/**
 * Takes a field away. The values stay in the records, unseen, and come back with a field of the same name; the search finds them
 * until the task of the same transaction has been over the records.
 */
export function deleteChamp(db: Db, typeId: number, champId: number, now: Date): Promise<void> {
  return inType(db, typeId, async (trx) => {
    const champ = await findChamp(trx, typeId, champId)
    await trx.deleteFrom('champs').where('id', '=', champId).execute()
    if ((await countHolding(trx, typeId, champ.nom)) > 0) await enqueueTypeReindex(trx, typeId, champ, now)
  })
}

async function writeOrdre(trx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const steps = ids.map((id, index) => sql`when ${id} then cast(${index + 1} as integer)`)
  await trx
    .updateTable('champs')
    .set({ ordre: sql<number>`case id ${sql.join(steps, sql` `)} end` })
    .where('id', 'in', ids)
    .execute()
}

/** The fields in the order of `ids`, which must name each of them once. */
export function orderChamps(db: Db, typeId: number, ids: readonly number[]): Promise<void> {
  return inType(db, typeId, async (trx) => {
    const known = (await champsOf(trx, typeId)).map((champ) => champ.id)
    const same =
      known.length === ids.length && new Set(ids).size === ids.length && known.every((id) => ids.includes(id))
    if (!same) throw new AppError('conflit', 'La liste des champs a changé entre-temps : rechargez la page.')
    await writeOrdre(trx, ids)
  })
}

/** One place up or down; the first stays first, the last stays last. */
export function moveChamp(db: Db, typeId: number, champId: number, step: -1 | 1): Promise<void> {
  return inType(db, typeId, async (trx) => {
    const ids = (await champsOf(trx, typeId)).map((champ) => champ.id)
    const from = ids.indexOf(champId)
    if (from === -1) throw new AppError('introuvable', 'Ce champ n’existe pas, ou plus.')
    const to = Math.min(Math.max(from + step, 0), ids.length - 1)
    ids.splice(from, 1)
    ids.splice(to, 0, champId)
    await writeOrdre(trx, ids)
  })
}
