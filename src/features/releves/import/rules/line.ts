import { isPlaceField, KINDS } from '../../../../champs/index.ts'
import { CellError, type Champ, type Lookup } from '../../../../champs/kind.ts'
import { lecturesFromCell, settledLectures, withLectures } from '../../../../champs/lectures.ts'
import { isEtat, isWithoutValue } from '../../../../champs/states.ts'
import type { FieldState, ReleveData, ReleveEtats, ReleveLectures } from '../../../../db/schema.ts'
import { fold } from '../../../../lib/text.ts'
import { quoted } from '../../../../lib/typo.ts'
import type { ReleveColumn } from '../../rows.ts'
import { notesChamp, notesSeparator } from './notes.ts'

/**
 * A line of a file as it is kept until it is written: its cells by name of the champ, empty ones left out. They are read
 * at the dry run and once more at the writing, for places and fields change between the two.
 */
export interface ImportedRow {
  cells: Record<string, string>
  etats: Record<string, string>
  /** Other readings; absent where the line has none. */
  lectures?: Record<string, string>
}

/** A line that can be stored, or why not: French sentences, one for each field that is wrong. */
export type LineReading =
  | { ok: true; data: ReleveData; etats: ReleveEtats; lectures: ReleveLectures | null }
  | { ok: false; message: string }

const REQUIRED =
  'ce champ est obligatoire. Remplissez-le, ou dites dans la colonne d’état qu’il est illisible ou absent.'
const CONTRADICTION = 'ce champ contient un texte, alors que la colonne d’état dit que le registre n’en donne pas.'
const UNKNOWN_STATE = 'l’état doit être sûr, douteux, illisible ou absent.'

/** The cells of a line by column. */
export function rowOf(columns: readonly ReleveColumn[], cell: (header: string) => string): ImportedRow {
  const row: ImportedRow = { cells: {}, etats: {} }
  const lectures: Record<string, string> = {}
  const parts = { valeur: row.cells, etat: row.etats, lecture: lectures }
  for (const { header, champ, part } of columns) {
    const text = cell(header)
    if (text !== '') parts[part][champ.nom] = text
  }
  return Object.keys(lectures).length > 0 ? { ...row, lectures } : row
}

/** Own members only: a field may be called `constructor`. */
export const cellOf = (cells: Record<string, string>, nom: string): string =>
  Object.hasOwn(cells, nom) ? (cells[nom] ?? '') : ''

function readEtat(text: string): FieldState {
  const word = text === '' ? 'sur' : fold(text)
  if (!isEtat(word)) throw new CellError(UNKNOWN_STATE)
  return word
}

type ReadField = { value: unknown; etat: FieldState }
type FieldReading = ReadField | { problem: string }

/** As in the form: what is empty is neither sure nor doubtful. */
function keep({ value, etat }: ReadField, nom: string, data: ReleveData, etats: ReleveEtats) {
  if (value !== null) data[nom] = value
  if (etat !== 'sur' && (value !== null || isWithoutValue(etat))) etats[nom] = etat
}

/** Longer cells are rarely the same twice. */
const MAX_LENGTH = 60
/** Cells kept a field; a field with more of them repeats few. */
const MAX_CELLS = 5000

/** Reads the lines of an import; a cell that a field has had before is not read again. */
export class LineReader {
  readonly #champs: readonly Champ[]
  readonly #lookup: Lookup
  readonly #known: Map<string, unknown>[]
  readonly #names: Set<string>
  readonly #isNoted: (name: string) => boolean
  readonly #notes: Champ | undefined
  #hasAsked = false

  /** `isNoted`: does this name of a place go to the notes? */
  constructor(champs: readonly Champ[], lookup: Lookup, isNoted: (name: string) => boolean = () => false) {
    this.#champs = champs
    this.#isNoted = isNoted
    this.#notes = notesChamp(champs)
    this.#lookup = this.#watched(lookup)
    this.#known = champs.map(() => new Map())
    this.#names = new Set(champs.map((champ) => champ.nom))
  }

