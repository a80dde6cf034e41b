import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { randomToken } from '../../../lib/crypto.ts'
import { MINUTE_MS } from '../../../lib/durations.ts'
import { createFile } from '../../../lib/json-file.ts'
import { pathsOf } from '../../presence/installation.ts'

const CODE_BYTES = 16
const CODE = /^[a-z2-7]{26}$/

/**
 * The code that every request to the wizard needs: `given` (SETUP_CODE), else the one of storage/setup-code, made here the
 * first time. Throws where the file can neither be read nor written.
 */
export function setupCode(storage: string, given: string | undefined): string {
  if (given) return given
  const path = pathsOf(storage).code
  const fresh = randomToken(CODE_BYTES)
  if (createFile(path, `${fresh}\n`, { flush: true })) return fresh
  // Copied with an open mode, or emptied by a full disk: what others could read or guess is no secret.
  chmodSync(path, 0o600)
  const kept = readFileSync(path, 'utf8').trim()
  if (CODE.test(kept)) return kept
  writeFileSync(path, `${fresh}\n`, { mode: 0o600, flush: true })
  return fresh
}

const MAX_KEYS = 10_000

/** How often something may be tried in a minute, by key (an address). In memory: the wizard lives in one process. */
export function attempts(perMinute: number, nowMs: () => number = () => performance.now()) {
  const seen = new Map<string, number[]>()
  const recent = (key: string) => (seen.get(key) ?? []).filter((at) => nowMs() - at < MINUTE_MS)
  return {
    /** Seconds to wait, 0 where one more try is allowed. */
    wait(key: string): number {
      const times = recent(key)
      const [oldest = 0] = times.slice(-perMinute)
      return times.length < perMinute ? 0 : Math.ceil((oldest + MINUTE_MS - nowMs()) / 1000)
    },
    count(key: string): void {
      // Someone who has that many addresses makes us forget, not run out of memory.
      if (seen.size >= MAX_KEYS) seen.clear()
      seen.set(key, [...recent(key), nowMs()])
    },
  }
}

export type Attempts = ReturnType<typeof attempts>
