import type { Taker } from '../../../champs/convert.ts'
import { isPlaceField, KINDS } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { once, type Sending } from '../../../db/once.ts'
import { refuse, refuseIf, type Saved, saving } from '../../../db/saving.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import type { FormErrors } from '../../../lib/body.ts'
import { sortKey } from '../../../lib/text.ts'
import { quoted } from '../../../lib/typo.ts'
import { enqueueRefresh } from '../../lieux/refresh-queue.ts'
import type { ChampInput } from '../form.ts'
import { champsOf, countHolding, findChamp, typeGroups } from '../queries.ts'
import { redesigned } from '../reindex-queue.ts'
import { freeNom, MAX_CHAMPS } from '../rules/champ.ts'
import { addErrors, changeErrors } from '../rules/values.ts'
import { othersGroup } from './groups.ts'
import { everHeld } from './held-values.ts'
import { champRow } from './models.ts'
import { inType, lockType, placeInGroup } from './ordering.ts'

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

/** Two fields of a type share neither name nor label: records go by the first, CSV columns by the second. */
function doubles(others: Champ[], input: ChampInput): FormErrors {
  const errors: FormErrors = {}
  if (others.some((champ) => champ.nom === input.nom)) errors.nom = 'Un champ de ce nom existe déjà dans ce type.'
  if (others.some((champ) => sortKey(champ.label) === sortKey(input.label)))
    errors.label = 'Un champ de ce libellé existe déjà dans ce type.'
  return errors
}

/** The group must be of the type; two fields of one group do not say the same of its person. `champ`: the field as it is so far. */
async function placeErrors(trx: Db, typeId: number, input: ChampInput, champ?: Champ): Promise<FormErrors> {
  const { groupe, partie } = placeOf(input, champ)
  if (groupe !== null && !(await typeGroups(trx, typeId)).some(({ id }) => id === groupe))
    return { groupe: 'Choisissez un groupe de ce type de source.' }
  const isAsBefore = champ !== undefined && champ.groupe?.id === groupe && champ.partie === partie
  if (partie === null || isAsBefore) return {}
  const other = (await champsOf(trx, typeId)).find(
    (one) => one.id !== champ?.id && one.groupe?.id === groupe && one.partie === partie,
  )
  if (!other) return {}
  return { partie: `Le champ ${quoted(other.label)} dit déjà cela dans ce groupe\u00a0: choisissez une autre partie.` }
}

/** A group or part that was not sent stays as it is. */
const placeOf = ({ groupe, partie }: ChampInput, champ?: Champ) => ({
  groupe: groupe ?? champ?.groupe?.id ?? null,
  partie: partie === undefined ? (champ?.partie ?? null) : partie,
})

/** A new field at the end of its group. Gives its id. */
export function addChamp(
  { db, convert }: Designing,
  typeId: number,
  input: ChampInput,
  sending: Sending,
): Promise<Saved<number>> {
  return saving(db, {}, async (trx) => {
    await lockType(trx, typeId)
    const now = new Date(sending.now)
    return once(trx, sending, () =>
      redesigned(trx, typeId, now, () => addNow({ db: trx, convert }, typeId, input, now)),
    )
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
  const groupe = named.groupe ?? (await othersGroup(trx, typeId))
  const errors = { ...doubles(others, named), ...(await placeErrors(trx, typeId, { ...named, groupe })) }
  if (others.length >= MAX_CHAMPS) errors[''] = `Un type de source a ${MAX_CHAMPS} champs au plus.`
  refuseIf(errors)
  const nbHolding = await countHolding(trx, typeId, named.nom)
  if (nbHolding === 0) return insertChamp(trx, typeId, named, groupe)
  refuseIf(await addErrors(trx, typeId, named, nbHolding))
  const added = await insertChamp(trx, typeId, named, groupe)
  await takeOver({ db: trx, convert }, typeId, added, now)
  return added
}

async function insertChamp(trx: Db, typeId: number, input: ChampInput, groupe: number): Promise<number> {
  const { last } = await trx
    .selectFrom('champs')
    .select((eb) => eb.fn.max('ordre').as('last'))
    .where('type_source_id', '=', typeId)
    .executeTakeFirstOrThrow()
  const place = { groupe_id: groupe, partie: input.partie ?? null }
  const { id } = await trx
    .insertInto('champs')
    .values(champRow(typeId, { ...input, ...place }, (last ?? 0) + 1))
    .returning('id')
    .executeTakeFirstOrThrow()
  await placeInGroup(trx, typeId, id)
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
  if (isPlaceField(champ)) await enqueueRefresh(trx, null, now)
}

const CHANGED = 'Ce champ a été modifié entre-temps. Vérifiez ce qui suit, puis enregistrez de nouveau.'

/** Changes a field; refused beside `nom` and `type` where stored values would be lost, whole where it changed meanwhile. */
export function updateChamp(
  { db, convert }: Designing,
  typeId: number,
  champId: number,
  input: ChampInput,
  now: Date,
): Promise<Saved> {
  return saving(db, {}, async (trx) => {
    await lockType(trx, typeId)
    return redesigned(trx, typeId, now, () => updateNow({ db: trx, convert }, typeId, champId, input))
  })
}

async function updateNow({ db: trx, convert }: Designing<Trx>, typeId: number, champId: number, input: ChampInput) {
  const champ = await findChamp(trx, typeId, champId)
  if (champ.version !== input.version) refuse({ '': CHANGED }, champ.version)
  const others = (await champsOf(trx, typeId)).filter((one) => one.id !== champId)
  const wrong = {
    ...(await placeErrors(trx, typeId, input, champ)),
    ...(await changeErrors(trx, typeId, champ, input)),
  }
  refuseIf({ ...doubles(others, input), ...wrong })
  const { isProposed: _, reprendre: _taken, retirer: _out, options, version, groupe: _group, ...columns } = input
  const { groupe, partie } = placeOf(input, champ)
  const anciennes = JSON.stringify(await formerOptions(trx, typeId, champ, input))
  await trx
    .updateTable('champs')
    .set({ ...columns, groupe_id: groupe, partie, options: JSON.stringify(options), anciennes, version: version + 1 })
    .where('id', '=', champId)
    .execute()
  if (groupe !== (champ.groupe?.id ?? null)) await placeInGroup(trx, typeId, champId)
  const becomes = input.type === champ.type ? undefined : KINDS[champ.type].becomes
  if (becomes && !becomes.isStoredAsText) await convert(trx, typeId, input)
  return null
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
  return inType(db, typeId, now, async (trx) => {
    await findChamp(trx, typeId, champId)
    await trx.deleteFrom('champs').where('id', '=', champId).execute()
  })
}
