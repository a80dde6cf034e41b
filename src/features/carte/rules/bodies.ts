import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Coding } from '../../../web/coding.ts'

/** The kept bodies share this memory. */
const MOST_BYTES = 16 * 1024 * 1024
export interface Compression {
  coding: Coding
  /** Quality of brotli, 0 to 11. */
  brotli: number
}

async function coded(text: string, { coding, brotli }: Compression): Promise<Buffer> {
  if (coding === 'gzip') return promisify(gzip)(text)
  if (coding === 'identity') return Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotli, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT }
  return promisify(brotliCompress)(text, { params })
}

/** Compressed answers, kept as long as somebody asks for them; made once for all who ask meanwhile. */
export class Bodies {
  readonly #kept = new Map<string, Promise<Buffer>>()
  readonly #weights = new Map<string, number>()

  /** The body of that name, from `make` where it is not kept. */
  async get(name: string, compression: Compression, make: () => Promise<string>): Promise<Buffer> {
    const key = `${compression.coding} ${name}`
    const known = this.#kept.get(key)
    if (known) {
      // The last asked for is the last to go.
      this.#kept.delete(key)
      this.#kept.set(key, known)
      return known
    }
    const making = make().then((text) => coded(text, compression))
    this.#kept.set(key, making)
    try {
      const body = await making
      this.#weights.set(key, body.length)
      this.#lighten(key)
      return body
    } catch (error) {
      this.#kept.delete(key)
      throw error
    }
  }

  #lighten(newest: string): void {
    let weight = [...this.#weights.values()].reduce((sum, one) => sum + one, 0)
    for (const key of [...this.#kept.keys()]) {
      if (weight <= MOST_BYTES || key === newest) return
      weight -= this.#weights.get(key) ?? 0
      this.#kept.delete(key)
      this.#weights.delete(key)
    }
  }
}
