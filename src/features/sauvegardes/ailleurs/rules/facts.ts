import { formatInstant, plural } from '../../../../lib/text.ts'
import type { ElsewhereState } from '../queries.ts'

/** How the copies elsewhere go, for a line of facts. */
export function elsewhereFact(state: ElsewhereState | undefined): string {
  if (state === undefined) return 'non réglée'
  const { last, failed, late } = state
  const known = last ? `${formatInstant(last.at)} (${last.fichier})` : 'aucune encore'
  if (failed) return `${known}, échec le ${formatInstant(failed.created_at)}`
  return late === undefined ? known : `${known}, aucune depuis ${plural(late, 'jour', 'jours')}`
}
