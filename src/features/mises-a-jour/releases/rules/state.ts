import { join } from 'node:path'
import { z } from 'zod'
import { readJson, writeJson } from '../../../../lib/json-file.ts'
import type { ReleaseNotes } from '../../../../lib/release-notes.ts'

export interface UpdateState {
  version: string
  /** A newer version; null where none is known. */
  nouvelle: string | null
  /** It and the versions between change this, the newest first; as far as the release server says. */
  nouveautes: ReleaseNotes[]
  /** ISO instant of the last answer; null where there was none yet. */
  verifiee_at: string | null
  /** A version that this site had, or nearly had, and went back from; null where there is none. */
  ecartee: string | null
}

/**
 * Where the answer of the release server is kept: `{ "version": "1.2.0", "verifiee_at": "2026-11-21T03:30:00.000Z" }`, and
 * `ecartee` where the site went back from a version.
 */
const updateFile = (storage: string): string => join(storage, 'app', 'mise-a-jour.json')

const numbersOf = (version: string): number[] | undefined =>
  /^\d{1,6}(\.\d{1,6}){0,3}$/.test(version) ? version.split('.').map(Number) : undefined

/** Is `a` newer than `b`? Whatever is no version is newer than nothing. */
export function isNewer(a: string, b: string): boolean {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  if (!left || !right) return false
  const at = [0, 1, 2, 3].find((i) => (left[i] ?? 0) !== (right[i] ?? 0))
  return at !== undefined && (left[at] ?? 0) > (right[at] ?? 0)
}

/** Reads the answer; one that cannot be read is as good as none, and the next one replaces it. */
function lastAnswer(storage: string): {
  version?: unknown
  verifiee_at?: unknown
  ecartee?: unknown
  nouveautes?: unknown
} {
  try {
    const answer = readJson(updateFile(storage))
    return typeof answer === 'object' && answer !== null ? answer : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

const Notes = z.array(z.object({ version: z.string(), points: z.array(z.string()) }))

/** Those of the versions after the one that runs, up to the one that is offered. */
const notesBetween = (kept: unknown, version: string, offered: string): ReleaseNotes[] =>
  (Notes.safeParse(kept).data ?? []).filter((one) => isNewer(one.version, version) && !isNewer(one.version, offered))

export function updateState(storage: string, version: string): UpdateState {
  const answer = lastAnswer(storage)
  const offered = typeof answer.version === 'string' ? answer.version : ''
  const at = typeof answer.verifiee_at === 'string' ? Date.parse(answer.verifiee_at) : Number.NaN
  return {
    version,
    nouvelle: isNewer(offered, version) ? offered : null,
    nouveautes: notesBetween(answer.nouveautes, version, offered),
    verifiee_at: Number.isNaN(at) ? null : new Date(at).toISOString(),
    ecartee: typeof answer.ecartee === 'string' ? answer.ecartee : null,
  }
}

/** Keeps what the release server answered: the version that it offers, and what that one and those before it change. */
export function keepAnswer(
  storage: string,
  { version, nouveautes }: { version: string; nouveautes: ReleaseNotes[] },
  now: Date,
): void {
  writeJson(updateFile(storage), { ...lastAnswer(storage), version, nouveautes, verifiee_at: now.toISOString() })
}

/** The site went back from this version: it is not put in place by itself a second time. */
export function setAside(storage: string, version: string): void {
  writeJson(updateFile(storage), { ...lastAnswer(storage), ecartee: version })
}
