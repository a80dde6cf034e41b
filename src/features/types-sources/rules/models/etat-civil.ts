import { deces } from './deces.ts'
import { mariage } from './mariage.ts'
import {
  date,
  lieu,
  liste,
  long,
  type ModelChamp,
  notes,
  oui,
  personne,
  principal,
  reperes,
  SEXES,
  type TypeModel,
  temoins,
  texte,
} from './pieces.ts'

const parent = (cle: string, de: string): ModelChamp[] => [
  ...personne(cle, de),
  texte(`age_${cle}`, `Âge ${de}`),
  texte(`profession_${cle}`, `Profession ${de}`),
  lieu(`domicile_${cle}`, `Domicile ${de}`),
]

const naissance: TypeModel = {
  cle: 'naissances',
  nom: 'Naissances',
  description: 'État civil : actes de naissance.',
  champs: [
    date('date_evenement', 'Date de l’acte', { required: true }),
    ...reperes,
    date('date_naissance', 'Date de naissance'),
    texte('heure_naissance', 'Heure de naissance', { aide: 'Comme dans l’acte : trois heures du soir.' }),
    ...principal(),
    liste('sexe', 'Sexe', SEXES, { required: true }),
    ...parent('pere', 'du père'),
    ...parent('mere', 'de la mère'),
    ...temoins('temoin', 'témoin', 2),
    oui('reconnaissance', 'Reconnaissance'),
    date('date_reconnaissance', 'Date de reconnaissance'),
    long('mentions_marginales', 'Mentions marginales', { aide: 'Mariage, décès : attention aux personnes vivantes.' }),
    notes,
  ],
}

/** Acts of the town hall, from 1792. */
export const ETAT_CIVIL: TypeModel[] = [
  naissance,
  mariage('mariages_civils', 'Mariages (état civil)', 'État civil : actes de mariage.', [
    long('mentions', 'Mentions', { aide: 'Divorce, légitimation.' }),
    oui('signatures', 'Signatures'),
  ]),
  deces('deces', 'Décès', 'État civil : actes de décès.', { evenement: 'Date de l’acte', temoin: 'déclarant' }),
]
