import { hash } from 'node:crypto'
import type { Db, ReleveData } from '../../../../db/schema.ts'
import { dateFromCell } from '../../../../lib/dates.ts'
import { fold, sortKey } from '../../../../lib/text.ts'
import { isoOf } from '../../../../search/entry.ts'
import type { ImportLine } from '../../../imports/kind.ts'
import type { ImportedRow } from '../rules/line.ts'

/** A line that can be created. */
export interface Candidate {
  line: ImportLine<ImportedRow>
  data: ReleveData
}

const KEY_LENGTH = 22
const MAX_KNOWN = 5000

/** Answers are kept for the last few thousand texts: dates and names come back all along a register. */
function remembered(find: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const found = known.get(text) ?? find(text)
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(text, found)
    return found
  }
}

/** The day of a date however it was written, or its text where it says no day. */
const dayKey = remembered((cell) => {
  const reading = dateFromCell(cell)
  return reading.ok ? (reading.value.iso ?? fold(reading.value.valeur)) : fold(cell)
})

const nameKey = remembered(sortKey)

const namesKey = (nom: string, prenom: string): string => `${nameKey(nom)}|${nameKey(prenom)}`

/** Lines of one date and equal names share a key; null where a line has no date or no name. Short: it goes to an index. */
export function doubleKey({ cells }: ImportedRow): string | null {
  const { date_evenement: date = '', nom = '', prenom = '' } = cells
  const names = namesKey(nom, prenom)
  if (date === '' || names === '|') return null
  return hash('sha256', `${dayKey(date)}|${names}`, 'base64url').slice(0, KEY_LENGTH)
}

/** The first line of each of these keys among the lines planned before. */
async function earlierLines(db: Db, importId: number, keys: string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('import_lignes')
    .select(['cle', (eb) => eb.fn.min('ligne').as('ligne')])
    .where('import_id', '=', importId)
    .where('cle', 'in', keys)
    .where('action', '=', 'creer')
    .groupBy('cle')
    .execute()
  return new Map(rows.map((row) => [row.cle ?? '', row.ligne]))
}

/** Records of the source by day and names, for these days. */
async function storedRecords(db: Db, sourceId: number, days: string[]): Promise<Map<string, number>> {
  if (days.length === 0) return new Map()
  const rows = await db
    .selectFrom('releves')
    .select(['id', 'nom', 'prenom', 'date_evenement'])
    .where('source_id', '=', sourceId)
    .where('date_evenement', 'in', days)
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map((row) => [`${row.date_evenement}|${namesKey(row.nom ?? '', row.prenom ?? '')}`, row.id]))
}

/** Names by line what a person should look at before confirming: the date and names of another line or record. Never a refusal. */
export async function doublesOf(
  db: Db,
  importId: number,
  sourceId: number,
  candidates: readonly Candidate[],
): Promise<Map<number, string>> {
  const keyed = candidates.filter(({ line }) => line.cle !== null)
  const first = await earlierLines(db, importId, [...new Set(keyed.map(({ line }) => line.cle ?? ''))])
  const days = keyed.map(({ data }) => isoOf(data)).filter((day) => day !== null)
  const stored = await storedRecords(db, sourceId, [...new Set(days)])
  const found = new Map<number, string>()
  for (const { line, data } of keyed) {
    const key = line.cle ?? ''
    const { nom = '', prenom = '' } = line.row.cells
    const record = stored.get(`${isoOf(data)}|${namesKey(nom, prenom)}`)
    const other = first.get(key)
    if (other === undefined) first.set(key, line.ligne)
    if (record !== undefined) found.set(line.ligne, inSource(record))
    else if (other !== undefined) found.set(line.ligne, inFile(other))
  }
  return found
}

const inSource = (id: number): string =>
  `À vérifier\u00a0: même date et mêmes noms que le relevé n°\u00a0${id}, déjà dans la source. La ligne n’est pas refusée.`
const inFile = (ligne: number): string =>
  `À vérifier\u00a0: même date et mêmes noms qu’à la ligne ${ligne}. La ligne n’est pas refusée.`
