import type { Mode } from '../../../search/language.ts'
import type { SearchRole } from '../../../search/marks.ts'
import type { Tri } from './criteria.ts'

/** Names of the fields, for the form, its errors and the filters in force. */
export const LABELS = {
  q: 'Mots',
  nom: 'Nom',
  prenom: 'Prénom',
  mode: 'Orthographe',
  role: 'Porté par',
  type: 'Type de source',
  lieu: 'Lieu',
  annee_debut: 'De l’année',
  annee_fin: 'À l’année',
  section: 'Section',
  statut: 'Statut',
  source: 'Source',
  tri: 'Ordre',
}

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

export const TRI_LABELS: Record<Tri, string> = {
  date: 'date',
  'date-desc': 'date, la plus récente d’abord',
  nom: 'nom',
  lieu: 'lieu',
}
