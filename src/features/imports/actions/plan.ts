import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import { Pace } from '../../taches/pace.ts'
import type { ImportLine, ImportSession, PlannedLine } from '../kind.ts'
import { acceptedOfKeys, BATCH, linesNaming, linesToCreate, sharedKeys, writePlan } from '../queries/lines.ts'
import { Refusals } from '../queries/refusals.ts'

/** How far the plan is, in lines: told in the transaction of each batch, and after it, when others may have their turn. */
export interface PlanProgress {
  committing(trx: Db, planned: number): Promise<void>
  committed(planned: number): Promise<void>
}

/** As deep as a chain of lines may be, and more than any hierarchy. */
const MAX_RANK = 200

/** Lines planned at a time, at most. */
const PLANNED_AT_ONCE = 500

/**
 * Ends the plan of an import that was read. Lines of rank 0, which name nothing or something that is there already, have theirs;
 * then come those that name a line of the rank before, and so on. What is left names nothing that exists.
 */
export class Planner<Row> {
  readonly #db: Db
  readonly #importId: number
  readonly #session: ImportSession<Row>
  readonly #progress: PlanProgress
  readonly #pace: Pace
  #planned = 0

  constructor(db: Db, importId: number, session: ImportSession<Row>, progress: PlanProgress) {
    this.#db = db
    this.#importId = importId
    this.#session = session
    this.#progress = progress
    this.#pace = new Pace({ most: PLANNED_AT_ONCE, turnMs: () => dialectOf(db).locks.turnMs(db) })
  }

  /** `planned` lines have their plan, `waiting` ones have none. */
  async run(planned: number, waiting: number): Promise<void> {
    this.#planned = planned
    let left = waiting
    for (let rang = 1; left > 0 && rang < MAX_RANK; rang += 1) {
      const found = await this.#below(rang)
      if (found === 0) break
      left -= found
    }
    await this.#refuseDoubles()
    const { references } = this.#session
    if (!references) return
    const refuseLines = async (refused: PlannedLine[]) => {
      await this.#write(refused, 0)
      await this.#progress.committed(this.#planned)
    }
    const refusals = new Refusals(this.#db, this.#importId, references, refuseLines)
    if (left > 0) await refusals.explainRest()
    await refusals.refuseAmbiguous()
  }

  /** Lines that name one of the rank before. Returns how many there were. */
  async #below(rang: number): Promise<number> {
    let found = 0
    for (let after = 0; ; ) {
      const parents = await linesToCreate<Row>(this.#db, this.#importId, rang - 1, after)
      const last = parents.at(-1)
      if (!last) return found
      const marks = this.#session.references?.marks
      const keysOf = (line: ImportLine<Row>) => [line.cle ?? '', ...(marks ? [marks.of(line)] : [])]
      const above = new Map(parents.flatMap((line) => keysOf(line).map((key) => [key, line] as const)))
      for (;;) {
        const planned = await this.#pace.time(() => this.#planBelow(above, rang))
        if (planned === 0) break
        found += planned
        await this.#progress.committed(this.#planned)
      }
      after = last.ligne
    }
  }

  /** Plans some of the lines that name these. Returns how many: none when none is left. */
  async #planBelow(above: Map<string, ImportLine<Row>>, rang: number): Promise<number> {
    const lines = await linesNaming<Row>(this.#db, this.#importId, [...above.keys()], this.#pace.size)
    if (lines.length > 0) await this.#write(await this.#session.plan(this.#db, lines, above), rang)
    return lines.length
  }

  async #write(planned: PlannedLine[], rang: number): Promise<void> {
    this.#planned += planned.length
    await this.#db.transaction().execute(async (trx) => {
      await writePlan(trx, this.#importId, planned, rang)
      await this.#progress.committing(trx, this.#planned)
    })
  }

  /** The first of several lines that describe one thing counts, the others are refused. */
  async #refuseDoubles(): Promise<void> {
    if (!this.#session.doubles) return
    for (let after = ''; ; ) {
      const keys = await sharedKeys(this.#db, this.#importId, after)
      const last = keys.at(-1)
      if (last === undefined) return
      for (const some of together(keys)) await this.#refuseDoublesOf(some)
      after = last.cle
    }
  }

  async #refuseDoublesOf(keys: string[]): Promise<void> {
    const firsts = new Map<string, number>()
    for (let after = 0; ; ) {
      const lines = await acceptedOfKeys<Row>(this.#db, this.#importId, keys, after)
      const last = lines.at(-1)
      if (!last) return
      const doubles = (await this.#session.doubles?.(this.#db, lines, firsts)) ?? []
      const refused = doubles.map((double): PlannedLine => ({ ...double, action: 'refusee' }))
      if (refused.length > 0) await this.#write(refused, 0)
      await this.#progress.committed(this.#planned)
      // Several keys came whole.
      if (keys.length > 1) return
      after = last.ligne
    }
  }
}

/** Keys in groups of few lines; one that many lines share is alone. */
function together(keys: { cle: string; n: number }[]): string[][] {
  const groups: string[][] = []
  let room = 0
  for (const { cle, n } of keys) {
    if (n > room) {
      groups.push([])
      room = BATCH
    }
    groups.at(-1)?.push(cle)
    room -= n
  }
  return groups
}
