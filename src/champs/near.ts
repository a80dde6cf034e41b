import { quoted } from '../lib/typo.ts'
import type { PlaceValue } from './kind.ts'

const SHOWN = 3

/** « Vouliez-vous écrire … ? », behind what is wrong with the name of a place; '' where no other is near. */
export function nearSentence(places: readonly PlaceValue[]): string {
  const names = [...new Set(places.map(({ nom_long }) => nom_long))].slice(0, SHOWN)
  if (names.length === 0) return ''
  const cited = names.map(quoted)
  const list = new Intl.ListFormat('fr', { type: 'disjunction' }).format(cited)
  return ` Vouliez-vous écrire ${list}${places.length > SHOWN ? ', ou un autre de ce nom' : ''}\u202f?`
}
