import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { MINUTE_MS } from '../../lib/durations.ts'
import { AppError } from '../../lib/errors.ts'
import { dropLeftovers, readJson, syncFolderOf, writeFileWhole, writeJson } from '../../lib/json-file.ts'

/**
 * How far an update is, written before each step. Up to `sauvegarde` nothing of the site has changed; from `migration` on the
 * database may have, and nobody writes; from `bascule` on the new code has only to be looked at; `retour` leads back.
 */
const ETAPES = ['preparation', 'sauvegarde', 'migration', 'bascule', 'retour'] as const

/** Nothing of the site has changed. */
const SETTLED: readonly string[] = ['preparation', 'sauvegarde']

const UpdateNote = z.object({
  /** A token of this update: the installation that it changes has it in a file of its own. */
  jeton: z.string(),
  etape: z.enum(ETAPES),
  /** Folder and version of the code that served before, and of the one to come. */
  ancienne: z.object({ dossier: z.string(), version: z.string() }),
  nouvelle: z.object({ dossier: z.string(), version: z.string() }),
  /** Path of the backup that leads back; '' while there is none. */
  sauvegarde: z.string(),
  /** ISO instant to which another program can put the database back, where there is no backup of ours: nobody has written since. */
  externe: z.string().default(''),
  /** Has the database been changed, or may it have been? */
  migre: z.boolean(),
  /** Tables that the new code makes and the old one does not know. */
  tables: z.array(z.string()),
  /** How often it was tried to end what was broken off. */
  essais: z.number().default(0),
  /** Was the return chosen by somebody? Otherwise nobody can have written since the backup: it takes nothing from anybody. */
  choisi: z.boolean().default(false),
})
export type UpdateNote = z.infer<typeof UpdateNote>

const fileOf = (storage: string): string => join(storage, 'mise-a-jour-en-cours.json')

const illegible = (path: string) =>
  new AppError(
    'conflit',
    `Le fichier ${path}, qui dit où en est une mise à jour, est abîmé\u00a0: le site est en lecture seule. Vérifiez sa version et ses données, restaurez au besoin la dernière sauvegarde, puis supprimez ce fichier.`,
  )

/** The update that is under way, or was broken off; undefined where there is none. AppError where nobody can tell. */
export function updateUnderWay(storage: string): UpdateNote | undefined {
  const path = fileOf(storage)
  let stored: unknown
  try {
    stored = readJson(path)
  } catch (error) {
    throw error instanceof SyntaxError ? illegible(path) : error
  }
  const { data } = UpdateNote.optional().safeParse(stored)
  if (stored !== undefined && !data) throw illegible(path)
  return data
}

const markOf = (home: string): string => join(home, 'releases', 'mise-a-jour-en-cours')

/** Marks the installation that an update is about to change: several may serve one site from one storage folder. */
export const markInstallation = (home: string, jeton: string): void => writeFileWhole(markOf(home), jeton)

/** Is it this installation that the update changes? */
export const isHere = (home: string, { jeton }: UpdateNote): boolean =>
  existsSync(markOf(home)) && readFileSync(markOf(home), 'utf8') === jeton

export const noteStep = (storage: string, step: UpdateNote): void => writeJson(fileOf(storage), step)

const DOUBLED_MOST = 6

/** May what was broken off be ended now? After a minute, then after 2, 4, 8…: each try may make a backup and restore another. */
export function isDue(storage: string, { essais }: UpdateNote, now: Date): boolean {
  const noted = statSync(fileOf(storage), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return Math.abs(now.getTime() - noted) >= MINUTE_MS * 2 ** Math.min(essais, DOUBLED_MOST)
}

/** The update has ended: call it under the lock of updates. */
export function forgetUpdate(storage: string): void {
  rmSync(fileOf(storage), { force: true })
  dropLeftovers(fileOf(storage))
  syncFolderOf(fileOf(storage))
}

/** Forgets an update that failed before anything of the site had changed. */
export function forgetIfUntouched(storage: string): void {
  if (SETTLED.includes(updateUnderWay(storage)?.etape ?? '')) forgetUpdate(storage)
}

/**
 * May the database be replaced by its backup at any moment? Then nothing may be written to it; nor where the disk has lost how far
 * the update is.
 */
export function isBetweenVersions(storage: string): boolean {
  // Every request asks this.
  if (!statSync(fileOf(storage), { throwIfNoEntry: false })) return false
  try {
    const step = updateUnderWay(storage)
    return step !== undefined && !SETTLED.includes(step.etape)
  } catch (error) {
    if (error instanceof AppError) return true
    throw error
  }
}
