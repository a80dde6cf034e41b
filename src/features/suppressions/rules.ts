import { join } from 'node:path'
import { DAY_MS } from '../../lib/durations.ts'
import { sortKey } from '../../lib/text.ts'

/** For so long a deleted source may come back. */
export const KEPT_MS = 30 * DAY_MS

/** Files of deleted sources stand among those of the site, so that backups have them. */
export const keptFolder = (storage: string): string => join(storage, 'app', 'supprimees')

/** Backups leave this folder out: what is being written is in no backup. */
export const draftFolder = (storage: string): string => join(storage, 'app', 'tmp')

/** Is the title what was typed to confirm, whatever the capitals and accents? */
export const isTitle = (typed: string, titre: string): boolean => sortKey(typed) === sortKey(titre)

/** When a source deleted at that instant goes for good. */
export const endOf = (deletedAt: string): string => new Date(Date.parse(deletedAt) + KEPT_MS).toISOString()
