import type { PersonPart } from '../../../db/schema-persons.ts'
import { MAX_NOM, proposedNom } from './champ.ts'
import { MAX_LABEL } from './groups.ts'
import { date, lieu, list, type ModelChamp, SEXES, text, yesNo } from './models/pieces.ts'
import { isFeminine, ofPerson } from './person-words.ts'
import { PART_LABELS } from './persons.ts'

/** A field that says this of a person, as the ready types have it. */
const KIND_OF_PART: Record<PersonPart, (nom: string, label: string) => ModelChamp> = {
  nom: text,
  prenom: text,
  nom_complet: text,
  sexe: (nom, label) => list(nom, label, SEXES),
  age: text,
  date_naissance: date,
  lieu_naissance: lieu,
  origine: lieu,
  domicile: lieu,
  profession: text,
  decede: yesNo,
  commentaire: (nom, label) => text(nom, label, { completion: false }),
}

const ARTICLES = /_?(?:^|_)(?:de|du|des|d|la|le|les|l)(?=_)/g

/** « Père de l’époux » → pere_epoux. */
const keyOf = (libelle: string): string => proposedNom(libelle).replace(ARTICLES, '').replace(/^_/, '')

function labelOf(part: PersonPart, libelle: string): string {
  const label =
    part === 'decede'
      ? `${libelle} ${isFeminine(libelle) ? 'décédée' : 'décédé'}`
      : `${PART_LABELS[part]} ${ofPerson(libelle)}`
  return label.slice(0, MAX_LABEL)
}

/**
 * The fields of a new person, one for each part. `isFirst`: the person that the act is about, whose surname and first names feed lists
 * and search by the names `nom` and `prenom`.
 */
export function champsOfPerson(libelle: string, parts: readonly PersonPart[], isFirst: boolean): ModelChamp[] {
  const nomOf = (part: PersonPart) =>
    isFirst && (part === 'nom' || part === 'prenom') ? part : `${part}_${keyOf(libelle)}`.slice(0, MAX_NOM)
  return parts.map((part) => ({ ...KIND_OF_PART[part](nomOf(part), labelOf(part, libelle)), partie: part }))
}

/** The day of the act, which classes its records. */
export const ACT_DATE: ModelChamp = date('date_evenement', 'Date de l’acte')

/** Parts that most persons of an act have. */
export const USUAL_PARTS: readonly PersonPart[] = ['nom', 'prenom']
