import type { Db } from '../../../db/schema.ts'
import { AT_THE_START, actTitle, type Insertion } from '../rules/insertion.ts'
import { besideInRegister, registerOrder } from './order.ts'
import { type Releve, relevesByIds } from './records.ts'

export interface FoundPlace {
  insertion: Insertion | undefined
  /** The act after which it comes. */
  anchor: Releve | undefined
  /** The record asked for is not, or no longer, in this source: `insertion` is where it stood. */
  isLost: boolean
}

const after = (anchor: Releve | undefined): Pick<FoundPlace, 'insertion' | 'anchor'> => ({
  insertion: { apres: anchor?.id ?? AT_THE_START, act: anchor && { id: anchor.id, title: actTitle(anchor) } },
  anchor,
})

/** The place in a source's register that was asked by the id of a record (`askedPlace`). */
export async function findPlace(db: Db, sourceId: number, apres: number | undefined): Promise<FoundPlace> {
  if (apres === undefined) return { insertion: undefined, anchor: undefined, isLost: false }
  if (apres === AT_THE_START) return { ...after(undefined), isLost: false }
  const [anchor] = await relevesByIds(db, [apres])
  if (anchor?.source_id === sourceId) return { ...after(anchor), isLost: false }
  const wasHere = await db
    .selectFrom('releve_versions')
    .select('id')
    .where('releve_id', '=', apres)
    .where('source_id', '=', sourceId)
    .limit(1)
    .executeTakeFirst()
  if (!wasHere) return { insertion: undefined, anchor: undefined, isLost: true }
  const previous = await besideInRegister(await registerOrder(db, sourceId), apres, 'before')
  return { ...after(previous === undefined ? undefined : (await relevesByIds(db, [previous]))[0]), isLost: true }
}

/** After which act this one was inserted; undefined for one that stands as it was entered. */
export async function insertedAfter(db: Db, releve: Releve): Promise<Insertion | undefined> {
  const rank = db.selectFrom('rangs').select('releve_id').where('releve_id', '=', releve.id)
  if (!(await rank.executeTakeFirst())) return undefined
  const previous = await besideInRegister(await registerOrder(db, releve.source_id), releve.id, 'before')
  return after(previous === undefined ? undefined : (await relevesByIds(db, [previous]))[0]).insertion
}
