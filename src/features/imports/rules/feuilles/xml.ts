import { StringDecoder } from 'node:string_decoder'
import { SaxesParser } from 'saxes'
import { FileError } from '../encoding.ts'
import { BROKEN } from './archive.ts'

export type Attributes = Record<string, string>

/** A document is heard by these; names come without their prefix, those of attributes as they stand. */
export interface Handlers {
  open(name: string, attributes: Attributes, prefix: string): void
  close(name: string): void
  text(text: string): void
}

/** The parser keeps a text until its end: one longer than this is of no sheet. */
const MAX_SILENCE = 4 * 1024 ** 2
/** It also keeps all that is open: a sheet is a dozen deep, with drawings and tables in its cells some more. */
const MAX_DEPTH = 256
/** As much of a small document is heard at a time, so that its silence is noticed too. */
const PIECE = 64 * 1024

/** Splits « table:table-row » in two, once for each name. */
class Names {
  readonly #known = new Map<string, [prefix: string, name: string]>()

  of(name: string): [prefix: string, name: string] {
    const known = this.#known.get(name)
    if (known) return known
    const at = name.indexOf(':')
    const parts: [string, string] = at === -1 ? ['', name] : [name.slice(0, at), name.slice(at + 1)]
    if (this.#known.size < 1000) this.#known.set(name, parts)
    return parts
  }
}

/** A document is heard piece by piece. FileError where it is no XML; one with a DOCTYPE is of no spreadsheet. */
class Listener {
  readonly #parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  #silence = 0
  #depth = 0

  constructor(handlers: Handlers) {
    const names = new Names()
    this.#parser.on('error', () => {
      throw new FileError(BROKEN)
    })
    this.#parser.on('doctype', () => {
      throw new FileError(BROKEN)
    })
    this.#parser.on('opentag', ({ name, attributes }) => {
      this.#silence = 0
      this.#depth += 1
      if (this.#depth > MAX_DEPTH) throw new FileError(BROKEN)
      const [prefix, local] = names.of(name)
      handlers.open(local, attributes, prefix)
    })
    this.#parser.on('closetag', ({ name }) => {
      this.#silence = 0
      this.#depth -= 1
      handlers.close(names.of(name)[1])
    })
    this.#parser.on('text', (text) => handlers.text(text))
    this.#parser.on('cdata', (text) => handlers.text(text))
  }

  write(text: string): void {
    this.#silence += text.length
    this.#parser.write(text)
    if (this.#silence > MAX_SILENCE) throw new FileError(BROKEN)
  }

  end(): void {
    this.#parser.close()
  }
}

/** Hears a whole small document. */
export function hear(text: string, handlers: Partial<Handlers>): void {
  const nothing = () => undefined
  const listener = new Listener({ open: nothing, close: nothing, text: nothing, ...handlers })
  for (let at = 0; at < text.length; at += PIECE) listener.write(text.slice(at, at + PIECE))
  listener.end()
}

/** Hears a document as its bytes come, and hands on what `taken` has after each piece; `isOver`: the rest is not heard. */
export async function* heard<T>(
  bytes: AsyncIterable<Buffer>,
  handlers: Handlers,
  { taken, isOver, onBytes }: { taken(): T[]; isOver?(): boolean; onBytes?(bytes: number): void },
): AsyncGenerator<T[], void> {
  const listener = new Listener(handlers)
  const decoder = new StringDecoder('utf8')
  let read = 0
  for await (const chunk of bytes) {
    // The rest behind the part that is wanted is unpacked all the same, as the sum of the bytes tells whether they came whole.
    if (isOver?.()) continue
    listener.write(read === 0 ? decoder.write(chunk).replace(/^\ufeff/, '') : decoder.write(chunk))
    read += chunk.length
    onBytes?.(read)
    const found = taken()
    if (found.length > 0) yield found
  }
  if (!isOver?.()) {
    listener.write(decoder.end())
    listener.end()
  }
  const rest = taken()
  if (rest.length > 0) yield rest
}
