import type { Db } from '../../../db/schema.ts'
import { afterInRegister, isFree, type Keying, secondsInOrder } from '../../releves/queries/second-readings.ts'
import { countOpenSeconds, isToArbitrate } from '../../sources/queries/second-keying.ts'
import type { OpenCounts } from '../../sources/rules/second-keying.ts'

/** The next act with differences, from this one on and then from the beginning; those on other screens are left out. */
export async function nextToArbitrate(db: Db, keying: Keying, after: number | undefined): Promise<number | undefined> {
  const waiting = (await secondsInOrder(db, keying.sourceId))
    .select('releves.id')
    .where((eb) => isToArbitrate(eb as never))
    .where(isFree(keying))
    .limit(1)
  const isLater = after === undefined ? undefined : await afterInRegister(db, keying.sourceId, after)
  const later = isLater && (await waiting.where(isLater).executeTakeFirst())
  return (later ?? (await waiting.executeTakeFirst()))?.id
}

/** How often both readings agreed on a field, among the acts in which one of them says something of it. */
export interface Agreement {
  champ: string
  actes: number
  accords: number
}

/** Tells what the second keying of a source found, of no person by name. */
export interface SecondFindings extends OpenCounts {
  tires: number
  saisis: number
  /** Acts that both persons read alike in all fields. */
  identiques: number
  byField: Agreement[]
  waived: { n: number; motif: string; by: string | null; at: string }[]
}

export async function secondFindings(db: Db, sourceId: number): Promise<SecondFindings> {
  const rows = await db
    .selectFrom('secondes_saisies as s')
    .innerJoin('releves', 'releves.id', 's.releve_id')
    .leftJoin('users', 'users.id', 's.dispense_par')
    .select(['s.accords', 's.dispense_at', 's.dispense_motif', 'users.name as by'])
    .where('s.source_id', '=', sourceId)
    .where('releves.source_id', '=', sourceId)
    .orderBy('s.id')
    .execute()
  const typed = rows.flatMap(({ accords }) => (accords ? [accords] : []))
  return {
    ...(await countOpenSeconds(db, sourceId)),
    tires: rows.length,
    saisis: typed.length,
    identiques: typed.filter((accords) => Object.values(accords).every(Boolean)).length,
    byField: agreements(typed),
    waived: waivers(rows),
  }
}

function agreements(typed: readonly Record<string, boolean>[]): Agreement[] {
  const byField = new Map<string, Agreement>()
  for (const [champ, isSame] of typed.flatMap((accords) => Object.entries(accords))) {
    const one = byField.get(champ) ?? { champ, actes: 0, accords: 0 }
    byField.set(champ, { champ, actes: one.actes + 1, accords: one.accords + Number(isSame) })
  }
  return [...byField.values()]
}

type Waived = { dispense_at: string | null; dispense_motif: string | null; by: string | null }

/** All acts waived at one moment were waived for one reason. */
function waivers(rows: readonly Waived[]): SecondFindings['waived'] {
  const byMoment = new Map<string, SecondFindings['waived'][number]>()
  for (const { dispense_at: at, dispense_motif: motif, by } of rows) {
    if (at === null) continue
    byMoment.set(at, { at, by, motif: motif ?? '', n: (byMoment.get(at)?.n ?? 0) + 1 })
  }
  return [...byMoment.values()]
}
