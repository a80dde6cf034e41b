import { deces } from './deces.ts'
import { mariage } from './mariage.ts'
import {
  date,
  inRegister,
  lieu,
  list,
  long,
  type ModelChamp,
  notes,
  person,
  principal,
  SEXES,
  type TypeModel,
  text,
  witnesses,
  yesNo,
} from './pieces.ts'

const parent = (cle: string, de: string): ModelChamp[] => [
  ...person(cle, de),
  text(`age_${cle}`, `Âge ${de}`),
  text(`profession_${cle}`, `Profession ${de}`),
  lieu(`domicile_${cle}`, `Domicile ${de}`),
]

const naissance: TypeModel = {
  cle: 'naissances',
  nom: 'Naissances',
  description: 'État civil : actes de naissance.',
  champs: [
    date('date_evenement', 'Date de l’acte', { required: true }),
    ...inRegister,
    date('date_naissance', 'Date de naissance'),
    text('heure_naissance', 'Heure de naissance', { aide: 'Comme dans l’acte : trois heures du soir.' }),
    ...principal(),
    list('sexe', 'Sexe', SEXES, { required: true }),
    ...parent('pere', 'du père'),
    ...parent('mere', 'de la mère'),
    ...witnesses('temoin', 'témoin', 2),
    yesNo('reconnaissance', 'Reconnaissance'),
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
    yesNo('signatures', 'Signatures'),
  ]),
  deces('deces', 'Décès', 'État civil : actes de décès.', { evenement: 'Date de l’acte', temoin: 'déclarant' }),
]
