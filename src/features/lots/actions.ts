import { sql } from 'kysely'
import { insertRows } from '../../db/rows.ts'
import type { Db, Trx } from '../../db/schema.ts'
import type { LotLigneEtat } from '../../db/schema-lots.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { AppError } from '../../lib/errors.ts'
import { type Actor, record } from '../journal/actions.ts'
import type { Hand, Kept, LotAction } from './kind.ts'

/** For so long something done may be undone by whoever did it. */
export const UNDO_MS = HOUR_MS

/** So many are done at once, in one transaction; more of them by a task. */
export const AT_ONCE = 100

export interface NewLot {
  kind: string
  geste: string
  detail: Kept
  retour: string
  /** Names say later which ones were refused. */
  things: readonly { id: number; nom: string }[]
}

export interface Lot {
  id: number
  user_id: number
  kind: string
  geste: string
  detail: Kept
}

/** Writes down what is to be done. In the transaction of the task that does it, or of the doing itself. */
export async function createLot(trx: Trx, userId: number, { things, ...lot }: NewLot, now: string): Promise<Lot> {
  const { id } = await trx
    .insertInto('lots')
    .values({
      ...{ user_id: userId, kind: lot.kind, geste: lot.geste, detail: JSON.stringify(lot.detail) },
      ...{ etat: 'en_cours', total: things.length, retour: lot.retour, created_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRows(
    trx,
    'lot_lignes',
    things.map(({ id: cible_id, nom }, n) => ({
      ...{ lot_id: id, n, cible_id, nom: nom.slice(0, 255), etat: 'attente' as const, motif: null, avant: null },
    })),
  )
  return { id, user_id: userId, kind: lot.kind, geste: lot.geste, detail: lot.detail }
}

/** Something that was done by itself and may be undone like the lines of a lot. Returns the id of its lot. */
export async function keepDone(trx: Trx, userId: number, lot: NewLot, before: Kept, now: string): Promise<number> {
  const { id } = await createLot(trx, userId, lot, now)
  await trx
    .updateTable('lot_lignes')
    .set({ etat: 'faite', avant: JSON.stringify(before) })
    .where('lot_id', '=', id)
    .execute()
  await trx.updateTable('lots').set({ etat: 'fini' }).where('id', '=', id).execute()
  return id
}

interface Line {
  n: number
  cible_id: number
  avant: Kept | null
}

/** Lines that are still to be done, or undone, in order. */
export const nextLines = (trx: Db, lotId: number, etat: 'attente' | 'faite', limit: number): Promise<Line[]> =>
  trx
    .selectFrom('lot_lignes')
    .select(['n', 'cible_id', 'avant'])
    .where('lot_id', '=', lotId)
    .where('etat', '=', etat)
    .orderBy('n')
    .limit(limit)
    .execute()

interface Outcome {
  etat: LotLigneEtat
  motif?: string
  avant?: Kept
}

/** Takes back what was written for a thing that is refused, and nothing else of the transaction. */
async function trying(trx: Trx, refused: LotLigneEtat, work: () => Promise<Outcome>): Promise<Outcome> {
  await sql`savepoint ligne`.execute(trx)
  try {
    const outcome = await work()
    await sql`release savepoint ligne`.execute(trx)
    return outcome
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await sql`rollback to savepoint ligne`.execute(trx)
    await sql`release savepoint ligne`.execute(trx)
    return { etat: refused, motif: error.message }
  }
}

async function keepOutcome(trx: Trx, lotId: number, n: number, { etat, motif = '', avant }: Outcome): Promise<void> {
  await trx
    .updateTable('lot_lignes')
    .set({ etat, motif: motif || null, ...(avant && { avant: JSON.stringify(avant) }) })
    .where('lot_id', '=', lotId)
    .where('n', '=', n)
    .execute()
}

/** Does the lines, each with what it needs to be undone, whole or refused with its reason. */
export async function doLines(
  trx: Trx,
  lot: Lot,
  action: LotAction,
  hand: Hand,
  lines: readonly Line[],
): Promise<void> {
  for (const { n, cible_id } of lines) {
    const outcome = await trying(trx, 'refusee', async () => ({
      etat: 'faite',
      avant: await action.apply(trx, hand, cible_id, lot.detail),
    }))
    await keepOutcome(trx, lot.id, n, outcome)
  }
}

/** Undoes lines that were done; one that has moved on since is kept as it is, with the reason. */
export async function undoLines(
  trx: Trx,
  lot: Lot,
  action: LotAction,
  hand: Hand,
  lines: readonly Line[],
): Promise<void> {
  for (const { n, cible_id, avant } of lines) {
    const outcome = await trying(trx, 'gardee', async () => {
      await action.undo?.(trx, hand, cible_id, avant ?? {}, lot.detail)
      return { etat: 'defaite' }
    })
    await keepOutcome(trx, lot.id, n, outcome)
  }
}

/** The work is over: the journal has a line of it. */
export async function endLot(
  trx: Db,
  lot: Lot,
  by: Actor,
  { etat, now }: { etat: 'fini' | 'defait'; now: string },
): Promise<void> {
  await trx.updateTable('lots').set({ etat }).where('id', '=', lot.id).execute()
  const count = async (...etats: LotLigneEtat[]) => {
    const { n } = await trx
      .selectFrom('lot_lignes')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('lot_id', '=', lot.id)
      .where('etat', 'in', etats)
      .executeTakeFirstOrThrow()
    return n
  }
  const isDone = etat === 'fini'
  const detail = {
    geste: `${lot.kind}.${lot.geste}`,
    lignes: await (isDone ? count('faite') : count('defaite')),
    refus: await (isDone ? count('refusee') : count('gardee')),
  }
  await record(trx, by, { action: isDone ? 'lot' : 'lot.retour', detail }, now)
}

const LATE = 'Il est trop tard pour défaire ce geste\u00a0: cela se peut pendant une heure.'
const DONE_ALREADY = 'Ce geste est déjà défait, ou il est encore en cours.'

/** Begins to undo a lot, once. AppError « conflit » where it is too late, or was done already. */
export async function beginUndo(trx: Db, lot: { id: number; created_at: string }, now: Date): Promise<void> {
  if (now.getTime() - Date.parse(lot.created_at) > UNDO_MS) throw new AppError('conflit', LATE)
  const { numUpdatedRows } = await trx
    .updateTable('lots')
    .set({ etat: 'retour' })
    .where('id', '=', lot.id)
    .where('etat', '=', 'fini')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('conflit', DONE_ALREADY)
}

/** Forgets what was done before `before`. */
export async function purgeLots(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('lots')
    .where('etat', 'in', ['fini', 'defait'])
    .where('created_at', '<', before.toISOString())
    .execute()
}
