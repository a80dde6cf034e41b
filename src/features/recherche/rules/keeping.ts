// A search that somebody keeps has a title, and tells what is new every so often.
import type { Frequence } from '../../../db/schema-alertes.ts'
import type { Criteria } from './criteria.ts'

export const FREQUENCY_LABELS: Record<Frequence, string> = {
  semaine: 'Chaque semaine',
  jour: 'Chaque jour',
  site: 'Sur le site seulement',
}

export const MAX_TITLE = 120

const person = (nom: string, prenom: string): string => [nom, prenom].filter(Boolean).join(' ')

function years({ annee_debut, annee_fin }: Criteria): string {
  if (annee_debut === null) return annee_fin === null ? '' : `jusqu’en ${annee_fin}`
  if (annee_fin === null) return `à partir de ${annee_debut}`
  return annee_debut === annee_fin ? String(annee_debut) : `${annee_debut}-${annee_fin}`
}

/** « Martin × Le Goff, Saint-Malo, 1760-1790 »: what a search might be called. */
export function proposedTitle(criteria: Criteria): string {
  const { nom, prenom, nom2, prenom2, q, lieu } = criteria
  const couple = nom2 + prenom2 === '' ? [person(nom, prenom)] : [person(nom, prenom) || '…', person(nom2, prenom2)]
  const parts = [couple.join(' × '), q, lieu?.nom_long.split(',')[0] ?? '', years(criteria)]
  return parts.filter(Boolean).join(', ').slice(0, MAX_TITLE) || 'Ma recherche'
}
