// Form, addresses, « is anything asked », exports and the link to the map follow from this table of search criteria. Each criterion is
// shown by an entry of views/criteria.tsx and narrows by one of queries/conditions.ts (docs/add-a-search-criterion.md).
import { z } from 'zod'
import type { PlaceValue } from '../../../champs/kind.ts'
import { SOURCE_STATUSES } from '../../../db/schema.ts'
import { words } from '../../../lib/text.ts'
import { MODES, type Question } from '../../../search/language.ts'
import { SEARCH_ROLES } from '../../../search/marks.ts'
import { choice, optionalId, optionalText, optionalYear } from '../../../web/form.ts'
import type { CarteFilter } from '../../carte/rules/addresses.ts'

export const SORTS = ['date', 'date-desc', 'nom', 'lieu'] as const
export type Sort = (typeof SORTS)[number]

const MAX_TYPED = 500
const MAX_NAME = 200
const MAX_LEFT_OUT = 200
/** Days are counted from here in the index (search.md, finding 2). */
const FIRST_YEAR = 1500

/** `17??`, `178?`: a year of which the last signs are not known. */
const PARTIAL_YEAR = /^\s*\d{2}(\d[?x.*]|[?x.*]{2})\s*$/i

/** A year; of one that is not known to the end, the first or the last that it may be. */
const year = (unknown: '0' | '9') =>
  z.preprocess(
    (value) => (typeof value === 'string' && PARTIAL_YEAR.test(value) ? value.replace(/[?x.*]/gi, unknown) : value),
    optionalYear.refine((value) => value === null || value >= FIRST_YEAR, {
      message: `La recherche par années commence en ${FIRST_YEAR}.`,
    }),
  )

const textOrEmpty = (max: number) => optionalText(max).transform((text) => text ?? '')

/** One of these or nothing. */
const optionalChoice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), choice(values).nullable())

/** The words of a parameter that may be repeated, sorted; whatever is no word is left out. */
export const wordList = (typed: readonly string[]): string[] =>
  [...new Set(typed.flatMap(words))].slice(0, MAX_LEFT_OUT).sort()

/** A value that is its own parameter. */
const asItIs = (value: string | number | null): string[] => [String(value)]

/** One criterion; the value `none` is that of a search which does not ask for it, and stands in no address. */
export interface Criterion<T> {
  /** Names its box, its errors, and what the map leaves out. */
  label: string
  /** Reads its parameter. */
  schema: z.ZodType<T>
  none: NoInfer<T>
  /** Writes a value that is not `none` as parameters. */
  inAddress: (value: NoInfer<T>) => string[]
  /** It begins a search by itself; what only says how to search does not. */
  isEnough: boolean
  /** The map understands it, is said to leave it out, or is silent because it only says how to search. */
  onMap: 'asked' | 'left out' | 'silent'
}

const criterion = <T, const M extends Criterion<T>['onMap']>(
  parts: Criterion<T> & { onMap: M },
): Criterion<T> & { onMap: M } => parts

/** Addresses have their parameters in this order. */
export const CRITERIA = {
  q: criterion({
    label: 'Mots',
    schema: textOrEmpty(MAX_TYPED),
    none: '',
    inAddress: asItIs,
    isEnough: true,
    onMap: 'left out',
  }),
  nom: criterion({
    label: 'Nom',
    schema: textOrEmpty(MAX_NAME),
    none: '',
    inAddress: asItIs,
    isEnough: true,
    onMap: 'left out',
  }),
  prenom: criterion({
    label: 'Prénom',
    schema: textOrEmpty(MAX_NAME),
    none: '',
    inAddress: asItIs,
    isEnough: true,
    onMap: 'left out',
  }),
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
  lieu: criterion({
    label: 'Lieu',
    // A place has to be looked up, which form.ts does.
    schema: z.preprocess(() => null, z.custom<PlaceValue | null>()),
    none: null,
    inAddress: (lieu) => asItIs(lieu?.id ?? null),
    isEnough: true,
    onMap: 'left out',
  }),
  /** Spellings that sound like a name asked for, and are not to be looked for. */
  sauf: criterion({
    label: 'Sans la graphie',
    schema: z.preprocess((value) => [value ?? []].flat(), z.array(z.string())).transform(wordList),
    none: [],
    inAddress: (list) => list,
    isEnough: false,
    onMap: 'silent',
  }),
}

export type CriterionName = keyof typeof CRITERIA

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
