// The names of a search in one line, where how it was understood is worth a word: a couple, or names by their sound.
import type { Sounding } from '../../../search/wording.ts'
import type { Criteria } from './criteria.ts'

const upper = (text: string): string => text.toLocaleUpperCase('fr')

const personText = (nom: string, prenom: string): string => [upper(nom), prenom].filter(Boolean).join(' ')

/** A surname that the act does not tell has no words; where only one was typed any other fits. */
const UNTOLD = 'nom inconnu'
const ANY = '…'

/** « MARTIN Jean × LE GOFF Marie »; undefined where no couple is looked for. */
function coupleText({ nom, prenom, nom2, prenom2, clauses }: Criteria): string | undefined {
  if (nom2 + prenom2 !== '') return `${personText(nom, prenom) || ANY} × ${personText(nom2, prenom2)}`
  const couple = clauses.find((one) => one.what === 'couple')
  if (couple?.what !== 'couple') return undefined
  const [one, other] = couple.noms
  return `${upper(one.typed)} × ${other ? upper(other.typed) || UNTOLD : ANY}`
}

export function soughtText(criteria: Criteria, sounding: readonly Sounding[]): string | undefined {
  const couple = coupleText(criteria)
  if (couple !== undefined || sounding.length === 0) return couple
  return personText(criteria.nom, criteria.prenom) || sounding.map(({ typed }) => upper(typed)).join(', ')
}
