import { type NameGroup, nameGroups, type SpellingTie, type Written } from './names.ts'

/** Names of a decade, the commonest first; 0: the acts have no date. */
export interface Decade {
  decennie: number
  n: number
  noms: { nom: string; n: number }[]
}

interface Dated {
  decennie: number
  cle: string
  valeur: string
  n: number
  /** Acts of the last 120 years among them. */
  recents: number
}

/** First names by decade, each under the name of its group; `shown`: the spellings that may be listed at all. */
export function firstNameDecades(
  rows: readonly Dated[],
  shown: readonly Written[],
  ties: readonly SpellingTie[],
): { groups: NameGroup[]; decades: Decade[]; counts: Map<string, Map<number, number>> } {
  const groups = nameGroups(shown, ties)
  const nameOf = new Map(groups.flatMap(({ nom, graphies }) => graphies.map(({ valeur }) => [valeur, nom] as const)))
  const recent = new Set(shown.flatMap(({ valeur, recents }) => (recents > 0 ? [valeur] : [])))
  const byDecade = new Map<number, Map<string, number>>()
  const counts = new Map<string, Map<number, number>>()
  for (const { decennie, valeur, ...row } of rows) {
    const nom = nameOf.get(valeur)
    const n = recent.has(valeur) ? row.n : row.n - row.recents
    if (nom === undefined || n === 0) continue
    const ofDecade = byDecade.get(decennie) ?? new Map<string, number>()
    byDecade.set(decennie, ofDecade.set(nom, (ofDecade.get(nom) ?? 0) + n))
    const ofName = counts.get(nom) ?? new Map<number, number>()
    counts.set(nom, ofName.set(decennie, (ofName.get(decennie) ?? 0) + n))
  }
  const rank = new Map(groups.map(({ nom }, at) => [nom, at]))
  const decades = [...byDecade]
    .toSorted(([a], [b]) => a - b)
    .map(([decennie, names]) => ({
      decennie,
      n: [...names.values()].reduce((sum, n) => sum + n, 0),
      noms: [...names]
        .map(([nom, n]) => ({ nom, n }))
        .toSorted((a, b) => b.n - a.n || (rank.get(a.nom) ?? 0) - (rank.get(b.nom) ?? 0)),
    }))
  return { groups, decades, counts }
}
