import type { Db } from '../../../db/schema.ts'
import { DAY_MS } from '../../../lib/durations.ts'
import type { Settings } from '../../../web/env.ts'
import { lastGivenUp } from '../../taches/queries.ts'
import { ELSEWHERE_TASK } from '../task-kind.ts'

/** A night that fails is told of by itself; after so many without a copy somebody has to look. */
const LATE_DAYS = 3

export interface ElsewhereState {
  /** ISO instant of the last copy that arrived, and its name; undefined where the journal knows of none. */
  last: { at: string; fichier: string } | undefined
  /** The last one, where it was given up. */
  failed: { created_at: string; erreur: string | null } | undefined
  /** Days since the last copy, where they are too many. */
  late: number | undefined
}

/** The last copy that arrived, as far as the journal knows; one that a clock of the future wrote says nothing of today. */
export async function lastCopy(db: Db, now: Date): Promise<ElsewhereState['last']> {
  const row = await db
    .selectFrom('journal')
    .select(['at', 'detail'])
    .where('action', '=', 'copie.ailleurs')
    .where('resultat', '=', 'ok')
    .where('at', '<=', new Date(now.getTime() + DAY_MS).toISOString())
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { at: row.at, fichier: String(row.detail.fichier ?? '') }
}

/** How the copies elsewhere go; undefined where nobody set them up. Three days without one, where there is to be one each night, are too many. */
export async function elsewhereState(db: Db, settings: Settings, now: Date): Promise<ElsewhereState | undefined> {
  if (settings.ailleurs === null) return undefined
  const [last, given] = [await lastCopy(db, now), await lastGivenUp(db, ELSEWHERE_TASK)]
  const failed = given && (last?.at ?? '') > given.created_at ? undefined : given
  const days = last ? Math.floor((now.getTime() - Date.parse(last.at)) / DAY_MS) : 0
  return { last, failed, late: settings.ailleurs.chaque_nuit && days > LATE_DAYS ? days : undefined }
}
