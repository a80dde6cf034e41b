// How common two surnames are in a place: of the acts that this reader sees there, how many are of somebody of that name.
import { dialectOf } from '../../../../db/dialect/index.ts'
import type { Db } from '../../../../db/schema.ts'
import { soundQuery } from '../../queries/sound.ts'
import type { FamilyQuestion } from '../form.ts'
import type { FamilyAct } from '../rules/acts.ts'
import { type Counts, expectedCouples } from '../rules/frequency.ts'
import type { Frequency } from '../rules/verdict.ts'
import type { NearSource } from './places.ts'

/** Acts of one name are counted no further. */
const MOST_COUNTED = 2000

/** All acts and the weddings and baptisms among them, by the counters of the index: whole decades are enough. */
async function actsOf(db: Db, sources: readonly NearSource[], [from, to]: [number, number]) {
  const rows = await db
    .selectFrom('source_decennies')
    .select((eb) => ['source_id', eb.fn.sum<number>('n').as('n')])
    .where('decennie', '>=', Math.floor(from / 10))
    .where('decennie', '<=', Math.floor(to / 10))
    .where((eb) =>
      dialectOf(db).sql.inList(
        eb.ref('source_id'),
        sources.map(({ id }) => id),
      ),
    )
    .groupBy('source_id')
    .execute()
  const acteOf = new Map(sources.map(({ id, acte }) => [id, acte]))
  const of = (...actes: string[]) =>
    rows
      .filter(({ source_id }) => actes.includes(acteOf.get(source_id) ?? ''))
      .reduce((sum, { n }) => sum + Number(n), 0)
  return {
    acts: rows.reduce((sum, { n }) => sum + Number(n), 0),
    marriages: of('mariage'),
    baptisms: of('bapteme', 'naissance'),
  }
}

/** The years of the acts found, as decades begin and end. */
function decadesOf(years: [number, number]): [number, number] {
  return [Math.floor(years[0] / 10) * 10, Math.floor(years[1] / 10) * 10 + 9]
}

/** By the sources that the reader sees; undefined where too little is transcribed to tell. Those of the family itself are left out: they would make any name common. */
export async function frequencyOf(
  db: Db,
  { nom, nom2, lieu }: FamilyQuestion,
  sources: readonly NearSource[],
  family: { acts: readonly FamilyAct[]; years: [number, number] },
): Promise<Frequency | undefined> {
  const here = sources.filter(({ isNearby }) => !isNearby)
  const [from, to] = decadesOf(family.years)
  const all = await actsOf(db, here, [from, to])
  const counts: Counts = { ...all, named: [0, 0], own: [...new Set(family.acts.map(({ id }) => id))].length }
  for (const [at, name] of [nom, nom2].entries()) {
    const query = await soundQuery(
      db,
      { nom: name, role: 'principal' },
      { lieu: lieu?.id ?? null, sourceIds: here.map(({ id }) => id), from, to },
    )
    counts.named[at] = query ? await dialectOf(db).search.count(db, query, MOST_COUNTED) : 0
  }
  return expectedCouples(counts, family.acts, [nom, nom2])
}
