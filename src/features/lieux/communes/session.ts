import type { Db, Trx } from '../../../db/schema.ts'
import type { AppliedLine, ImportSession, ParsedLine, PlannedLine } from '../../imports/kind.ts'
import { alreadyThere, type CommuneLine, type CommuneRow, type Frame, frameOf, loadLines, TYPES } from './actions.ts'
import { readFrance } from './file.ts'

const COLUMNS = ['nom', 'code', 'type', 'lieu_parent', 'latitude', 'longitude', 'note']
const FOREIGN = 'Cette ligne n’est pas du jeu de lieux du site.'

const decimal = (cell: string): number | null => (cell === '' ? null : Number(cell))

let frame: Promise<Frame> | undefined

/** Read when it is needed, once: the file does not change while the program runs. */
function frameOfFrance(): Promise<Frame> {
  frame ??= readFrance().then(frameOf)
  return frame
}

/** A load of communes under way. Its lines come in the order of the file, parents first, and name nothing for the import. */
export class CommunesSession implements ImportSession<CommuneRow> {
  readonly columns = COLUMNS.map((nom) => ({ nom }))
  readonly #importId: number
  readonly #now: () => Date

  constructor(importId: number, now: () => Date) {
    this.#importId = importId
    this.#now = now
  }

  parseLine(cell: (nom: string) => string): ParsedLine<CommuneRow> {
    const type = TYPES.find((nom) => nom === cell('type'))
    if (type === undefined || cell('nom') === '') return { ok: false, message: FOREIGN, cle: null }
    const position = { latitude: decimal(cell('latitude')), longitude: decimal(cell('longitude')) }
    const row = { nom: cell('nom'), code: cell('code') || null, type, ...position, sous: cell('lieu_parent') }
    return { ok: true, row, cle: null, renvoi: null }
  }

  async plan(db: Db, lines: CommuneLine[]): Promise<PlannedLine[]> {
    const there = await alreadyThere(db, await frameOfFrance(), lines)
    return lines.map(({ ligne }) => ({ ligne, action: there.has(ligne) ? 'inchangee' : 'creer' }))
  }

  async apply(trx: Trx, lines: CommuneLine[]): Promise<AppliedLine[]> {
    const writing = { importId: this.#importId, now: this.#now().toISOString() }
    return loadLines(trx, await frameOfFrance(), lines, writing)
  }

  readonly preview = {
    headers: ['Nom', 'Code', 'Type', 'Situé dans'],
    cells: ({ row }: CommuneLine): string[] => [row.nom, row.code ?? '', row.type, row.sous],
  }
}
