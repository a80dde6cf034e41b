import type { Champ } from '../../../champs/kind.ts'
import { type ForeignAct, isToCheck, textOf } from './act.ts'
import { type ActCells, Reading, type Step } from './act-reading.ts'
import { type ActLetter, EXPOACTES_3 } from './columns.ts'
import { actDate } from './dates.ts'
import { columnLabel } from './labels.ts'
import { ENVELOPE, MAPPINGS, type Mapping, type Pairing } from './mapping.ts'

export type ReadCells = ({ ok: true } & ActCells) | { ok: false; message: string }

const fieldsOf = ({ pairs }: Mapping): string[] =>
  pairs.flatMap(({ field, facts = [] }) => [...(field === null ? [] : [field]), ...facts.map((fact) => fact.field)])

const TO_CHECK = 'À vérifier\u00a0: la cote de cet acte le demande (« A VERIFIER »), et le dit encore dans le relevé.'

/** Which ready type these fields are, or were before the association changed them. */
export function mappingFor(letter: ActLetter, champs: readonly { nom: string }[]): Mapping {
  const names = new Set(champs.map(({ nom }) => nom))
  const share = (mapping: Mapping) => {
    const fields = fieldsOf(mapping)
    const held = fields.filter((field) => names.has(field)).length
    // Where two are there whole, the larger one is meant.
    return held / fields.length + held / 1000 + (mapping.lettre === letter ? 0.2 : 0)
  }
  const known = MAPPINGS as readonly [Mapping, ...Mapping[]]
  return known.reduce((best, one) => (share(one) > share(best) ? one : best), known[0])
}

/** The columns of a deed beside those of another letter: its second party is the bride, or the spouse. */
function renamed(column: string, { lettre }: Mapping): string {
  if (lettre === 'M') return column.replace(/^second_/, 'epouse_')
  return lettre === 'D' ? column.replace(/^second_(nom|prenom|commentaire|profession)$/, 'conjoint_$1') : column
}

/** Reads acts of one letter into the fields of one source type. What has no field goes to the notes with its label. */
export class CellReader {
  readonly #champs: Map<string, Champ>
  readonly #required: Champ[]
  readonly #steps: Record<ActLetter, Step[]>

  constructor(champs: readonly Champ[]) {
    this.#champs = new Map(champs.map((champ) => [champ.nom, champ]))
    this.#required = champs.filter(({ required }) => required)
    const stepsOf = (letter: ActLetter) => this.#stepsOf(letter, champs)
    this.#steps = { N: stepsOf('N'), M: stepsOf('M'), D: stepsOf('D'), V: stepsOf('V') }
  }

  #stepsOf(letter: ActLetter, champs: readonly Champ[]): Step[] {
    const mapping = mappingFor(letter, champs)
    const pairs = new Map(mapping.pairs.map((pair) => [pair.column, pair]))
    const columns = EXPOACTES_3[letter].filter((column) => column !== 'date' && !ENVELOPE.has(column))
    return columns.map((column) => ({
      column,
      pair: this.#within(pairs.get(renamed(column, mapping)), column),
      label: columnLabel(column),
    }))
  }

  /** A pair with the fields that this type has; a column that a field is named after goes there where no pair says otherwise. */
  #within(pair: Pairing | undefined, column: string): Pairing | undefined {
    const named = this.#champs.has(column) ? column : null
    if (!pair) return named === null ? undefined : { column, field: named }
    const facts = (pair.facts ?? []).filter(({ field }) => this.#champs.has(field))
    const field = pair.field !== null && this.#champs.has(pair.field) ? pair.field : null
    const into = pair.into !== undefined && this.#champs.has(pair.into) ? { into: pair.into } : {}
    return { column, field, facts, ...into }
  }

  /** The columns that have no field of their own in this type, and that the file may fill. */
  unmapped(letter: ActLetter): string[] {
    return this.#steps[letter].filter(({ pair }) => !pair || (!pair.field && !pair.into)).map(({ column }) => column)
  }

  /** `cote`: the reference that the source itself says, so that its acts need not. */
  read(act: ForeignAct, cote = ''): ReadCells {
    const date = actDate(textOf(act, 'date'), textOf(act, 'date_republicaine'))
    if (!date.ok) return { ok: false, message: date.message }
    const warnings = isToCheck(act) ? [...act.warnings, TO_CHECK] : act.warnings
    const reading = new Reading(this.#champs, { ...act, warnings })
    reading.date(date)
    for (const step of this.#steps[act.lettre]) {
      const value = textOf(act, step.column)
      if (value !== '' && !(step.column === 'cote' && value === cote)) reading.take(step, value)
    }
    return { ok: true, ...reading.end(this.#required) }
  }
}