  #watched(lookup: Lookup): Lookup {
    const asking = <A, R>(ask: (about: A) => R) => {
      return (about: A): R => {
        this.#hasAsked = true
        return ask(about)
      }
    }
    return {
      lieuById: asking((id: number) => lookup.lieuById(id)),
      lieuxByNomLong: asking((nomLong: string) => lookup.lieuxByNomLong(nomLong)),
      lieuxSuggested: asking((text: string) => lookup.lieuxSuggested(text)),
      lieuxNear: asking((written: string) => lookup.lieuxNear(written)),
    }
  }

  /** A place that somebody had rather keep in the notes stands there with the title of its field. */
  #noted(row: ImportedRow): ImportedRow {
    const notes = this.#notes
    const moved = this.#champs.filter((champ) => isPlaceField(champ) && this.#isNoted(cellOf(row.cells, champ.nom)))
    if (!notes || moved.length === 0) return row
    const cells = { ...row.cells }
    const said = moved.map(({ nom, label }) => `${label}\u00a0: ${cells[nom]}`)
    for (const { nom } of moved) delete cells[nom]
    cells[notes.nom] = [cellOf(cells, notes.nom), ...said].filter((text) => text !== '').join(notesSeparator(notes))
    return { ...row, cells }
  }

  async read(typed: ImportedRow): Promise<LineReading> {
    const row = this.#noted(typed)
    // Names of fields begin with a letter: none is `__proto__`. An object without a prototype is slow, and takes thrice the room.
    const data: ReleveData = {}
    const etats: ReleveEtats = {}
    const problems = this.#foreign(row)
    // An iterator of pairs would make one for each field of each line.
    let index = -1
    for (const champ of this.#champs) {
      index += 1
      if (this.#isRead(index, champ, row, data)) continue
      const field = this.#field(index, champ, row)
      const read = field instanceof Promise ? await field : field
      if ('problem' in read) problems.push(read.problem)
      else keep(read, champ.nom, data, etats)
    }
    const lectures = this.#lectures(row, data, problems)
    return problems.length > 0 ? { ok: false, message: problems.join(' ') } : { ok: true, data, etats, lectures }
  }

  /** The readings beside the values of a line; what is wrong with them joins the problems. */
  #lectures({ lectures: cells }: ImportedRow, data: ReleveData, problems: string[]): ReleveLectures | null {
    let all: ReleveLectures | null = null
    for (const champ of cells ? this.#champs : []) {
      const cell = cellOf(cells ?? {}, champ.nom)
      try {
        if (cell !== '') all = withLectures(all, champ.nom, lecturesFromCell(champ, cell))
      } catch (error) {
        if (!(error instanceof CellError)) throw error
        problems.push(`${quoted(`${champ.label} (autre lecture)`)}\u00a0: ${error.message}`)
      }
    }
    return all && settledLectures(this.#champs, data, all)
  }

  /** Says by sentences where a person should look at a line that can be stored; undefined for nowhere. */
  remarks({ cells }: ImportedRow): string | undefined {
    const said = this.#champs.flatMap((champ) => {
      const remark = KINDS[champ.type].cellRemark?.(cellOf(cells, champ.nom))
      return remark ? [`${quoted(champ.label)}\u00a0: ${remark}`] : []
    })
    return said.length > 0 ? said.join(' ') : undefined
  }

  /** Most fields of a line are empty, or hold what lines above held: nothing is to be read there. */
  #isRead(index: number, { nom, required }: Champ, { cells, etats }: ImportedRow, data: ReleveData): boolean {
    if (Object.hasOwn(etats, nom)) return false
    const cell = cellOf(cells, nom)
    if (cell === '') return !required
    const known = this.#known[index]?.get(cell)
    if (known !== undefined) data[nom] = known
    return known !== undefined
  }

  /** A promise only where a cell is new: most were met before, and waiting costs more than reading. */
  #field(index: number, champ: Champ, row: ImportedRow): FieldReading | Promise<FieldReading> {
    const refused = (error: unknown): FieldReading => {
      if (!(error instanceof CellError)) throw error
      return { problem: `${quoted(champ.label)}\u00a0: ${error.message}` }
    }
    try {
      const etat = readEtat(cellOf(row.etats, champ.nom))
      const value = this.#value(index, champ, cellOf(row.cells, champ.nom), etat)
      return value instanceof Promise ? value.then((read) => ({ value: read, etat }), refused) : { value, etat }
    } catch (error) {
      return refused(error)
    }
  }

  /** A field that was there at the dry run and is there no more. */
  #foreign({ cells, lectures }: ImportedRow): string[] {
    const gone = new Set<string>()
    for (const nom of Object.keys(cells)) if (!this.#names.has(nom)) gone.add(nom)
    for (const nom of Object.keys(lectures ?? {})) if (!this.#names.has(nom)) gone.add(nom)
    return gone.size === 0
      ? []
      : [...gone].map((nom) => `Le champ ${quoted(nom)} n’existe plus dans ce type de source.`)
  }

  #value(index: number, champ: Champ, cell: string, etat: FieldState): unknown {
    if (isWithoutValue(etat)) {
      if (cell !== '') throw new CellError(CONTRADICTION)
      return null
    }
    if (cell === '') {
      if (champ.required) throw new CellError(REQUIRED)
      return null
    }
    return this.#known[index]?.get(cell) ?? this.#cell(index, champ, cell)
  }

  async #cell(index: number, champ: Champ, cell: string): Promise<unknown> {
    const known = this.#known[index]
    this.#hasAsked = false
    const read = await KINDS[champ.type].fromCell(cell, champ, this.#lookup)
    if (read === null && champ.required) throw new CellError(REQUIRED)
    // The lookup keeps what the database said, and knows when to ask again.
    if (read !== null && !this.#hasAsked && cell.length <= MAX_LENGTH && known) {
      if (known.size >= MAX_CELLS) known.clear()
      known.set(cell, read)
    }
    return read
  }
}
