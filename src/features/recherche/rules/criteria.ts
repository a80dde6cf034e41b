// Form, addresses, « is anything asked », exports and the link to the map follow from this table of search criteria. Each criterion is
// shown by an entry of views/criteria.tsx and narrows by one of queries/conditions.ts (docs/add-a-search-criterion.md).
import { COUPLE_ACTS } from '../../../champs/couples.ts'
import { SOURCE_STATUSES } from '../../../db/schema.ts'
import { ACT_KINDS } from '../../../db/schema-persons.ts'
import { MODES, type Question } from '../../../search/language.ts'
import { LIVED, SEARCH_ROLES } from '../../../search/marks.ts'
import { optionalId } from '../../../web/form.ts'
import type { CarteFilter } from '../../carte/rules/addresses.ts'
import {
  asItIs,
  type Criterion,
  criterion,
  leftOutWords,
  nameCriterion,
  optionalChoice,
  placeCriterion,
  textOrEmpty,
  year,
} from './criterion.ts'

export const SORTS = ['date', 'date-desc', 'nom', 'lieu'] as const
export type Sort = (typeof SORTS)[number]

/** Addresses have their parameters in this order. */
export const CRITERIA = {
  q: criterion({
    label: 'Mots',
    schema: textOrEmpty,
    none: '',
    inAddress: asItIs,
    isEnough: true,
    onMap: 'left out',
  }),
  nom: nameCriterion('Nom'),
  prenom: nameCriterion('Prénom'),
  /** How the names of their own boxes are meant. */
  mode: criterion({
    label: 'Orthographe',
    schema: optionalChoice(MODES).transform((mode) => mode ?? 'exact'),
    none: 'exact',
    inAddress: asItIs,
    isEnough: false,
    onMap: 'silent',
  }),
  /** The role of whoever bears the names; null for any. */
  role: criterion({
    label: 'Porté par',
    schema: optionalChoice(SEARCH_ROLES),
    none: null,
    inAddress: asItIs,
    isEnough: false,
    onMap: 'silent',
  }),
  type: criterion({
    label: 'Type de source',
    schema: optionalId,
    none: null,
    inAddress: asItIs,
    isEnough: true,
    onMap: 'asked',
  }),
  /** The kind of act of a type of source, of whichever type that is. */
  acte: criterion({
    label: 'Genre d’actes',
    schema: optionalChoice(ACT_KINDS),
    none: null,
    inAddress: asItIs,
    isEnough: true,
    onMap: 'left out',
  }),
  annee_debut: criterion({
    label: 'De l’année',
    schema: year('0'),
    none: null,
    inAddress: asItIs,
    isEnough: true,
    onMap: 'asked',
  }),
  annee_fin: criterion({
    label: 'À l’année',
    schema: year('9'),
    none: null,
    inAddress: asItIs,
    isEnough: true,
    onMap: 'asked',
  }),
  section: criterion({
    label: 'Section',
    schema: optionalId,
    none: null,
    inAddress: asItIs,
    isEnough: true,
    onMap: 'left out',
  }),
  statut: criterion({
    label: 'Statut',
    schema: optionalChoice(SOURCE_STATUSES),
    none: null,
    inAddress: asItIs,
    isEnough: true,
    onMap: 'asked',
  }),
  source: criterion({
    label: 'Source',
    schema: optionalId,
    none: null,
    inAddress: asItIs,
    isEnough: true,
    onMap: 'left out',
  }),
  tri: criterion({
    label: 'Ordre',
    schema: optionalChoice(SORTS).transform((tri) => tri ?? 'date'),
    none: 'date',
    inAddress: asItIs,
    isEnough: false,
    onMap: 'silent',
  }),
  lieu: placeCriterion('Lieu'),
  /** With these the names are those of a couple: spouses, or somebody's parents. */
  nom2: nameCriterion('Nom du conjoint'),
  prenom2: nameCriterion('Prénom du conjoint'),
  actes: criterion({
    label: 'Actes du couple',
    schema: optionalChoice(COUPLE_ACTS),
    none: null,
    inAddress: asItIs,
    isEnough: false,
    onMap: 'left out',
  }),
  /** Places of the person who bears the names, with all that lie below them. */
  ne_a: placeCriterion('Né à'),
  domicile: placeCriterion('Domicilié à'),
  origine: placeCriterion('Originaire de'),
  /** Spellings that sound like a name asked for, and are not to be looked for. */
  sauf: criterion({
    label: 'Sans la graphie',
    schema: leftOutWords,
    none: [],
    inAddress: (list) => list,
    isEnough: false,
    onMap: 'silent',
  }),
}

export type CriterionName = keyof typeof CRITERIA

/** Boxes of names: of a person, and of the other one of a couple. */
export const NAME_CRITERIA = ['nom', 'prenom', 'nom2', 'prenom2'] as const
export type NameCriterion = (typeof NAME_CRITERIA)[number]

/** Boxes of places: where the source is, then those of a person. */
export const PLACE_CRITERIA = ['lieu', ...LIVED] as const
export type PlaceCriterion = (typeof PLACE_CRITERIA)[number]

/** The value of each criterion. */
export type Values = { [N in CriterionName]: (typeof CRITERIA)[N]['none'] }

/** A search as it was asked, and the question read from it. Every state of the page is an address made of it. */
export interface Criteria extends Values, Question {}

export const CRITERION_NAMES = Object.keys(CRITERIA) as CriterionName[]

/** Names of the fields, for the form, its errors and the filters in force. */
export const LABELS = Object.fromEntries(CRITERION_NAMES.map((name) => [name, CRITERIA[name].label])) as Record<
  CriterionName,
  string
>

export type OnMap<N> = N extends keyof CarteFilter ? 'asked' : 'left out' | 'silent'

/** A criterion of which only this table or only the map says that the map knows it does not compile. */
const ON_MAP: { [N in CriterionName | keyof CarteFilter]: { onMap: OnMap<N> } } = CRITERIA

export const isLeftOutOfMap = (name: CriterionName): boolean => ON_MAP[name].onMap === 'left out'

/** The parameters of one criterion; none where it is not asked for. */
export function paramsOf<N extends CriterionName>(name: N, values: Values): string[] {
  const table: { [M in CriterionName]: Criterion<Values[M]> } = CRITERIA
  const value = values[name]
  return value === table[name].none ? [] : table[name].inAddress(value)
}

export const isInForce = (name: CriterionName, values: Values): boolean => paramsOf(name, values).length > 0

/** Is there something to look for? */
export const isAsked = (values: Values): boolean =>
  CRITERION_NAMES.some((name) => CRITERIA[name].isEnough && isInForce(name, values))

/** The change that takes a criterion away. */
export const without = (name: CriterionName): Partial<Criteria> => ({ [name]: CRITERIA[name].none })
