/**
 * Names for the map: communes of data/lieux-france.csv.br with their position, the most inhabited first
 * (data/communes-habitants.txt.br), since a map has room for few.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

const DATA = path.resolve(import.meta.dirname, '..', '..', 'data')

export const dataText = async (name: string): Promise<string> =>
  brotliDecompressSync(await readFile(path.join(DATA, name))).toString('utf8')

export interface Town {
  nom: string
  code: string
  longitude: number
  latitude: number
  habitants: number
  /** Is the town where the préfet of its département sits. */
  isPrefecture: boolean
}

/** « 35;238;001:690 … » a line: a département, the end of the code of its préfecture, communes with their inhabitants. */
async function inhabitants(): Promise<{ of: Map<string, number>; prefectures: Set<string> }> {
  const of = new Map<string, number>()
  const prefectures = new Set<string>()
  for (const line of (await dataText('communes-habitants.txt.br')).trimEnd().split('\n')) {
    const [departement = '', prefecture = '', communes = ''] = line.split(';')
    if (prefecture !== '') prefectures.add(`${departement}${prefecture}`)
    for (const commune of communes.split(' ')) {
      const [end = '', number] = commune.split(':')
      of.set(`${departement}${end}`, Number(number))
    }
  }
  return { of, prefectures }
}

export const departementOf = (code: string): string => code.slice(0, /^9[78]/.test(code) ? 3 : 2)

/** Communes with a position by their département, the most inhabited first. */
export async function towns(): Promise<Map<string, Town[]>> {
  const { of, prefectures } = await inhabitants()
  const found = new Map<string, Town[]>()
  for (const line of (await dataText('lieux-france.csv.br')).trimEnd().split('\n')) {
    const [nom = '', code = '', type, , latitude = '', longitude = ''] = line.split(';')
    if (type !== 'Commune' || latitude === '') continue
    const departement = departementOf(code)
    const position = { longitude: Number(longitude), latitude: Number(latitude) }
    const town = { nom, code, ...position, habitants: of.get(code) ?? 0, isPrefecture: prefectures.has(code) }
    found.set(departement, [...(found.get(departement) ?? []), town])
  }
  for (const [departement, list] of found)
    found.set(
      departement,
      list.toSorted((a, b) => b.habitants - a.habitants),
    )
  return found
}
