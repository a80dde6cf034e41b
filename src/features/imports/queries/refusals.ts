import { slices } from '../../../db/rows.ts'
import type { Db } from '../../../db/schema.ts'
import type { ImportLine, PlannedLine, References } from '../kind.ts'
import { LINE_COLUMNS, lineOf } from './imports.ts'
import { BATCH, isOneOf, waitingLines } from './lines.ts'

type AnyLine = ImportLine<unknown>

/** Lines that name each other are followed up to this number for telling a cycle; a file has few of them. */
const MAX_FOLLOWED = 20_000

/** The last steps of a plan: what names nothing, and what names two things. */
export class Refusals {
  readonly #db: Db
  readonly #importId: number
  readonly #references: References
  readonly #write: (planned: PlannedLine[]) => Promise<void>

  constructor(db: Db, importId: number, references: References, write: (planned: PlannedLine[]) => Promise<void>) {
    this.#db = db
    this.#importId = importId
    this.#references = references
    this.#write = write
  }

  /** Lines that name nothing that is there or will be: why, as exactly as it can be told. */
  async explainRest(): Promise<void> {
    const cycles = await this.#cycles()
    for (let after = 0; ; ) {
      const lines = await waitingLines(this.#db, this.#importId, after)
      const last = lines.at(-1)
      if (!last) return
      const keys = [...new Set(lines.map((line) => line.renvoi ?? ''))]
      const refused = await this.#refusedLines(keys)
      const near = await this.#references.near(this.#db, keys)
      const planned = lines.map((line): PlannedLine => {
        const message = cycles.get(line.ligne) ?? this.#missing(line, refused, near)
        return { ligne: line.ligne, action: 'refusee', message }
      })
      await this.#write(planned)
      after = last.ligne
    }
  }

  #missing(line: AnyLine, refused: Map<string, number>, near: Map<string, string>): string {
    const key = line.renvoi ?? ''
    if (this.#references.shortName(line.row) === key) return this.#references.itself(key)
    const other = refused.get(key)
    return other === undefined
      ? this.#references.missing(key, near.get(key) ?? '')
      : this.#references.refused(key, other)
  }

  /** The first refused line of each key. */
  async #refusedLines(keys: string[]): Promise<Map<string, number>> {
    const rows = await this.#db
      .selectFrom('import_lignes')
      .select(['cle', (eb) => eb.fn.min('ligne').as('ligne')])
      .where('import_id', '=', this.#importId)
      .where((eb) => isOneOf(this.#db, eb.ref('cle'), keys))
      .where('action', '=', 'refusee')
      .groupBy('cle')
      .execute()
    return new Map(rows.map((row) => [row.cle ?? '', row.ligne]))
  }

  /** Messages of the lines that name each other in a ring, by their full key or in short. */
  async #cycles(): Promise<Map<number, string>> {
    const rest = new Map<number, AnyLine>()
    for (let after = 0; rest.size < MAX_FOLLOWED; ) {
      const lines = await waitingLines(this.#db, this.#importId, after)
      for (const line of lines) rest.set(line.ligne, line)
      const last = lines.at(-1)
      if (!last || lines.length < BATCH) break
      after = last.ligne
    }
    return ringsOf([...rest.values()], this.#references)
  }

  /** Two things of one name: whatever names it could mean either. Lines below the refused ones go with them. */
  async refuseAmbiguous(): Promise<void> {
    for (let after = ''; ; ) {
      const keys = await this.#namedKeys(after)
      const last = keys.at(-1)
      if (last === undefined) return
      const found = await this.#candidates(keys)
      const ambiguous = keys.filter((key) => (found.get(key) ?? 0) > 1)
      if (ambiguous.length > 0) await this.#refuseNaming(ambiguous)
      after = last
    }
  }

  async #namedKeys(after: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('import_lignes')
      .select('renvoi')
      .distinct()
      .where('import_id', '=', this.#importId)
      .where('renvoi', '>', after)
      .orderBy('renvoi')
      .limit(BATCH)
      .execute()
    return rows.map((row) => row.renvoi ?? '')
  }

  /** How many things each key names: those that are there, and the lines to be created. */
  async #candidates(keys: string[]): Promise<Map<string, number>> {
    const found = new Map(await this.#references.known(this.#db, keys))
    const rows = await this.#db
      .selectFrom('import_lignes')
      .select(['cle', (eb) => eb.fn.countAll<number>().as('n')])
      .where('import_id', '=', this.#importId)
      .where((eb) => isOneOf(this.#db, eb.ref('cle'), keys))
      .where('action', '=', 'creer')
      .groupBy('cle')
      .execute()
    for (const { cle, n } of rows) found.set(cle ?? '', (found.get(cle ?? '') ?? 0) + n)
    for (const key of await this.#marked(keys)) found.set(key, (found.get(key) ?? 0) + 1)
    return found
  }

  /** The longer keys among these that lines to be created have, once for each line. */
  async #marked(keys: string[]): Promise<string[]> {
    const { marks } = this.#references
    const bases = new Set(keys.map((key) => marks?.base(key)))
    bases.delete(undefined)
    if (!marks || bases.size === 0) return []
    const rows = await this.#db
      .selectFrom('import_lignes')
      .select(LINE_COLUMNS)
      .where('import_id', '=', this.#importId)
      .where((eb) => isOneOf(this.#db, eb.ref('cle'), [...bases] as string[]))
      .where('action', '=', 'creer')
      .execute()
    return rows.map((row) => marks.of(lineOf(row))).filter((key) => keys.includes(key))
  }

  /** Refuses what names these keys, then what names the lines refused, and so on down. */
  async #refuseNaming(ambiguous: string[]): Promise<void> {
    let keys = ambiguous
    let reason = (key: string) => this.#references.ambiguous(key)
    while (keys.length > 0) {
      const lost = new Map<string, number>()
      for (const some of slices(keys)) {
        for (const [key, ligne] of await this.#refuseAll(some, reason)) lost.set(key, ligne)
      }
      keys = []
      for (const some of slices([...lost.keys()])) {
        const left = await this.#candidates(some)
        keys.push(...some.filter((key) => (left.get(key) ?? 0) === 0))
      }
      reason = (key) => this.#references.refused(key, lost.get(key) ?? 0)
    }
  }

  /** Returns the keys of the refused lines that other lines name, with their line. */
  async #refuseAll(keys: string[], reason: (key: string) => string): Promise<Map<string, number>> {
    const lost = new Map<string, number>()
    for (;;) {
      const lines = await this.#acceptedNaming(keys)
      if (lines.length === 0) return lost
      await this.#write(lines.map(({ ligne, renvoi }) => ({ ligne, action: 'refusee', message: reason(renvoi ?? '') })))
      const byKey = new Map(lines.map(({ cle, ligne }) => [cle ?? '', ligne]))
      for (const key of await this.#namedAmong([...byKey.keys()])) lost.set(key, byKey.get(key) ?? 0)
    }
  }

  async #namedAmong(keys: string[]): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('import_lignes')
      .select('renvoi')
      .distinct()
      .where('import_id', '=', this.#importId)
      .where((eb) => isOneOf(this.#db, eb.ref('renvoi'), keys))
      .execute()
    return rows.map((row) => row.renvoi ?? '')
  }

  /** In no order: sorting would read all of them again for each batch. */
  #acceptedNaming(keys: string[]) {
    return (
      this.#db
        .selectFrom('import_lignes')
        .select(['ligne', 'cle', 'renvoi'])
        .where('import_id', '=', this.#importId)
        .where((eb) => isOneOf(this.#db, eb.ref('renvoi'), keys))
        // One that changes nothing means what is there already, whichever parent is meant.
        .where('action', 'in', ['creer', 'modifier'])
        .limit(BATCH)
        .execute()
    )
  }
}

/** Follows each line to the one it names; those that come back to themselves are told together. */
export function ringsOf(lines: AnyLine[], { shortName, cycle }: References): Map<number, string> {
  const named = new Map(lines.map((line) => [shortName(line.row), line]))
  for (const line of lines) if (line.cle !== null) named.set(line.cle, line)
  const found = new Map<number, string>()
  const seen = new Set<AnyLine>()
  for (const start of lines) {
    const ring = ringFrom(start, named, seen).map((line) => line.ligne)
    if (ring.length === 0) continue
    const message = cycle(ring.toSorted((a, b) => a - b))
    for (const ligne of ring) found.set(ligne, message)
  }
  return found
}

/** The ring that a chain of lines ends in, if it does; lines seen before were followed already. */
function ringFrom(start: AnyLine, named: Map<string, AnyLine>, seen: Set<AnyLine>): AnyLine[] {
  const path = new Set<AnyLine>()
  let line: AnyLine | undefined = start
  while (line && !seen.has(line)) {
    seen.add(line)
    path.add(line)
    line = named.get(line.renvoi ?? '')
  }
  if (!line || !path.has(line)) return []
  const ring = [...path].slice([...path].indexOf(line))
  return ring.length > 1 ? ring : []
}
