import { type Held, heldText } from '../../../champs/held.ts'
import type { Champ } from '../../../champs/kind.ts'
import type { ReleveData, ReleveEtats, ReleveLectures, Schema } from '../../../db/schema.ts'

type Operation = Schema['releve_versions']['operation']

export const OPERATION_LABELS: Record<Operation, string> = {
  creation: 'Saisie',
  modification: 'Modification',
  suppression: 'Suppression',
  restauration: 'Rétablissement',
  deplacement: 'Déplacement d’une autre source',
}

/** The name of somebody whose account is gone, or of nobody: records outlive accounts (decisions.md, section 6). */
export const authorName = (name: string | null): string => name ?? 'Compte supprimé'

export interface VersionRow {
  version: number
  operation: Operation
  data: ReleveData
  etats: ReleveEtats
  lectures: ReleveLectures | null
  author: string | null
  /** The reader who proposed this version, where another applied it. */
  proposed_by?: string | null
  created_at: string
}

/** A field before and after; '' where it was empty. */
export interface Change {
  label: string
  avant: string
  apres: string
}

export interface HistoryLine {
  version: number
  operation: string
  author: string
  at: string
  changes: Change[]
}

/** Compares two versions field by field. */
export function changesBetween(champs: readonly Champ[], before: Held, after: Held): Change[] {
  return champs
    .map((champ) => ({ label: champ.label, avant: heldText(champ, before), apres: heldText(champ, after) }))
    .filter(({ avant, apres }) => avant !== apres)
}

/** Lines of a history, newest first, each with what changed since the version before it; `rows` may end with one that is only compared with. */
export function historyLines(champs: readonly Champ[], rows: readonly VersionRow[], shown: number): HistoryLine[] {
  return rows.slice(0, shown).map((row, index) => {
    const before = rows[index + 1]
    const isChange = row.operation === 'modification' && before !== undefined
    return {
      version: row.version,
      operation: OPERATION_LABELS[row.operation],
      author: row.proposed_by ? `${authorName(row.author)}, proposé par ${row.proposed_by}` : authorName(row.author),
      at: row.created_at,
      changes: isChange ? changesBetween(champs, before, row) : [],
    }
  })
}
