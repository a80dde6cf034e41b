import { hash } from 'node:crypto'
import type { Champ } from '../../../../champs/kind.ts'
import { dialectOf } from '../../../../db/dialect/index.ts'
import type { Db, ReleveData, ReleveEtats, ReleveLectures } from '../../../../db/schema.ts'
import { dateFromCell } from '../../../../lib/dates.ts'
import { memo } from '../../../../lib/memo.ts'
import { fold, sortKey } from '../../../../lib/text.ts'
import { isoOf } from '../../../../search/entry.ts'
import type { ImportLine } from '../../../imports/kind.ts'
import { isOneOf } from '../../../imports/queries/lines.ts'
import type { ImportedRow } from '../rules/line.ts'
import { contentOf } from './present.ts'

/** A line that can be created. */
export interface Candidate {
  line: ImportLine<ImportedRow>
  data: ReleveData
  etats: ReleveEtats
  lectures: ReleveLectures | null
}

const KEY_LENGTH = 22

/** The day of a date however it was written, or its text where it says no day. */
const dayKey = memo((cell) => {
  const reading = dateFromCell(cell)
  return reading.ok ? (reading.value.iso ?? fold(reading.value.valeur)) : fold(cell)
})

const nameKey = memo(sortKey)

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
    .where((eb) => isOneOf(db, eb.ref('cle'), keys))
    .where('action', 'in', ['creer', 'verifier'])
    .groupBy('cle')
    .execute()
  return new Map(rows.map((row) => [row.cle ?? '', row.ligne]))
}

/** Records of the source by day and names, for these days: the first of each, and of all the ids. */
async function storedRecords(db: Db, sourceId: number, days: string[]): Promise<Map<string, number[]>> {
  if (days.length === 0) return new Map()
  const rows = await db
    .selectFrom('releves')
    .select(['id', 'nom', 'prenom', 'date_evenement'])
    .where('source_id', '=', sourceId)
    .where((eb) => isOneOf(db, eb.ref('date_evenement'), days))
    .orderBy('id')
    .execute()
  const found = new Map<string, number[]>()
  for (const row of rows) {
    const key = `${row.date_evenement}|${namesKey(row.nom ?? '', row.prenom ?? '')}`
    const ids = found.get(key)
    if (ids === undefined) found.set(key, [row.id])
    else if (ids.length < MOST_TWINS) ids.push(row.id)
  }
  return found
}

/** Records of one day and one name that are compared with a line in full. */
const MOST_TWINS = 50

async function contentsOf(db: Db, champs: readonly Champ[], ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('releves')
    .select(['id', 'data', 'etats', 'lectures'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), ids))
    .execute()
  return new Map(rows.map((row) => [row.id, contentOf(champs, row)]))
}

/** A line that a person should look at, and why: the date and names of another line, or of a record with other values. */
export interface Double {
  message: string
  /** A record of the source has its date and names, and none of those all its values: what becomes of it is asked. */
  isAsked: boolean
}

/** Names by line what should be looked at before confirming. */
export async function doublesOf(
  db: Db,
  importId: number,
  { source_id, champs }: { source_id: number; champs: readonly Champ[] },
  candidates: readonly Candidate[],
): Promise<Map<number, Double>> {
  const keyed = candidates.filter(({ line }) => line.cle !== null)
  const first = await earlierLines(db, importId, [...new Set(keyed.map(({ line }) => line.cle ?? ''))])
  const days = keyed.map(({ data }) => isoOf(data)).filter((day) => day !== null)
  const stored = await storedRecords(db, source_id, [...new Set(days)])
  const twinsOf = ({ line, data }: Candidate) => {
    const { nom = '', prenom = '' } = line.row.cells
    return stored.get(`${isoOf(data)}|${namesKey(nom, prenom)}`) ?? []
  }
  const contents = await contentsOf(db, champs, [...new Set(keyed.flatMap(twinsOf))])
  const found = new Map<number, Double>()
  for (const candidate of keyed) {
    const { line } = candidate
    const key = line.cle ?? ''
    const twins = twinsOf(candidate)
    const other = first.get(key)
    if (other === undefined) first.set(key, line.ligne)
    const [record] = twins
    if (record !== undefined) {
      const own = contentOf(champs, candidate)
      const isTwin = twins.some((id) => contents.get(id) === own)
      found.set(line.ligne, isTwin ? { message: inSource(record), isAsked: false } : asked(record))
    } else if (other !== undefined) found.set(line.ligne, { message: inFile(other), isAsked: false })
  }
  return found
}

const inSource = (id: number): string =>
  `À vérifier\u00a0: même date et mêmes noms que le relevé n°\u00a0${id}, déjà dans la source. La ligne n’est pas refusée.`
const asked = (id: number): Double => ({
  message: `À vérifier\u00a0: même date et mêmes noms que le relevé n°\u00a0${id}, déjà dans la source, mais d’autres valeurs.`,
  isAsked: true,
})
const inFile = (ligne: number): string =>
  `À vérifier\u00a0: même date et mêmes noms qu’à la ligne ${ligne}. La ligne n’est pas refusée.`
