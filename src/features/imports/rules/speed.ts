import { formatNumber, plural } from '../../../lib/text.ts'
import type { Import } from '../kind.ts'

type Work = Pick<Import, 'etat' | 'avancement' | 'total' | 'taille' | 'nb_lignes' | 'travail_at' | 'travail_de'>

/** Before that a speed says nothing. */
const LEAST_MS = 3000

const MINUTE = 60
const HOUR = 3600

/** « moins d’une minute », « 12 minutes », « 2 heures ». */
function timeLeft(seconds: number): string {
  if (seconds < MINUTE) return 'moins d’une minute'
  if (seconds < HOUR) return `environ ${plural(Math.ceil(seconds / MINUTE), 'minute', 'minutes')}`
  return `environ ${plural(Math.round(seconds / HOUR), 'heure', 'heures')}`
}

/** Lines done so far, where that is what is counted: a dry run counts the bytes that it reads. */
const linesOf = ({ etat, avancement, nb_lignes }: Work): number => (etat === 'analyse' ? nb_lignes : avancement)

function doneSoFar(work: Work): string {
  const lines = linesOf(work)
  if (work.etat === 'analyse') return plural(lines, 'ligne lue', 'lignes lues')
  return `${plural(lines, 'ligne', 'lignes')} sur ${formatNumber(work.total)}`
}

/** Says how far the work under way is, how fast it goes and how long it will take; parts that nobody can tell yet are left out. */
export function progressOf(work: Work, now: Date): string[] {
  if (work.total === 0 || work.travail_at === null || linesOf(work) === 0) return []
  const elapsed = now.getTime() - Date.parse(work.travail_at)
  const done = work.avancement - work.travail_de
  if (elapsed < LEAST_MS || done <= 0) return [doneSoFar(work)]
  const left = ((work.total - work.avancement) * elapsed) / done / 1000
  // Once all lines are read, a dry run goes on without counting them.
  const isCounting = work.etat !== 'analyse' || work.avancement < work.taille
  const lines = work.etat === 'analyse' ? work.nb_lignes : done
  const speed = Math.max(1, Math.round((1000 * lines) / elapsed))
  return [
    doneSoFar(work),
    ...(isCounting ? [`${plural(speed, 'ligne', 'lignes')} par seconde`] : []),
    `encore ${timeLeft(left)}`,
  ]
}
