import { isPlaceField } from '../../../../champs/index.ts'
import type { Champ, PlaceValue } from '../../../../champs/kind.ts'
import type { Db } from '../../../../db/schema.ts'
import { type PlaceDecision, placeDecisions } from '../../../imports/queries/place-names.ts'
import { placesCalled, placesNearEach } from '../../../lieux/queries/long-names.ts'
import { nomLongByIds } from '../../../lieux/queries/places.ts'
import type { ImportedRow } from '../../../releves/import/rules/line.ts'
import { notesChamp, notesSeparator } from '../../../releves/import/rules/notes.ts'

type Cells = ImportedRow['cells']

const MAX_KNOWN = 20_000
/** Names asked for in one statement. */
const CHUNK = 200
/** More names than that are a wrong column, not places. */
const MAX_UNKNOWN = 5000
const MAX_NAME = 500

/** Behind its own name, a place has the names of those that it lies in. */
const above = (nomLong: string): string => nomLong.split(', ').slice(1).join(', ')

/** The one of these places that lies where the source does. */
const nearest = (places: PlaceValue[], near: string): PlaceValue | undefined => {
  const there = places.filter(({ nom_long }) => above(nom_long) === above(near))
  return there.length === 1 ? there[0] : undefined
}

const withoutBrackets = (text: string): string => text.replace(/\s*\([^()]*\)$/, '')

/** Finds the places that acts of others name in a word or two: by their long name, or by their own where one alone has it. */
export class PlaceTexts {
  /** Names that no place bears and of which nobody has said anything, with their number. */
  readonly unknown = new Map<string, number>()
  readonly #importId: number
  readonly #known = new Map<string, string | null>()
  #decisions: ReadonlyMap<string, PlaceDecision> | undefined
  #decided: ReadonlyMap<number, string> = new Map()

  constructor(importId: number) {
    this.#importId = importId
  }

  /** From here on for a dry run, by what was said of names until then. */
  async begin(db: Db): Promise<void> {
    this.unknown.clear()
    this.#known.clear()
    this.#decisions = await placeDecisions(db, this.#importId)
    const ids = [...this.#decisions.values()].flatMap((one) => (one === 'notes' ? [] : one.lieu_id))
    this.#decided = await nomLongByIds(db, ids)
  }

  /** Looks up at once what the rows of a batch name. */
  async #learn(db: Db, texts: Iterable<string>, near: string): Promise<void> {
    const lost = [...new Set(texts)].filter((text) => !this.#known.has(keyOf(text, near)))
    if (this.#known.size + lost.length > MAX_KNOWN) this.#known.clear()
    for (let at = 0; at < lost.length; at += CHUNK) {
      const part = lost.slice(at, at + CHUNK)
      const called = await placesCalled(db, part)
      const others = part.filter((text) => !called.has(text)).map(withoutBrackets)
      const alike = await placesNearEach(db, others)
      for (const text of part) {
        const places = called.get(text) ?? alike.get(withoutBrackets(text)) ?? []
        const found = places.length === 1 ? places[0] : nearest(places, near)
        this.#known.set(keyOf(text, near), found?.nom_long ?? null)
      }
    }
  }

  /** A decision on a name counts first; null: it goes to the notes. A place that is gone since was never chosen. */
  #placeOf(text: string, near: string): string | null | undefined {
    const decision = this.#decisions?.get(text)
    if (decision === 'notes') return null
    const chosen = decision && this.#decided.get(decision.lieu_id)
    return chosen ?? this.#known.get(keyOf(text, near)) ?? undefined
  }

  /** Writes the long names of places into the rows of one source; texts that name none go to their notes, and are counted. */
  async settle(db: Db, champs: readonly Champ[], rows: readonly ImportedRow[], near: string): Promise<void> {
    const fields = champs.filter(isPlaceField)
    const texts = rows.flatMap(({ cells }) => fields.flatMap(({ nom }) => cells[nom] ?? []))
    await this.#learn(db, texts, near)
    const into = { near, notes: notesChamp(champs) }
    for (const { cells } of rows) for (const champ of fields) this.#settleCell(cells, champ, into)
  }

  #settleCell(cells: Cells, champ: Champ, { near, notes }: { near: string; notes: Champ | undefined }): void {
    const text = cells[champ.nom]
    if (text === undefined) return
    const place = this.#placeOf(text, near)
    if (place === undefined) this.#count(text)
    if (typeof place === 'string') cells[champ.nom] = place
    else if (notes) moveToNotes(cells, champ, notes)
  }

  #count(text: string): void {
    if (text.length > MAX_NAME) return
    if (this.unknown.has(text) || this.unknown.size < MAX_UNKNOWN)
      this.unknown.set(text, (this.unknown.get(text) ?? 0) + 1)
  }
}

const keyOf = (text: string, near: string): string => `${near}|${text}`

function moveToNotes(cells: Cells, { nom, label }: Champ, notes: Champ): void {
  const said = `${label}\u00a0: ${cells[nom]}`
  delete cells[nom]
  const before = cells[notes.nom]
  cells[notes.nom] = before === undefined ? said : `${before}${notesSeparator(notes)}${said}`
}
