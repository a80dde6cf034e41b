import { join } from 'node:path'
import { z } from 'zod'
import { isHeld } from '../../../lib/held-file.ts'
import { readJson, writeJson } from '../../../lib/json-file.ts'

/** Beside the database: a restoration that somebody asked for on the page has to be told of although it replaces the database. */
const Note = z.object({
  nom: z.string(),
  /** ISO instant. */
  demandee_le: z.string(),
  etat: z.enum(['demandee', 'faite', 'refusee']),
  /** Why it was refused; '' otherwise. */
  message: z.string(),
})

type RestorationNote = z.infer<typeof Note>

const noteFile = (storage: string): string => join(storage, 'remise.json')

/** Held while the database of a site is replaced or moved. */
export const restorationLock = (storage: string): string => join(storage, 'restauration.json.verrou')

export const writeNote = (storage: string, note: RestorationNote): void => writeJson(noteFile(storage), note)

const readNote = (storage: string): RestorationNote | undefined => Note.safeParse(readJson(noteFile(storage))).data

/** Writes how the restoration ended that the page asked for; nothing where it asked for none. */
export function endNote(storage: string, etat: 'faite' | 'refusee', message: string): void {
  const note = readNote(storage)
  if (note) writeNote(storage, { ...note, etat, message })
}

/** A command is there within that time, and then holds its lock. */
const START_MS = 30_000
/** The page tells of it for so long. */
const TOLD_MS = 24 * 60 * 60_000

export type Restoration = Omit<RestorationNote, 'etat'> & { etat: RestorationNote['etat'] | 'interrompue' }

/** The restoration that the page asked for last, for a day; undefined where there is none. */
export function lastRestoration(storage: string, now: Date): Restoration | undefined {
  const note = readNote(storage)
  const age = note && now.getTime() - Date.parse(note.demandee_le)
  if (note === undefined || age === undefined || age > TOLD_MS) return undefined
  const isGone = note.etat === 'demandee' && age > START_MS && !isHeld(restorationLock(storage))
  return isGone ? { ...note, etat: 'interrompue' } : note
}
