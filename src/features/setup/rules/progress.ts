import { z } from 'zod'
import { readJson, writeJson } from '../../../lib/json-file.ts'
import { newSecret, pathsOf } from '../../presence/installation.ts'

const Sqlite = z.object({ moteur: z.literal('sqlite'), fichier: z.string() })
const Postgresql = z.object({
  moteur: z.literal('postgresql'),
  hote: z.string(),
  port: z.number(),
  base: z.string(),
  utilisateur: z.string(),
  mot_de_passe: z.string(),
  ssl: z.enum(['sans', 'chiffre', 'verifie']),
})
/** An address given from outside the wizard: DATABASE_URL (`url` undefined: never copied into a file), the command line. */
const Donnee = z.object({ moteur: z.literal('donnee'), url: z.string().optional() })
const DatabaseChoice = z.discriminatedUnion('moteur', [Sqlite, Postgresql, Donnee])
export type DatabaseChoice = z.infer<typeof DatabaseChoice>
export type PostgresChoice = z.infer<typeof Postgresql>

const Progress = z.object({
  /** The application secret to be; until then it keys the wizard's form tokens. */
  secret: z.string().min(32),
  /** Last step done, 0 to 4. */
  etape: z.number().int().min(0).max(4),
  database: DatabaseChoice.optional(),
  /** The last PostgreSQL connection that was tried with success: its password need not be typed again. */
  essai: Postgresql.optional(),
  site: z.object({ site_name: z.string(), app_url: z.string().nullable() }).optional(),
  /** The kind of the image that is kept in storage/setup-logo. */
  logo: z.enum(['png', 'jpg', 'webp', 'svg']).optional(),
  /** An account of one of the known mail providers. */
  courriel: z.object({ messagerie: z.string(), adresse: z.string(), mot_de_passe: z.string() }).optional(),
  admin: z.object({ name: z.string(), email: z.string(), password_hash: z.string() }).optional(),
  /** Instant of the installation, from the moment it begins to be written: a start finds it and goes on. */
  finition: z.string().optional(),
})
export type Progress = z.infer<typeof Progress>

export interface ProgressStore {
  read(): Progress
  write(change: Partial<Progress>): void
  clear(name: keyof Progress): void
}

/** Keeps the answers so far in storage/setup-progress.json (0600, it may hold the password of the database). */
export function progressStore(storage: string): ProgressStore {
  const path = pathsOf(storage).progress
  // A fresh one is written at once, so that two first requests do not get two secrets.
  const fresh = (): Progress => {
    const progress: Progress = { secret: newSecret(), etape: 0 }
    writeJson(path, progress)
    return progress
  }
  const load = (): Progress | undefined => {
    try {
      return Progress.safeParse(readJson(path)).data
    } catch (error) {
      // A broken file holds no answer: the questions are asked again.
      if (error instanceof SyntaxError) return undefined
      throw error
    }
  }
  const read = () => load() ?? fresh()
  return {
    read,
    write: (change) => writeJson(path, { ...read(), ...change }),
    clear(name) {
      const { [name]: _gone, ...rest } = read()
      writeJson(path, rest)
    },
  }
}

/** The progress left by an earlier start, undefined where there is none. */
export function leftOver(storage: string): Progress | undefined {
  try {
    return Progress.safeParse(readJson(pathsOf(storage).progress)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
