import { followsInSeries } from '../../../champs/groups.ts'
import type { Champ, Group } from '../../../champs/kind.ts'
import { once, type Sending } from '../../../db/once.ts'
import { refuse, refuseIf, type Saved, saving } from '../../../db/saving.ts'
import type { Db } from '../../../db/schema.ts'
import type { GroupRole } from '../../../db/schema-persons.ts'
import { AppError } from '../../../lib/errors.ts'
import { sortKey } from '../../../lib/text.ts'
import type { GroupInput } from '../form.ts'
import { champsOf, countHolding, findGroup, groupedChamps, typeGroups } from '../queries.ts'
import { redesigned } from '../reindex-queue.ts'
import { freeNom, MAX_CHAMPS } from '../rules/champ.ts'
import { copiedNames, groupErrors, heldMessage, numberedLabel, OTHERS } from '../rules/groups.ts'
import { ACT_DATE, champsOfPerson } from '../rules/person-champs.ts'
import { kinOfLabel } from '../rules/person-words.ts'
import { champRow, type ModelChamp } from './models.ts'
import { inType, lockType, placeBehind } from './ordering.ts'

interface NewGroup {
  libelle: string
  role: GroupRole | null
  de_groupe_id?: number | null
}

/** A group after those that the type has; call it in the transaction that holds the type. Gives its id. */
export async function addGroup(trx: Db, typeId: number, group: NewGroup): Promise<number> {
  const { last } = await trx
    .selectFrom('groupes')
    .select((eb) => eb.fn.max('ordre').as('last'))
    .where('type_source_id', '=', typeId)
    .executeTakeFirstOrThrow()
  const { id } = await trx
    .insertInto('groupes')
    .values({ type_source_id: typeId, ordre: (last ?? 0) + 1, ...group })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The heading that a field stands under where nobody said another one. */
export async function othersGroup(trx: Db, typeId: number): Promise<number> {
  const known = (await typeGroups(trx, typeId)).find(({ role, libelle }) => role === null && libelle === OTHERS)
  return known?.id ?? addGroup(trx, typeId, { libelle: OTHERS, role: null })
}

/** A group after the others, with the fields that were ticked. Gives its id. */
export function createGroup(db: Db, typeId: number, input: GroupInput, sending: Sending): Promise<Saved<number>> {
  return saving(db, {}, async (trx) => {
    await lockType(trx, typeId)
    return once(trx, sending, () => redesigned(trx, typeId, new Date(sending.now), () => createNow(trx, typeId, input)))
  })
}

async function createNow(trx: Db, typeId: number, input: GroupInput): Promise<number> {
  const { libelle, role, parties, date } = input
  const groups = await typeGroups(trx, typeId)
  const de = input.isKinByLabel ? kinOfLabel(libelle, role, groups) : input.de
  refuseIf(groupErrors(groups, null, { libelle, role, de }))
  const id = await addGroup(trx, typeId, { libelle, role, de_groupe_id: de })
  const isFirst = role === 'principal' && !groups.some((group) => group.role === 'principal')
  const champs = [...(date ? [ACT_DATE] : []), ...champsOfPerson(libelle, parties, isFirst)]
  await addChamps(trx, typeId, id, champs)
  return id
}

/** Fields at the end of a type, under names that no field has and no record holds anything under. */
async function addChamps(trx: Db, typeId: number, groupId: number, champs: readonly ModelChamp[]): Promise<void> {
  if (champs.length === 0) return
  const others = await champsOf(trx, typeId)
  if (others.length + champs.length > MAX_CHAMPS) refuse({ '': `Un type de source a ${MAX_CHAMPS} champs au plus.` })
  const noms = others.map(({ nom }) => nom)
  const labels = new Set(others.map(({ label }) => sortKey(label)))
  const { last } = await trx
    .selectFrom('champs')
    .select((eb) => eb.fn.max('ordre').as('last'))
    .where('type_source_id', '=', typeId)
    .executeTakeFirstOrThrow()
  const rows = []
  for (const [index, champ] of champs.entries()) {
    const nom = await unheldNom(trx, typeId, champ.nom, noms)
    const label = freeLabel(champ.label, labels)
    noms.push(nom)
    labels.add(sortKey(label))
    const place = { groupe_id: groupId, partie: champ.partie ?? null }
    rows.push(champRow(typeId, { ...champ, nom, label, ...place }, (last ?? 0) + index + 1))
  }
  await trx.insertInto('champs').values(rows).execute()
}

/** Values of a deleted field would come back with one of its name: nobody asked for them. */
async function unheldNom(trx: Db, typeId: number, proposed: string, noms: readonly string[]): Promise<string> {
  const taken = [...noms]
  for (;;) {
    const nom = freeNom(proposed, taken)
    if ((await countHolding(trx, typeId, nom)) === 0) return nom
    taken.push(nom)
  }
}

function freeLabel(proposed: string, labels: ReadonlySet<string>): string {
  let label = proposed
  for (let n = 2; labels.has(sortKey(label)); n += 1) label = numberedLabel(proposed, n)
  return label
}

const CHANGED = 'Ce groupe a été modifié entre-temps. Vérifiez ce qui suit, puis enregistrez de nouveau.'

/** Changes a group; refused whole where it changed meanwhile. */
export function updateGroup(db: Db, typeId: number, groupId: number, input: GroupInput, now: Date): Promise<Saved> {
  return saving(db, {}, async (trx) => {
    await lockType(trx, typeId)
    return redesigned(trx, typeId, now, () => updateNow(trx, typeId, groupId, input))
  })
}

async function updateNow(trx: Db, typeId: number, groupId: number, input: GroupInput): Promise<null> {
  const { version } = await findGroup(trx, typeId, groupId)
  if (version !== input.version) refuse({ '': CHANGED }, version)
  refuseIf(groupErrors(await typeGroups(trx, typeId), groupId, input))
  const { libelle, role, de } = input
  await trx
    .updateTable('groupes')
    .set({ libelle, role, de_groupe_id: de, version: version + 1 })
    .where('id', '=', groupId)
    .execute()
  return null
}

/** Takes away a group that no field stands in. */
export function deleteGroup(db: Db, typeId: number, groupId: number, now: Date): Promise<void> {
  return inType(db, typeId, now, async (trx) => {
    const group = await findGroup(trx, typeId, groupId)
    const held = (await champsOf(trx, typeId)).filter(({ groupe }) => groupe?.id === groupId).length
    const message = heldMessage(group, held)
    if (message !== undefined) throw new AppError('conflit', message)
    await trx.deleteFrom('groupes').where('id', '=', groupId).execute()
  })
}

/** A group once more with its fields, as one witness more; it stands behind the last one of its series. Gives its id. */
export function copyGroup(db: Db, typeId: number, groupId: number, sending: Sending): Promise<number> {
  const now = new Date(sending.now)
  return inType(db, typeId, now, (trx) => once(trx, sending, () => copyNow(trx, typeId, groupId)))
}

async function copyNow(trx: Db, typeId: number, groupId: number): Promise<number> {
  const { libelle, role, de } = await findGroup(trx, typeId, groupId)
  const all = await groupedChamps(trx, typeId)
  const at = all.findIndex(({ group }) => group?.id === groupId)
  const champs = all[at]?.champs ?? []
  const nbChamps = all.reduce((n, one) => n + one.champs.length, 0)
  if (nbChamps + champs.length > MAX_CHAMPS)
    throw new AppError('conflit', `Un type de source a ${MAX_CHAMPS}\u00a0champs au plus.`)
  const n = await freeNumber(trx, typeId, libelle, champs)
  const copy = await addGroup(trx, typeId, { libelle: numberedLabel(libelle, n), role, de_groupe_id: de })
  const names = copiedNames(champs, n)
  const rows = champs.map((champ, index) =>
    champRow(typeId, { ...champ, ...names[index], groupe_id: copy }, nbChamps + index + 1),
  )
  if (rows.length > 0) {
    await trx.insertInto('champs').values(rows).execute()
    await placeBehind(trx, typeId, copy, lastOfSeries(all.slice(at).map(({ group }) => group)) ?? groupId)
  }
  return copy
}

/** The id of the last group that follows the first one in its series. */
function lastOfSeries(groups: readonly (Group | null)[]): number | undefined {
  const end = groups.findIndex((group, index) => index > 0 && !followsInSeries(groups[index - 1], group))
  return groups[(end === -1 ? groups.length : end) - 1]?.id
}

/** The first number under which no name or label is in use, and no record holds anything of a field that was deleted. */
async function freeNumber(trx: Db, typeId: number, libelle: string, champs: readonly Champ[]): Promise<number> {
  const others = await champsOf(trx, typeId)
  const noms = new Set(others.map(({ nom }) => nom))
  const labels = new Set(others.map(({ label }) => sortKey(label)))
  const libelles = new Set((await typeGroups(trx, typeId)).map((group) => sortKey(group.libelle)))
  const isHeld = async (n: number) => {
    for (const { nom } of copiedNames(champs, n)) if ((await countHolding(trx, typeId, nom)) > 0) return true
    return false
  }
  const isFree = (n: number) =>
    !libelles.has(sortKey(numberedLabel(libelle, n))) &&
    copiedNames(champs, n).every(({ nom, label }) => !noms.has(nom) && !labels.has(sortKey(label)))
  let n = 2
  while (!isFree(n) || (await isHeld(n))) n += 1
  return n
}
