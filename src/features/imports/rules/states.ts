import type { ImportEtat } from '../../../db/schema-work.ts'

export const TASKS = {
  analyse: 'import.analyse',
  application: 'import.application',
  annulation: 'import.annulation',
} as const

interface Etat {
  label: string
  tone: 'ok' | 'warn' | 'err' | 'info' | 'neutre'
  /** Something goes on by itself: the page looks again. What to call it. */
  work?: string
}

export const ETATS: Record<ImportEtat, Etat> = {
  colonnes: { label: 'Colonnes à choisir', tone: 'warn' },
  recu: { label: 'Reçu', tone: 'info', work: 'La lecture va commencer' },
  analyse: { label: 'Analyse', tone: 'info', work: 'Lecture et vérification des lignes' },
  pret: { label: 'Prêt', tone: 'warn' },
  en_cours: { label: 'En cours', tone: 'info', work: 'Enregistrement des lignes' },
  termine: { label: 'Terminé', tone: 'ok' },
  abandonne: { label: 'Abandonné', tone: 'neutre' },
  annulation: { label: 'Annulation', tone: 'info', work: 'Annulation de l’import' },
  annule: { label: 'Annulé', tone: 'neutre' },
  echec: { label: 'Échec', tone: 'err' },
}
