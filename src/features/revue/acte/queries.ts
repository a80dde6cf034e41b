import { type ExpressionBuilder, sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Db, Schema } from '../../../db/schema.ts'
import { actsWithWarnings } from '../../avertissements/queries/warnings.ts'
import { type RegisterOrder, registerOrder, sorted, standing } from '../../releves/queries/order.ts'
import type { ReadSource, Sample } from '../sample-queries.ts'

type ReleveExpression = ExpressionBuilder<Schema, 'releves'>

/** Does the machine point at something in this act that nobody has accepted? */
export const withWarning = (eb: ReleveExpression, db: Db, sourceId: number) =>
  eb('releves.id', 'in', actsWithWarnings(db, sourceId))

/** So much of a reader at work says what waits for him or her. */
interface Waiting {
  source: Pick<ReadSource, 'id' | 'quatre_yeux'>
  sample: Pick<Sample, 'id'> | undefined
  userId: number
}

/** A reader at work in a source. */
export interface Reading extends Waiting {
  source: ReadSource
  /** Acts that neither a warning nor the sample asks for are read too. */
  wantsRest: boolean
  now: string
}

/** The verdicts on an act as it stands. */
const verdictsNow = (eb: ReleveExpression, sourceId: number) =>
  eb
    .selectFrom('releve_avis as a')
    .select('a.id')
    .where('a.source_id', '=', sourceId)
    .whereRef('a.releve_id', '=', 'releves.id')
    .whereRef('a.version', '=', 'releves.version')

/**
 * Does the act wait for this reader? With « quatre yeux » a correction is approved by somebody else: it waits for everybody but
 * whoever made it.
 */
const isPending =
  ({ source, userId }: Waiting) =>
  (eb: ReleveExpression) => {
    const said = verdictsNow(eb, source.id).where('a.verdict', '<>', 'passe')
    const settles = source.quatre_yeux
      ? said.where((e) => e.or([e('a.user_id', '=', userId), e('a.verdict', '<>', 'corrige')]))
      : said
    return eb.not(eb.exists(settles))
  }

const isPassed =
  ({ source, userId }: Reading) =>
  (eb: ReleveExpression) =>
    eb.exists(verdictsNow(eb, source.id).where('a.verdict', '=', 'passe').where('a.user_id', '=', userId))

/** On somebody else's screen at this moment. */
const isTaken =
  ({ source, userId, now }: Reading) =>
  (eb: ReleveExpression) =>
    eb.exists(
      eb
        .selectFrom('revue_baux as b')
        .select('b.releve_id')
        .where('b.source_id', '=', source.id)
        .whereRef('b.releve_id', '=', 'releves.id')
        .where('b.user_id', '<>', userId)
        .where('b.jusqua', '>', now),
    )

/** The reasons for which an act is read, in the order of the queue. */
export type Turn = 'avertissement' | 'correction' | 'echantillon' | 'suite'

const inTurn: Record<Turn, (reading: Waiting, db: Db) => (eb: ReleveExpression) => ReturnType<typeof withWarning>> = {
  avertissement:
    ({ source }, db) =>
    (eb) =>
      withWarning(eb, db, source.id),
  correction:
    ({ source }) =>
    (eb) => {
      const made = eb.selectFrom('releve_avis as c').select('c.releve_id').where('c.source_id', '=', source.id)
      return eb('releves.id', 'in', made.where('c.verdict', '=', 'corrige'))
    },
  echantillon:
    ({ sample }) =>
    (eb) => {
      const drawn = eb.selectFrom('echantillon_actes as ea').select('ea.releve_id')
      return eb('releves.id', 'in', drawn.where('ea.echantillon_id', '=', sample?.id ?? 0))
    },
  suite: () => (eb) => eb(sql`releves.id`, '>', 0) as ReturnType<typeof withWarning>,
}

function turnsOf({ source, sample, wantsRest }: Reading): Turn[] {
  const turns: Turn[] = source.quatre_yeux ? ['avertissement', 'correction'] : ['avertissement']
  if (sample) turns.push('echantillon')
  return wantsRest || source.relecture === 'tous' ? [...turns, 'suite'] : turns
}

const waiting = (db: Db, reading: Waiting, turn: Turn, releves = ofSource(db, reading)) =>
  releves.where(inTurn[turn](reading, db)).where(isPending(reading))

