import type { Selectable } from 'kysely'
import type { PlaceValue } from '../../champs/kind.ts'
import type { Db, Schema, Trx } from '../../db/schema.ts'
import type { CurrentUser } from '../../web/env.ts'

export type Import = Selectable<Schema['imports']>

export interface ImportColumn {
  /** As the header has it; case and outer blanks do not count. */
  nom: string
  /** Other headers that mean the same, as people write them in a sheet of their own. */
  aussi?: readonly string[] | undefined
  required?: boolean
}

/** A column as the page shows it on which somebody says where the columns of a file go. */
export interface MappedColumn extends ImportColumn {
  /** Names it in the form and in what is kept. */
  cle: string
  label: string
  /** Heading under which the list of fields shows it. */
  groupe: string
  nature: 'texte' | 'date' | 'autre'
  /** The key of the first names of the same person: a text may be split between the two. */
  prenoms?: string | undefined
  /** The key of the column of its states, which may excuse a required field that is empty. */
  etat?: string | undefined
  /** It stands beside the column of a value, and says its state or other readings of it. */
  beside?: 'etat' | 'lecture'
  /** A file may call it so, in words that `wordsOf` made, the surest first. */
  mots: string[][]
  /** The values of a list. */
  valeurs?: string[] | undefined
  /** How its cells are written. */
  aide?: string
}

/** A kind whose files may have columns of other names than ours. */
export interface ColumnMapping {
  columns: MappedColumn[]
  /** Where columns go that fit no field, with their titles. */
  notes: { cle: string; separator: string } | undefined
  /** Choices are kept for files that go to the same place. */
  place: { section_id: number | null; type_source_id: number }
  /** Says in French why a field cannot have this value for all lines. */
  problem(db: Db, cle: string, text: string): Promise<string | undefined>
}

/** A line of the file that was read without error. Row is JSON: it is kept until the import is confirmed. */
export interface ImportLine<Row> {
  ligne: number
  row: Row
  /** Other lines name this one by it; null in kinds whose lines name nothing. */
  cle: string | null
  /** The key of what the line names (the parent of a place), which may be there already or be another line. */
  renvoi: string | null
  /** It may be there already, and is written with the state that says so. */
  doute?: boolean
  /** The record that it may be takes its values. */
  remplace?: boolean
}

/** A line is read by itself. A refused one still tells its key: lines that name it are told why they fail. */
export type ParsedLine<Row> =
  | { ok: true; row: Row; cle: string | null; renvoi: string | null }
  | { ok: false; message: string; cle: string | null }

/** `attente`: the line names something that is not there; another line may be it. */
export type PlannedLine =
  // `warning`: what a person should look at before confirming (French, without line number).
  | { ligne: number; action: 'creer' | 'modifier' | 'inchangee'; cle?: string; warning?: string | undefined }
  | { ligne: number; action: 'refusee'; message: string }
  // Somebody says for the whole file what becomes of such lines.
  | { ligne: number; action: 'verifier'; warning: string }
  | { ligne: number; action: 'attente' }

/** `avant` holds the former values of what was changed, for the undo. */
export type AppliedLine =
  | { ligne: number; action: 'creer' | 'inchangee' }
  | { ligne: number; action: 'modifier'; avant: Record<string, unknown> }
  | { ligne: number; action: 'refusee'; message: string }

/** How lines name each other and what is there already, and what to say where that fails (French, without line number). */
export interface References {
  /** How many things of each key there are already; keys without any may be absent. */
  known(db: Db, keys: string[]): Promise<Map<string, number>>
  /** A longer key that tells things of one key apart: of a line, and the key that it was made of. */
  marks?: { of(line: ImportLine<unknown>): string; base(key: string): string | undefined }
  /** `near`: what `near` says of this key, or ''. */
  missing(key: string, near: string): string
  /** Guesses what keys that name nothing might mean, in a sentence to put behind the message; others are absent. */
  near(db: Db, keys: string[]): Promise<Map<string, string>>
  ambiguous(key: string): string
  /** The line that it names is refused itself. */
  refused(key: string, ligne: number): string
  itself(key: string): string
  cycle(lignes: number[]): string
  /** Might a line that names `renvoi` mean the thing called so, in short? Only for telling cycles from missing things. */
  shortName(row: unknown): string
}

/** A line that a kind read for itself, with what is to be looked at in it. */
export interface OwnLine<Row> {
  ligne: number
  parsed: ParsedLine<Row>
  warning?: string | undefined
}

