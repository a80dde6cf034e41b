import type { FormErrors } from '../../../lib/body.ts'
import { unguard } from '../../../lib/csv.ts'
import { composed } from '../../../lib/text.ts'
import { quoted } from '../../../lib/typo.ts'
import type { ColumnMapping, MappedColumn } from '../kind.ts'
import { DATE_PARTS, dateText, joinedDate, orderOf, type Reading, SPLITS, splitName } from './readings.ts'

export const TO_NOTES = 'notes'
export const IGNORED = 'ignorer'

/** Where a column of the file goes: a field's key, `notes` or `ignorer`; and how it is read, where not as it is. */
export interface ColumnChoice {
  vers: string
  lecture?: Reading
}

/** Where all columns of a file go, as it is kept. */
export interface Mapping {
  /** Digest of the header that it was chosen for. */
  entete: string
  colonnes: ColumnChoice[]
  /** A value for all lines, by key of a field without a column. */
  constantes: Record<string, string>
}

/** The value for all lines of a field; own members only, as a field may be called `constructor`. */
export const constantOf = ({ constantes }: Pick<Mapping, 'constantes'>, cle: string): string =>
  Object.hasOwn(constantes, cle) ? (constantes[cle] ?? '') : ''

const isDatePart = (reading: Reading | undefined): boolean => DATE_PARTS.some((part) => part === reading)
export const isSplit = (reading: Reading | undefined): reading is (typeof SPLITS)[number] =>
  SPLITS.some((split) => split === reading)

/** Whether a column of this field may be read so. */
export function fits(column: MappedColumn, reading: Reading): boolean {
  if (isDatePart(reading) || reading === 'mja' || reading === 'amj') return column.nature === 'date'
  return isSplit(reading) ? column.prenoms !== undefined : column.nature === 'texte'
}

export const columnByKey = ({ columns }: ColumnMapping): Map<string, MappedColumn> =>
  new Map(columns.map((column) => [column.cle, column]))

/** The keys that a column fills: the first names too, where it is split. */
function keysOf({ vers, lecture }: ColumnChoice, known: Map<string, MappedColumn>): string[] {
  const prenoms = known.get(vers)?.prenoms
  return isSplit(lecture) && prenoms !== undefined ? [vers, prenoms] : [vers]
}

/** Keys that columns of the file fill. */
export function filledKeys({ colonnes }: Pick<Mapping, 'colonnes'>, mapping: ColumnMapping): Set<string> {
  const known = columnByKey(mapping)
  return new Set(colonnes.flatMap((choice) => (known.has(choice.vers) ? keysOf(choice, known) : [])))
}

/** Required fields to which neither a column goes nor a value for all lines; a column of states may excuse them. */
export function unfilled(chosen: Pick<Mapping, 'colonnes' | 'constantes'>, mapping: ColumnMapping): MappedColumn[] {
  const filled = filledKeys(chosen, mapping)
  const isExcused = ({ etat }: MappedColumn) => etat !== undefined && filled.has(etat)
  return mapping.columns.filter(
    (column) =>
      column.required === true &&
      !filled.has(column.cle) &&
      constantOf(chosen, column.cle) === '' &&
      !isExcused(column),
  )
}

const UNKNOWN = 'Choisissez une valeur dans la liste.'

/** May this column join those that fill the key already? Each part of a date once, or told to go on behind the others. */
function joins(choice: ColumnChoice, before: ColumnChoice[]): boolean {
  if (choice.lecture === 'suite') return true
  return isDatePart(choice.lecture) && before.every((one) => isDatePart(one.lecture) && one.lecture !== choice.lecture)
}

type Taken = Map<string, { choice: ColumnChoice; title: string }[]>

/** Fields that a column fills as well as one before it, without going on behind it. Keeps what it fills. */
function doubleProblem(choice: ColumnChoice, title: string, known: Map<string, MappedColumn>, taken: Taken) {
  let problem: string | undefined
  for (const key of keysOf(choice, known)) {
    const before = taken.get(key) ?? []
    const [first] = before
    const hasRoom =
      first === undefined ||
      joins(
        choice,
        before.map((one) => one.choice),
      )
    if (!hasRoom) problem = twice(known.get(key)?.label ?? key, first.title)
    taken.set(key, [...before, { choice, title }])
  }
  return problem
}

/** Says in French what is wrong with a choice of columns, by name of the form's field. */
export function mappingErrors(chosen: Mapping, headers: string[], mapping: ColumnMapping): FormErrors {
  const known = columnByKey(mapping)
  const taken: Taken = new Map()
  const problems = chosen.colonnes.map((choice, n) => {
    if (choice.vers === IGNORED) return undefined
    if (choice.vers === TO_NOTES) return notesProblem(mapping)
    return known.has(choice.vers) ? doubleProblem(choice, titleOf(headers, n), known, taken) : UNKNOWN
  })
  const named = problems.flatMap((problem, n) => (problem === undefined ? [] : [[`colonnes[${n}]`, problem] as const]))
  if (named.length > 0 || taken.size > 0) return Object.fromEntries(named)
  return { '': 'Aucune colonne du fichier ne va vers un champ\u00a0: choisissez-en au moins une.' }
}

