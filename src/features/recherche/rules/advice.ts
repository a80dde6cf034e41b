// Advice to somebody who found nothing, where it is more than to take a criterion away.
import { fold } from '../../../lib/text.ts'
import { quoted } from '../../../lib/typo.ts'
import type { Criteria } from './criteria.ts'

/** One piece of advice, with the change that does it. */
export interface Advice {
  text: string
  change: Partial<Criteria>
}

/** The first word asked of any text, where a longer beginning might find more. */
function longWord({ clauses }: Criteria): string | undefined {
  const [first] = clauses.flatMap((one) => (one.what === 'words' && one.how === 'word' ? one.words : []))
  const word = first?.replace(/[*?]/g, '') ?? ''
  return word.length > 4 ? word : undefined
}

export function otherWords(criteria: Criteria): Advice[] {
  const word = longWord(criteria)
  if (word === undefined) return []
  const isWord = (typed: string) => fold(typed).replace(/[*?]/g, '') === word
  const replaced = (by: string) => ({
    q: criteria.q.replace(/[\p{L}\p{N}\p{M}*?]+/gu, (typed) => (isWord(typed) ? by : typed)),
  })
  const start = `${word.slice(0, 4)}*`
  return [
    { text: `cherchez ce qui se prononce comme ${quoted(word)}`, change: replaced(`~${word}`) },
    { text: `cherchez le début du nom suivi d’une étoile, comme ${quoted(start)}`, change: replaced(start) },
  ]
}

/** Is a name asked for in its own box? */
export const isNamed = ({ nom, prenom }: Criteria): boolean => nom + prenom !== ''

/** Are two names asked for, as those of a couple? */
export const isOfCouple = ({ nom, prenom, nom2, prenom2 }: Criteria): boolean =>
  nom + prenom !== '' && nom2 + prenom2 !== ''

export function allActs(criteria: Criteria): Advice[] {
  if (criteria.actes === null || !isOfCouple(criteria)) return []
  return [{ text: 'cherchez tous les actes du couple', change: { actes: null } }]
}

export function otherSpellings(criteria: Criteria): Advice[] {
  const { mode } = criteria
  const list: Advice[] = []
  if (!isNamed(criteria)) return list
  if (mode !== 'sonore') list.push({ text: 'cherchez ce qui se prononce ainsi', change: { mode: 'sonore' } })
  if (mode === 'exact') list.push({ text: 'cherchez le début du nom seulement', change: { mode: 'debut' } })
  return list
}

export function surnameAlone({ nom, prenom }: Criteria): Advice[] {
  return nom !== '' && prenom !== '' ? [{ text: 'cherchez sans le prénom', change: { prenom: '' } }] : []
}

export function anybody(criteria: Criteria): Advice[] {
  if (criteria.role === null || !isNamed(criteria)) return []
  return [{ text: 'cherchez ce nom porté par n’importe qui dans l’acte', change: { role: null } }]
}

export function widerYears({ annee_debut, annee_fin }: Criteria): Advice[] {
  if (annee_debut === null && annee_fin === null) return []
  const wider = (year: number | null, by: number) => (year === null ? null : Math.max(1, year + by))
  const change = { annee_debut: wider(annee_debut, -10), annee_fin: wider(annee_fin, 10) }
  return [{ text: 'élargissez les années de dix ans de chaque côté', change }]
}
