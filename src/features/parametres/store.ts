import { statSync } from 'node:fs'
import { join } from 'node:path'
import { readJson, writeJson } from '../../lib/json-file.ts'
import type { Log } from '../../lib/log.ts'
import type { SmtpServer } from '../../lib/mailer.ts'
import type { Settings, SettingsStore } from '../../web/env.ts'
import { readStoredSmtp, storedSmtp } from './smtp.ts'

/** What a site does until it is told otherwise: closed to the outside, no mail. */
export const DEFAULT_SETTINGS: Settings = {
  site_name: 'Relevés',
  registration_enabled: false,
  installed_at: '',
  smtp: null,
  public_origin: '',
  journal_mois: 12,
}

type PlainSettings = Omit<Settings, 'smtp'>

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Known keys of the right type, mail apart; anything else in the file is left alone and not believed. */
function known(stored: unknown): Partial<PlainSettings> {
  if (!isRecord(stored)) return {}
  return Object.fromEntries(
    Object.entries(DEFAULT_SETTINGS)
      .filter(([key, value]) => key !== 'smtp' && typeof stored[key] === typeof value)
      .map(([key]) => [key, stored[key]]),
  )
}

const stampOf = (path: string): string => {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? `${stat.mtimeMs}/${stat.ino}/${stat.size}` : ''
}

/**
 * Settings in a JSON file, written whole; a change by another process is seen at the next read (one `stat`). `secret` is the
 * application's: it keeps the SMTP password of the file unreadable by itself.
 */
export function settingsStore(storage: string, log: Log, secret: string): SettingsStore {
  const path = join(storage, 'app', 'settings.json')
  let stamp: string | undefined
  let current = DEFAULT_SETTINGS
  const smtpOf = (stored: unknown): SmtpServer | null => {
    try {
      return readStoredSmtp(isRecord(stored) ? stored.smtp : undefined, secret)
    } catch (error) {
      // A block that was damaged, or sealed by another secret: no mail leaves until it is entered again.
      log.error('mail settings cannot be read', { path, reason: error instanceof Error ? error.name : 'unknown' })
      return null
    }
  }
  const load = () => {
    const now = stampOf(path)
    if (now === stamp) return current
    stamp = now
    try {
      const stored = readJson(path)
      current = { ...DEFAULT_SETTINGS, ...known(stored), smtp: smtpOf(stored) }
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
      const { smtp: _, ...plain } = load()
      const { smtp, ...rest } = change
      // A block that cannot be read stays as it is until another one replaces it.
      const mail = smtp === undefined ? {} : { smtp: storedSmtp(smtp, secret) }
      writeJson(path, { ...(isRecord(stored) ? stored : {}), ...plain, ...rest, ...mail })
    },
  }
}
