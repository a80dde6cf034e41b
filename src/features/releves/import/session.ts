import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Champ } from '../../../champs/kind.ts'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import { settleIndex } from '../../../search/index-writer.ts'
import { KnownWords } from '../../../search/known-words.ts'
import { WORKFLOW } from '../../droits/status.ts'
import type { AppliedLine, ColumnMapping, ImportSession, ParsedLine, PlannedLine } from '../../imports/kind.ts'
import { keepUnknownPlaces } from '../../imports/queries/place-names.ts'
import { champsOf } from '../../types-sources/queries.ts'
import { createReleves } from '../actions/records.ts'
import { type HeldSource, holdSource } from '../actions/write.ts'
import { type Beside, type ReleveColumn, releveColumns } from '../rows.ts'
import { replaceReleves, replacing } from './actions/replace.ts'
import { type Candidate, doubleKey, doublesOf } from './queries/doubles.ts'
import { PresentReleves } from './queries/present.ts'
import { type ReadBatch, Reading } from './queries/reading.ts'
import { constantProblem, countUnknown, placesIn, type ReleveLine, refused } from './rules/batch.ts'
import { champByKey, relevesMapping } from './rules/columns.ts'
import { type ImportedRow, rowOf } from './rules/line.ts'
import { shownCells } from './rules/shown.ts'

/** An import writes into this source; the target is undefined where the source is gone. */
export interface Target {
  source_id: number
  type_source_id: number
  section_id: number | null
  champs: Champ[]
}

/** An import of many sources goes through a session for each of them. */
export interface SessionOptions {
  /** The sources share what they know of the index. */
  words?: KnownWords
  /** The import made the source itself: its status keeps nobody out. */
  isOwn?: boolean
  /** Hears, in the transaction, which records were made of which lines. */
  written?(trx: Trx, lines: readonly ReleveLine[], ids: readonly number[]): Promise<void>
}

const GONE = 'La source de cet import n’existe plus.'
const CLOSED = 'Cette source n’est plus ouverte à la saisie.'
const EMPTY = 'Cette ligne ne remplit aucun champ de la source.'

/** Every column that the file of a source may have: the export writes those of states and readings only where there is one. */
export const importColumns = (champs: readonly Champ[]): ReleveColumn[] => releveColumns(champs, everyField(champs))

function everyField(champs: readonly Champ[]): Beside {
  const names = new Set(champs.map(({ nom }) => nom))
  return { etats: names, lectures: names }
}

/** An import of records under way. `now` dates what it writes. */
export class RelevesSession implements ImportSession<ImportedRow> {
  readonly columns: { nom: string; required: boolean }[]
  readonly preview
  readonly mapping: ColumnMapping | undefined
  readonly #target: Target | undefined
  readonly #columns: ReleveColumn[]
  readonly #imported: { id: number; user_id: number | null }
  readonly #now: () => Date
  readonly #place: { id: number; source_id: number }
  /** A session ends with the first batch that fails: what it knows is what was committed. */
  readonly #words: KnownWords
  readonly #options: SessionOptions
  /** Names of places that lines were refused for, with their number. */
  readonly #unknown = new Map<string, number>()
  /** By the fields and places that were right for the last batch. */
  #reading: Reading
  /** Batches that were read ahead. */
  readonly #ahead = new WeakMap<ReleveLine[], ReadBatch>()
  /** Known in a dry run only. */
  #present: PresentReleves | undefined

