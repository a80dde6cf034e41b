import type { ExpressionBuilder } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Db, Schema } from '../../db/schema.ts'
import type { Relecture, Weight } from '../../db/schema-revue.ts'
import { decadeOf } from '../../lib/drawing.ts'
import type { Plan } from './rules/sampling.ts'

/** A sample as it was drawn. */
export interface Sample {
  id: number
  source_id: number
  graine: string
  plan: Plan
  population: number
  taille: number
  accepte: number
  created_at: string
}

/** So much of a source as says how its acts are read. */
export interface ReadSource {
  id: number
  relecture: Relecture
  quatre_yeux: boolean
}

/** Acts that are read beside the sample: the first ones of somebody who has just come. */
export const BEGINNINGS = 'débuts'

const DECIDED = ['validee', 'rejetee'] as const

type WithSample = ExpressionBuilder<Schema & { e: Schema['echantillons'] }, 'e'>

/** A decision on its source ends a sample: validated, rejected, or given back with a list of acts. */
export const isDecided = (eb: WithSample) => {
  const decisions = eb
    .selectFrom('source_transitions as t')
    .select('t.id')
    .whereRef('t.source_id', '=', 'e.source_id')
    .whereRef('t.created_at', '>', 'e.created_at')
    .where('t.vers', 'in', DECIDED)
  const returned = eb
    .selectFrom('actes_a_revoir as v')
    .select('v.releve_id')
    .whereRef('v.source_id', '=', 'e.source_id')
    .whereRef('v.created_at', '>', 'e.created_at')
  return eb.or([eb.exists(decisions), eb.exists(returned)])
}

export const openSamples = (db: Db) =>
  db
    .selectFrom('echantillons as e')
    .select(['e.id', 'e.source_id', 'e.graine', 'e.plan', 'e.population', 'e.taille', 'e.accepte', 'e.created_at'])
    .where('e.clos_at', 'is', null)

const openOfSource = prepared((db, { source }: { source: number }) =>
  openSamples(db)
    .where('e.source_id', '=', source)
    .where((eb) => eb.not(isDecided(eb as unknown as WithSample)))
    .orderBy('e.id', 'desc')
    .limit(1),
)

/** The sample that is being read; undefined where none was drawn for this submission yet. */
export const openSample = async (db: Db, source: number): Promise<Sample | undefined> =>
  (await openOfSource(db, { source }, ''))[0]

/** An act of the sample: read or not, and the gravest that was found in it since the draw. */
interface SampledAct {
  releve_id: number
  strate: string
  isThere: boolean
  isRead: boolean
  poids: Weight | null
}

const actsOfSample = prepared((db, { sample, source, since }: { sample: number; source: number; since: string }) =>
  db
    .selectFrom('echantillon_actes as ea')
    .leftJoin('releves as r', 'r.id', 'ea.releve_id')
    .select(['ea.releve_id', 'ea.strate', 'r.id as there'])
    .select((eb) => {
      const verdicts = eb
        .selectFrom('releve_avis as a')
        .where('a.source_id', '=', source)
        .whereRef('a.releve_id', '=', 'ea.releve_id')
      return [
        eb
          .exists(verdicts.select('a.id').whereRef('a.version', '=', 'r.version').where('a.verdict', '<>', 'passe'))
          .as('read'),
        verdicts
          .select((e) => e.fn.max('a.poids').as('poids'))
          .where('a.created_at', '>=', since)
          .as('poids'),
      ]
    })
    .where('ea.echantillon_id', '=', sample)
    .orderBy('ea.rang'),
)

export async function sampledActs(db: Db, { id, source_id, created_at }: Sample): Promise<SampledAct[]> {
  const rows = await actsOfSample(db, { sample: id, source: source_id, since: created_at }, '')
  return rows.map(({ there, read, poids, ...act }) => ({
    ...act,
    isThere: there !== null,
    isRead: Boolean(read),
    poids: poids as Weight | null,
  }))
}

/** Acts with an error, by the gravest of each. */
export interface Errors {
  graves: number
  genantes: number
  legeres: number
}

export interface SampleFigures extends Errors {
  /** Acts drawn that are still there, of them those that were read. */
  drawn: number
  read: number
  byDecade: { decade: string; read: number; graves: number }[]
}

const countOf = (acts: readonly SampledAct[], poids: Weight): number => acts.filter((act) => act.poids === poids).length

/** Tells what the sample says. An act that was found wrong counts once, whoever found it and however often. */
export function figuresOf(acts: readonly SampledAct[]): SampleFigures {
  const drawn = acts.filter(({ isThere, strate }) => isThere && strate !== BEGINNINGS)
  const read = drawn.filter(({ isRead }) => isRead)
  const decades = [...new Set(drawn.map(({ strate }) => decadeOf(strate)))].sort()
  return {
    drawn: drawn.length,
    read: read.length,
    graves: countOf(drawn, 3),
    genantes: countOf(drawn, 2),
    legeres: countOf(drawn, 1),
    byDecade: decades.map((decade) => {
      const own = drawn.filter(({ strate }) => decadeOf(strate) === decade)
      return { decade, read: own.filter(({ isRead }) => isRead).length, graves: countOf(own, 3) }
    }),
  }
}
