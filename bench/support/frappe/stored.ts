// Keys saved by a wrong record count for nothing: the register is held against the acts, field by field.
import { isDeepStrictEqual } from 'node:util'
import type { Act } from './parish.ts'
import { type Desk, dataOf } from './site.ts'

/** Throws where a record differs from its act. */
export async function checkStored({ db, source, places }: Desk, acts: readonly Act[]): Promise<void> {
  const rows = await db
    .selectFrom('releves')
    .select('data')
    .where('source_id', '=', source)
    .orderBy('id', 'desc')
    .limit(acts.length)
    .execute()
  for (const [index, { data }] of rows.reverse().entries()) {
    const wanted = dataOf(acts[index] as Act, places)
    for (const nom of new Set([...Object.keys(data), ...Object.keys(wanted)])) {
      const [got, expected] = [plain(data[nom]), plain(wanted[nom])]
      if (!isDeepStrictEqual(got, expected))
        throw new Error(`act ${index + 1}, ${nom}: ${JSON.stringify(got)} instead of ${JSON.stringify(expected)}`)
    }
  }
}

/** A Republican date may be written shorter: its day counts. */
const plain = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'iso' in value
    ? [(value as { iso: unknown }).iso, (value as { calendrier?: unknown }).calendrier]
    : value
