import { addressOf, arkParts, PLACES } from '../../../vues/rules/address.ts'

/** An address, read by the pattern that made it. */
export interface Parts {
  ark: string | null
  /** The name behind the number of an ark, where the pattern has no more of it. */
  nom: string | null
  ark_vue: string | null
  /** The number of the view as the register counts it, before the pattern added anything. */
  vue: number | null
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

const SHAPES: Record<string, string> = {
  ark: String.raw`ark:\/?\d+\/[^/?#&]+|[^/?&=#]+`,
  naan: String.raw`\d+`,
  nom: '[^/?&=#]+',
  ark_vue: '[^/?&=#]+',
  vue: String.raw`\d{1,9}`,
}

const compiled = new Map<string, RegExp>()
const MOST_KEPT = 50

function shapeOf(pattern: string): RegExp {
  const known = compiled.get(pattern)
  if (known) return known
  const seen = new Set<string>()
  let source = ''
  let from = 0
  for (const found of pattern.matchAll(PLACES)) {
    const place = found[1] ?? ''
    source += escaped(pattern.slice(from, found.index))
    // A view may stand twice, once with zeros before it.
    source += seen.has(place) && place !== 'vue' ? String.raw`\k<${place}>` : group(place, seen)
    from = found.index + found[0].length
  }
  const made = new RegExp(`^${source}${escaped(pattern.slice(from))}$`)
  if (compiled.size > MOST_KEPT) compiled.clear()
  compiled.set(pattern, made)
  return made
}

function group(place: string, seen: Set<string>): string {
  const shape = SHAPES[place] ?? ''
  if (seen.has(place)) return `(?:${shape})`
  seen.add(place)
  return `(?<${place}>${shape})`
}

/** So much the pattern adds to the number of a view. */
export const offsetOf = (pattern: string): number => {
  const found = [...pattern.matchAll(PLACES)].find(([, place]) => place === 'vue')
  return Number(found?.[2] ?? 0)
}

/** Takes an address to the pieces that its pattern puts together; undefined where the pattern makes no such address. */
export function takeApart(pattern: string, address: string): Parts | undefined {
  const groups = shapeOf(pattern).exec(address)?.groups
  if (!groups) return undefined
  const { naan, nom } = groups
  const ark = groups.ark ?? (naan !== undefined && nom !== undefined ? `ark:/${naan}/${nom}` : null)
  const vue = groups.vue === undefined ? null : Number(groups.vue) - offsetOf(pattern)
  const parts = { ark, nom: nom ?? arkParts(ark)?.nom ?? null, ark_vue: groups.ark_vue ?? null, vue }
  // Zeros before a number that the pattern does not write make it another address.
  const whole = { ark: ark ?? `ark:/0/${nom}`, ark_vue: parts.ark_vue, numero: vue ?? 0 }
  return addressOf(pattern, whole) === address ? parts : undefined
}
