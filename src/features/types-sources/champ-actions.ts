import { sql, type Transaction } from 'kysely'
import { KINDS } from '../../champs/index.ts'
import type { Champ } from '../../champs/kind.ts'
import { dialectOf } from '../../db/dialect/index.ts'
import { once } from '../../db/once.ts'
import type { Db, FieldType, Schema } from '../../db/schema.ts'
import type { FormErrors } from '../../lib/body.ts'
import { AppError } from '../../lib/errors.ts'
import { plural, sortKey } from '../../lib/text.ts'
import type { Outcome, Sending } from './actions.ts'
import { freeNom, MAX_CHAMPS } from './champ-rules.ts'
import type { ChampInput } from './form.ts'
import { champRow } from './models.ts'
import {
  champsOf,
  countHolding,
  countUnfit,
  countValues,
  findChamp,
  findType,
  relevesOfType,
  storedText,
} from './queries.ts'

const BATCH = 500

/** The fields of one type are changed one after the other: names, labels and order stay unique and whole. */
function inType<T>(db: Db, typeId: number, change: (trx: Transaction<Schema>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await dialectOf(trx).lock(trx, `champs:${typeId}`)
    await findType(trx, typeId)
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

const isEmpty = (errors: FormErrors): boolean => Object.keys(errors).length === 0

/** A new field at the end of the type. Gives its id. */
export function addChamp(db: Db, typeId: number, input: ChampInput, sending: Sending): Promise<Outcome<number>> {
  return inType(db, typeId, async (trx) => {
    const others = await champsOf(trx, typeId)
    const { jeton, userId, now } = sending
    const taken = others.map((champ) => champ.nom)
    const named = input.isProposed ? { ...input, nom: freeNom(input.nom, taken) } : input
    let errors: FormErrors = {}
    const id = await once(trx, jeton, userId, now, async () => {
      errors = doubles(others, named)
      if (others.length >= MAX_CHAMPS) errors[''] = `Un type de source a ${MAX_CHAMPS} champs au plus.`
      return isEmpty(errors) ? insertChamp(trx, typeId, named) : 0
    })
    if (!isEmpty(errors)) throw new RefusedChamp(errors)
    return { ok: true as const, value: id }
  }).catch(refusal)
}

/** Leaves the transaction, so that a refused sending leaves no trace of its token. */
class RefusedChamp extends Error {
  readonly errors: FormErrors
  constructor(errors: FormErrors) {
    super('refused')
    this.errors = errors
  }
}

function refusal(error: unknown): Outcome<never> {
  if (error instanceof RefusedChamp) return { ok: false, errors: error.errors }
  throw error
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

/** How many records hold a value that the new type could not take along. */
async function countLost(trx: Db, typeId: number, champ: Champ, to: FieldType): Promise<number> {
  if (!KINDS[champ.type].becomes?.types.includes(to)) return countValues(trx, typeId, champ.nom)
  const { oneLine } = KINDS[to]
  return oneLine === undefined ? 0 : countUnfit(trx, typeId, champ.nom, oneLine)
}

const hasChangedType = (champ: Champ, { type }: ChampInput): boolean => type !== champ.type

async function changeErrors(trx: Db, typeId: number, champ: Champ, input: ChampInput): Promise<FormErrors> {
  const errors: FormErrors = {}
  const held = input.nom === champ.nom ? 0 : await countHolding(trx, typeId, champ.nom)
  if (held > 0)
    errors.nom = `Ce nom ne peut plus changer : ${plural(held, 'relevé a', 'relevés ont')} une valeur dans ce champ.`
  const lost = hasChangedType(champ, input) ? await countLost(trx, typeId, champ, input.type) : 0
  if (lost > 0) {
    const to = KINDS[input.type].label.toLowerCase()
    errors.type = `Ce type ne peut pas devenir « ${to} » : ${plural(lost, 'relevé a', 'relevés ont')} une valeur qui serait perdue.`
  }
  return errors
}

const CHANGED = 'Ce champ a été modifié entre-temps. Vérifiez ce qui suit, puis enregistrez de nouveau.'

/** Changes a field; refused beside `nom` and `type` where stored values would be lost, whole where it changed meanwhile. */
export function updateChamp(db: Db, typeId: number, champId: number, input: ChampInput): Promise<Outcome<null>> {
  return inType(db, typeId, async (trx) => {
    const champ = await findChamp(trx, typeId, champId)
    if (champ.version !== input.version) return { ok: false, isConflict: true, errors: { '': CHANGED } }
    const others = (await champsOf(trx, typeId)).filter((one) => one.id !== champId)
    const errors = { ...doubles(others, input), ...(await changeErrors(trx, typeId, champ, input)) }
    if (!isEmpty(errors)) return { ok: false, errors }
    const { isProposed: _, options, version, ...columns } = input
    await trx
      .updateTable('champs')
      .set({ ...columns, options: JSON.stringify(options), version: version + 1 })
      .where('id', '=', champId)
      .execute()
    if (hasChangedType(champ, input)) await writeAsText(trx, typeId, champ)
    return { ok: true, value: null }
  })
}

/**
 * The stored values of a field that becomes a text, as they were shown: 12,5. The act says the same, so its version stays.
 * What is a text already, or could not come along, was left alone or refused before.
 */
async function writeAsText(trx: Db, typeId: number, { type, nom }: Champ): Promise<void> {
  const { becomes, isValue, toText } = KINDS[type]
  if (becomes === undefined || becomes.isStoredAsText) return
  for (let after = 0; ; ) {
    const rows = await relevesOfType(trx, typeId)
      .select(['releves.id', 'releves.data'])
      .where(storedText(nom), 'is not', null)
      .where('releves.id', '>', after)
      .orderBy('releves.id')
      .limit(BATCH)
      .execute()
    for (const { id, data } of rows) {
      const value = data[nom]
      if (!isValue(value)) continue
      const converted = JSON.stringify({ ...data, [nom]: toText(value) })
      await trx.updateTable('releves').set({ data: converted }).where('id', '=', id).execute()
    }
    if (rows.length < BATCH) return
    after = rows[rows.length - 1]?.id ?? after
  }
}

/** Takes a field away. The values stay in the records, unseen, and come back with a field of the same name. */
export function deleteChamp(db: Db, typeId: number, champId: number): Promise<void> {
  return inType(db, typeId, async (trx) => {
    await findChamp(trx, typeId, champId)
    await trx.deleteFrom('champs').where('id', '=', champId).execute()
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