const ofSource = (db: Db, { source }: Waiting): ReturnType<RegisterOrder['releves']> =>
  db.selectFrom('releves').where('releves.source_id', '=', source.id)

/** An act to read, and why. */
export interface InQueue {
  id: number
  turn: Turn
}

/**
 * The next act of the queue from this one on, in the order of the register, beyond the end from the beginning: what the machine points
 * at, corrections to be confirmed, the sample, the rest where it is asked for; then what this reader passed over. Acts on other screens
 * are left out.
 */
export async function nextInQueue(db: Db, reading: Reading, from: number | undefined): Promise<InQueue | undefined> {
  const turns = turnsOf(reading)
  const order = await registerOrder(db, reading.source.id)
  const isBefore = from === undefined ? undefined : standing(order.keys, 'before', await order.placeOf(from))
  for (const turn of turns) {
    const free = sorted(waiting(db, reading, turn, order.releves()).select('releves.id'), order)
      .where((eb) => eb.not(isTaken(reading)(eb)))
      .where((eb) => eb.not(isPassed(reading)(eb)))
      .limit(1)
    const later = isBefore && (await free.where((eb) => eb.not(isBefore)).executeTakeFirst())
    const found = later ?? (await free.executeTakeFirst())
    if (found) return { id: found.id, turn }
  }
  return firstPassed(db, reading, turns)
}

async function firstPassed(db: Db, reading: Reading, turns: readonly Turn[]): Promise<InQueue | undefined> {
  for (const turn of turns) {
    const found = await waiting(db, reading, turn)
      .select('releves.id')
      .where((eb) => eb.not(isTaken(reading)(eb)))
      .where(isPassed(reading))
      .orderBy((eb) =>
        verdictsNow(eb as unknown as ReleveExpression, reading.source.id)
          .clearSelect()
          .select((e) => e.fn.max('a.id').as('last'))
          .where('a.user_id', '=', reading.userId),
      )
      .limit(1)
      .executeTakeFirst()
    if (found) return { id: found.id, turn }
  }
  return undefined
}

/** A turn, and by how many eyes a correction is seen: so much changes a statement. */
type Shape = `${Turn} ${'deux' | 'quatre'}`

const shapeOf = (turn: Turn, { source }: Waiting): Shape => `${turn} ${source.quatre_yeux ? 'quatre' : 'deux'}`

// An interface has no index signature, which `prepared` asks for.
type Values = { source: number; user: number; sample: number }

const valuesOf = ({ source, sample, userId }: Waiting): Values => ({
  source: source.id,
  user: userId,
  sample: sample?.id ?? 0,
})

/** As `waiting`, with blanks for values. */
function waitingIn(db: Db, { source, user, sample }: Values, shape: Shape) {
  const [turn, eyes] = shape.split(' ') as [Turn, 'deux' | 'quatre']
  const read = { id: source, quatre_yeux: eyes === 'quatre' }
  return waiting(db, { source: read, sample: { id: sample }, userId: user }, turn)
}

const isWaiting = prepared((db, of: Values & { id: number }, shape: Shape) =>
  waitingIn(db, of, shape).select('releves.id').where('releves.id', '=', of.id),
)

/** Why this act is read now; undefined where it waits for nobody, or not for this reader. */
export async function turnOf(db: Db, reading: Reading, id: number): Promise<Turn | undefined> {
  for (const turn of turnsOf(reading)) {
    const [found] = await isWaiting(db, { ...valuesOf(reading), id }, shapeOf(turn, reading))
    if (found) return turn
  }
  return undefined
}

const counted = prepared((db, of: Values, shape: Shape) =>
  waitingIn(db, of, shape).select((eb) => eb.fn.countAll<number>().as('n')),
)

/** Acts that wait for this reader, by why, those on other screens among them. Each is counted once. */
export async function countQueue(db: Db, reading: Reading) {
  const count = async (turn: Turn) => (await counted(db, valuesOf(reading), shapeOf(turn, reading)))[0]?.n ?? 0
  const avertissements = await count('avertissement')
  const corrections = turnsOf(reading).includes('correction') ? await count('correction') : 0
  return { avertissements, corrections }
}
