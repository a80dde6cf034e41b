import { randomToken } from '../../../../lib/crypto.ts'
import { FileError } from '../encoding.ts'
import { type Archive, BROKEN } from './archive.ts'
import { TextStore } from './text-store.ts'
import { type Epoch, type Look, lookOf } from './values.ts'
import { MAX_SHEETS, type SheetRow, TOO_MANY_SHEETS, type Workbook } from './workbook.ts'
import { type RawRow, type SheetRules, sharedTexts, sheetRows, told } from './xlsx-rows.ts'
import { type Attributes, hear } from './xml.ts'

const ROOT_RELATIONS = '_rels/.rels'

interface Relation {
  id: string
  type: string
  target: string
}

/** `worksheets/sheet1.xml` or `/xl/worksheets/sheet1.xml`, as seen from `xl/workbook.xml`. */
function resolved(target: string, from: string): string {
  const parts = target.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const part of target.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

async function relationsOf(archive: Archive, of: string, path: string): Promise<Relation[]> {
  const text = await archive.text(path)
  const relations: Relation[] = []
  if (text === undefined) return relations
  hear(text, {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External') return
      relations.push({ id: Id, type: Type.split('/').at(-1) ?? '', target: resolved(Target, of) })
    },
  })
  return relations
}

/** Where the description of the workbook is, or undefined where this is no workbook of Excel. */
export async function xlsxRoot(archive: Archive): Promise<string | undefined> {
  const relations = await relationsOf(archive, '', ROOT_RELATIONS)
  const root = relations.find(({ type }) => type === 'officeDocument')?.target
  return root !== undefined && archive.has(root) ? root : undefined
}

const attributeOf = (attributes: Attributes, name: string): string | undefined =>
  attributes[name] ?? Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`))?.[1]

interface Listed {
  nom: string
  relation: string
  isHidden: boolean
}

function readWorkbook(text: string): { sheets: Listed[]; epoch: Epoch } {
  const sheets: Listed[] = []
  let epoch: Epoch = 1900
  hear(text, {
    open(name, attributes) {
      if (name === 'workbookPr' && /^(1|true)$/.test(attributes.date1904 ?? '')) epoch = 1904
      if (name !== 'sheet') return
      const { name: nom = '', state = 'visible' } = attributes
      sheets.push({ nom, relation: attributeOf(attributes, 'id') ?? '', isHidden: state !== 'visible' })
    },
  })
  return { sheets, epoch }
}

/** Styles of cells tell by their number how they show a number. */
function readLooks(text: string | undefined): Look[] {
  const byFormat = new Map<number, Look>()
  const looks: Look[] = []
  let isInCells = false
  if (text === undefined) return looks
  hear(text, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      const id = Number(numFmtId)
      if (name === 'numFmt') byFormat.set(id, lookOf(id, formatCode))
      else if (name === 'cellXfs') isInCells = true
      else if (name === 'xf' && isInCells) looks.push(byFormat.get(id) ?? lookOf(id, undefined))
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return looks
}

class XlsxWorkbook implements Workbook {
  readonly format = 'xlsx'
  readonly #archive: Archive
  readonly #path: string
  readonly #sheets: Map<string, string>
  readonly #texts: string | undefined
  readonly #rules: SheetRules

  constructor(
    archive: Archive,
    path: string,
    found: { sheets: Map<string, string>; texts: string | undefined; rules: SheetRules },
  ) {
    this.#archive = archive
    this.#path = path
    this.#sheets = found.sheets
    this.#texts = found.texts
    this.#rules = found.rules
  }

  get feuilles(): string[] {
    return [...this.#sheets.keys()]
  }

  #entry(feuille: string): string {
    const entry = this.#sheets.get(feuille)
    if (entry === undefined) throw new FileError(BROKEN)
    return entry
  }

  /** Shared texts are read as far as these lines name them. */
  async firstRows(feuille: string, count: number): Promise<SheetRow[]> {
    const rows: RawRow[] = []
    for await (const batch of sheetRows(this.#archive.bytes(this.#entry(feuille)), this.#rules)) {
      rows.push(...batch)
      if (rows.length >= count) break
    }
    const first = rows.slice(0, count)
    const texts = await this.#texted(new Set(first.flatMap(({ refs }) => refs.map(({ shared }) => shared))))
    return first.flatMap((row) => told(row, (shared) => texts.get(shared) ?? '') ?? [])
  }

  /** The shared texts of these numbers. */
  async #texted(wanted: Set<number>): Promise<Map<number, string>> {
    const texts = new Map<number, string>()
    if (this.#texts === undefined || wanted.size === 0) return texts
    let number = 0
    for await (const batch of sharedTexts(this.#archive.bytes(this.#texts))) {
      for (const text of batch) {
        if (wanted.has(number)) texts.set(number, text)
        number += 1
      }
      if (texts.size === wanted.size) break
    }
    return texts
  }

  async #store(texts: TextStore): Promise<void> {
    if (this.#texts === undefined) return
    for await (const batch of sharedTexts(this.#archive.bytes(this.#texts))) for (const text of batch) texts.push(text)
  }

  async *rows(feuille: string, onShare: (share: number) => void): AsyncGenerator<SheetRow[], void> {
    const entry = this.#entry(feuille)
    const texts = new TextStore(`${this.#path}-${randomToken()}`)
    try {
      await this.#store(texts)
      const size = Math.max(1, this.#archive.size(entry))
      const onBytes = (bytes: number) => onShare(Math.min(1, bytes / size))
      for await (const batch of sheetRows(this.#archive.bytes(entry), this.#rules, onBytes)) {
        const rows = batch.flatMap((row) => told(row, (shared) => texts.get(shared)) ?? [])
        if (rows.length > 0) yield rows
      }
    } finally {
      texts.close()
    }
  }

  close(): void {
    this.#archive.close()
  }
}

/** The workbook of Excel whose description is at `root`; `path` is the file itself. */
export async function openXlsx(archive: Archive, path: string, root: string): Promise<Workbook> {
  const folder = root.split('/').slice(0, -1).join('/')
  const name = root.split('/').at(-1) ?? ''
  const relations = await relationsOf(archive, root, `${folder === '' ? '' : `${folder}/`}_rels/${name}.rels`)
  const { sheets, epoch } = readWorkbook((await archive.text(root)) ?? '')
  if (sheets.length > MAX_SHEETS) throw new FileError(TOO_MANY_SHEETS)
  // Diagrams have a sheet of their own, without cells.
  const targets = new Map(relations.filter(({ type }) => type === 'worksheet').map(({ id, target }) => [id, target]))
  const ofType = (wanted: string) =>
    relations.find(({ type, target }) => type === wanted && archive.has(target))?.target
  const visible = sheets.filter(({ isHidden }) => !isHidden)
  const hidden = sheets.filter(({ isHidden }) => isHidden)
  const entries = [...visible, ...hidden].flatMap(({ nom, relation }): [string, string][] => {
    const target = targets.get(relation)
    return target !== undefined && archive.has(target) ? [[nom, target]] : []
  })
  const styles = ofType('styles')
  const looks = readLooks(styles === undefined ? undefined : await archive.text(styles))
  return new XlsxWorkbook(archive, path, {
    sheets: new Map(entries),
    texts: ofType('sharedStrings'),
    rules: { looks, epoch },
  })
}
