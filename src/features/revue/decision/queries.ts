import type { Db } from '../../../db/schema.ts'
import { countQueue } from '../acte/queries.ts'
import {
  type Errors,
  figuresOf,
  openSample,
  type ReadSource,
  type Sample,
  type SampleFigures,
  sampledActs,
} from '../sample-queries.ts'

/** A field in which the reading corrected something. */
export interface FieldFindings {
  champ: string
  /** Acts in which it was corrected, and those of them where that was grave. */
  actes: number
  graves: number
}

/** All that the reading over of a submission says, for whoever decides. */
export interface Findings {
  /** null: none was drawn yet, or the source is not read by sample. */
  sample: (Pick<Sample, 'population' | 'accepte'> & SampleFigures) | null
  /** Acts that somebody looked at, those of the sample among them, and the gravest found in each. */
  read: number
  errors: Errors
  byField: FieldFindings[]
  open: { avertissements: number; corrections: number; questions: number }
}

interface Asked {
  source: ReadSource
  userId: number
  now: string
  /** The instant of the submission: what was said before it is of another reading. */
  since: string
}

export async function findingsOf(db: Db, { source, userId, now, since }: Asked): Promise<Findings> {
  const sample = source.relecture === 'echantillon' ? await openSample(db, source.id) : undefined
  const reading = { source, sample, userId, wantsRest: false, now }
  return {
    sample: sample ? { ...sample, ...figuresOf(await sampledActs(db, sample)) } : null,
    ...(await actsRead(db, source.id, since)),
    byField: await correctedFields(db, source.id, since),
    open: { ...(await countQueue(db, reading)), questions: await openQuestions(db, source.id) },
  }
}

/** Acts that are gone are not counted. */
async function actsRead(db: Db, sourceId: number, since: string): Promise<{ read: number; errors: Errors }> {
  const acts = db
    .selectFrom('releve_avis as a')
    .innerJoin('releves', 'releves.id', 'a.releve_id')
    .select((eb) => ['a.releve_id', eb.fn.max('a.poids').as('poids')])
    .where('a.source_id', '=', sourceId)
    .where('releves.source_id', '=', sourceId)
    .where('a.verdict', '<>', 'passe')
    .where('a.created_at', '>=', since)
    .groupBy('a.releve_id')
  const rows = await db
    .selectFrom(acts.as('acts'))
    .select((eb) => ['poids', eb.fn.countAll<number>().as('n')])
    .groupBy('poids')
    .execute()
  const of = (poids: number) => Number(rows.find((row) => row.poids === poids)?.n ?? 0)
  const read = rows.reduce((sum, { n }) => sum + Number(n), 0)
  return { read, errors: { graves: of(3), genantes: of(2), legeres: of(1) } }
}

async function correctedFields(db: Db, sourceId: number, since: string): Promise<FieldFindings[]> {
  const rows = await db
    .selectFrom('corrections as c')
    .innerJoin('releves', 'releves.id', 'c.releve_id')
    .select((eb) => [
      'c.champ',
      eb.fn.count<number>('c.releve_id').distinct().as('actes'),
      eb.fn
        .count<number>(eb.case().when('c.poids', '=', 3).then(eb.ref('c.releve_id')).end())
        .distinct()
        .as('graves'),
    ])
    .where('c.source_id', '=', sourceId)
    .where('c.created_at', '>=', since)
    .where('c.poids', '>', 0)
    .groupBy('c.champ')
    .execute()
  return rows
    .map(({ champ, actes, graves }) => ({ champ, actes: Number(actes), graves: Number(graves) }))
    .sort((a, b) => b.graves - a.graves || b.actes - a.actes || (a.champ < b.champ ? -1 : 1))
}

async function openQuestions(db: Db, sourceId: number): Promise<number> {
  const { n } = await db
    .selectFrom('fils')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('source_id', '=', sourceId)
    .where('resolu_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}
