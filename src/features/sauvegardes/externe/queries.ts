import type { Db } from '../../../db/schema.ts'
import type { Settings } from '../../../web/env.ts'
import { type ExternalState, externalAt } from './rules/age.ts'

/** ISO instant of the last backup that was told of, as far as the journal knows: all servers of the site share it. */
export async function lastExternal(db: Db, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('journal')
    .select('detail')
    .where('action', '=', 'sauvegarde.externe')
    // A clock that was ahead for an hour would hide all that follows.
    .where('at', '<=', now.toISOString())
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && String(row.detail.faite ?? '')
}

type Declared = Pick<Settings, 'sauvegarde_externe' | 'sauvegarde_externe_heures'>

/** How the declared backup stands; undefined where none is declared. */
export async function externalState(
  db: Db,
  { sauvegarde_externe: outil, sauvegarde_externe_heures: heures }: Declared,
  now: Date,
): Promise<ExternalState | undefined> {
  return outil === '' ? undefined : externalAt({ outil, heures }, await lastExternal(db, now), now)
}
