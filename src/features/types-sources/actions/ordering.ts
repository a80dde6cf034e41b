import { sql } from 'kysely'
import { type FieldGroup, fieldGroups } from '../../../champs/groups.ts'
import type { Champ } from '../../../champs/kind.ts'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import type { SentOrder } from '../form.ts'
import { champsOf, findType, groupedChamps } from '../queries.ts'
import { redesigned } from '../reindex-queue.ts'

/** The fields of one type are changed one after the other: names, labels and order stay unique and whole. */
export async function lockType(trx: Trx, typeId: number): Promise<void> {
  await dialectOf(trx).locks.lock(trx, `champs:${typeId}`)
  await findType(trx, typeId)
}

/** A transaction that has the fields of a type for itself; the search index follows what it changes. */
export function inType<T>(db: Db, typeId: number, now: Date, change: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockType(trx, typeId)
    return redesigned(trx, typeId, now, () => change(trx))
  })
}

/** Numbers rows from 1 in the order of `ids`. */
async function writeOrdre(trx: Db, table: 'champs' | 'groupes', ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const steps = ids.map((id, index) => sql`when ${id} then cast(${index + 1} as integer)`)
  await trx
    .updateTable(table)
    .set({ ordre: sql<number>`case id ${sql.join(steps, sql` `)} end` })
    .where('id', 'in', ids)
    .execute()
}

/** Writes fields and groups in this order: the fields of a group are neighbours from now on. */
async function writeGroups(trx: Db, groups: readonly FieldGroup[]): Promise<void> {
  const fields = groups.flatMap(({ champs }) => champs.map(({ id }) => id))
  await writeOrdre(trx, 'champs', fields)
  const known = groups.flatMap(({ group }) => group?.id ?? [])
  await writeOrdre(trx, 'groupes', known)
}

/** The field goes behind the others of its group; the rest of the order stays as it is. */
export async function placeInGroup(trx: Db, typeId: number, champId: number): Promise<void> {
  const champs = await champsOf(trx, typeId)
  const moved = champs.find(({ id }) => id === champId)
  const others = champs.filter((one) => one !== moved)
  const last = others.findLastIndex(({ groupe }) => groupe?.id === moved?.groupe?.id)
  if (!moved || last === -1) return
  others.splice(last + 1, 0, moved)
  await writeOrdre(
    trx,
    'champs',
    others.map(({ id }) => id),
  )
}

const CHANGED = 'La liste des champs a changé entre-temps : rechargez la page.'

/** A part that another field of the new group already says leaves the one that came last; answers whether it did. */
async function enterGroup(trx: Db, typeId: number, champId: number, groupId: number | null): Promise<boolean> {
  const champs = await champsOf(trx, typeId)
  const champ = champs.find(({ id }) => id === champId)
  if (!champ || (champ.groupe?.id ?? null) === groupId) return false
  const isTaken =
    champ.partie !== null && champs.some(({ groupe, partie }) => groupe?.id === groupId && partie === champ.partie)
  await trx
    .updateTable('champs')
    .set({ groupe_id: groupId, ...(isTaken ? { partie: null } : {}) })
    .where('id', '=', champId)
    .execute()
  return isTaken
}

/**
 * The fields in the order of `ordre`, which names each of them once; `groupes` says of each in which group it stands. Answers those
 * that lost their part, which another one of the new group says.
 */
export function orderChamps(db: Db, typeId: number, { ordre, groupes }: SentOrder, now: Date): Promise<number[]> {
  return inType(db, typeId, now, async (trx) => {
    const known = (await champsOf(trx, typeId)).map((champ) => champ.id)
    const same =
      known.length === ordre.length && new Set(ordre).size === ordre.length && known.every((id) => ordre.includes(id))
    const ownGroups = new Set((await groupedChamps(trx, typeId)).map(({ group }) => group?.id ?? null))
    const areKnown =
      groupes === undefined || (groupes.length === ordre.length && groupes.every((id) => ownGroups.has(id)))
    if (!same || !areKnown) throw new AppError('conflit', CHANGED)
    const lostPart: number[] = []
    for (const [index, id] of ordre.entries()) {
      const groupId = groupes?.[index]
      if (groupId !== undefined && (await enterGroup(trx, typeId, id, groupId))) lostPart.push(id)
    }
    await writeOrdre(trx, 'champs', ordre)
    return lostPart
  })
}

/** The group beside `at`; where a field leaves its group it becomes the nearest of that one. */
function intoNext(groups: FieldGroup[], at: number, champ: Champ, step: -1 | 1): FieldGroup | undefined {
  const next = groups[at + step]
  if (!next) return undefined
  const from = groups[at]
  if (from) from.champs = from.champs.filter((one) => one !== champ)
  if (step === 1) next.champs.unshift(champ)
  else next.champs.push(champ)
  return next
}

/**
 * One place up or down, past the edge of its group into the next one; the first stays first, the last stays last. Answers whether the
 * field lost its part, which another one of the new group says.
 */
export function moveChamp(db: Db, typeId: number, champId: number, step: -1 | 1, now: Date): Promise<boolean> {
  return inType(db, typeId, now, async (trx) => {
    const groups = await groupedChamps(trx, typeId)
    const at = groups.findIndex(({ champs }) => champs.some(({ id }) => id === champId))
    const { champs = [] } = groups[at] ?? {}
    const from = champs.findIndex(({ id }) => id === champId)
    const champ = champs[from]
    if (!champ) throw new AppError('introuvable', 'Ce champ n’existe pas, ou plus.')
    const beside = champs[from + step]
    let lostPart = false
    if (beside) {
      champs[from] = beside
      champs[from + step] = champ
    } else {
      const next = intoNext(groups, at, champ, step)
      if (next) lostPart = await enterGroup(trx, typeId, champId, next.group?.id ?? null)
    }
    await writeGroups(trx, groups)
    return lostPart
  })
}

/** A whole group with its fields, one place up or down; those without fields stay behind the others. */
export function moveGroup(db: Db, typeId: number, groupId: number, step: -1 | 1, now: Date): Promise<void> {
  return inType(db, typeId, now, async (trx) => {
    const groups = await groupedChamps(trx, typeId)
    const from = groups.findIndex(({ group }) => group?.id === groupId)
    const [moved, beside] = [groups[from], groups[from + step]]
    if (!moved) throw new AppError('introuvable', 'Ce groupe n’existe pas, ou plus.')
    if (!beside || isEmpty(beside) !== isEmpty(moved)) return
    groups[from] = beside
    groups[from + step] = moved
    await writeGroups(trx, groups)
  })
}

const isEmpty = ({ champs }: FieldGroup): boolean => champs.length === 0

/** Puts the fields of a group behind those of another one. */
export async function placeBehind(trx: Db, typeId: number, groupId: number, behind: number): Promise<void> {
  const groups = fieldGroups(await champsOf(trx, typeId))
  const moved = groups.filter(({ group }) => group?.id === groupId)
  const others = groups.filter(({ group }) => group?.id !== groupId)
  others.splice(others.findIndex(({ group }) => group?.id === behind) + 1, 0, ...moved)
  await writeGroups(trx, others)
}
