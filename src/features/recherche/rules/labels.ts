import type { CoupleActs } from '../../../champs/couples.ts'
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

export const ACTS_LABELS: Record<CoupleActs, string> = {
  mariage: 'leur mariage',
  enfants: 'leurs enfants',
  autres: 'décès, remariages et autres actes',
}

export const SORT_LABELS: Record<Sort, string> = {
  date: 'date',
  'date-desc': 'date décroissante',
  nom: 'nom',
  lieu: 'lieu',
}

/** The form looks for one of these. */
export const POUR_LABELS = { personne: 'une personne', couple: 'un couple' } as const
