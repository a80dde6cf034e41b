import { type Genre, genreOf, sexOf } from '../../../champs/genres.ts'
import { KINDS, storedValue } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { FIELD_TYPES, type ReleveData } from '../../../db/schema.ts'
import { compareText, sortKey } from '../../../lib/text.ts'

/** Longer values are sentences: nobody types them twice. Characters. */
const MAX_VALEUR = 120
/** Characters of a key (code points, so that none is cut in two). */
const MAX_KEY = 64

/** The beginning of a value as prefixes are compared: folded words joined by one blank. */
export function completionKey(text: string): string {
  const key = sortKey(text)
  return key.length > MAX_KEY ? [...key].slice(0, MAX_KEY).join('') : key
}

/** The end of the range of keys that begin like this one. */
export const endOfKeys = (cle: string): string => `${cle}\u{10ffff}`

/** Does this field complete what is typed in it? Fields of one line of text do, unless they were told not to. */
export const completes = (champ: Champ): boolean => isCounted(champ) && champ.completion

/** Fields that are offered the same have the same key, '' where no other is: a page asks once for all of them. */
export function offersKey(champ: Champ): string {
  const genre = genreOf(champ)
  if (genre === null) return ''
  return [genre, ...(champ.majuscules ? ['majuscules'] : []), ...(sexOf(genre, champ.groupe?.role ?? null) ?? [])].join(
    '-',
  )
}

/** Types of fields whose values are counted, even while a field does not complete, so that it can begin to at any time. */
export const SHARED_TYPES = FIELD_TYPES.filter((type) => KINDS[type].oneLine !== undefined)
const isCounted = ({ type }: Champ): boolean => SHARED_TYPES.includes(type)

export interface Value {
  champ_id: number
  cle: string
  valeur: string
}

export type Counted = Value & { n: number }

function count(counts: Map<string, Counted>, { id, nom }: Champ, data: ReleveData, n: number): void {
  const valeur = storedValue(data, nom)
  if (typeof valeur !== 'string' || valeur.length > MAX_VALEUR) return
  const known = counts.get(valeur)
  if (known) known.n += n
  else counts.set(valeur, { champ_id: id, cle: completionKey(valeur), valeur, n })
}

/** Counts only what changes, in the order of the index: n > 0 for what `after` holds more than `before`, n < 0 for less. */
export function countValues(
  champs: readonly Champ[],
  before: readonly ReleveData[],
  after: readonly ReleveData[],
): Counted[] {
  const counted = champs.filter(isCounted).map((champ) => ({ champ, counts: new Map<string, Counted>() }))
  for (const { champ, counts } of counted) {
    for (const data of before) count(counts, champ, data, -1)
    for (const data of after) count(counts, champ, data, 1)
  }
  const inOrder = counted.toSorted((one, other) => one.champ.id - other.champ.id)
  return inOrder.flatMap(({ counts }) => [...counts.values()].filter(({ n, cle }) => n !== 0 && cle !== '').sort(byKey))
}

export type GenreCounted = { genre: Genre; cle: string; valeur: string; n: number }

/** Sums up by kind of name the values that sources hold now (n > 0) or hold no more: each counts for one, in the order of the index. */
export function countByGenre(champs: readonly Champ[], moved: readonly Counted[]): GenreCounted[] {
  const genres = new Map(champs.map((champ) => [champ.id, genreOf(champ)]))
  const counts = new Map<string, GenreCounted>()
  for (const { champ_id, cle, valeur, n } of moved) {
    const genre = genres.get(champ_id)
    if (!genre) continue
    const known = counts.get(`${genre} ${valeur}`) ?? { genre, cle, valeur, n: 0 }
    known.n += Math.sign(n)
    counts.set(`${genre} ${valeur}`, known)
  }
  const order = (a: GenreCounted, b: GenreCounted) =>
    compareText(a.genre, b.genre) || compareText(a.cle, b.cle) || compareText(a.valeur, b.valeur)
  return [...counts.values()].filter(({ n }) => n !== 0).sort(order)
}

/** One order for everybody, field by field: two transactions that touch the same values never wait for each other crosswise. */
const byKey = (a: Value, b: Value): number => compareText(a.cle, b.cle) || compareText(a.valeur, b.valeur)
