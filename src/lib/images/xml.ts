import { ImageRefused } from './refusal.ts'

export interface XmlElement {
  name: string
  attributes: Map<string, string>
  children: (XmlElement | string)[]
}

const MAX_DEPTH = 100
const MAX_ELEMENTS = 20_000

const MALFORMED =
  'Ce fichier SVG est mal formé. Enregistrez-le de nouveau avec votre logiciel de dessin, puis recommencez.'
const DECLARES =
  'Ce fichier SVG contient une déclaration « DOCTYPE ». Enregistrez-le comme « SVG simple » (ou « SVG 1.1 sans DTD »), puis recommencez.'

const CDATA = '<![CDATA['

const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** The sign that « #233 », « #xe9 » or « amp » stands for. */
function signOf(entity: string): string | undefined {
  if (!entity.startsWith('#')) return NAMED[entity]
  const code = entity[1] === 'x' ? Number.parseInt(entity.slice(2), 16) : Number.parseInt(entity.slice(1), 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

function unescaped(text: string): string {
  return text.replace(/&([^;&]*)(;?)/g, (_whole, entity: string, end: string) => {
    const sign = end === '' ? undefined : signOf(entity)
    if (sign === undefined) throw new ImageRefused(MALFORMED)
    return sign
  })
}

const NAME = /[A-Za-z_][\w:.-]*/y
const SPACE = /\s*/y
const VALUE = /\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y

/** One pass over the text, no look back: its time is that of its length. */
class Reader {
  at = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  get isAtEnd(): boolean {
    return this.at >= this.#text.length
  }

  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.#text)
    if (found) this.at = pattern.lastIndex
    return found
  }

  starts(text: string): boolean {
    return this.#text.startsWith(text, this.at)
  }

  take(text: string): void {
    if (!this.starts(text)) throw new ImageRefused(MALFORMED)
    this.at += text.length
  }

  /** Reads up to `end`, and passes it. */
  until(end: string): string {
    const stop = this.#text.indexOf(end, this.at)
    if (stop < 0) throw new ImageRefused(MALFORMED)
    const text = this.#text.slice(this.at, stop)
    this.at = stop + end.length
    return text
  }

  text(): string {
    const stop = this.#text.indexOf('<', this.at)
    const text = this.#text.slice(this.at, stop < 0 ? undefined : stop)
    this.at += text.length
    return unescaped(text)
  }
}

function attributesOf(reader: Reader): Map<string, string> {
  const attributes = new Map<string, string>()
  for (;;) {
    reader.match(SPACE)
    const name = reader.match(NAME)?.[0]
    if (name === undefined) return attributes
    const value = reader.match(VALUE)
    if (!value || attributes.has(name)) throw new ImageRefused(MALFORMED)
    attributes.set(name, unescaped(value[1] ?? value[2] ?? ''))
  }
}

/** Comments and instructions; true where there was one. */
function skipped(reader: Reader): boolean {
  if (reader.starts('<!--')) reader.until('-->')
  else if (reader.starts('<?')) reader.until('?>')
  else return false
  return true
}

class Tree {
  readonly root: XmlElement = { name: '', attributes: new Map(), children: [] }
  readonly #open: XmlElement[] = [this.root]
  #count = 0

  get current(): XmlElement {
    return this.#open.at(-1) ?? this.root
  }

  get isClosed(): boolean {
    return this.#open.length === 1
  }

  begin(reader: Reader): void {
    reader.take('<')
    const name = reader.match(NAME)?.[0]
    this.#count += 1
    if (name === undefined || this.#count > MAX_ELEMENTS || this.#open.length > MAX_DEPTH)
      throw new ImageRefused(MALFORMED)
    const element: XmlElement = { name, attributes: attributesOf(reader), children: [] }
    this.current.children.push(element)
    const isEmpty = reader.starts('/>')
    reader.take(isEmpty ? '/>' : '>')
    if (!isEmpty) this.#open.push(element)
  }

  end(reader: Reader): void {
    reader.take('</')
    const name = reader.until('>').trimEnd()
    if (this.isClosed || this.#open.pop()?.name !== name) throw new ImageRefused(MALFORMED)
  }
}

/** The tree under a root that is not in the text. */
function treeOf(text: string): XmlElement {
  const [reader, tree] = [new Reader(text), new Tree()]
  while (!reader.isAtEnd) {
    if (!reader.starts('<')) tree.current.children.push(reader.text())
    else if (skipped(reader)) continue
    else if (reader.starts(CDATA)) {
      reader.take(CDATA)
      tree.current.children.push(reader.until(']]>'))
    } else if (reader.starts('</')) tree.end(reader)
    else tree.begin(reader)
  }
  if (!tree.isClosed) throw new ImageRefused(MALFORMED)
  return tree.root
}

/** The root element of a document. No declaration, no entity but the five of XML and numbers, nothing fetched. */
export function parseXml(text: string): XmlElement {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new ImageRefused(DECLARES)
  const parts = treeOf(text).children.filter((child) => typeof child !== 'string' || child.trim() !== '')
  const [root] = parts
  if (root === undefined || typeof root === 'string' || parts.length > 1) throw new ImageRefused(MALFORMED)
  return root
}
