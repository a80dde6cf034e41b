import { deces } from './deces.ts'
import { mariage } from './mariage.ts'
import { date, inRegister, lieu, list, notes, person, principal, SEXES, type TypeModel, text, yesNo } from './pieces.ts'

const bapteme: TypeModel = {
  cle: 'baptemes',
  nom: 'Baptêmes',
  description: 'Registres paroissiaux : actes de baptême.',
  champs: [
    date('date_evenement', 'Date de baptême', { required: true }),
    ...inRegister,
    ...principal(),
    list('sexe', 'Sexe', SEXES),
    date('date_naissance', 'Date de naissance'),
    list('legitimite', 'Légitimité', ['légitime', 'naturel', 'posthume', 'inconnu']),
    yesNo('ondoye', 'Ondoyé'),
    ...person('pere', 'du père'),
    text('profession_pere', 'Profession du père'),
    lieu('domicile', 'Domicile', { politique: 'repris' }),
    yesNo('pere_decede', 'Père décédé'),
    ...person('mere', 'de la mère'),
    text('profession_mere', 'Profession de la mère'),
    yesNo('mere_decedee', 'Mère décédée'),
    ...person('parrain', 'du parrain'),
    text('commentaire_parrain', 'Commentaire parrain', { aide: 'Lien, profession, domicile.' }),
    ...person('marraine', 'de la marraine'),
    text('commentaire_marraine', 'Commentaire marraine', { aide: 'Lien, profession, domicile.' }),
    text('mention_marginale', 'Mention marginale', { completion: false }),
    notes,
  ],
}

/** Acts of the parish priest, until 1792. */
export const PAROISSE: TypeModel[] = [
  bapteme,
  mariage('mariages_paroissiaux', 'Mariages (paroissiaux)', 'Registres paroissiaux : actes de mariage.', []),
  deces('sepultures', 'Sépultures', 'Registres paroissiaux : actes de sépulture.', {
    evenement: 'Date de sépulture',
    temoin: 'témoin',
  }),
]
