import { statSync } from 'node:fs'
import { join } from 'node:path'
import { readJson, writeJson } from '../../lib/json-file.ts'
import type { Log } from '../../lib/log.ts'
import type { Settings, SettingsStore } from '../../web/env.ts'

/** What a site does until it is told otherwise: closed to the outside. */
export const DEFAULT_SETTINGS: Settings = { site_name: 'Relevés', registration_enabled: false, installed_at: '' }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Known keys of the right type; anything else in the file is left alone and not believed. */
function known(stored: unknown): Partial<Settings> {
  if (!isRecord(stored)) return {}
  return Object.fromEntries(
    Object.entries(DEFAULT_SETTINGS)
      .filter(([key, value]) => typeof stored[key] === typeof value)
      .map(([key]) => [key, stored[key]]),
  )
}

const stampOf = (path: string): string => {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? `${stat.mtimeMs}/${stat.ino}/${stat.size}` : ''
}

/** Settings in a JSON file, written whole; a change by another process is seen at the next read (one `stat`). */
export function settingsStore(storage: string, log: Log): SettingsStore {
  const path = join(storage, 'app', 'settings.json')
  let stamp: string | undefined
  let current = DEFAULT_SETTINGS
  const load = () => {
    const now = stampOf(path)
    if (now === stamp) return current
    stamp = now
    try {
      current = { ...DEFAULT_SETTINGS, ...known(readJson(path)) }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      // A site with a broken settings file still serves, on closed values.
      log.error('settings file cannot be read', { path, error })
      current = DEFAULT_SETTINGS
    }
    return current
  }
  return {
    read: load,
    write(change) {
      const stored = readJson(path)
      writeJson(path, { ...(isRecord(stored) ? stored : {}), ...load(), ...change })
    },
  }
}
