import type { PlaceBox } from '../../../champs/place-choice.ts'
import type { Body, FormErrors } from '../../../lib/body.ts'
import type { Member, SourceChoices, VisibleSource } from '../queries/sources.ts'

export interface SourceFormProps extends PlaceBox {
  raw: Body
  errors: FormErrors
  choices: SourceChoices
}

/** A part of the form. */
export type FieldsProps = SourceFormProps & { membres: Member[]; source?: VisibleSource }

export const LABELS = {
  titre: 'Titre',
  type_source_id: 'Type de source',
  lieu_id: 'Lieu',
  annee_debut: 'Première année',
  annee_fin: 'Dernière année',
  annees: 'Années présentes',
  lacunes: 'Lacunes',
  section_id: 'Section',
  depot_id: 'Dépôt',
  cote: 'Cote',
  url: 'Adresse des images',
  note: 'Note',
  relecture: 'Ce qui est relu avant la décision',
  quatre_yeux: 'Qui approuve un acte corrigé à la relecture',
  double_saisie: 'Seconde saisie à l’aveugle',
  membres: 'Membres',
}

/** The part of the help that explains what is chosen. */
export const HELP = { section_id: 'sources#la-section-les-membres-et-la-cote', depot_id: 'mots#les-archives' }