const notesProblem = ({ notes }: ColumnMapping): string | undefined =>
  notes === undefined ? 'Ce type de source n’a pas de champ de notes\u00a0: choisissez un autre champ.' : undefined

const twice = (label: string, title: string): string =>
  `${quoted(label)} reçoit déjà la colonne ${quoted(title)}\u00a0: choisissez un autre champ, laissez cette colonne de côté, ou faites-la lire «\u00a0à la suite\u00a0».`

/** The title of a column, or its place where it has none. */
export const titleOf = (headers: string[], n: number): string =>
  unguard((headers[n] ?? '').trim()) || `colonne ${n + 1}`

/** The cells of a line of the file by column of the kind. */
export type LineCells = (cells: readonly string[]) => (nom: string) => string

/** A cell as its writer meant it. */
export const plainCell = (cell: string | undefined): string => composed(unguard(cell ?? '')).trim()

interface Part {
  at: number
  lecture: Reading | undefined
  /** Second half of a name that is split. */
  isFirstNames: boolean
}

function textOf(parts: readonly Part[], isDate: boolean, cells: readonly string[]): string {
  const texts = parts.map(({ at, lecture, isFirstNames }) => {
    const text = plainCell(cells[at])
    if (isSplit(lecture)) return splitName(text, lecture)[isFirstNames ? 1 : 0]
    return isDate && !isDatePart(lecture) ? dateText(text, lecture) : text
  })
  const dated = parts.map(({ lecture }, i) => [lecture, texts[i] ?? ''] as const)
  if (isDate && parts.some(({ lecture }) => isDatePart(lecture))) return joinedDate(Object.fromEntries(dated))
  return texts.filter((text) => text !== '').join(' ')
}

/** Reads the lines of a file whose columns go where somebody chose. */
export function mappedCells(chosen: Mapping, headers: string[], mapping: ColumnMapping): LineCells {
  const { colonnes } = chosen
  const known = columnByKey(mapping)
  const parts = new Map<string, Part[]>()
  for (const [at, choice] of colonnes.entries()) {
    const { vers, lecture } = choice
    if (!known.has(vers)) continue
    for (const [i, key] of keysOf(choice, known).entries())
      parts.set(key, [...(parts.get(key) ?? []), { at, lecture, isFirstNames: i === 1 }])
  }
  const notes = colonnes.flatMap(({ vers }, at) =>
    vers === TO_NOTES ? [{ at, title: notesTitle(headers, at, mapping) }] : [],
  )
  const withNotes = (cells: readonly string[], text: string): string => {
    const said = notes.flatMap(({ at, title }) => {
      const cell = plainCell(cells[at])
      return cell === '' ? [] : [title === '' ? cell : `${title}\u00a0: ${cell}`]
    })
    return [text, ...said].filter((one) => one !== '').join(mapping.notes?.separator ?? ' ')
  }
  const byName = new Map(mapping.columns.map((column) => [column.nom, column]))
  return (cells) => (nom) => {
    const column = byName.get(nom)
    if (!column) return ''
    const found = parts.get(column.cle)
    const text = found ? textOf(found, column.nature === 'date', cells) : constantOf(chosen, column.cle)
    return mapping.notes?.cle === column.cle ? withNotes(cells, text) : text
  }
}

/** A column called as the notes themselves needs no title in them. */
function notesTitle(headers: string[], at: number, mapping: ColumnMapping): string {
  const title = titleOf(headers, at)
  const own = mapping.columns.find(({ cle }) => cle === mapping.notes?.cle)
  return own && [own.nom, own.label].some((name) => name.toLowerCase() === title.toLowerCase()) ? '' : title
}

/** Dates of the other order than the one chosen, by column: the first line of each and how many. */
export class DateWatch {
  readonly #watched: { at: number; other: 'jour' | 'mois' }[]
  readonly #found = new Map<number, { ligne: number; text: string; count: number }>()

  constructor(columns: readonly { at: number; reading: Reading | undefined }[]) {
    this.#watched = columns
      .filter(({ reading }) => reading === undefined || reading === 'mja')
      .map(({ at, reading }) => ({ at, other: reading === 'mja' ? 'jour' : 'mois' }))
  }

  see(ligne: number, cells: readonly string[]): void {
    for (const { at, other } of this.#watched) {
      const text = cells[at] ?? ''
      if (text === '' || orderOf(text.trim()) !== other) continue
      const known = this.#found.get(at)
      if (known) known.count += 1
      else this.#found.set(at, { ligne, text: text.trim(), count: 1 })
    }
  }

  /** A sentence for each column that has some. */
  sentences(headers: string[]): string[] {
    return this.#watched.flatMap(({ at, other }) => {
      const found = this.#found.get(at)
      if (!found) return []
      const { ligne, text, count } = found
      const many = count > 1 ? `, et ${count - 1} ${count > 2 ? 'autres' : 'autre'} du même genre` : ''
      return [
        `Dans la colonne ${quoted(titleOf(headers, at))}, la date ${quoted(text)} (ligne ${ligne}${many}) ne se lit qu’avec le ${other} en premier. Rien n’a été échangé\u00a0: ces lignes sont refusées. Si tout le fichier est écrit ainsi, dites-le par ${quoted('Revoir les colonnes')}.`,
      ]
    })
  }
}
