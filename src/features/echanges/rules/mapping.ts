import type { ActLetter } from './columns.ts'

/** A comment may say something of another field: how it does. `rules/facts.ts` reads it, whoever exports writes it. */
export type FactKind =
  // « décédé » first in the comment.
  | 'decede'
  // « ondoyé ».
  | 'ondoye'
  // « né le 12/08/1787 », « né la veille ».
  | 'naissance'
  // « légitime », « naturel », « posthume ».
  | 'legitimite'
  // « 34 ans ».
  | 'age'
  // « veuf de », « † » in what is said of a spouse.
  | 'veuf'
  // « décédé le 12/08/1787 ».
  | 'deces_le'
  // « vue 34 », « p. 12 », « f° 3 ».
  | 'vue'
  // « n° 7 ».
  | 'numero'
  // The name of a picture.
  | 'photo'
  // A line that begins with « bans » or « publications ».
  | 'publications'
  // « Me Hamon, notaire », « notaire : Me Hamon ».
  | 'notaire'
  // « Domicile : Paramé », after all the rest of the comment, to its end or to the next label.
  | 'label'
  // « Mention : … », a line of its own of the general comment.
  | 'ligne'

export interface Fact {
  field: string
  as: FactKind
  /** Only `label` and `ligne` have one. */
  label?: string
}

/** A column of Nimègue and where its text goes, in both directions. */
export interface Pairing {
  column: string
  /** The field that has the text; null: none. */
  field: string | null
  /** The column may say these of other fields, in the order in which they are written. */
  facts?: readonly Fact[]
  /** Another field that takes what is left, behind its label, in the place of the notes. */
  into?: string
}

/** How the columns of one letter stand beside the fields of one ready source type. */
export interface Mapping {
  lettre: ActLetter
  /** The key of the ready type. */
  cle: string
  pairs: readonly Pairing[]
}

const to = (column: string, field: string | null = null, ...facts: Fact[]): Pairing =>
  facts.length > 0 ? { column, field, facts } : { column, field }
const said = (as: FactKind, field: string): Fact => ({ field, as })
const label = (label: string, field: string): Fact => ({ field, as: 'label', label })
const line = (label: string, field: string): Fact => ({ field, as: 'ligne', label })

/** Names of somebody: column `pere_nom` beside field `nom_pere`. */
const names = (column: string, field: string): Pairing[] => [
  to(`${column}nom`, `nom_${field}`),
  to(`${column}prenom`, `prenom_${field}`),
]
const parent = (column: string, field: string, ...facts: Fact[]): Pairing[] => [
  ...names(column, field),
  to(`${column}commentaire`, null, ...facts),
  to(`${column}profession`, `profession_${field}`),
]
const witness = (n: number, field = `temoin_${n}`): Pairing[] => [
  ...names(`temoin_${n}_`, field),
  to(`temoin_${n}_commentaire`, `commentaire_${field}`),
]

const REGISTER: Pairing[] = [
  to('date', 'date_evenement'),
  to('libre', null, said('numero', 'numero_acte'), said('vue', 'vue')),
  to('photos', null, said('photo', 'vue')),
]
const CHILD: Pairing[] = [...REGISTER, to('nom', 'nom'), to('prenom', 'prenom'), to('sexe', 'sexe')]

const baptemes: Mapping = {
  lettre: 'N',
  cle: 'baptemes',
  pairs: [
    ...CHILD,
    to(
      'commentaire',
      null,
      said('ondoye', 'ondoye'),
      said('naissance', 'date_naissance'),
      said('legitimite', 'legitimite'),
    ),
    ...parent('pere_', 'pere', said('decede', 'pere_decede'), label('Domicile', 'domicile')),
    ...parent('mere_', 'mere', said('decede', 'mere_decedee')),
    ...witness(1, 'parrain'),
    ...witness(2, 'marraine'),
    to('commentaire_general', 'notes', line('Mention', 'mention_marginale')),
  ],
}

const naissances: Mapping = {
  lettre: 'N',
  cle: 'naissances',
  pairs: [
    ...CHILD,
    to('commentaire', null, said('naissance', 'date_naissance'), label('Heure', 'heure_naissance')),
    ...parent('pere_', 'pere', said('age', 'age_pere'), label('Domicile', 'domicile_pere')),
    ...parent('mere_', 'mere', said('age', 'age_mere'), label('Domicile', 'domicile_mere')),
    ...witness(1),
    ...witness(2),
    to(
      'commentaire_general',
      'notes',
      line('Reconnaissance', 'reconnaissance'),
      line('Date de reconnaissance', 'date_reconnaissance'),
      line('Mentions marginales', 'mentions_marginales'),
    ),
  ],
}

