import { KINDS } from '../../../../champs/index.ts'
import type { Champ } from '../../../../champs/kind.ts'
import type { ColumnMapping, MappedColumn } from '../../../imports/kind.ts'
import { wordsOf } from '../../../imports/rules/header-words.ts'
import { IGNORED, TO_NOTES } from '../../../imports/rules/mapping.ts'
import type { ReleveColumn } from '../../rows.ts'
import { notesChamp, notesSeparator } from './notes.ts'

/** The name of the field, but where that means something else in the form. */
const keyOf = ({ nom }: Champ): string => (nom === TO_NOTES || nom === IGNORED ? `champ:${nom}` : nom)
const stateKey = ({ nom }: Champ): string => `etat:${nom}`
const readingKey = ({ nom }: Champ): string => `lecture:${nom}`

/** A file may call the field by its label, its name, what it says of whom: the surest first. */
function namesOf({ label, nom, groupe, partie, acte }: Champ): string[] {
  const names = [label, nom]
  const part = partie?.replaceAll('_', ' ')
  if (part !== undefined && groupe?.role) {
    names.push(`${part} ${groupe.libelle}`)
    if (groupe.role === 'principal') names.push(part)
    // « Parrain » alone: the whole name, which is split.
    if (partie === 'nom') names.push(groupe.libelle)
  }
  if (nom === 'date_evenement') names.push('date', 'date acte', `date ${acte ?? ''}`, acte ?? '')
  return names
}

/** The field of the first names of the same person. */
function firstNamesOf(champ: Champ, champs: readonly Champ[]): Champ | undefined {
  const { nom, groupe, partie } = champ
  if (partie === 'nom' && groupe) {
    const own = champs.find((other) => other.groupe?.id === groupe.id && other.partie === 'prenom')
    if (own) return own
  }
  return /^nom(_|$)/.test(nom) ? champs.find((other) => other.nom === nom.replace(/^nom/, 'prenom')) : undefined
}

const NATURES: Partial<Record<Champ['type'], MappedColumn['nature']>> = {
  text: 'texte',
  textarea: 'texte',
  date: 'date',
}

function columnOf({ header, champ, part }: ReleveColumn, champs: readonly Champ[]): MappedColumn {
  const names = { nom: header, label: header, groupe: champ.groupe?.libelle ?? 'Champs' }
  if (part === 'etat')
    return { ...names, groupe: 'États', cle: stateKey(champ), nature: 'autre', beside: 'etat', mots: [] }
  if (part === 'lecture')
    return { ...names, groupe: 'Autres lectures', cle: readingKey(champ), nature: 'autre', beside: 'lecture', mots: [] }
  const prenoms = firstNamesOf(champ, champs)
  return {
    ...names,
    cle: keyOf(champ),
    required: champ.required,
    nature: NATURES[champ.type] ?? 'autre',
    prenoms: prenoms && keyOf(prenoms),
    etat: stateKey(champ),
    mots: namesOf(champ)
      .map(wordsOf)
      .filter((words) => words.length > 0),
    valeurs: valuesOf(champ),
    aide: KINDS[champ.type].inFile,
  }
}

function valuesOf({ type, options }: Champ): string[] | undefined {
  if (type === 'boolean') return ['Oui', 'Non']
  return KINDS[type].hasOptions ? options : undefined
}

const notesOf = (notes: Champ | undefined): ColumnMapping['notes'] =>
  notes && { cle: keyOf(notes), separator: notesSeparator(notes) }

/** Where the columns of a file of records may go. */
export const relevesMapping = (
  columns: readonly ReleveColumn[],
  champs: readonly Champ[],
): Pick<ColumnMapping, 'columns' | 'notes'> => ({
  columns: columns.map((column) => columnOf(column, champs)),
  notes: notesOf(notesChamp(champs)),
})

/** The field of a key of the form. */
export const champByKey = (champs: readonly Champ[], cle: string): Champ | undefined =>
  champs.find((champ) => keyOf(champ) === cle)
