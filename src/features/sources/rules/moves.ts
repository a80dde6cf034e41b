import type { SourceStatus } from '../../../db/schema.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { canManageSource, canWriteReleves, type SourceAccess } from '../../droits/policy.ts'
import { WORKFLOW } from '../../droits/status.ts'

export type MovableSource = SourceAccess & { nb_releves: number }

interface Move {
  /** What the button says. */
  label: string
  /** What the next page says. */
  done: string
  who: 'writers' | 'managers' | 'submitter_or_managers'
  /** Needs at least one record. */
  needsReleves?: true
  /** A reason is asked for. */
  needsMotif?: true
}

type Key = `${SourceStatus}>${SourceStatus}`

/** The table of decisions.md, section 3. A pair that is not in it is no move. */
const MOVES: Partial<Record<Key, Move>> = {
  'a_relever>en_cours': { label: 'Commencer le relevé', done: 'Le relevé de la source est commencé.', who: 'writers' },
  'en_cours>a_valider': submission('Soumettre à validation'),
  'rejetee>a_valider': submission('Soumettre de nouveau'),
  'a_valider>en_cours': {
    label: 'Retirer de la validation',
    done: 'Source retirée de la validation.',
    who: 'submitter_or_managers',
  },
  'a_valider>validee': { label: 'Valider', done: 'Source validée.', who: 'managers' },
  'a_valider>rejetee': { label: 'Rejeter', done: 'Source rejetée.', who: 'managers', needsMotif: true },
  'rejetee>en_cours': { label: 'Reprendre le relevé', done: 'Le relevé de la source est repris.', who: 'writers' },
  'validee>en_cours': { label: 'Rouvrir', done: 'Source rouverte.', who: 'managers' },
}

function submission(label: string): Move {
  return { label, done: 'Source soumise à validation.', who: 'writers', needsReleves: true }
}

/** The move from one status to another; undefined where the workflow has none. */
export const moveBetween = (from: SourceStatus, to: SourceStatus): Move | undefined => MOVES[`${from}>${to}`]

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

/** Where this user may move the source from here: what the page of the source offers. */
export function allowedTransitions(user: CurrentUser, source: MovableSource, submitterId?: number): SourceStatus[] {
  return WORKFLOW[source.status].next.filter((to) => {
    const move = moveBetween(source.status, to)
    if (!move || (move.needsReleves && source.nb_releves === 0)) return false
    return mayMove(user, source, move, submitterId)
  })
}
