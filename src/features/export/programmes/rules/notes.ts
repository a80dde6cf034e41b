import { isPlaceField, storedValue } from '../../../../champs/index.ts'
import { NIMEGUE_V3 } from '../../../echanges/rules/columns.ts'
import { columnLabel } from '../../../echanges/rules/labels.ts'
import { ENVELOPE, type Fact } from '../../../echanges/rules/mapping.ts'
import { type Act, type Placed, type PlacedType, slotText } from './placed.ts'
import { sizeOf } from './sizes.ts'

/** Where a text that the notes kept came from: a column, and as what it stood there. */
interface Home {
  column: string
  fact?: Fact
}

const known = new WeakMap<PlacedType, Map<string, Home>>()

/** By label, the columns that have no field in this type: an import keeps their texts in the notes. */
function columnHomes(type: PlacedType): Map<string, Home> {
  const found = known.get(type) ?? new Map<string, Home>()
  if (known.has(type)) return found
  known.set(type, found)
  const { lettre, pairs, cle } = type.mapping
  if (cle === '') return found
  const taken = new Set(pairs.flatMap(({ column, field, into }) => (field !== null || into ? [column] : [])))
  const free = NIMEGUE_V3[lettre].filter((column) => !ENVELOPE.has(column) && !taken.has(column))
  for (const column of [...free, 'date_republicaine', 'photos']) found.set(columnLabel(column), { column })
  return found
}

/** By label, the places of this act that an import did not find: their texts are in the notes too. */
function placeHome(label: string, type: PlacedType, act: Act): Home | undefined {
  const champ = type.champs.find((one) => one.label === label && isPlaceField(one))
  if (champ === undefined || storedValue(act.data, champ.nom) !== undefined || champ.nom in act.etats) return undefined
  for (const { column, field, facts = [] } of type.mapping.pairs) {
    if (field === champ.nom) return { column }
    const fact = facts.find((one) => one.field === champ.nom && one.as === 'label')
    if (fact) return { column, fact }
  }
  return undefined
}

const LABELLED = /^([^:]{2,60}?)[ \u00a0]*:[ \u00a0]+(.+)$/
const plainBlanks = (line: string): string => line.replace('\u00a0: ', ' : ')

/** Does another line say all of this one, which is its beginning? That was cut, and stands there whole. */
const isBeginning = (line: string, lines: readonly string[]): boolean =>
  lines.some((other) => other.length > line.length && other.startsWith(line))

class GivingBack {
  readonly #placed: Placed
  readonly #type: PlacedType
  readonly #act: Act
  readonly #isCut: boolean

  constructor(placed: Placed, type: PlacedType, act: Act, isCut: boolean) {
    this.#placed = placed
    this.#type = type
    this.#act = act
    this.#isCut = isCut
  }

  run(): void {
    const lines = this.#placed.notes.map((line) => line.trim()).filter((line) => line !== '')
    const plain = lines.map(plainBlanks)
    this.#placed.notes = lines.flatMap((line, at) => this.#kept(line, plain[at] ?? '', plain))
  }

  /** The line, or what stays of it. */
  #kept(line: string, plain: string, lines: readonly string[]): string[] {
    const [, label = '', text = ''] = LABELLED.exec(plain) ?? []
    if (label === '') return [line]
    const home = columnHomes(this.#type).get(label) ?? placeHome(label, this.#type, this.#act)
    if (home === undefined) return [line]
    if (!this.#isCut && isBeginning(plain, lines)) return []
    // Ancestris leaves out an act that has two pictures.
    const [first = '', ...others] = home.column === 'photos' ? text.split(/\s*;\s*/) : [text]
    if (!this.#isHome(home, first, label)) return [line]
    return others.length === 0 ? [] : [`Photos : ${[first, ...others].join(', ')}`]
  }

  #isHome({ column, fact }: Home, text: string, label: string): boolean {
    const slot = this.#placed.slots.get(column) ?? { own: '', segments: [] }
    if (fact === undefined && slot.own !== '') return false
    const segment = fact && { fact, text: `${fact.label} : ${text}`, value: text, label }
    const whole = segment
      ? { own: slot.own, segments: [...slot.segments, segment] }
      : { own: text, segments: slot.segments }
    const isWithin = slotText(whole).length <= sizeOf(this.#type.mapping.lettre, column)
    if (!isWithin && (this.#isCut || column === 'date_republicaine')) return false
    this.#placed.slots.set(column, whole)
    return true
  }
}

/**
 * Takes out of the notes what an import put there under the label of its column, and gives it back to that column: an act that came
 * from another program leaves as it came. Where texts are cut, one that is too long stays in the notes, which have it whole.
 */
export const giveBack = (placed: Placed, type: PlacedType, act: Act, isCut: boolean): void =>
  new GivingBack(placed, type, act, isCut).run()
