import type { Mode } from '../../../search/language.ts'
import type { SearchRole } from '../../../search/marks.ts'
import type { Sort } from './criteria.ts'

export const MODE_LABELS: Record<Mode, string> = {
  exact: 'exacte',
  debut: 'commence par',
  contient: 'contient',
  sonore: 'se prononce comme',
}

export const ROLE_LABELS: Record<SearchRole, string> = {
  principal: 'la personne de l’acte',
  conjoint: 'le conjoint',
  pere: 'un père',
  mere: 'une mère',
  parrain: 'un parrain ou une marraine',
  temoin: 'un témoin',
  autre: 'une autre personne',
}

export const SORT_LABELS: Record<Sort, string> = {
  date: 'date',
  'date-desc': 'date décroissante',
  nom: 'nom',
  lieu: 'lieu',
}

/** The form looks for one of these. */
export const POUR_LABELS = { personne: 'une personne', couple: 'un couple' } as const
