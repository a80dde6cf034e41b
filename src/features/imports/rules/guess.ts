import { unguard } from '../../../lib/csv.ts'
import { fold } from '../../../lib/text.ts'
import type { ColumnMapping, MappedColumn } from '../kind.ts'
import { headerKey } from './header.ts'
import { headerWords, wordsOf } from './header-words.ts'
import {
  type ColumnChoice,
  columnByKey,
  IGNORED,
  type Mapping,
  plainCell,
  isSplit as splits,
  TO_NOTES,
} from './mapping.ts'
import { DATE_PARTS, isCompact, orderOf, type Reading } from './readings.ts'

/** The header of a file and what its first lines say. */
export interface Sample {
  headers: string[]
  rows: string[][]
}

const valuesOf = ({ rows }: Sample, at: number): string[] =>
  rows.map((cells) => plainCell(cells[at])).filter((text) => text !== '')

const sameWords = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((word, i) => word === b[i])

const contains = (all: readonly string[], some: readonly string[]): boolean => some.every((word) => all.includes(word))

/** How well a header names a field: 0 for not at all. Our own names are certain, words of the same meaning nearly so. */
function likeness(header: string, words: readonly string[], column: MappedColumn): number {
  if (headerKey(header) === headerKey(column.nom)) return 100
  if (headerKey(header) === column.cle) return 99
  if (column.beside !== undefined || words.length === 0) return 0
  const at = column.mots.findIndex((mots) => sameWords(mots, words))
  if (at !== -1) return 90 - Math.min(at, 9)
  const longest = Math.max(
    0,
    ...column.mots.filter((mots) => mots.length > 1 && contains(words, mots)).map((m) => m.length),
  )
  return longest > 0 ? 40 + longest : 0
}

interface Pair {
  at: number
  order: number
  column: MappedColumn
  score: number
}

/** Each field to the header that names it best, each header to one field. */
function bestPairs(
  headers: string[],
  columns: readonly MappedColumn[],
  isFree: (at: number) => boolean,
): Map<number, MappedColumn> {
  const pairs = headers.flatMap((header, at): Pair[] => {
    const words = headerWords(header)
    if (!isFree(at)) return []
    return columns.map((column, order) => ({ at, order, column, score: likeness(header, words, column) }))
  })
  const best = new Map<number, MappedColumn>()
  const taken = new Set<string>()
  const sorted = pairs
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.at - b.at || a.order - b.order)
  for (const { at, column } of sorted) {
    if (best.has(at) || taken.has(column.cle)) continue
    best.set(at, column)
    taken.add(column.cle)
  }
  return best
}

/** Three columns that make one date: day, month and year of the same thing. */
function dateParts(headers: string[], columns: readonly MappedColumn[]): Map<number, ColumnChoice> {
  const found = new Map<number, ColumnChoice>()
  const words = headers.map(headerWords)
  for (const column of columns.filter(({ nature }) => nature === 'date')) {
    const bases = column.mots.map((mots) => mots.filter((word) => word !== 'date'))
    const places = DATE_PARTS.map((part) =>
      words.findIndex(
        (all, at) =>
          all.includes(part) &&
          !found.has(at) &&
          bases.some((base) =>
            sameWords(
              base,
              all.filter((word) => word !== part && word !== 'date'),
            ),
          ),
      ),
    )
    if (places.includes(-1)) continue
    for (const [i, at] of places.entries()) found.set(at, { vers: column.cle, lecture: DATE_PARTS[i] as Reading })
  }
  return found
}

const SHARE = 0.8

