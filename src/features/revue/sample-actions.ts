import { dialectOf } from '../../db/dialect/index.ts'
import { insertRows } from '../../db/rows.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { randomToken } from '../../lib/crypto.ts'
import { draw, stratumOf } from '../../lib/drawing.ts'
import { withWarning } from './acte/queries.ts'
import { judgedBy, planFor } from './rules/sampling.ts'
import {
  BEGINNINGS,
  figuresOf,
  isDecided,
  openSample,
  openSamples,
  type ReadSource,
  type Sample,
  sampledActs,
} from './sample-queries.ts'

/** So many acts of somebody who has just come are read one by one, as a lesson. */
const FIRST_ACTS = 50

/** So many samples back a person's record is looked at. */
const LOOKED_BACK = 5

/**
 * The sample of a submitted source, drawn once: at the first look into it. Undefined where the source is read whole, or not at all.
 * Acts that came since the draw have their share of it by the same seed, so that nobody brings acts past it by a withdrawal.
 */
export async function sampleOf(db: Db, source: ReadSource, now: string): Promise<Sample | undefined> {
  if (source.relecture !== 'echantillon') return undefined
  const known = await openSample(db, source.id)
  if (known && !(await wasSubmittedSince(db, known))) return known
  return db.transaction().execute(async (trx) => {
    await dialectOf(trx).locks.lock(trx, `echantillon-${source.id}`)
    const sample = await openSample(trx, source.id)
    if (sample) return drawMore(trx, sample)
    await closeDecided(trx, now)
    return drawFirst(trx, source.id, now)
  })
}

async function wasSubmittedSince(db: Db, { source_id, created_at }: Sample): Promise<boolean> {
  const later = await db
    .selectFrom('source_transitions')
    .select('id')
    .where('source_id', '=', source_id)
    .where('vers', '=', 'a_valider')
    .where('created_at', '>', created_at)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

/** The acts of a source that may be drawn, those with a warning left out: they are all read. */
const drawable = (db: Db, sourceId: number) =>
  db
    .selectFrom('releves')
    .select(['releves.id', 'date_evenement', 'created_by', 'import_id', 'releves.created_at'])
    .where('releves.source_id', '=', sourceId)
    .where((eb) => eb.not(withWarning(eb, db, sourceId)))
    .orderBy('releves.id')

async function drawFirst(trx: Trx, source_id: number, now: string): Promise<Sample> {
  const acts = await drawable(trx, source_id).execute()
  const { nb } = await trx
    .selectFrom('releves')
    .select((eb) => eb.fn.countAll<number>().as('nb'))
    .where('source_id', '=', source_id)
    .executeTakeFirstOrThrow()
  const people = [...new Set(acts.map(({ created_by }) => created_by))].filter((id) => id !== null)
  const plan = planFor(await Promise.all(people.map((id) => resultsOf(trx, id))))
  const graine = randomToken()
  const { taille, accepte } = judgedBy(nb, plan)
  const row = { source_id, graine, plan, population: nb, taille, accepte, created_at: now }
  const { id } = await trx.insertInto('echantillons').values(row).returning('id').executeTakeFirstOrThrow()
  // Where all acts are read anyway, none is read beside the others.
  const beginners = taille < acts.length ? people : []
  const first = new Set((await Promise.all(beginners.map((person) => firstActs(trx, person)))).flat())
  const rest = acts.filter((act) => !first.has(act.id)).map((act) => ({ id: act.id, strate: stratumOf(act) }))
  const begun = acts.filter((act) => first.has(act.id))
  const drawn = draw(rest, taille, graine, begun.length + 1)
  const lines = [...begun.map((act, n) => ({ id: act.id, strate: BEGINNINGS, rang: n + 1 })), ...drawn]
  await keep(trx, { id, source_id }, lines)
  return { ...row, id }
}

const keep = (trx: Trx, { id, source_id }: Pick<Sample, 'id' | 'source_id'>, lines: readonly DrawnLine[]) =>
  insertRows(
    trx,
    'echantillon_actes',
    lines.map((line) => ({ echantillon_id: id, source_id, releve_id: line.id, rang: line.rang, strate: line.strate })),
  )

interface DrawnLine {
  id: number
  strate: string
  rang: number
}

/** Acts of before, or out of a file, are no beginning. */
async function firstActs(trx: Trx, userId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('releves')
    .select('id')
    .where('created_by', '=', userId)
    .where('import_id', 'is', null)
    .orderBy('id')
    .limit(FIRST_ACTS)
    .execute()
  return rows.map(({ id }) => id)
}

/** Results of the samples of the sources in which somebody typed, the latest first. */
async function resultsOf(trx: Trx, userId: number): Promise<('accepte' | 'refuse')[]> {
  const rows = await trx
    .selectFrom('echantillons')
    .select('resultat')
    .where('resultat', 'is not', null)
    .where((eb) => eb('source_id', 'in', eb.selectFrom('saisies').select('source_id').where('user_id', '=', userId)))
    .orderBy('clos_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LOOKED_BACK)
    .execute()
  return rows.flatMap(({ resultat }) => resultat ?? [])
}

async function drawMore(trx: Trx, sample: Sample): Promise<Sample> {
  const come = await drawable(trx, sample.source_id).where('releves.created_at', '>', sample.created_at).execute()
  const held = new Set((await sampledActs(trx, sample)).map(({ releve_id }) => releve_id))
  const wanted = Math.ceil((come.length * sample.taille) / Math.max(1, sample.population))
  const had = come.filter(({ id }) => held.has(id)).length
  const open = come.filter(({ id }) => !held.has(id)).map((act) => ({ id: act.id, strate: stratumOf(act) }))
  await keep(trx, sample, draw(open, Math.max(0, wanted - had), sample.graine, held.size + 1))
  return sample
}

/** Says what came of the samples of all sources that were decided on, however that was done: the next draw of their people asks. */
async function closeDecided(trx: Trx, now: string): Promise<void> {
  for (const sample of await openSamples(trx).where(isDecided).execute()) {
    const { drawn, read, graves } = figuresOf(await sampledActs(trx, sample))
    const accepted = read === drawn ? ('accepte' as const) : null
    const resultat = graves > sample.accepte ? ('refuse' as const) : accepted
    await trx.updateTable('echantillons').set({ resultat, clos_at: now }).where('id', '=', sample.id).execute()
  }
}
