/** The letter of an act in Nimègue and ExpoActes: birth, marriage, death, anything else. */
export const ACT_LETTERS = ['N', 'M', 'D', 'V'] as const
export type ActLetter = (typeof ACT_LETTERS)[number]

export const isActLetter = (text: string): text is ActLetter => (ACT_LETTERS as readonly string[]).includes(text)

type Columns = Record<ActLetter, readonly string[]>

const of = (prefix: string, parts: string): string[] => parts.split(' ').map((part) => prefix + part)

const COMMON = of('', 'cle code_insee commune code_departement departement type date date_republicaine cote libre')
const END = ['commentaire_general', 'id']

const person = (prefix: string): string[] => of(prefix, 'nom prenom commentaire profession')
const named = (prefix: string): string[] => of(prefix, 'nom prenom commentaire')
const witnesses = (n: number): string[] => Array.from({ length: n }, (_, i) => named(`temoin_${i + 1}_`)).flat()
const parents = (prefix = ''): string[] => [...person(`${prefix}pere_`), ...person(`${prefix}mere_`)]

const spouse = (prefix = ''): string[] => [
  ...of(prefix, 'nom prenom origine naissance age commentaire profession'),
  ...named(`${prefix}ex_`),
  ...parents(prefix),
]
const party = (prefix = ''): string[] => [
  ...of(prefix, 'nom prenom sexe origine naissance age commentaire profession'),
  ...named(`${prefix}ex_`),
  ...parents(prefix),
]

/** The columns of Nimègue V3 by type, PHOTOS left out: 30, 60, 38 and 64. */
export const NIMEGUE_V3: Columns = {
  N: [...COMMON, ...of('', 'nom prenom sexe commentaire'), ...parents(), ...witnesses(2), ...END],
  M: [...COMMON, ...spouse(), ...spouse('epouse_'), ...witnesses(4), ...END],
  D: [
    ...COMMON,
    ...of('', 'nom prenom origine naissance sexe age commentaire profession'),
    ...person('conjoint_'),
    ...parents(),
    ...witnesses(2),
    ...END,
  ],
  V: [...COMMON, 'sigle', 'libelle', ...party(), ...party('second_'), ...witnesses(4), ...END],
}

const oldParents = (prefix = ''): string[] => [...person(`${prefix}pere_`), ...named(`${prefix}mere_`)]
const oldSpouse = (prefix = ''): string[] => [
  ...of(prefix, 'nom prenom origine naissance age profession'),
  `${prefix}ex_nom`,
  `${prefix}commentaire`,
  ...oldParents(prefix),
]
const oldParty = (prefix = ''): string[] => [
  ...of(prefix, 'nom prenom sexe origine naissance age profession'),
  `${prefix}ex_nom`,
  `${prefix}commentaire`,
  ...oldParents(prefix),
]

/** The columns of Nimègue V2, which is read and never written: 29, 54, 35 and 58. A former spouse is one text there. */
export const NIMEGUE_V2: Columns = {
  N: [...COMMON, ...of('', 'nom prenom sexe commentaire'), ...oldParents(), ...witnesses(2), ...END],
  M: [...COMMON, ...oldSpouse(), ...oldSpouse('epouse_'), ...witnesses(4), ...END],
  D: [
    ...COMMON,
    ...of('', 'nom prenom origine naissance sexe age profession commentaire'),
    ...named('conjoint_'),
    ...named('pere_'),
    ...named('mere_'),
    ...witnesses(2),
    ...END,
  ],
  V: [...COMMON, 'sigle', 'libelle', ...oldParty(), ...oldParty('second_'), ...witnesses(4), ...END],
}

const EA3_END = of('', 'photos date_tri id_expoactes deposant photographe releveur verificateur depot modification')
const EA2_END = of('', 'date_tri id_expoactes deposant depot modification')

const followedBy = (columns: Columns, end: readonly string[]): Columns => ({
  N: [...columns.N, ...end],
  M: [...columns.M, ...end],
  D: [...columns.D, ...end],
  V: [...columns.V, ...end],
})

/** The columns of a backup of ExpoActes, of EA32 and EA3 (39, 69, 47, 73) and of EA2 (N 34). */
export const EXPOACTES_3: Columns = followedBy(NIMEGUE_V3, EA3_END)
export const EXPOACTES_2: Columns = followedBy(NIMEGUE_V2, EA2_END)

const INDI = 'LastName FirstName Sex BirthPlace BirthAddress BirthDate Age Occupation Residence Address Comment'
const MARRIED = 'LastName FirstName Dead Occupation Residence Address Comment'
const PARENT = 'LastName FirstName Age Dead Occupation Residence Address Comment'
const around = (prefix: string): string[] => [
  ...of(prefix, INDI),
  ...of(`${prefix}Married`, MARRIED),
  ...of(`${prefix}Father`, PARENT),
  ...of(`${prefix}Mother`, PARENT),
]

/** The hundred columns of Ancestris V5, the same for all types. */
export const ANCESTRIS_V5: readonly string[] = [
  ...of('', 'Key CityName CityCode County State Country Parish Type EventTypeTag EventTypeName EventDate SecondDate'),
  ...of('', 'Cote FreeComment Notary'),
  ...around('Indi'),
  ...around('Wife'),
  ...[1, 2, 3, 4].flatMap((n) => of(`Witness${n}`, 'LastName FirstName Occupation Comment')),
  'GeneralComment',
]
