import { plural } from '../../../lib/text.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { StuckCounts } from './queries.ts'
import { PATH } from './views.tsx'

/** Mails and other work that did not succeed; nothing where all did. */
export function StuckNotice(counts: StuckCounts) {
  if (counts.total === 0) return null
  return (
    <Notice label="Tâches en échec">
      <p>
        <strong>{whatFailed(counts)}</strong> {whatComesNext(counts)} <a href={PATH}>Voir les tâches en échec</a>
      </p>
    </Notice>
  )
}

function whatFailed({ total, mails }: StuckCounts): string {
  if (mails === total) return `${plural(mails, 'courriel n’est pas parti', 'courriels ne sont pas partis')}.`
  const all = plural(total, 'tâche n’a pas abouti', 'tâches n’ont pas abouti')
  return mails === 0 ? `${all}.` : `${all}, dont ${plural(mails, 'courriel', 'courriels')}.`
}

const whatComesNext = ({ parked }: StuckCounts): string =>
  parked === 0
    ? 'Le site essaiera de nouveau de lui-même.'
    : `${plural(parked, 'est arrêtée et attend', 'sont arrêtées et attendent')} votre décision.`
