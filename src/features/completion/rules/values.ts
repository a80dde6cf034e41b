import { KINDS, storedValue } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import type { ReleveData } from '../../../db/schema.ts'
import { compareText, sortKey } from '../../../lib/text.ts'

/** Longer values are sentences: nobody types them twice. Characters. */
const MAX_VALEUR = 120
/** Characters of a key (code points, so that none is cut in two). */
const MAX_KEY = 64

/** The beginning of a value as prefixes are compared: folded words joined by one blank. */
export const completionKey = (text: string): string => [...sortKey(text)].slice(0, MAX_KEY).join('')

/** Does this field complete what is typed in it? Fields of one line of text do, unless they were told not to. */
export const completes = (champ: Champ): boolean => isCounted(champ) && champ.completion

/** Counted even while the field does not complete, so that it can begin to at any time. */
const isCounted = (champ: Champ): boolean => KINDS[champ.type].oneLine !== undefined

export interface Value {
  champ_id: number
  cle: string
  valeur: string
}

export type Counted = Value & { n: number }

/** Counts only what changes, in the order of the index: n > 0 for what `after` holds more than `before`, n < 0 for less. */
export function countValues(
  champs: readonly Champ[],
  before: readonly ReleveData[],
  after: readonly ReleveData[],
): Counted[] {
  const counted = champs.filter(isCounted)
  const counts = new Map<string, Counted>()
  const count = (champ_id: number, valeur: unknown, n: number) => {
    if (typeof valeur !== 'string' || valeur.length > MAX_VALEUR) return
    const key = `${champ_id} ${valeur}`
    const known = counts.get(key)
    if (known) known.n += n
    else counts.set(key, { champ_id, cle: completionKey(valeur), valeur, n })
  }
  const add = (rows: readonly ReleveData[], n: number) => {
    for (const data of rows) for (const { id, nom } of counted) count(id, storedValue(data, nom), n)
  }
  add(before, -1)
  add(after, 1)
  return [...counts.values()].filter(({ n, cle }) => n !== 0 && cle !== '').sort(byKey)
}

/** One order for everybody: two transactions that touch the same values never wait for each other crosswise. */
const byKey = (a: Value, b: Value): number =>
  a.champ_id - b.champ_id || compareText(a.cle, b.cle) || compareText(a.valeur, b.valeur)
