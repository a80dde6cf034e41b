import { plural } from '../../../lib/text.ts'
import type { StuckCounts } from './queries.ts'

function whatFailed({ total, mails }: StuckCounts): string {
  if (mails === total) return `${plural(mails, 'courriel n’est pas parti', 'courriels ne sont pas partis')}.`
  const all = plural(total, 'tâche n’a pas abouti', 'tâches n’ont pas abouti')
  return mails === 0 ? `${all}.` : `${all}, dont ${plural(mails, 'courriel', 'courriels')}.`
}

const whatComesNext = ({ parked }: StuckCounts): string =>
  parked === 0
    ? 'Le site essaiera de nouveau de lui-même.'
    : `${plural(parked, 'est arrêtée et attend', 'sont arrêtées et attendent')} votre décision.`

/** Tells of mails and other work that did not succeed: what failed, and what comes next. */
export const stuckInWords = (counts: StuckCounts): { what: string; next: string } => ({
  what: whatFailed(counts),
  next: whatComesNext(counts),
})