const spouse = (column: string, own: string, field: string): Pairing[] => [
  to(`${column}nom`, own === '' ? 'nom' : `nom_${own}`),
  to(`${column}prenom`, own === '' ? 'prenom' : `prenom_${own}`),
  to(`${column}origine`, `origine_${field}`),
  to(`${column}naissance`, `date_naissance_${field}`),
  to(`${column}age`, `age_${field}`),
  to(`${column}commentaire`, `commentaire_${field}`, label('Domicile', `domicile_${field}`)),
  to(`${column}profession`, `profession_${field}`),
  ...names(`${column}ex_`, `veuvage_${field}`),
  { ...to(`${column}ex_commentaire`), into: `commentaire_${field}` },
  ...parent(`${column}pere_`, `pere_${field}`, said('decede', `decede_pere_${field}`)),
  ...parent(`${column}mere_`, `mere_${field}`, said('decede', `decede_mere_${field}`)),
]

const mariages = (cle: string, ...facts: Fact[]): Mapping => ({
  lettre: 'M',
  cle,
  pairs: [
    ...REGISTER,
    ...spouse('', '', 'epoux'),
    ...spouse('epouse_', 'epouse', 'epouse'),
    ...[1, 2, 3, 4].flatMap((n) => witness(n)),
    to(
      'commentaire_general',
      'notes',
      said('publications', 'publications'),
      line('Notaire du contrat', 'notaire_contrat'),
      line('Date du contrat', 'date_contrat'),
      ...facts,
    ),
  ],
})

const deces = (cle: string): Mapping => ({
  lettre: 'D',
  cle,
  pairs: [
    ...CHILD,
    to('origine', 'lieu_naissance'),
    to('naissance', 'date_naissance'),
    to('age', 'age'),
    to('commentaire', null, said('deces_le', 'date_deces'), label('Domicile', 'domicile'), label('Cause', 'cause')),
    to('profession', 'profession'),
    ...names('conjoint_', 'conjoint'),
    to('conjoint_commentaire', null, said('veuf', 'veuf')),
    to('conjoint_profession', 'profession_conjoint'),
    ...parent('pere_', 'pere'),
    ...parent('mere_', 'mere'),
    ...witness(1),
    ...witness(2),
    to('commentaire_general', 'notes', line('Inhumation', 'lieu_inhumation')),
  ],
})

const party = (column: string, own: string, field: string): Pairing[] => [
  to(`${column}nom`, own === '' ? 'nom' : `nom_${own}`),
  to(`${column}prenom`, own === '' ? 'prenom' : `prenom_${own}`),
  to(`${column}sexe`),
  to(`${column}origine`, `domicile_${field}`),
  to(`${column}naissance`),
  to(`${column}age`),
  to(`${column}commentaire`),
  to(`${column}profession`, `profession_${field}`),
  ...names(`${column}ex_`, `conjoint_${field}`),
  to(`${column}ex_commentaire`),
  ...['pere', 'mere'].flatMap((kin) => [
    ...names(`${column}${kin}_`, `${kin}_${field}`),
    to(`${column}${kin}_commentaire`),
    to(`${column}${kin}_profession`),
  ]),
]

const notaries: Mapping = {
  lettre: 'V',
  cle: 'actes_notaries',
  pairs: [
    ...REGISTER.filter(({ column }) => column !== 'libre'),
    to('libre', null, said('vue', 'vue')),
    to('cote', 'cote'),
    // By the table of sigles (`rules/sigles.ts`), beside the libellé.
    to('sigle', 'type_acte'),
    { ...to('libelle'), into: 'objet' },
    ...party('', '', 'partie_1'),
    ...party('second_', 'partie_2', 'partie_2'),
    ...[1, 2, 3, 4].flatMap((n) =>
      ['nom', 'prenom', 'commentaire'].map((part) => ({ ...to(`temoin_${n}_${part}`), into: 'autres_parties' })),
    ),
    to('commentaire_general', 'notes', said('notaire', 'notaire')),
  ],
}

/** One mapping a ready type; a type that an association has changed is read by the names of its fields. */
export const MAPPINGS: readonly Mapping[] = [
  baptemes,
  naissances,
  mariages('mariages_paroissiaux'),
  mariages('mariages_civils', line('Mention', 'mentions'), line('Signatures', 'signatures')),
  deces('sepultures'),
  deces('deces'),
  notaries,
]

/** Columns that say where and what the file is, not what the act says. */
export const ENVELOPE: ReadonlySet<string> = new Set([
  ...['cle', 'code_insee', 'commune', 'code_departement', 'departement', 'type', 'date_republicaine', 'id'],
  ...['date_tri', 'id_expoactes', 'deposant', 'depot', 'modification'],
])
