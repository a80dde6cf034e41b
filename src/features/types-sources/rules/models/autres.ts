import {
  date,
  heading,
  lieu,
  list,
  long,
  type ModelChamp,
  type ModelGroup,
  named,
  notes,
  number,
  person,
  principal,
  type TypeModel,
  text,
  yesNo,
} from './pieces.ts'

const vue = text('vue', 'Vue', { politique: 'repris', completion: false, aide: 'Numéro de la vue ou de la photo.' })

const recensement: TypeModel = {
  cle: 'recensement',
  nom: 'Recensement',
  description: 'Listes nominatives de population, une ligne par personne.',
  acte: 'recensement',
  groupes: [
    heading('reperes', 'Repères', [
      date('date_evenement', 'Année', { required: true, politique: 'repris', aide: 'L’année du recensement suffit.' }),
      vue,
      text('rue', 'Rue, hameau ou lieu-dit', { politique: 'repris' }),
      number('numero_maison', 'Numéro de maison', { politique: 'repris' }),
      number('numero_menage', 'Numéro de ménage', { politique: 'repris' }),
      number('numero_ordre', 'Numéro d’ordre', { politique: 'incremente' }),
    ]),
    person(
      'principal',
      ['personne', 'Personne'],
      [
        ...principal(),
        number('age', 'Âge'),
        number('annee_naissance', 'Année de naissance', { aide: 'Dans les listes à partir de 1906.' }),
        lieu('lieu_naissance', 'Lieu de naissance'),
        text('nationalite', 'Nationalité', { politique: 'repris' }),
        list('etat_civil', 'État civil', ['célibataire', 'marié', 'veuf', 'divorcé', 'inconnu']),
        text('situation', 'Situation par rapport au chef de ménage'),
        text('profession', 'Profession'),
        text('employeur', 'Employeur ou patron'),
        text('religion', 'Religion', { aide: 'En 1851 seulement.' }),
        text('infirmites', 'Infirmités', { aide: 'En 1851 seulement.' }),
      ],
    ),
    notes(),
  ],
}

const ACTES = [
  'contrat de mariage',
  'testament',
  'inventaire',
  'vente',
  'bail',
  'partage',
  'donation',
  'quittance',
  'apprentissage',
  'obligation',
  'tutelle',
  'autre',
]

interface Party {
  /** Suffix of the field names: partie_1. */
  cle: string
  libelle: string
  de: string
  role: 'principal' | 'autre'
}

const party = ({ cle, libelle, de, role }: Party, names: ModelChamp[]): ModelGroup[] => [
  person(
    role,
    [cle, libelle],
    [...names, text(`profession_${cle}`, `Profession ${de}`), lieu(`domicile_${cle}`, `Domicile ${de}`)],
  ),
  person('pere', [`pere_${cle}`, `Père ${de}`, cle], named(`pere_${cle}`, `du père ${de}`)),
  person('mere', [`mere_${cle}`, `Mère ${de}`, cle], named(`mere_${cle}`, `de la mère ${de}`)),
  person('conjoint', [`conjoint_${cle}`, `Conjoint ${de}`, cle], named(`conjoint_${cle}`, `du conjoint ${de}`)),
]

const PREMIERE: Party = { cle: 'partie_1', libelle: 'Première partie', de: 'de la première partie', role: 'principal' }
const SECONDE: Party = { cle: 'partie_2', libelle: 'Seconde partie', de: 'de la seconde partie', role: 'autre' }

const notaire: TypeModel = {
  cle: 'actes_notaries',
  nom: 'Actes notariés',
  description: 'Minutes et répertoires de notaires.',
  acte: 'notarie',
  groupes: [
    heading('reperes', 'Repères', [
      date('date_evenement', 'Date de l’acte', { required: true }),
      vue,
      list('type_acte', 'Type d’acte', ACTES, { required: true }),
      text('notaire', 'Notaire', { required: true, politique: 'repris', partie: 'nom_complet' }),
      lieu('etude', 'Étude ou résidence', { politique: 'repris' }),
      list('minute_brevet', 'Minute ou brevet', ['minute', 'brevet'], { politique: 'repris' }),
      number('numero_repertoire', 'Numéro de répertoire', { politique: 'incremente' }),
      date('date_controle', 'Date d’insinuation ou de contrôle'),
      text('cote', 'Cote', { politique: 'repris' }),
    ]),
    ...party(PREMIERE, principal('Nom de la première partie', 'Prénoms de la première partie')),
    ...party(SECONDE, named('partie_2', 'de la seconde partie')),
    heading('contenu', 'Contenu', [
      long('autres_parties', 'Autres parties, héritiers'),
      long('objet', 'Biens, objet'),
      text('montant', 'Montant', { completion: false }),
    ]),
    notes(),
  ],
}

const matricules: TypeModel = {
  cle: 'registres_matricules',
  nom: 'Registres matricules',
  description: 'Conscription : registres matricules et listes de recrutement.',
  acte: 'militaire',
  groupes: [
    heading('reperes', 'Repères', [
      date('date_evenement', 'Classe', { required: true, politique: 'repris', aide: 'L’année de la classe suffit.' }),
      lieu('bureau', 'Bureau de recrutement', { required: true, politique: 'repris' }),
      vue,
      number('numero_matricule', 'Numéro matricule', { required: true, politique: 'incremente' }),
    ]),
    person(
      'principal',
      ['conscrit', 'Conscrit'],
      [
        ...principal(),
        date('date_naissance', 'Date de naissance'),
        lieu('lieu_naissance', 'Lieu de naissance'),
        lieu('domicile', 'Domicile'),
        text('profession', 'Profession'),
        long('signalement', 'Signalement', { aide: 'Taille, cheveux, yeux, marques particulières.' }),
        number('degre_instruction', 'Degré d’instruction', { aide: 'De 0 à 5.' }),
        text('decision', 'Décision du conseil'),
        long('affectations', 'Affectations et campagnes'),
        yesNo('mort_pour_la_france', 'Mort pour la France'),
      ],
    ),
    person('pere', ['pere', 'Père', 'conscrit'], named('pere', 'du père')),
    person('mere', ['mere', 'Mère', 'conscrit'], named('mere', 'de la mère')),
    notes(),
  ],
}

const tables: TypeModel = {
  cle: 'tables_decennales',
  nom: 'Tables décennales',
  description: 'Tables alphabétiques de dix ans des naissances, mariages et décès.',
  acte: 'table',
  groupes: [
    heading('reperes', 'Repères', [
      text('periode', 'Période', { politique: 'repris', aide: 'Les dix années de la table : 1803-1812.' }),
      vue,
      list('nature', 'Nature', ['naissance', 'mariage', 'décès'], { required: true, politique: 'repris' }),
    ]),
    person('principal', ['personne', 'Personne'], principal()),
    person(
      'conjoint',
      ['conjoint', 'Conjoint', 'personne'],
      [text('conjoint', 'Conjoint', { aide: 'Pour un mariage.', partie: 'nom_complet' })],
    ),
    heading('acte', 'L’acte', [
      date('date_evenement', 'Date de l’acte', { required: true }),
      number('numero_acte', 'Numéro d’acte'),
    ]),
    notes(),
  ],
}

/** Lists and deeds that are neither parish nor civil acts. */
export const AUTRES: TypeModel[] = [recensement, notaire, matricules, tables]
