import { HOUR_MS, MINUTE_MS } from '../../../lib/durations.ts'
import { isNewer, keepAnswer, type UpdateState, updateState } from './rules/state.ts'
import { lastRelease, type Versions } from './server.ts'

const CACHE_MS = HOUR_MS
/** Clocks that were ahead and came back must not keep an answer for ever. */
const AHEAD_MS = MINUTE_MS

export interface Checked {
  storage: string
  /** The release that runs here. */
  version: string
  versions: Versions
  now: Date
}

function isFresh({ verifiee_at }: UpdateState, now: Date): boolean {
  const age = verifiee_at === null ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(verifiee_at)
  return age < CACHE_MS && age > -AHEAD_MS
}

/** Asks the release server, at most once an hour; what is known then. AppError where it gives no answer that can be believed. */
export async function checkForUpdate({ storage, version, versions, now }: Checked): Promise<UpdateState> {
  const known = updateState(storage, version)
  if (isFresh(known, now)) return known
  const annonce = await lastRelease(versions)
  const isOffered = isNewer(annonce.version, version)
  keepAnswer(storage, isOffered ? annonce : { version, nouveautes: [] }, now)
  return updateState(storage, version)
}
