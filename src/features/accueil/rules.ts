import { compareText, sortKey } from '../../lib/text.ts'

export interface DepartementCount {
  nom: string
  sources: number
  releves: number
}

interface PlaceCount {
  /** Path of ids from the top: « /1/35/712/ »; null for sources without a place. */
  chemin: string | null
  sources: number
  releves: number
}

const ELSEWHERE = 'Ailleurs'

/** Sums by département, by name, whatever lies in none at the end; sources without any record count as sources. */
export function byDepartement(places: readonly PlaceCount[], names: ReadonlyMap<number, string>) {
  const sums = new Map<string, DepartementCount>()
  for (const { chemin, sources, releves } of places) {
    const id = (chemin ?? '').split('/').find((part) => names.has(Number(part)))
    const nom = names.get(Number(id)) ?? ELSEWHERE
    const sum = sums.get(nom) ?? { nom, sources: 0, releves: 0 }
    sums.set(nom, { nom, sources: sum.sources + sources, releves: sum.releves + releves })
  }
  const departements = [...sums.values()].sort(
    (a, b) => Number(a.nom === ELSEWHERE) - Number(b.nom === ELSEWHERE) || compareText(sortKey(a.nom), sortKey(b.nom)),
  )
  const total = (of: 'sources' | 'releves') => departements.reduce((sum, one) => sum + one[of], 0)
  return { sources: total('sources'), releves: total('releves'), departements }
}

/** A text as it was typed, by paragraphs: an empty line parts them. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
