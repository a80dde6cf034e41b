/** A number as a typed value, with the notation in which a file for readers of French writes it. */
export class NumberCell {
  readonly value: number
  readonly #text: string

  constructor(value: number, text: string) {
    this.value = value
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/** A value of a row, before any format; null where there is none. */
export type Cell = string | number | NumberCell | null

/** Every format of file is written from these: as many cells in each row as there are headers, a batch at a time. */
export interface Rows {
  headers: string[]
  batches: AsyncIterable<Cell[][]> | Iterable<Cell[][]>
}
