import type { Db } from '../../db/schema.ts'
import type { ImportLine, ImportSession, PlannedLine } from './kind.ts'
import { linesNaming, linesToCreate, plannedOfKeys, waitingLines, writePlan } from './lines.ts'
import { Refusals } from './refusals.ts'

/** Gives the other work of the process its turn, keeps the task; `planned`: lines that have their plan by now. */
export type Breath = (planned: number) => Promise<void>

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
  readonly #breath: Breath
  #planned = 0

  constructor(db: Db, importId: number, session: ImportSession<Row>, breath: Breath) {
    this.#db = db
    this.#importId = importId
    this.#session = session
    this.#breath = breath
  }

  async run(): Promise<void> {
    let waiting = await this.#first()
    for (let rang = 1; waiting > 0 && rang < MAX_RANK; rang += 1) {
      const found = await this.#below(rang)
      if (found === 0) break
      waiting -= found
    }
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
    const planned = await this.#withoutDoubles(lines, await this.#session.plan(this.#db, lines, above))
    await this.#write(planned, rang)
    return planned.filter((line) => line.action !== 'attente').length
  }

  async #write(planned: PlannedLine[], rang: number): Promise<void> {
    await this.#db.transaction().execute((trx) => writePlan(trx, this.#importId, planned, rang))
    this.#planned += planned.length
    await this.#breath(this.#planned)
  }

  /** Of lines that describe the same thing the first counts, the others are refused. */
  async #withoutDoubles(lines: ImportLine<Row>[], planned: PlannedLine[]): Promise<PlannedLine[]> {
    const session = this.#session
    if (!session.isSame) return planned
    const rows = new Map(lines.map((line) => [line.ligne, line]))
    const keyOf = (plan: PlannedLine) => ('cle' in plan && plan.cle) || (rows.get(plan.ligne)?.cle ?? '')
    const counting: PlannedLine[] = planned.filter((plan) => plan.action !== 'attente' && plan.action !== 'refusee')
    const known = new Map<string, ImportLine<Row>[]>()
    const keep = (key: string, line: ImportLine<Row>) => known.set(key, [...(known.get(key) ?? []), line])
    const earlier = await plannedOfKeys<Row>(this.#db, this.#importId, [...new Set(counting.map(keyOf))])
    for (const line of earlier) keep(line.cle ?? '', line)
    const counts = new Set(counting)
    return planned.map((plan) => {
      const line = rows.get(plan.ligne)
      const key = keyOf(plan)
      if (!line || key === '' || !counts.has(plan)) return plan
      const double = known.get(key)?.find((other) => session.isSame?.(other, line, key))
      if (double) return { ligne: plan.ligne, action: 'refusee', message: session.doublon?.(double.ligne) ?? '' }
      keep(key, line)
      return plan
    })
  }
}
