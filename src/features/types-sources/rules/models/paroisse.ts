import { deces } from './deces.ts'
import { mariage } from './mariage.ts'
import { date, lieu, liste, notes, oui, personne, principal, reperes, SEXES, type TypeModel, texte } from './pieces.ts'

const bapteme: TypeModel = {
  cle: 'baptemes',
  nom: 'Baptêmes',
  description: 'Registres paroissiaux : actes de baptême.',
  champs: [
    date('date_evenement', 'Date de baptême', { required: true }),
    ...reperes,
    ...principal(),
    liste('sexe', 'Sexe', SEXES),
    date('date_naissance', 'Date de naissance'),
    liste('legitimite', 'Légitimité', ['légitime', 'naturel', 'posthume', 'inconnu']),
    oui('ondoye', 'Ondoyé'),
    ...personne('pere', 'du père'),
    texte('profession_pere', 'Profession du père'),
    lieu('domicile', 'Domicile', { politique: 'repris' }),
    oui('pere_decede', 'Père décédé'),
    ...personne('mere', 'de la mère'),
    texte('profession_mere', 'Profession de la mère'),
    oui('mere_decedee', 'Mère décédée'),
    ...personne('parrain', 'du parrain'),
    texte('commentaire_parrain', 'Commentaire parrain', { aide: 'Lien, profession, domicile.' }),
    ...personne('marraine', 'de la marraine'),
    texte('commentaire_marraine', 'Commentaire marraine', { aide: 'Lien, profession, domicile.' }),
    texte('mention_marginale', 'Mention marginale', { completion: false }),
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
