import type { Db, SourceStatus, Trx } from '../../../db/schema.ts'
import { AppError, ensure } from '../../../lib/errors.ts'
import { quoted } from '../../../lib/typo.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { AWAITED, statusLabel } from '../../droits/status.ts'
import { type NotifyOptions, notify } from '../../notifications/actions.ts'
import { countOpenSeconds } from '../queries/second-keying.ts'
import { findVisibleSource, type VisibleSource } from '../queries/sources.ts'
import { mayMove, moveBetween } from '../rules/moves.ts'
import { openSecondsSentence } from '../rules/second-keying.ts'
import type { Move } from '../rules/workflow.ts'
import { wantWarnings } from '../warnings-queue.ts'
import { type GivenBack, hasStrangers, keepGivenBack, NOT_OF_SOURCE } from './given-back-actions.ts'
import { drawSeconds } from './second-keying-actions.ts'
import { recordTransition } from './sources.ts'

export interface StatusChange {
  source_id: number
  vers: SourceStatus
  /** Kept with a move that asks for one, required there; other moves keep none. */
  motif: string | null
  /** Version of the source that was looked at; 0: whatever it is. */
  version: number
  /** Acts to be looked at again, with the reason of each: only with the move that gives them back. */
  actes?: readonly GivenBack[]
}

/** Done, or what is missing or wrong beside its field. */
export type Moved = { ok: true; done: string } | { ok: false; errors: MoveErrors }

/** `''`: nothing of the form is wrong, something has to be done before. */
type MoveErrors = { motif?: string; actes?: string; ''?: string }

const quotedLabel = (status: SourceStatus): string => quoted(statusLabel(status))

/** Gives the account that submitted the source last; undefined where nobody did, or the account is gone. */
export async function submitterOf(db: Db, sourceId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('source_transitions')
    .select('user_id')
    .where('source_id', '=', sourceId)
    .where('vers', 'in', AWAITED)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.user_id ?? undefined
}

function moveOf(source: VisibleSource, { vers, actes = [] }: StatusChange): Move {
  const move = moveBetween(source.status, vers, actes.length > 0)
  if (move) return move
  const message =
    source.status === vers
      ? `Cette source est déjà au statut ${quotedLabel(vers)}.`
      : `Une source au statut ${quotedLabel(source.status)} ne peut pas passer à ${quotedLabel(vers)}.`
  throw new AppError('conflit', `${message} Rien n’a été changé\u00a0: rechargez la page de la source.`)
}

/** Says what stood in the way of a move that changed nothing. */
async function whyNothingMoved(trx: Db, before: VisibleSource, move: Move): Promise<AppError> {
  const now = await trx
    .selectFrom('sources')
    .select(['status', 'nb_releves'])
    .where('id', '=', before.id)
    .executeTakeFirst()
  if (!now) return new AppError('introuvable', 'Cette source vient d’être supprimée.')
  if (now.status !== before.status) {
    const state = `elle est maintenant au statut ${quotedLabel(now.status)}`
    return new AppError('conflit', `Quelqu’un vient de changer le statut de cette source\u00a0: ${state}.`)
  }
  if (move.withoutReleves !== null && now.nb_releves === 0) return new AppError('conflit', move.withoutReleves)
  return new AppError(
    'conflit',
    'Cette source a été modifiée depuis que vous l’avez ouverte. Rechargez sa page, puis recommencez.',
  )
}

/** Moves the row if it still stands where it was read; of several at once, one does (reliability.md T22). Returns its new version. */
async function moveRow(trx: Db, source: VisibleSource, move: Move, version: number, now: string): Promise<number> {
  let update = trx
    .updateTable('sources')
    .set((eb) => ({ status: move.to, updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', source.id)
    .where('status', '=', source.status)
    .where('nb_releves', '>=', move.withoutReleves === null ? 0 : 1)
  if (version > 0) update = update.where('version', '=', version)
  const moved = await update.returning('version').executeTakeFirst()
  if (!moved) throw await whyNothingMoved(trx, source, move)
  return moved.version
}

/** A move is undone by this: where the source stood, and the version that the move gave it. */
export interface MoveBefore {
  status: SourceStatus
  version: number
}

type MovedIn = { ok: true; done: string; before: MoveBefore } | Exclude<Moved, { ok: true }>

/** `changeStatus` in the transaction at hand. */
export async function moveSource(
  trx: Trx,
  user: CurrentUser,
  change: StatusChange,
  options: NotifyOptions,
): Promise<MovedIn> {
  const now = options.now.toISOString()
  const source = await findVisibleSource(trx, user, change.source_id)
  const move = moveOf(source, change)
  const submitterId = await submitterOf(trx, source.id)
  ensure(mayMove(user, source, move, submitterId), 'Ce changement de statut revient à d’autres personnes que vous.')
  const missing = move.motif?.missing ?? null
  if (missing !== null && change.motif === null) return { ok: false, errors: { motif: missing } }
  const actes = change.actes ?? []
  if (await hasStrangers(trx, source.id, actes)) return { ok: false, errors: { actes: NOT_OF_SOURCE } }
  const open = move.to === 'validee' ? await countOpenSeconds(trx, source.id) : undefined
  if (open && open.aSaisir + open.aArbitrer > 0) return { ok: false, errors: { '': openSecondsSentence(open) } }
  const version = await moveRow(trx, source, move, change.version, now)
  const motif = move.motif ? change.motif : null
  await keepGivenBack(trx, source.id, { vers: move.to, actes, now })
  const { id } = await trx
    .insertInto('source_transitions')
    .values({ source_id: source.id, user_id: user.id, de: source.status, vers: change.vers, motif, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const told = { source, transition_id: id, motif, actorId: user.id, submitterId }
  if (AWAITED.includes(move.to)) {
    await wantWarnings(trx, source.id, options.now)
    await drawSeconds(trx, source, now)
  }
  if (move.tells) await notify(trx, move.tells, told, options)
  return { ok: true, done: move.done, before: { status: source.status, version } }
}

/**
 * Moves a source through its workflow, keeps the move and tells who has to know, in one transaction. AppError `introuvable`
 * where the user does not see the source, `interdit` where the move is not his or hers to make, `conflit` where the workflow
 * has no such move or somebody else moved first. `keep` is part of the transaction.
 */
export function changeStatus(
  db: Db,
  user: CurrentUser,
  change: StatusChange,
  options: NotifyOptions,
  keep: (trx: Trx, before: MoveBefore) => Promise<void> = async () => {},
): Promise<Moved> {
  return db.transaction().execute(async (trx): Promise<Moved> => {
    const moved = await moveSource(trx, user, change, options)
    if (!moved.ok) return moved
    await keep(trx, moved.before)
    return { ok: true, done: moved.done }
  })
}

const MOVED_ON = 'Cette source a changé depuis\u00a0: son statut reste ce qu’il est.'

/**
 * Takes a move back, as long as nothing else was done to the source: it stands where it stood, and its history has a line of it. Those
 * who were told are not told again.
 */
export async function takeBackMove(
  trx: Trx,
  user: CurrentUser,
  { id, before, now }: { id: number; before: MoveBefore; now: string },
): Promise<void> {
  const { status: de } = await findVisibleSource(trx, user, id)
  const { numUpdatedRows } = await trx
    .updateTable('sources')
    .set((eb) => ({ status: before.status, updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', before.version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('conflit', MOVED_ON)
  await recordTransition(trx, { source_id: id, user_id: user.id, de, vers: before.status, now })
}
