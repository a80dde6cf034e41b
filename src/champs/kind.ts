import type { Child } from 'hono/jsx'
import type { FieldPolicy, FieldType } from '../db/schema.ts'
import type { ActKind, GroupRole, PersonPart } from '../db/schema-persons.ts'
import type { Body } from '../lib/body.ts'
import type { NumberCell } from '../lib/rows.ts'

/** A person of an act, or a heading where `role` is null. */
export interface Group {
  id: number
  libelle: string
  role: GroupRole | null
  /** The person whose kin this is; null: of the act as a whole. */
  de: number | null
}

/** A field of a source type, as forms, lists and CSV need it. */
export interface Champ {
  id: number
  nom: string
  label: string
  type: FieldType
  required: boolean
  options: string[]
  /** Values that were options once, and that records hold or held: offered no more, still read. */
  anciennes?: readonly string[]
  aide: string | null
  politique: FieldPolicy
  majuscules: boolean
  completion: boolean
  /** The group it stands in, and what it says of the person of that group. */
  groupe: Group | null
  partie: PersonPart | null
  /** The kind of act of its type; absent of a field that stands in none yet. */
  acte?: ActKind
}

/** A place inside a record: the name is a copy, refreshed when the place is renamed or moved. */
export interface PlaceValue {
  id: number
  nom_long: string
}

/** Asks the database for a field; passed in, so that champs/ knows no feature and imports can cache it. */
export interface Lookup {
  lieuById(id: number): Promise<PlaceValue | undefined>
  /** Exact nom_long; several places may bear it. */
  lieuxByNomLong(nomLong: string): Promise<PlaceValue[]>
  /** The places offered for a typed text, accents and case aside, when no script helps to choose. */
  lieuxSuggested(text: string): Promise<PlaceValue[]>
  /** Places whose own name is what a file wrote for a long name that nobody bears: offered in words, never taken. */
  lieuxNear(written: string): Promise<PlaceValue[]>
}

/** A typed value is wrong; the message is French and goes beside the field. `candidates`: places to choose from. */
export class FieldError extends Error {
  readonly candidates: PlaceValue[]
  constructor(message: string, candidates: PlaceValue[] = []) {
    super(message)
    this.name = 'FieldError'
    this.candidates = candidates
  }
}

/** A CSV cell that cannot be read; the message is French, without the line number, which the import adds. */
export class CellError extends Error {}

export interface InputProps {
  champ: Champ
  /** The label as it is shown, where that is not the plain text of `champ.label`. */
  label?: Child
  /** Room is short: what is nearly always the same is abbreviated. */
  isDense?: boolean
  /** Name of the form field: `data[nom]`. */
  name: string
  raw: Body
  error?: string | undefined
  candidates?: PlaceValue[] | undefined
}

/** All that differs between the field types, and nothing else. V is the stored value. */
export interface ChampKind<V> {
  label: string
  /** A sentence on how its cells are written, for the page of the import; '' where the label says it. */
  inFile: string
  /** Is this stored value one of this kind? Data outlive the field they were typed in: pages show them, never fall over them. */
  isValue(value: unknown): value is V
  /** The control inside its `<Field>` or `<fieldset>`. */
  Input(props: InputProps): Child
  /** The text of the visible control; '' as well when it was not sent, being disabled. */
  typed(raw: Body, name: string): string
  /** The value of the posted form; null where nothing was given. Throws FieldError. */
  read(raw: Body, name: string, champ: Champ, lookup: Lookup): Promise<V | null>
  /** Something to be said of what was typed, which the value read from it does not tell any more; null for nothing. */
  remark?(raw: Body, name: string): string | null
  /** Form fields (name → text) with which an existing value is edited: the inverse of `read`. */
  toRaw(value: V, name: string): Body
  /** The value of a CSV cell; null for an empty one. Throws CellError. */
  fromCell(cell: string, champ: Champ, lookup: Lookup): Promise<V | null>
  /** Says the same as `remark` of a CSV cell that can be read. */
  cellRemark?(cell: string): string | null
  /** CSV cell; a number is a `NumberCell`, so that no formula guard touches it. */
  toCell(value: V): string | NumberCell
  /** Two values that mean the same have one identity, as JSON; absent where that is the whole value. */
  identity?(value: V, champ: Champ): unknown
  /** Says the same of two values that mean the same in a register, however each was written; absent where letters tell. */
  meaning?(value: V): string | null
  /** Text shown in lists and pages. */
  toText(value: V): string
  /** Text of a cell in a list, where that is shorter. */
  toList?(value: V): string
  /** Text that full-text search finds. */
  toSearch(value: V): string
  /** Echo of what was understood of a value, shown under its control. */
  understood?(value: V): string | null
  /** The field as it must be to take back a value stored when its options were others. */
  keeping?(champ: Champ, stored: V): Champ
  /** The value for the next record under the policy « incremente ». */
  next?(value: V): V
  /** The field offers the values of its `options`. */
  hasOptions?: true
  /** The longest value, where it is one line of text: longer ones, or those of several lines, do not become this kind. */
  oneLine?: number
  /** Kinds whose stored value is the text of this one: what a field may become while records hold values. */
  becomes?: { types: readonly FieldType[]; isStoredAsText: boolean }
}
