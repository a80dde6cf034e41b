import { ACT_KINDS, type ActKind, type GroupRole, type PersonPart } from '../../../db/schema-persons.ts'

/** The words of people for what is stored, in the order of the lists to choose from. */
export const ACT_LABELS: Record<ActKind, string> = {
  bapteme: 'Baptême',
  naissance: 'Naissance',
  mariage: 'Mariage',
  contrat: 'Contrat de mariage',
  sepulture: 'Sépulture',
  deces: 'Décès',
  notarie: 'Acte notarié',
  recensement: 'Recensement',
  militaire: 'Registre militaire',
  table: 'Table',
  autre: 'Autre acte',
}

/** The kinds of acts as a list to choose from. */
export const ACT_CHOICES = ACT_KINDS.map((id) => ({ id, nom: ACT_LABELS[id] }))

export const ROLE_LABELS: Record<GroupRole, string> = {
  principal: 'Personne principale',
  conjoint: 'Conjoint',
  ancien_conjoint: 'Conjoint précédent',
  pere: 'Père',
  mere: 'Mère',
  parrain: 'Parrain',
  marraine: 'Marraine',
  temoin: 'Témoin',
  declarant: 'Déclarant',
  autre: 'Autre personne',
}

export const PART_LABELS: Record<PersonPart, string> = {
  nom: 'Nom',
  prenom: 'Prénoms',
  nom_complet: 'Nom complet',
  sexe: 'Sexe',
  age: 'Âge',
  date_naissance: 'Date de naissance',
  lieu_naissance: 'Lieu de naissance',
  origine: 'Origine',
  domicile: 'Domicile',
  profession: 'Profession',
  decede: 'Décédé',
  commentaire: 'Commentaire',
}
