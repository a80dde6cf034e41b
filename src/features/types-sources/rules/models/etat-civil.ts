import { deces } from './deces.ts'
import { mariage } from './mariage.ts'
import {
  date,
  heading,
  inRegister,
  lieu,
  list,
  long,
  type ModelChamp,
  named,
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
  ...named(cle, de),
  text(`age_${cle}`, `Âge ${de}`),
  text(`profession_${cle}`, `Profession ${de}`),
  lieu(`domicile_${cle}`, `Domicile ${de}`),
]

const naissance: TypeModel = {
  cle: 'naissances',
  nom: 'Naissances',
  description: 'État civil : actes de naissance.',
  acte: 'naissance',
  groupes: [
    heading('reperes', 'Repères', [date('date_evenement', 'Date de l’acte', { required: true }), ...inRegister]),
    person(
      'principal',
      ['enfant', 'Enfant'],
      [
        date('date_naissance', 'Date de naissance'),
        text('heure_naissance', 'Heure de naissance', { aide: 'Comme dans l’acte : trois heures du soir.' }),
        ...principal(),
        list('sexe', 'Sexe', SEXES, { required: true }),
        yesNo('reconnaissance', 'Reconnaissance'),
        date('date_reconnaissance', 'Date de reconnaissance'),
      ],
    ),
    person('pere', ['pere', 'Père', 'enfant'], parent('pere', 'du père')),
    person('mere', ['mere', 'Mère', 'enfant'], parent('mere', 'de la mère')),
    ...witnesses('temoin', 'Témoin', 2),
    notes(
      long('mentions_marginales', 'Mentions marginales', {
        aide: 'Mariage, décès : attention aux personnes vivantes.',
      }),
    ),
  ],
}

/** Acts of the town hall, from 1792. */
export const ETAT_CIVIL: TypeModel[] = [
  naissance,
  mariage('mariages_civils', 'Mariages (état civil)', 'État civil : actes de mariage.', [
    long('mentions', 'Mentions', { aide: 'Divorce, légitimation.' }),
    yesNo('signatures', 'Signatures'),
  ]),
  deces('deces', ['deces', 'Décès', 'État civil : actes de décès.'], {
    evenement: 'Date de l’acte',
    temoin: 'Déclarant',
  }),
]
