import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { dataFile } from '../../lib/data-file.ts'

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

/** The file, see data/README.md: parents come before their children, and are named by their long name. */
export async function readFrance(): Promise<France> {
  const text = (await promisify(brotliDecompress)(await readFile(dataFile(NAME)))).toString('utf8')
  // Our own file, without quotes: a parser would hold up everybody for ten times as long.
  const rows = text.split('\n').slice(1)
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

/** A département that can be chosen, with its number of communes. */
export interface FranceChoice {
  code: string
  nom: string
  communes: number
}

/** The order people know: Corsica, 2A and 2B, was number 20. */
const rankOf = (code: string): string => code.replace(/^2(?=[AB])/, '20')

let choices: Promise<FranceChoice[]> | undefined

/** Départements by code. Read once: the file does not change while the program runs. */
export function franceChoices(): Promise<FranceChoice[]> {
  choices ??= readFrance().then(({ regions }) =>
    regions
      .flatMap(({ departements }) => departements)
      .map(({ code, nom, communes }) => ({ code: code ?? '', nom, communes: communes.length }))
      .toSorted((a, b) => (rankOf(a.code) < rankOf(b.code) ? -1 : 1)),
  )
  return choices
}
