import { deces } from './deces.ts'
import { mariage } from './mariage.ts'
import {
  date,
  heading,
  inRegister,
  lieu,
  list,
  named,
  notes,
  person,
  principal,
  SEXES,
  type TypeModel,
  text,
  yesNo,
} from './pieces.ts'

const bapteme: TypeModel = {
  cle: 'baptemes',
  nom: 'Baptêmes',
  description: 'Registres paroissiaux : actes de baptême.',
  acte: 'bapteme',
  groupes: [
    heading('reperes', 'Repères', [date('date_evenement', 'Date de baptême', { required: true }), ...inRegister]),
    person(
      'principal',
      ['enfant', 'Enfant'],
      [
        ...principal(),
        list('sexe', 'Sexe', SEXES),
        date('date_naissance', 'Date de naissance'),
        list('legitimite', 'Légitimité', ['légitime', 'naturel', 'posthume', 'inconnu']),
        yesNo('ondoye', 'Ondoyé'),
      ],
    ),
    person(
      'pere',
      ['pere', 'Père', 'enfant'],
      [
        ...named('pere', 'du père'),
        text('profession_pere', 'Profession du père'),
        lieu('domicile', 'Domicile', { politique: 'repris' }),
        yesNo('pere_decede', 'Père décédé'),
      ],
    ),
    person(
      'mere',
      ['mere', 'Mère', 'enfant'],
      [
        ...named('mere', 'de la mère'),
        text('profession_mere', 'Profession de la mère'),
        yesNo('mere_decedee', 'Mère décédée'),
      ],
    ),
    person(
      'parrain',
      ['parrain', 'Parrain'],
      [
        ...named('parrain', 'du parrain'),
        text('commentaire_parrain', 'Commentaire parrain', { aide: 'Lien, profession, domicile.' }),
      ],
    ),
    person(
      'marraine',
      ['marraine', 'Marraine'],
      [
        ...named('marraine', 'de la marraine'),
        text('commentaire_marraine', 'Commentaire marraine', { aide: 'Lien, profession, domicile.' }),
      ],
    ),
    notes(text('mention_marginale', 'Mention marginale', { completion: false })),
  ],
}

/** Acts of the parish priest, until 1792. */
export const PAROISSE: TypeModel[] = [
  bapteme,
  mariage('mariages_paroissiaux', 'Mariages (paroissiaux)', 'Registres paroissiaux : actes de mariage.', []),
  deces('sepulture', ['sepultures', 'Sépultures', 'Registres paroissiaux : actes de sépulture.'], {
    evenement: 'Date de sépulture',
    temoin: 'Témoin',
  }),
]
