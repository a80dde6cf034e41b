import { createHmac } from 'node:crypto'

/** An act that may be drawn. */
export interface Drawable {
  id: number
  /** Acts of one decade by one person; each stratum has its share of the sample. */
  strate: string
}

export interface Drawn extends Drawable {
  rang: number
}

/** « 1780-1789 · 12 »: the decade of the act, « ? » without a date, and who entered it. */
export function stratumOf(act: { date_evenement: string | null; created_by: number | null }): string {
  const year = Number(act.date_evenement?.slice(0, 4) ?? Number.NaN)
  const decade = Number.isNaN(year) ? '?' : `${year - (year % 10)}`
  return `${decade} · ${act.created_by ?? '?'}`
}

/** The decade of a stratum, as a page says it. */
export const decadeOf = (strate: string): string => strate.split(' · ')[0] ?? '?'

/** A digest of seed and act puts all acts in one order, which no engine and no day changes. */
const keyOf = (graine: string, id: number): string => createHmac('sha256', graine).update(String(id)).digest('hex')

const byText = (a: string, b: string): number => Number(a > b) - Number(a < b)

/**
 * Shares a number among strata by their sizes; where there is room for all, no stratum goes without an act. What is over then, or
 * lacking, is given to or taken from whoever is furthest from its exact part.
 */
function sharesOf(sizes: readonly number[], taille: number): number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const least = taille >= sizes.length ? 1 : 0
  const exact = sizes.map((size) => (size * taille) / Math.max(1, total))
  const shares = exact.map((part) => Math.max(least, Math.floor(part)))
  const lackOf = (index: number): number => (exact[index] ?? 0) - (shares[index] ?? 0)
  let left = taille - shares.reduce((sum, share) => sum + share, 0)
  while (left !== 0) {
    const step = Math.sign(left)
    const mayMove = sizes.flatMap((size, index) => {
      const share = (shares[index] ?? 0) + step
      return share >= least && share <= size ? [index] : []
    })
    const furthest = mayMove.reduce((best, index) => (step * (lackOf(index) - lackOf(best)) > 0 ? index : best))
    shares[furthest] = (shares[furthest] ?? 0) + step
    left -= step
  }
  return shares
}

/** Draws so many of the acts by a seed: the same acts for the same seed, in whatever order they come. `from`: the first rank. */
export function draw(acts: readonly Drawable[], taille: number, graine: string, from = 1): Drawn[] {
  const keyed = acts.map((act) => ({ act, key: keyOf(graine, act.id) })).sort((a, b) => byText(a.key, b.key))
  const strata = new Map<string, typeof keyed>()
  for (const one of keyed) {
    const known = strata.get(one.act.strate)
    if (known) known.push(one)
    else strata.set(one.act.strate, [one])
  }
  const names = [...strata.keys()].sort(byText)
  const shares = sharesOf(
    names.map((name) => strata.get(name)?.length ?? 0),
    Math.min(taille, acts.length),
  )
  const drawn = names.flatMap((name, index) => strata.get(name)?.slice(0, shares[index]) ?? [])
  drawn.sort((a, b) => byText(a.key, b.key))
  return drawn.map(({ act: { id, strate } }, index) => ({ id, strate, rang: from + index }))
}
