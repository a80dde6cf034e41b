// How one criterion is read and written; the table of them all is criteria.ts.
import { z } from 'zod'
import type { PlaceValue } from '../../../champs/kind.ts'
import { words } from '../../../lib/text.ts'
import { choice, optionalText, optionalYear } from '../../../web/form.ts'

const MAX_TYPED = 500
const MAX_NAME = 200
const MAX_LEFT_OUT = 200

/** `17??`, `178?`: a year of which the last signs are not known. */
const PARTIAL_YEAR = /^\s*\d{2}(\d[?x.*]|[?x.*]{2})\s*$/i

/** A year; of one that is not known to the end, the first or the last that it may be. */
export const year = (unknown: '0' | '9') =>
  z.preprocess(
    (value) => (typeof value === 'string' && PARTIAL_YEAR.test(value) ? value.replace(/[?x.*]/gi, unknown) : value),
    optionalYear,
  )

const upTo = (max: number) => optionalText(max).transform((text) => text ?? '')

export const textOrEmpty = upTo(MAX_TYPED)

/** One of these or nothing. */
export const optionalChoice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), choice(values).nullable())

/** The words of a parameter that may be repeated, sorted; whatever is no word is left out. */
export const wordList = (typed: readonly string[]): string[] =>
  [...new Set(typed.flatMap(words))].slice(0, MAX_LEFT_OUT).sort()

/** Words that may be repeated as a parameter. */
export const leftOutWords = z.preprocess((value) => [value ?? []].flat(), z.array(z.string())).transform(wordList)

/** A place has to be looked up, which form.ts does. */
const placeLater = z.preprocess(() => null, z.custom<PlaceValue | null>())
const placeInAddress = (lieu: PlaceValue | null): string[] => asItIs(lieu?.id ?? null)

/** A value that is its own parameter. */
export const asItIs = (value: string | number | null): string[] => [String(value)]

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

export const criterion = <T, const M extends Criterion<T>['onMap']>(
  parts: Criterion<T> & { onMap: M },
): Criterion<T> & { onMap: M } => parts

export const nameCriterion = (label: string) =>
  criterion({
    label,
    schema: upTo(MAX_NAME),
    none: '',
    inAddress: asItIs,
    isEnough: true,
    onMap: 'left out',
  })

export const placeCriterion = (label: string) =>
  criterion<PlaceValue | null, 'left out'>({
    label,
    schema: placeLater,
    none: null,
    inAddress: placeInAddress,
    isEnough: true,
    onMap: 'left out',
  })
