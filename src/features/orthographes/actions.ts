import { dialectOf } from '../../db/dialect/index.ts'
import { once, type Sending } from '../../db/once.ts'
import { refuse, type Saved, saving } from '../../db/saving.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { AppError } from '../../lib/errors.ts'
import { NBSP } from '../../lib/typo.ts'
import { type Actor, record } from '../journal/actions.ts'
import type { JournalAction } from '../journal/rules/kinds.ts'
import { type NotifyOptions, notify } from '../notifications/actions.ts'
import type { SpellingInput } from './form.ts'
import { findSpelling, linesOfPair, objectionTo } from './queries/lines.ts'
import type { SpellingRow } from './queries/listing.ts'
import { written } from './rules/line.ts'

/** Somebody acts on lines, and the site may tell others of it. */
export interface Acting {
  by: Actor
  /** The id of that person. */
  userId: number
  options: NotifyOptions
}

const CHANGED = 'Cette ligne a été modifiée entre-temps par quelqu’un d’autre. Vérifiez, puis enregistrez de nouveau.'
const CHANGED_SINCE = 'Cette ligne a été modifiée entre-temps par quelqu’un d’autre. Revoyez-la d’abord.'
const GONE = { lieu: 'Ce lieu n’existe plus.' }
/** The lock of this feature does not see everything that changes lines: a place may be merged into another one. */
const TAKEN = { nom2: 'Une ligne de ces deux noms vient d’être enregistrée pour ce lieu.' }

/** From here on no other line appears: contradictions are looked for and none comes between. */
const lockSpellings = (trx: Trx): Promise<void> => dialectOf(trx).locks.lock(trx, 'orthographes')

const note = (trx: Trx, { by, options }: Acting, action: JournalAction, ligne: number) =>
  record(trx, by, { action, detail: { ligne } }, options.now.toISOString())

async function refuseWhatObjects(trx: Trx, input: SpellingInput, exceptId?: number): Promise<void> {
  const message = objectionTo(input.signe, await linesOfPair(trx, input), exceptId)
  if (message !== undefined) refuse({ nom2: message })
}

const decided = ({ userId, options }: Acting) => ({
  etat: 'acceptee' as const,
  decideur_id: userId,
  decidee_at: options.now.toISOString(),
})

/** Adds a line, once for each form shown: a proposal, or an accepted line of whoever decides on them. Gives its id. */
export function addSpelling(
  db: Db,
  input: SpellingInput,
  { sending, acting, decides }: { sending: Sending; acting: Acting; decides: boolean },
): Promise<Saved<number>> {
  return saving(db, { taken: TAKEN, gone: GONE }, async (trx) => {
    await lockSpellings(trx)
    return once(trx, sending, async () => {
      await refuseWhatObjects(trx, input)
      const { now } = sending
      const { id } = await trx
        .insertInto('orthographes')
        .values({
          ...{ ...input, auteur_id: acting.userId, motif: null, created_at: now, updated_at: now },
          ...(decides ? decided(acting) : { etat: 'proposee', decideur_id: null, decidee_at: null }),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await note(trx, acting, decides ? 'orthographe.ajout' : 'orthographe.proposition', id)
      if (!decides)
        await notify(trx, 'OrthographeProposee', { id, ligne: written(input), actorId: acting.userId }, acting.options)
      return id
    })
  })
}

/** Saves a line; its state stays. Refused where `version` is no longer the row's. */
export function updateSpelling(
  db: Db,
  id: number,
  { version, ...input }: SpellingInput & { version: number },
  acting: Acting,
): Promise<Saved> {
  return saving(db, { taken: TAKEN, gone: GONE }, async (trx) => {
    await lockSpellings(trx)
    const before = await findSpelling(trx, id)
    if (before.version !== version) refuse({ '': CHANGED }, before.version)
    if (before.etat !== 'refusee') await refuseWhatObjects(trx, input, id)
    await write(trx, id, { ...input, updated_at: acting.options.now.toISOString() })
    await note(trx, acting, 'orthographe.modification', id)
    return null
  })
}

type Change = Partial<
  SpellingInput & Pick<SpellingRow, 'etat' | 'motif' | 'decidee_at'> & { decideur_id: number; updated_at: string }
>

const write = (trx: Trx, id: number, change: Change) =>
  trx
    .updateTable('orthographes')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** A decision: the line is accepted, or refused for a reason. AppError `conflit` where it is no longer what was shown. */
export async function decide(
  db: Db,
  id: number,
  decision: { version: number; motif: string | null },
  acting: Acting,
): Promise<void> {
  const etat = decision.motif === null ? 'acceptee' : 'refusee'
  await db.transaction().execute(async (trx) => {
    await lockSpellings(trx)
    const line = await findSpelling(trx, id)
    // A second click finds what the first has done.
    if (line.etat === etat && line.motif === decision.motif && line.version === decision.version + 1) return
    if (line.version !== decision.version) throw new AppError('conflit', CHANGED_SINCE)
    const objection = etat === 'acceptee' && objectionTo(line.signe, await linesOfPair(trx, line), id)
    if (objection) throw new AppError('conflit', objection)
    const now = acting.options.now.toISOString()
    await write(trx, id, { ...decided(acting), etat, motif: decision.motif, updated_at: now })
    await note(trx, acting, etat === 'acceptee' ? 'orthographe.acceptation' : 'orthographe.refus', id)
    await tellAuthor(trx, line, decision.motif, acting)
  })
}

/** Tells the author of each decision on a line, by the version that it made. */
const tellAuthor = (trx: Trx, line: SpellingRow, motif: string | null, { userId, options }: Acting) =>
  notify(
    trx,
    'OrthographeDecidee',
    { id: line.id, ligne: written(line), version: line.version + 1, authorId: line.auteur_id, motif, actorId: userId },
    options,
  )

/** Deletes a line. `mayRemove` is asked of the line as it is by then. AppError `conflit` where it was changed since `version`. */
export async function deleteSpelling(
  db: Db,
  id: number,
  version: number,
  { acting, mayRemove }: { acting: Acting; mayRemove: (line: SpellingRow) => boolean },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockSpellings(trx)
    const line = await findSpelling(trx, id)
    if (!mayRemove(line)) throw new AppError('conflit', `Cette ligne a été décidée entre-temps${NBSP}: elle reste.`)
    if (version > 0 && line.version !== version) throw new AppError('conflit', CHANGED_SINCE)
    await trx.deleteFrom('orthographes').where('id', '=', id).execute()
    await note(trx, acting, 'orthographe.suppression', id)
  })
}
