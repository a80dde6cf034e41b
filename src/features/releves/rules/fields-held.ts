import { storedValue } from '../../../champs/index.ts'
import type { ReleveData, ReleveEtats } from '../../../db/schema.ts'

export interface Holding {
  id: number
  data: ReleveData
  etats: ReleveEtats
}

/** Tells of each field in which a record holds a value, or a state alone: an illegible name is something too. */
function eachHeld({ data, etats }: Holding, told: (nom: string) => void): void {
  for (const nom of Object.keys(data)) if (storedValue(data, nom) !== undefined) told(nom)
  for (const nom of Object.keys(etats)) if (storedValue(data, nom) === undefined) told(nom)
}

/** By name of the field, how many more records hold something in it, in the order of the names; nothing where none comes or goes. */
export function holdingChanges(before: readonly Holding[], after: readonly Holding[]): Map<string, number> {
  const changes = new Map<string, number>()
  const add = (rows: readonly Holding[], n: number) => {
    for (const row of rows) eachHeld(row, (nom) => changes.set(nom, (changes.get(nom) ?? 0) + n))
  }
  add(before, -1)
  add(after, 1)
  return new Map([...changes].filter(([, n]) => n !== 0).sort(([a], [b]) => (a < b ? -1 : 1)))
}