  constructor(
    db: Db,
    target: Target | undefined,
    imported: { id: number; user_id: number | null },
    now: () => Date,
    options: SessionOptions = {},
  ) {
    this.#options = options
    this.#words = options.words ?? new KnownWords()
    this.#place = { id: imported.id, source_id: target?.source_id ?? 0 }
    this.#reading = new Reading(db, target?.champs ?? [], this.#words, this.#place)
    this.#target = target
    this.#imported = imported
    this.#now = now
    this.#columns = importColumns(target?.champs ?? [])
    this.columns = this.#columns.map(({ header, champ, part }) => ({
      nom: header,
      required: part === 'valeur' && champ.required,
    }))
    const values = this.#columns.filter(({ part }) => part === 'valeur')
    this.preview = {
      headers: values.map(({ header }) => header),
      cells: (line: ReleveLine) => this.#shown(line),
    }
    this.mapping = target && {
      ...relevesMapping(this.#columns, target.champs),
      place: { section_id: target.section_id, type_source_id: target.type_source_id },
      problem: (at, cle, text) => {
        this.#reading.places.begin(at)
        return constantProblem(champByKey(this.#reading.champs, cle), text, this.#reading.places)
      },
    }
  }

  ended(db: Db, lines: number): Promise<void> {
    return settleIndex(db, lines, this.#words)
  }

  parseLine(cell: (nom: string) => string): ParsedLine<ImportedRow> {
    const row = rowOf(this.#columns, cell)
    const isEmpty = [row.cells, row.etats, row.lectures ?? {}].every((cells) => Object.keys(cells).length === 0)
    if (isEmpty) return { ok: false, message: this.#target ? EMPTY : GONE, cle: null }
    return { ok: true, row, cle: doubleKey(row), renvoi: null }
  }

  planned(db: Db): Promise<void> {
    return keepUnknownPlaces(db, this.#imported.id, this.#unknown)
  }

  async begin(db: Db, rest: () => Promise<void>): Promise<void> {
    if (!this.#target) return
    this.#present = new PresentReleves(this.#reading.champs)
    await this.#present.read(db, this.#target.source_id, rest)
  }

  async plan(db: Db, lines: ReleveLine[]): Promise<PlannedLine[]> {
    const target = this.#target
    if (!target) return lines.map(({ ligne }) => ({ ligne, action: 'refusee', message: GONE }))
    this.#reading.places.begin(db)
    await this.#reading.places.learn(placesIn(this.#reading.champs, lines))
    const reader = this.#reading.reader
    const candidates: Candidate[] = []
    const planned: PlannedLine[] = []
    for (const line of lines) {
      const { ligne } = line
      const reading = await reader.read(line.row)
      if (!reading.ok) {
        await countUnknown(this.#reading.champs, line, this.#reading.places, this.#unknown)
        planned.push({ ligne, action: 'refusee', message: reading.message })
      } else if (this.#present?.take(reading) === true) planned.push({ ligne, action: 'inchangee' })
      else {
        candidates.push({ line, data: reading.data, etats: reading.etats, lectures: reading.lectures })
        planned.push({ ligne, action: 'creer' })
      }
    }
    return this.#withDoubles(db, target, planned, candidates)
  }

  /** Says of the lines to be created what should be looked at, and which may be there already. */
  async #withDoubles(db: Db, target: Target, planned: PlannedLine[], candidates: Candidate[]): Promise<PlannedLine[]> {
    const { reader, champs } = this.#reading
    const remarks = new Map(candidates.map(({ line }) => [line.ligne, reader.remarks(line.row)]))
    const place = { source_id: target.source_id, champs }
    const doubles = await doublesOf(db, this.#imported.id, place, candidates)
    return planned.map((line): PlannedLine => {
      if (line.action !== 'creer') return line
      const double = doubles.get(line.ligne)
      const warning = [double?.message, remarks.get(line.ligne)].filter(Boolean).join(' ')
      if (double?.isAsked) return { ligne: line.ligne, action: 'verifier', warning }
      return { ...line, warning: warning || undefined }
    })
  }

  /** A line as the record that it becomes, with what was understood of its dates; one that becomes none any more, as typed. */
  async #shown(line: ReleveLine): Promise<string[]> {
    const { row } = line
    const { places, champs, reader } = this.#reading
    await places.learn(placesIn(champs, [line]))
    return shownCells(champs, row, await reader.read(row))
  }

  /** The source as it is held, or why nothing can be written into it. */
  async #held(trx: Trx): Promise<{ source: HeldSource; target: Target } | string> {
    const target = this.#target
    if (!target) return GONE
    // Places keep their names until this is committed: whoever renames or merges one next finds these records. Before the
    // source, as in a merge.
    await dialectOf(trx).locks.share(trx, 'lieux')
    // Asked before the counter moves: a refused batch is committed with its messages.
    const source = await holdSource(trx, { id: target.source_id })
    return WORKFLOW[source.status].isOpen || this.#options.isOwn ? { source, target } : CLOSED
  }

  async apply(trx: Trx, lines: ReleveLine[]): Promise<AppliedLine[]> {
    const held = await this.#held(trx)
    if (typeof held === 'string') return refused(lines, held)
    const { target } = held
    // Fields and places may have changed since the dry run, even since the batch before.
    const champs = await champsOf(trx, target.type_source_id)
    const { by, read, made } = await this.#readAgain(trx, champs, lines)
    const { rows, outcomes } = read
    const { id, user_id } = this.#imported
    const author = { user_id, now: this.#now().toISOString(), import_id: id, dictionary: { known: this.#words, made } }
    // The list by which they were read: what is known of its fields, and what was made ahead by them, is kept by it.
    const ids = await createReleves(trx, target.source_id, by.champs, rows, author)
    const written = lines.filter((_, index) => outcomes[index]?.action === 'creer')
    await this.#options.written?.(trx, written, ids)
    return outcomes
  }

  /** Gives records that are there what these lines say of them; what they said before stays in their history. */
  async replace(trx: Trx, lines: ReleveLine[], idOf: (line: ReleveLine) => number): Promise<AppliedLine[]> {
    const held = await this.#held(trx)
    if (typeof held === 'string') return refused(lines, held)
    const champs = await champsOf(trx, held.target.type_source_id)
    const { read } = await this.#readAgain(trx, champs, lines)
    const author = { user_id: this.#imported.user_id, now: this.#now().toISOString() }
    const replaced = await replaceReleves(trx, { source: held.source, champs }, replacing(lines, read, idOf), author)
    return read.outcomes.map((outcome) => replaced.get(outcome.ligne) ?? outcome)
  }

  async prepare(db: Db, lines: ReleveLine[]): Promise<void> {
    this.#ahead.set(lines, await this.#reading.read(db, lines, setImmediate))
  }

  /** The lines by the fields and places of this moment, which are compared with those by which they were read ahead. */
  async #readAgain(trx: Trx, champs: Champ[], lines: ReleveLine[]): Promise<ReadBatch> {
    const ahead = this.#ahead.get(lines)
    if (ahead && ahead.by === this.#reading && isDeepStrictEqual(champs, ahead.by.champs)) {
      if (await ahead.by.places.areStillRight(trx, ahead.names)) return ahead
    }
    // The batch behind is being read by the former ones meanwhile, from another connection.
    const reading = new Reading(trx, champs, this.#words, this.#place)
    const batch = await reading.read(trx, lines)
    // That one comes here too, and must not put another in the place of what the third was read by.
    if (ahead?.by === this.#reading) this.#reading = reading
    return batch
  }
}
