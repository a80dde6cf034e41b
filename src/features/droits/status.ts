import { SOURCE_STATUSES, type SourceStatus } from '../../db/schema.ts'

interface Step {
  label: string
  /** Shape and colour of its badge (`Badge` of ui/page.tsx). */
  tone: 'ok' | 'warn' | 'err' | 'info' | 'neutre'
  /** May records be written while the source stands here? */
  isOpen: boolean
  /** Does it wait for the decision of whoever manages its section? */
  isAwaited: boolean
  /** Its place in the list of what one still has to do, from 0; null where the work is done. */
  rank: number | null
}

/** The statuses of decisions.md, section 3. The moves between them are one table too, `sources/rules/workflow.ts`. */
export const WORKFLOW: Record<SourceStatus, Step> = {
  a_relever: { label: 'À relever', tone: 'neutre', isOpen: true, isAwaited: false, rank: 2 },
  en_cours: { label: 'En cours', tone: 'info', isOpen: true, isAwaited: false, rank: 1 },
  a_valider: { label: 'À valider', tone: 'warn', isOpen: false, isAwaited: true, rank: null },
  validee: { label: 'Validée', tone: 'ok', isOpen: false, isAwaited: false, rank: null },
  rejetee: { label: 'Rejetée', tone: 'err', isOpen: true, isAwaited: false, rank: 0 },
}

/** The statuses that wait for a decision. */
export const AWAITED: readonly SourceStatus[] = SOURCE_STATUSES.filter((status) => WORKFLOW[status].isAwaited)

const rankOf = (status: SourceStatus): number => WORKFLOW[status].rank ?? SOURCE_STATUSES.length

/** The statuses in which one still has to do something, the most pressing first. */
export const TO_DO: readonly SourceStatus[] = SOURCE_STATUSES.filter((status) => WORKFLOW[status].rank !== null).sort(
  (a, b) => rankOf(a) - rankOf(b),
)

export const statusLabel = (status: SourceStatus): string => WORKFLOW[status].label

/** The label under a number of sources: « 2 Validées ». */
export const countLabel = (status: SourceStatus, n: number): string => {
  const label = statusLabel(status)
  return n >= 2 && label.endsWith('ée') ? `${label}s` : label
}

export const statusTone = (status: SourceStatus): Step['tone'] => WORKFLOW[status].tone

export type StatusCounts = Record<SourceStatus, number>

export const noSources = (): StatusCounts => ({ a_relever: 0, en_cours: 0, a_valider: 0, validee: 0, rejetee: 0 })
