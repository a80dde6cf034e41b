import type { Champ } from '../../../../champs/kind.ts'
import type { Db } from '../../../../db/schema.ts'
import { type KnownWords, type NewWords, newWords } from '../../../../search/known-words.ts'
import { makeAhead } from '../../actions/ahead.ts'
import { placesIn, type ReadLines, type ReleveLine, readAll } from '../rules/batch.ts'
import { LineReader } from '../rules/line.ts'
import { PlaceCache } from './places.ts'

/** Lines read by `by`, which used the places of these names. */
export interface ReadBatch {
  by: Reading
  names: ReadonlySet<string>
  read: ReadLines
  /** The dictionaries may lack these. */
  made: NewWords
}

/** Reads lines by the fields and places of one moment. Where these are others later, another one of these takes its place. */
export class Reading {
  readonly champs: Champ[]
  readonly places: PlaceCache
  readonly reader: LineReader
  readonly #sourceId: number
  readonly #words: KnownWords

  constructor(db: Db, champs: Champ[], words: KnownWords, imported: { id: number; source_id: number }) {
    this.#words = words
    this.champs = champs
    this.places = new PlaceCache(db, imported)
    this.reader = new LineReader(champs, this.places, (name) => this.places.isNoted(name))
    this.#sourceId = imported.source_id
  }

  /** One batch at a time: places are asked of the database that was given last. `rest`: others go on meanwhile. */
  async read(db: Db, lines: ReleveLine[], rest?: () => Promise<void>): Promise<ReadBatch> {
    const { champs, places, reader } = this
    places.begin(db)
    await places.learn(placesIn(champs, lines))
    const read = await readAll(reader, lines, (held) => makeAhead(champs, this.#sourceId, held), rest)
    const entries = read.rows.flatMap(({ ahead }) => ahead?.entry ?? [])
    return { by: this, names: places.usedNames, read, made: newWords(entries, this.#words) }
  }
}
