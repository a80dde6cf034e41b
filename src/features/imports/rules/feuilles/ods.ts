import { StringDecoder } from 'node:string_decoder'
import { FileError } from '../encoding.ts'
import { type Archive, BROKEN } from './archive.ts'
import { odsRows } from './ods-rows.ts'
import { MAX_SHEETS, type SheetRow, TOO_MANY_SHEETS, type Workbook } from './workbook.ts'
import { hear } from './xml.ts'

const CONTENT = 'content.xml'
/** A tag holds no other one: looking behind that for its end would take the square of the length of a broken file. */
const TABLE = /<(?:[\w.-]+:)?table(?=\s)[^<>]*>/g
const NAME = /\s(?:[\w.-]+:)?name=(?:"([^"]*)"|'([^']*)')/
/** The beginning of a tag that is longer than this is of no table. */
const MAX_TAG = 16_384

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const unescaped = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(\w+));/gi, (all, hex?: string, code?: string, name?: string) => {
    const point = hex === undefined ? Number(code) : Number.parseInt(hex, 16)
    if (name !== undefined) return ENTITIES[name] ?? all
    const isSign = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
    return isSign ? String.fromCodePoint(point) : all
  })

function namesIn(text: string): string[] {
  // Nearly all pieces are cells: they name nothing, and are not looked at closely.
  if (!text.includes('name=')) return []
  return [...text.matchAll(TABLE)].flatMap(([tag]) => {
    const [found, double, single] = NAME.exec(tag) ?? []
    return found === undefined ? [] : [unescaped(double ?? single ?? '')]
  })
}

/** The names of the tables in their order: looked for in the text, as parsing all of it takes ten times as long. */
async function tableNames(archive: Archive): Promise<string[]> {
  const names = new Set<string>()
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of archive.bytes(CONTENT)) {
    const text = rest + decoder.write(chunk)
    const open = text.lastIndexOf('<')
    const cut = open !== -1 && !text.includes('>', open) ? open : text.length
    for (const name of namesIn(text.slice(0, cut))) names.add(name)
    if (names.size > MAX_SHEETS) throw new FileError(TOO_MANY_SHEETS)
    rest = text.slice(cut)
    if (rest.length > MAX_TAG) rest = ''
  }
  return [...names]
}

class OdsWorkbook implements Workbook {
  readonly format = 'ods'
  readonly feuilles: string[]
  readonly #archive: Archive

  constructor(archive: Archive, feuilles: string[]) {
    this.#archive = archive
    this.feuilles = feuilles
  }

  async firstRows(feuille: string, count: number): Promise<SheetRow[]> {
    const rows: SheetRow[] = []
    for await (const batch of odsRows(this.#archive.bytes(CONTENT), feuille)) {
      rows.push(...batch)
      if (rows.length >= count) break
    }
    return rows.slice(0, count)
  }

  rows(feuille: string, onShare: (share: number) => void): AsyncGenerator<SheetRow[], void> {
    const size = Math.max(1, this.#archive.size(CONTENT))
    return odsRows(this.#archive.bytes(CONTENT), feuille, (bytes) => onShare(Math.min(1, bytes / size)))
  }

  close(): void {
    this.#archive.close()
  }
}

/** Is any part of the workbook locked by a password? Newer LibreOffice locks all of it in one file. */
export async function isLockedOds(archive: Archive): Promise<boolean> {
  if (archive.has('encrypted-package')) return true
  const manifest = await archive.text('META-INF/manifest.xml')
  let isLocked = false
  if (manifest !== undefined)
    hear(manifest, {
      open(name) {
        if (name === 'encryption-data') isLocked = true
      },
    })
  return isLocked
}

/** The workbook of LibreOffice in this archive. */
export async function openOds(archive: Archive): Promise<Workbook> {
  if (!archive.has(CONTENT)) throw new FileError(BROKEN)
  return new OdsWorkbook(archive, await tableNames(archive))
}
