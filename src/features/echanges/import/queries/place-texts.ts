import { isPlaceField } from '../../../../champs/index.ts'
import type { Champ, PlaceValue } from '../../../../champs/kind.ts'
import type { Db } from '../../../../db/schema.ts'
import { placesCalled, placesNear } from '../../../lieux/queries/long-names.ts'
import type { ImportedRow } from '../../../releves/import/rules/line.ts'

const MAX_KNOWN = 20_000

/** Behind its own name, a place has the names of those that it lies in. */
const above = (nomLong: string): string => nomLong.split(', ').slice(1).join(', ')

/** The one of these places that lies where the source does. */
const nearest = (places: PlaceValue[], near: string): PlaceValue | undefined => {
  const there = places.filter(({ nom_long }) => above(nom_long) === above(near))
  return there.length === 1 ? there[0] : undefined
}

/** Finds the places that acts of others name in a word or two: by their long name, or by their own where one alone has it. */
export class PlaceTexts {
  readonly #known = new Map<string, string | null>()

  async #find(db: Db, text: string, near: string): Promise<string | null> {
    const called = (await placesCalled(db, [text])).get(text) ?? []
    if (called.length === 1) return called[0]?.nom_long ?? null
    const written = text.replace(/\s*\([^()]*\)$/, '')
    const places = called.length > 0 ? called : await placesNear(db, written)
    const found = places.length === 1 ? places[0] : nearest(places, near)
    return found?.nom_long ?? null
  }

  async #lookUp(db: Db, text: string, near: string): Promise<string | null> {
    const key = `${near}|${text}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const found = await this.#find(db, text, near)
    if (this.#known.size >= MAX_KNOWN) this.#known.clear()
    this.#known.set(key, found)
    return found
  }

  /** Writes the long names of places into a row; texts that name none go to its notes, and are given back. */
  async settle(db: Db, champs: readonly Champ[], { cells }: ImportedRow, near: string): Promise<string[]> {
    const unknown: string[] = []
    for (const champ of champs) {
      const text = isPlaceField(champ) ? cells[champ.nom] : undefined
      if (text === undefined) continue
      const found = await this.#lookUp(db, text, near)
      if (found !== null) cells[champ.nom] = found
      else {
        delete cells[champ.nom]
        unknown.push(text)
        const note = `${champ.label}\u00a0: ${text}`
        cells.notes = cells.notes === undefined ? note : `${cells.notes}\n${note}`
      }
    }
    return unknown
  }
}