/** One import under way: what its kind had to look up once is kept here. */
export interface ImportSession<Row> {
  columns: ImportColumn[]
  /** A file that has this column got its line of titles from us: the lines behind it are numbered as if it were not there. */
  titledBy?: string
  /** Absent where the header of a file has to be ours. */
  mapping?: ColumnMapping | undefined
  /** Once, before the first line is planned: what the dry run has to know of what is there. `rest`: others have their turn. */
  begin?(db: Db, rest: () => Promise<void>): Promise<void>
  /** Reads the lines itself, `size()` at a time, where they are no table; `onBytes` hears how far it is. */
  lines?(storage: string, size: () => number, onBytes: (bytes: number) => void): AsyncGenerator<OwnLine<Row>[], void>
  /** `cell` gives the text of a column, '' where the file has no such column. */
  parseLine(cell: (nom: string) => string): ParsedLine<Row>
  /** Plans at most a thousand lines. `above`: the lines to be created that they name, by key; empty at first. */
  plan(db: Db, lines: ImportLine<Row>[], above: Map<string, ImportLine<Row>>): Promise<PlannedLine[]>
  /**
   * Finds the accepted lines that describe again what another line did, in the order of the file.
   * `firsts` keeps, from one call to the next, the line of each thing met so far.
   */
  doubles?(db: Db, lines: ImportLine<Row>[], firsts: Map<string, number>): Promise<{ ligne: number; message: string }[]>
  references?: References
  /** Once, behind the last line planned. */
  planned?(db: Db): Promise<void>
  /**
   * Makes what it can of lines that `apply` is given later, outside of the transaction: others write meanwhile, and so may the batch
   * before these.
   */
  prepare?(db: Db, lines: ImportLine<Row>[]): Promise<void>
  /** Writes lines planned as `creer` or `modifier`, looking again at what is there: others have worked since the plan. */
  apply(trx: Trx, lines: ImportLine<Row>[]): Promise<AppliedLine[]>
  /** Once all lines are written, so many. */
  ended?(db: Db, lines: number): Promise<void>
  /** Headers and cells of a line as it will be stored. */
  preview: { headers: string[]; cells(line: ImportLine<Row>): string[] | Promise<string[]> }
}

export interface Removed {
  retirees: number
  /** Each says what stays, and why. */
  messages: string[]
  /** Where to go on; null when nothing is left. */
  next: number | null
  /** Nothing at all can be taken back now, and why: the import stays what it was. */
  refusal?: string
}

export interface Restored {
  restaurees: number
  messages: { ligne: number; message: string }[]
}

/** Counts by the rules of `remove` what an undo would do now, before anybody decides. */
export type Removable = Pick<Removed, 'retirees' | 'refusal'> & { conservees: number }

/** A finished import may still ask something of whoever started it: a button with its reason. */
export interface NextStep {
  action: string
  label: string
  aide: string
  /** The words of the same button where the result may come as a CSV file (`format=csv`). */
  csv?: string
}

/** How the figures of a kind are called that changes what is there and creates nothing. */
export interface ChangeWords {
  prevues: string
  faites: string
  inchangees: string
  rendues: string
  gardees: string
}

/** A table of a kind's own on the page of an import: cells of text, or links. */
export interface ReportTable {
  caption: string
  lead?: string | undefined
  headers: string[]
  rows: (string | { href: string; label: string })[][]
}

/** Names of places in a file that no place bears are asked about: this is what the page has to know. */
export interface PlacesAsked {
  /** Places that are made for it lie there, unless somebody says otherwise. */
  parent: PlaceValue | null
  /** Names may go to the notes. */
  hasNotes: boolean
  /** A name of which nobody says anything goes to the notes; otherwise its lines are refused. */
  isNoted: boolean
}

/** Each kind of thing that can be imported is one object, in its feature; its line stands in registry.ts. */
export interface ImportKind<Row> {
  kind: string
  /** Title of its pages: « Import de lieux ». */
  titre: string
  /** Singular and plural of what a line is. */
  noms: [string, string]
  /** Where the things are, and the form that imports more of them. */
  liste(cible_id: number | null): { href: string; label: string }
  formulaire(cible_id: number | null): string
  /** The site wrote the lines itself: nothing is said of a file or its encoding. `encore`: the link to do more of it. */
  sansFichier?: { encore: string; changes?: ChangeWords }
  /** How lines are called that change nothing, being there already, and what is said of `n` of them in the dry run. */
  presentes?: { label: string; aide(n: number): string }
  /** The words of a fourth answer to what becomes of lines that may be there already: those that are take the values of the file. */
  remplace?: string
  /** Its confirmation asks for the password of who gives it: why, in a sentence beside the field. */
  preuve?: string
  /** Tables that its page shows of a dry run and of its end: the first above what is to be decided, the others below. */
  report?(db: Db, imported: Import): Promise<ReportTable[]>
  /** Asks which places the names of its files mean; absent in kinds whose lines name none. */
  lieux?(db: Db, imported: Import): Promise<PlacesAsked>
  /** Tells what is left to do with what a finished import created; absent in kinds that need nothing more. */
  next?(db: Db, imported: Pick<Import, 'id'>): Promise<NextStep | undefined>
  /** Asked for at each step: a right may be lost between the dry run and the confirmation. */
  canImport(db: Db, user: CurrentUser, cible_id: number | null): Promise<boolean>
  /**
   * Says why an import may not begin or go on to write: another of its kind has written since its dry run, or is writing. None of its
   * kind is confirmed until the end of the transaction.
   */
  overtaken?(trx: Trx, imported: Import): Promise<string | undefined>
  open(
    db: Db,
    imported: Pick<Import, 'id' | 'cible_id' | 'user_id' | 'created_at'>,
    now: () => Date,
  ): Promise<ImportSession<Row>>
  /** Takes back at most `limit` things that the import created, newest first, those before `cursor` (null: all). */
  remove(trx: Trx, imported: Import, cursor: number | null, limit: number): Promise<Removed>
  removable(db: Db, imported: Import): Promise<Removable>
  /** Takes back what was made for an import that is given up before its confirmation. */
  abandoned?(trx: Trx, imported: Import): Promise<void>
  /** How many of these changed things `restore` would give back. */
  restorable(db: Db, lines: (ImportLine<Row> & { avant: Record<string, unknown> })[]): Promise<number>
  /** Gives changed things their former values back, where nobody has changed them since. */
  restore(trx: Trx, lines: (ImportLine<Row> & { avant: Record<string, unknown> })[], now: Date): Promise<Restored>
}
