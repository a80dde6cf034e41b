import type { Db } from '../../db/schema.ts'
import type { ImportLine, ImportSession, PlannedLine } from './kind.ts'
import { acceptedOfKeys, linesNaming, linesToCreate, sharedKeys, waitingLines, writePlan } from './lines.ts'
import { Refusals } from './refusals.ts'

/** How far the plan is, in lines: told in the transaction of each batch, and after it, when others may have their turn. */
export interface PlanProgress {
  committing(trx: Db, planned: number): Promise<void>
  committed(planned: number): Promise<void>
}

/** As deep as a chain of lines may be, and more than any hierarchy. */
const MAX_RANK = 200

/**
 * Makes the plan of every line of an import that was read, in ranks: first the lines that name nothing or something that is
 * there already, then those that name a line of the rank before, and so on. What is left names nothing that exists.
 */
export class Planner<Row> {
  readonly #db: Db
  readonly #importId: number
  readonly #session: ImportSession<Row>
  readonly #progress: PlanProgress
  #planned = 0

  constructor(db: Db, importId: number, session: ImportSession<Row>, progress: PlanProgress) {
    this.#db = db
    this.#importId = importId
    this.#session = session
    this.#progress = progress
  }

  async run(): Promise<void> {
    let waiting = await this.#first()
    for (let rang = 1; waiting > 0 && rang < MAX_RANK; rang += 1) {
      const found = await this.#below(rang)
      if (found === 0) break
      waiting -= found
    }
    await this.#refuseDoubles()
    const { references } = this.#session
    if (!references) return
    const write = (planned: PlannedLine[]) => this.#write(planned, 0)
    const refusals = new Refusals(this.#db, this.#importId, references, write)
    if (waiting > 0) await refusals.explainRest()
    await refusals.refuseAmbiguous()
  }

  /** Rank 0. Returns how many lines wait for others. */
  async #first(): Promise<number> {
    let waiting = 0
    for (let after = 0; ; ) {
      const lines = await waitingLines<Row>(this.#db, this.#importId, after)
      const last = lines.at(-1)
      if (!last) return waiting
      waiting += lines.length - (await this.#decide(lines, new Map(), 0))
      after = last.ligne
    }
  }

  /** Lines that name one of the rank before. Returns how many there were. */
  async #below(rang: number): Promise<number> {
    let found = 0
    for (let after = 0; ; ) {
      const parents = await linesToCreate<Row>(this.#db, this.#importId, rang - 1, after)
      const last = parents.at(-1)
      if (!last) return found
      const above = new Map(parents.map((line) => [line.cle ?? '', line]))
      for (;;) {
        const lines = await linesNaming<Row>(this.#db, this.#importId, [...above.keys()])
        if (lines.length === 0) break
        found += await this.#decide(lines, above, rang)
      }
      after = last.ligne
    }
  }

  async #decide(lines: ImportLine<Row>[], above: Map<string, ImportLine<Row>>, rang: number): Promise<number> {
    const planned = await this.#session.plan(this.#db, lines, above)
    await this.#write(planned, rang)
    return planned.filter((line) => line.action !== 'attente').length
  }

  async #write(planned: PlannedLine[], rang: number): Promise<void> {
    this.#planned += planned.length
    await this.#db.transaction().execute(async (trx) => {
      await writePlan(trx, this.#importId, planned, rang)
      await this.#progress.committing(trx, this.#planned)
    })
    await this.#progress.committed(this.#planned)
  }

  /** Of lines that describe the same thing the first counts, the others are refused. */
  async #refuseDoubles(): Promise<void> {
    const session = this.#session
    if (!session.doubles) return
    for (let after = ''; ; ) {
      const keys = await sharedKeys(this.#db, this.#importId, after)
      const last = keys.at(-1)
      if (last === undefined) return
      await this.#refuseDoublesOf(session, keys)
      after = last
    }
  }

  async #refuseDoublesOf(session: ImportSession<Row>, keys: string[]): Promise<void> {
    const firsts = new Map<string, number>()
    for (let after = 0; ; ) {
      const lines = await acceptedOfKeys<Row>(this.#db, this.#importId, keys, after)
      const last = lines.at(-1)
      if (!last) return
      const doubles = (await session.doubles?.(this.#db, lines, firsts)) ?? []
      const refused = doubles.map((double): PlannedLine => ({ ...double, action: 'refusee' }))
      if (refused.length > 0) await this.#write(refused, 0)
      after = last.ligne
    }
  }
}
