import { Hono } from 'hono'
import type { Db, UserRole } from '../db/schema.ts'
import type { Log } from '../lib/log.ts'
import type { Assets } from '../ui/layout.tsx'

/** Site settings, storage/app/settings.json. */
export interface Settings {
  site_name: string
  registration_enabled: boolean
  installed_at: string
}

export interface SettingsStore {
  read(): Settings
  write(change: Partial<Settings>): void
}

/** Hashed addresses of the built browser files. */
export interface AssetManifest extends Assets {
  saisie: string[]
  /** The designer of fields. */
  ordre: string[]
}

/** All that a request may need; built once by deps.ts, by testApp() in tests. */
export interface Deps {
  db: Db
  clock: () => Date
  log: Log
  settings: SettingsStore
  assets: AssetManifest
  /** Folder of the built browser files, served under /assets. */
  assetsFolder: string
  /** Folder of what the site keeps; uploads under way are in its app/tmp. */
  storage: string
  /** Keys the CSRF tokens and the flash cookie. */
  secret: string
  appUrl: string | undefined
  trustProxy: boolean
  version: string
}

export interface CurrentUser {
  id: number
  name: string
  email: string
  role: UserRole
  must_change_password: boolean
}

export interface AppEnv {
  Variables: {
    deps: Deps
    /** Set for every signed-in request; routes behind `signedIn` may rely on it. */
    user: CurrentUser
    maybeUser: CurrentUser | undefined
    sessionId: string | undefined
    csrf: string
    requestId: string
  }
}

export const router = () => new Hono<AppEnv>()
