import type { FieldState, ReleveEtats } from '../db/schema.ts'

/** The words shown for the states of a field (decisions.md, section 4). */
export const ETAT_LABELS: Record<FieldState, string> = {
  sur: 'sûr',
  douteux: 'douteux',
  illisible: 'illisible',
  absent: 'absent',
}

export const isEtat = (text: string): text is FieldState => Object.hasOwn(ETAT_LABELS, text)

/** The register gives no value: the field is done without one, even when it is required. */
export const isWithoutValue = (etat: FieldState): boolean => etat === 'illisible' || etat === 'absent'

/** The state of a field of a record; `sur` where none is stored. */
export const etatOf = (etats: ReleveEtats, nom: string): FieldState =>
  Object.hasOwn(etats, nom) ? (etats[nom] ?? 'sur') : 'sur'
