import type { SourceStatus } from '../../db/schema.ts'

interface Step {
  label: string
  /** Shape and colour of its badge (`Badge` of ui/page.tsx). */
  tone: 'ok' | 'warn' | 'err' | 'info' | 'neutre'
  /** May records be written while the source stands here? */
  isOpen: boolean
  next: SourceStatus[]
}

/** The workflow of decisions.md, section 3. Who may do each step is in policy.ts. */
export const WORKFLOW: Record<SourceStatus, Step> = {
  a_relever: { label: 'À relever', tone: 'neutre', isOpen: true, next: ['en_cours'] },
  en_cours: { label: 'En cours', tone: 'info', isOpen: true, next: ['a_valider'] },
  a_valider: { label: 'À valider', tone: 'warn', isOpen: false, next: ['en_cours', 'validee', 'rejetee'] },
  validee: { label: 'Validée', tone: 'ok', isOpen: false, next: ['en_cours'] },
  rejetee: { label: 'Rejetée', tone: 'err', isOpen: true, next: ['a_valider', 'en_cours'] },
}

export const statusLabel = (status: SourceStatus): string => WORKFLOW[status].label

/** The label under a number of sources: « 2 Validées ». */
export const countLabel = (status: SourceStatus, n: number): string => {
  const label = statusLabel(status)
  return n >= 2 && label.endsWith('ée') ? `${label}s` : label
}

export const statusTone = (status: SourceStatus): Step['tone'] => WORKFLOW[status].tone

/** Where a source goes by itself when a record is written in it; undefined where it stays. */
export function statusAfterEntry(status: SourceStatus): SourceStatus | undefined {
  return status === 'a_relever' || status === 'rejetee' ? 'en_cours' : undefined
}