/** « LE GOFF Jean »: capitals, then something that is not all capitals. */
const CAPITALS_FIRST = /^[\p{Lu}’' -]{2,}\s\p{Lu}?\p{Ll}/u

/** How a column of surnames and first names together is split, as its lines are written. */
function splitOf(header: string, values: string[]): Reading {
  if (values.filter((text) => CAPITALS_FIRST.test(text)).length >= values.length / 2) return 'capitales'
  const [first] = fold(header).match(/[a-z]+/g) ?? []
  return first !== undefined && wordsOf(first).includes('prenom') ? 'dernier' : 'premier'
}

/** How the dates of a column are to be read; undefined: day first, as we read them. */
export function dateReading(values: string[]): Reading | undefined {
  const orders = values.map(orderOf)
  if (orders.includes('mois') && !orders.includes('jour')) return 'mja'
  return values.length > 0 && values.filter(isCompact).length >= values.length * SHARE ? 'amj' : undefined
}

/** A header of both names: the field of the surname, where the person has one for the first names too. */
function bothNames(header: string, columns: readonly MappedColumn[]): MappedColumn | undefined {
  const words = headerWords(header)
  if (!words.includes('nom') || !words.includes('prenom')) return undefined
  const bare = words.filter((word) => word !== 'prenom')
  return columns.find((column) => column.prenoms !== undefined && column.mots.some((mots) => sameWords(mots, bare)))
}

const isOwnName = (header: string, { nom, cle }: MappedColumn): boolean =>
  headerKey(header) === headerKey(nom) || headerKey(header) === cle

/** Tells from its lines how a column is read, once it goes to this field. */
export function readingOf(sample: Sample, at: number, column: MappedColumn): Reading | undefined {
  const values = valuesOf(sample, at)
  if (column.nature === 'date') return dateReading(values)
  if (column.prenoms === undefined || isOwnName(sample.headers[at] ?? '', column)) return undefined
  const words = headerWords(sample.headers[at] ?? '')
  const isBoth = words.includes('prenom') || (!words.includes('nom') && values.some((text) => /\s/.test(text)))
  return isBoth ? splitOf(sample.headers[at] ?? '', values) : undefined
}

function leftOver(sample: Sample, at: number, mapping: ColumnMapping): ColumnChoice {
  const isEmpty = valuesOf(sample, at).length === 0
  return { vers: isEmpty || mapping.notes === undefined ? IGNORED : TO_NOTES }
}

const withReading = (vers: string, lecture: Reading | undefined): ColumnChoice =>
  lecture === undefined ? { vers } : { vers, lecture }

/** Surnames written with their first names, where no column of the file has first names of their own. */
function splitsSurnames(choices: ColumnChoice[], sample: Sample, mapping: ColumnMapping): ColumnChoice[] {
  const known = columnByKey(mapping)
  const filled = new Set(choices.map(({ vers }) => vers))
  return choices.map((choice, at) => {
    const prenoms = known.get(choice.vers)?.prenoms
    if (prenoms === undefined || filled.has(prenoms) || choice.lecture !== undefined) return choice
    const values = valuesOf(sample, at)
    const isBoth =
      values.length > 0 && values.filter((text) => CAPITALS_FIRST.test(text)).length >= values.length * SHARE
    return isBoth ? { ...choice, lecture: 'capitales' } : choice
  })
}

/** Where the columns of a file go as far as their titles and first lines tell; what fits nothing goes to the notes. */
export function guessColumns(sample: Sample, mapping: ColumnMapping): ColumnChoice[] {
  const { headers } = sample
  const columns = mapping.columns
  const both = new Map<number, MappedColumn>()
  for (const [at, header] of headers.entries()) {
    const column = bothNames(header, columns)
    if (column && ![...both.values()].includes(column)) both.set(at, column)
  }
  const parts = dateParts(headers, columns)
  const used = new Set(
    [...both.values(), ...parts.values()].flatMap((one) => ('cle' in one ? [one.cle, one.prenoms] : [one.vers])),
  )
  const free = columns.filter(
    ({ cle, nom }) => !used.has(cle) || headers.some((header) => headerKey(header) === headerKey(nom)),
  )
  const exact = bestPairs(headers, free, (at) => !both.has(at) && !parts.has(at))
  const choices = headers.map((_, at): ColumnChoice => {
    const column = both.get(at) ?? exact.get(at)
    return (
      parts.get(at) ?? (column ? withReading(column.cle, readingOf(sample, at, column)) : leftOver(sample, at, mapping))
    )
  })
  return splitsSurnames(onceEach(choices, sample, mapping), sample, mapping)
}

/** A field of its own name beats a part of a date or of a name that would go there too. */
function onceEach(choices: ColumnChoice[], sample: Sample, mapping: ColumnMapping): ColumnChoice[] {
  const known = columnByKey(mapping)
  const whole = new Set(
    choices.filter(({ vers, lecture }) => known.has(vers) && lecture === undefined).map(({ vers }) => vers),
  )
  return choices.map((choice, at) => {
    const prenoms = known.get(choice.vers)?.prenoms
    const isPart = choice.lecture !== undefined && DATE_PARTS.some((part) => part === choice.lecture)
    const isSplit = splits(choice.lecture)
    const clashes = (isPart && whole.has(choice.vers)) || (isSplit && prenoms !== undefined && whole.has(prenoms))
    return clashes ? leftOver(sample, at, mapping) : choice
  })
}

/** A kept choice as far as it still fits the fields of today; the others are guessed. */
export function stillFitting(kept: Mapping, guessed: ColumnChoice[], mapping: ColumnMapping): ColumnChoice[] {
  const known = columnByKey(mapping)
  const isRight = ({ vers }: ColumnChoice) =>
    vers === IGNORED || (vers === TO_NOTES && mapping.notes !== undefined) || known.has(vers)
  return guessed.map((guess, at) => {
    const choice = kept.colonnes[at]
    return choice && isRight(choice) ? choice : guess
  })
}

/** Are the columns of a file ours by their very names, so that nobody has to be asked? Columns without title and text do not count. */
export function isOurs(sample: Sample, mapping: ColumnMapping): boolean {
  const { headers } = sample
  const keys = headers.map((header) => headerKey(unguard(header.trim())))
  const ours = new Set(mapping.columns.map(({ nom }) => headerKey(nom)))
  const isKnown = keys.every((key, at) => (key === '' ? valuesOf(sample, at).length === 0 : ours.has(key)))
  const titled = keys.filter((key) => key !== '')
  if (!isKnown || new Set(titled).size !== titled.length) return false
  if (mapping.columns.some(({ nom, required }) => required && !keys.includes(headerKey(nom)))) return false
  const dates = mapping.columns.filter(({ nature }) => nature === 'date')
  return dates.every(({ nom }) => {
    const at = keys.indexOf(headerKey(nom))
    return at === -1 || dateReading(valuesOf(sample, at)) === undefined
  })
}
