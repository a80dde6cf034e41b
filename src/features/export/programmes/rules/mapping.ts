import { fieldGroups } from '../../../../champs/groups.ts'
import type { Champ } from '../../../../champs/kind.ts'
import type { ActKind, GroupRole, PersonPart } from '../../../../db/schema-persons.ts'
import { type ActLetter, NIMEGUE_V3 } from '../../../echanges/rules/columns.ts'
import { MAPPINGS, type Mapping, type Pairing } from '../../../echanges/rules/mapping.ts'

const LETTERS: Partial<Record<ActKind, ActLetter>> = {
  ...{ bapteme: 'N', naissance: 'N', mariage: 'M', sepulture: 'D', deces: 'D' },
}

/** The letter under which other programs have an act; whatever is neither birth, marriage nor death is « divers ». */
export const letterOf = (acte: ActKind): ActLetter => LETTERS[acte] ?? 'V'

/** Kinds of act whose ready type has a mapping; the first of several that fits as well as another. */
const READY: Partial<Record<ActKind, readonly string[]>> = {
  bapteme: ['baptemes'],
  naissance: ['naissances'],
  mariage: ['mariages_paroissiaux', 'mariages_civils'],
  sepulture: ['sepultures'],
  deces: ['deces'],
  notarie: ['actes_notaries'],
}

const fieldsOf = ({ pairs }: Mapping): Set<string> =>
  new Set(pairs.flatMap(({ field, facts = [] }) => [field ?? '', ...facts.map((fact) => fact.field)]))

const overlap = (mapping: Mapping, names: ReadonlySet<string>): number =>
  [...fieldsOf(mapping)].filter((field) => names.has(field)).length

/** Parts of a person of ours and of theirs. */
const PARTS: readonly (readonly [PersonPart, string])[] = [
  ...([
    ['nom', 'nom'],
    ['nom_complet', 'nom'],
    ['prenom', 'prenom'],
    ['sexe', 'sexe'],
    ['age', 'age'],
  ] as const),
  ...([
    ['date_naissance', 'naissance'],
    ['origine', 'origine'],
    ['lieu_naissance', 'origine'],
  ] as const),
  ...([
    ['profession', 'profession'],
    ['commentaire', 'commentaire'],
  ] as const),
]

const KIN: Partial<Record<GroupRole, string>> = {
  pere: 'pere_',
  mere: 'mere_',
  conjoint: 'ex_',
  ancien_conjoint: 'ex_',
}

/** Pairs the parts of a person with the columns that begin so, each column once. */
function pairsOf(champs: readonly Champ[], prefix: string, taken: Set<string>): Pairing[] {
  return PARTS.flatMap(([part, end]) => {
    const column = `${prefix}${end}`
    const champ = champs.find(({ partie, nom }) => (partie ?? nom) === part)
    if (champ === undefined || taken.has(column) || !NIMEGUE_V3.V.includes(column)) return []
    taken.add(column)
    return [{ column, field: champ.nom }]
  })
}

type Groups = ReturnType<typeof fieldGroups>

/** No column begins so: an act has no more seats. */
const NO_SEAT = '-'

/** The columns that begin with the place a person has in an act: the first two whom it is about, their kin, then witnesses. */
function prefixes(groups: Groups): Map<number, string> {
  const found = new Map<number, string>()
  const sides = ['', 'second_']
  const seats = [1, 2, 3, 4].map((n) => `temoin_${n}_`)
  const persons = groups.flatMap(({ group }) => (group?.role ? [{ ...group, role: group.role }] : []))
  for (const { id, role } of persons) if (role === 'principal') found.set(id, sides.shift() ?? seats.shift() ?? NO_SEAT)
  const seatOf = (role: GroupRole): string => (role === 'autre' ? sides.shift() : undefined) ?? seats.shift() ?? NO_SEAT
  for (const { id, role, de } of persons) {
    if (role === 'principal') continue
    found.set(id, kinOf(role, de === null ? '' : found.get(de)) ?? seatOf(role))
  }
  return found
}

/** Fathers, mothers and spouses of the two whom the act is about have columns of their own. */
function kinOf(role: GroupRole, of: string | undefined): string | undefined {
  const kin = KIN[role]
  return kin !== undefined && (of === '' || of === 'second_') ? `${of}${kin}` : undefined
}

/** The columns of « divers » for a type that nobody has a table for: by its persons, or by the names of its fields. */
function generic(champs: readonly Champ[]): Mapping {
  const taken = new Set<string>()
  const groups = fieldGroups(champs)
  const places = prefixes(groups)
  // Without a person whom the act is about, fields are hers by their names.
  const alone = groups.some(({ group }) => group?.role === 'principal') ? undefined : ''
  const pairs = groups.flatMap(({ group, champs: fields }) => {
    const prefix = group?.role ? places.get(group.id) : alone
    return prefix === undefined ? [] : pairsOf(fields, prefix, taken)
  })
  const ends: Pairing[] = [
    { column: 'date', field: 'date_evenement' },
    {
      column: 'libre',
      field: null,
      facts: [
        { field: 'numero_acte', as: 'numero' },
        { field: 'vue', as: 'vue' },
      ],
    },
    { column: 'cote', field: 'cote' },
    { column: 'commentaire_general', field: 'notes' },
  ]
  return { lettre: 'V', cle: '', pairs: [...ends, ...pairs] }
}

/** How the fields of a type stand in the columns of others; of a type that the association changed, by the names that stayed. */
export function mappingFor(acte: ActKind, champs: readonly Champ[]): Mapping {
  const names = new Set(champs.map(({ nom }) => nom))
  const ready = (READY[acte] ?? []).flatMap((cle) => MAPPINGS.filter((mapping) => mapping.cle === cle))
  const [best] = ready.toSorted((a, b) => overlap(b, names) - overlap(a, names))
  return best ?? generic(champs)
}
