import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { dataFile } from '../../../lib/data-file.ts'

/** A place of the file, without what it lies in. Coordinates in decimal degrees. */
export interface FrancePlace {
  nom: string
  code: string | null
  latitude: number | null
  longitude: number | null
}

export interface FranceDepartement extends FrancePlace {
  communes: FrancePlace[]
}

export interface FranceRegion extends FrancePlace {
  departements: FranceDepartement[]
}

export interface France {
  pays: FrancePlace
  regions: FranceRegion[]
}

const NAME = 'lieux-france.csv.br'

const decimal = (cell: string | undefined): number | null => (cell ? Number(cell) : null)

/** Header and rows of the file, see data/README.md: parents come before their children, and are named by their long name. */
async function readRows(): Promise<{ header: string; rows: string[] }> {
  const text = (await promisify(brotliDecompress)(await readFile(dataFile(NAME)))).toString('utf8')
  // Our own file, without quotes: a parser would hold up everybody for ten times as long.
  const [header = '', ...rows] = text.trimEnd().split('\n')
  return { header, rows }
}

/** The file as places that lie in each other. */
export async function readFrance(): Promise<France> {
  const { rows } = await readRows()
  const regions = new Map<string, FranceRegion>()
  const departements = new Map<string, FranceDepartement>()
  let pays: FrancePlace | undefined
  for (const row of rows) {
    const [nom = '', code = '', type, parent = '', latitude, longitude] = row.split(';')
    const place = { nom, code: code || null, latitude: decimal(latitude), longitude: decimal(longitude) }
    const above = `${nom}, ${parent}`
    if (type === 'Pays') pays = place
    else if (type === 'Région') regions.set(above, { ...place, departements: [] })
    else if (type === 'Département') {
      const departement = { ...place, communes: [] }
      departements.set(above, departement)
      regions.get(parent)?.departements.push(departement)
    } else if (type === 'Commune') departements.get(parent)?.communes.push(place)
  }
  if (!pays) throw new Error(`${NAME} names no country`)
  return { pays, regions: [...regions.values()] }
}

/** The lines of these départements (null: of all) with what they lie in, as a CSV file of places; parents come first. */
export async function franceCsv(departements: readonly string[] | null): Promise<string> {
  const { header, rows } = await readRows()
  if (departements === null) return [header, ...rows, ''].join('\n')
  const wanted = new Set(departements)
  const cells = rows.map((row) => row.split(';'))
  const chosen = cells.filter(([, code = '', type]) => type === 'Département' && wanted.has(code))
  const above = new Set(chosen.map(([, , , parent]) => parent))
  const names = new Set(chosen.map(([nom, , , parent]) => `${nom}, ${parent}`))
  const isKept = ([nom, code = '', type, parent = '']: string[]): boolean => {
    if (type === 'Pays') return true
    if (type === 'Région') return above.has(`${nom}, ${parent}`)
    return type === 'Département' ? wanted.has(code) : names.has(parent)
  }
  return [header, ...rows.filter((_, n) => isKept(cells[n] ?? [])), ''].join('\n')
}

/** A département that can be chosen, with its number of communes. */
export interface FranceChoice {
  code: string
  nom: string
  communes: number
  region: { code: string; nom: string }
}

/** The order people know: Corsica, 2A and 2B, was number 20. */
const rankOf = (code: string): string => code.replace(/^2(?=[AB])/, '20')

let choices: Promise<FranceChoice[]> | undefined

/** Départements by code. Read once: the file does not change while the program runs. */
export function franceChoices(): Promise<FranceChoice[]> {
  choices ??= readFrance().then(({ regions }) =>
    regions
      .flatMap(({ code, nom, departements }) =>
        departements.map((one) => ({
          ...{ code: one.code ?? '', nom: one.nom, communes: one.communes.length },
          region: { code: code ?? '', nom },
        })),
      )
      .toSorted((a, b) => (rankOf(a.code) < rankOf(b.code) ? -1 : 1)),
  )
  return choices
}
