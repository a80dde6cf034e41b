import type { RegisterState } from '../../../db/schema-couverture.ts'
import { ACT_KINDS, type ActKind } from '../../../db/schema-persons.ts'
import { sortKey } from '../../../lib/text.ts'
import { ACT_LABELS } from '../../types-sources/rules/persons.ts'

export const STATE_LABELS: Record<RegisterState, string> = {
  conserve: 'Conservé',
  perdu: 'Perdu',
  brule: 'Brûlé',
  non_tenu: 'Non tenu',
}

/** Longest of what is typed freely. */
export const MAX_COTE = 120
export const MAX_NOTE = 2000

/** Words without accents, case and the s of their plurals. */
const folded = (text: string): string =>
  sortKey(text)
    .replace(/[\s_'’-]+/g, ' ')
    .replace(/s\b/g, '')
    .trim()

/** « Baptêmes », « bapteme », « BAPTÊME » are one kind. */
export function actNamed(text: string): ActKind | undefined {
  const said = folded(text)
  return ACT_KINDS.find((kind) => [folded(kind), folded(ACT_LABELS[kind])].includes(said))
}

/** « brûlé », « Brule » and « brûlés » are one state; an empty cell is a register that is kept. */
export function stateNamed(text: string): RegisterState | undefined {
  const said = folded(text)
  if (said === '') return 'conserve'
  return (Object.keys(STATE_LABELS) as RegisterState[]).find((state) =>
    [folded(state), folded(STATE_LABELS[state])].includes(said),
  )
}

export const yearsText = ({ annee_debut, annee_fin }: { annee_debut: number; annee_fin: number }): string =>
  annee_debut === annee_fin ? String(annee_debut) : `${annee_debut}-${annee_fin}`

interface Named {
  acte: ActKind
  lieu: string
  annee_debut: number
  annee_fin: number
}

/** « Baptême, Dinard, 1760-1768 » */
export const registerName = (register: Named): string =>
  `${ACT_LABELS[register.acte]}, ${register.lieu}, ${yearsText(register)}`
