import type { SourceStatus } from '../../../db/schema.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { canManageSource, canWriteReleves, type SourceAccess } from '../../droits/policy.ts'
import { MOVES, type Move } from './workflow.ts'

type MovableSource = SourceAccess & { nb_releves: number }

/** The move from one status to another, with acts given back or without; undefined where the workflow has none. */
export const moveBetween = (from: SourceStatus, to: SourceStatus, givesBack = false): Move | undefined =>
  MOVES.find((move) => move.from === from && move.to === to && move.givesBack === givesBack)

/** The move that a source makes by itself when a record is written in it; undefined where it stays. */
export const moveByEntry = (from: SourceStatus): Move | undefined =>
  MOVES.find((move) => move.from === from && move.isMadeByEntry)

/** The statuses in which these moves end, each once. */
export const endsOf = (isMeant: (move: Move) => boolean): SourceStatus[] => [
  ...new Set(MOVES.filter(isMeant).map(({ to }) => to)),
]

/** May this user make the move? `submitterId`: who submitted the source last, undefined where that is not known. */
export function mayMove(
  user: CurrentUser,
  source: MovableSource,
  move: Pick<Move, 'who'>,
  submitterId?: number,
): boolean {
  if (move.who === 'writers') return canWriteReleves(user, source)
  return canManageSource(user, source) || (move.who === 'submitter_or_managers' && submitterId === user.id)
}

/** The moves that this user may make from here: what the page of the source offers. Acts are given back from the review alone. */
export function allowedMoves(user: CurrentUser, source: MovableSource, submitterId?: number): Move[] {
  return MOVES.filter((move) => {
    if (move.from !== source.status || move.givesBack || (move.withoutReleves !== null && source.nb_releves === 0))
      return false
    return mayMove(user, source, move, submitterId)
  })
}
