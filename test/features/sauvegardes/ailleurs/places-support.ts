// Servers that copies elsewhere are sent to, and sites that have something to send.
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tryPlace } from '../../../../src/features/sauvegardes/ailleurs/actions/trial.ts'
import { siteMark } from '../../../../src/features/sauvegardes/ailleurs/rules/remote-names.ts'
import { backupName } from '../../../../src/features/sauvegardes/rules/names.ts'
import type { Elsewhere } from '../../../../src/lib/elsewhere.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import type { Mood } from '../../../support/places/mood.ts'
import { s3Server } from '../../../support/places/s3.ts'
import { sftpServer } from '../../../support/places/sftp.ts'
import { webdavServer } from '../../../support/places/webdav.ts'

/** A passphrase that is quickly turned into a key, and a server that is quickly given up. */
export const QUICK = { workFactor: 10, silenceMs: 4000 }
export const NOW = new Date('2026-11-21T10:00:00.000Z')

export interface Server {
  site: { mood: Mood }
  place: Elsewhere
  names: () => string[]
  bytes: (name: string) => Buffer | undefined
  put: (name: string, text: string) => void
  drop: (name: string) => void
}

/** The place after its first test: the key of an SFTP server is known. */
export async function known(server: Server): Promise<Elsewhere> {
  const { cleHote = '' } = await tryPlace(server.place)
  return { ...server.place, cle_hote: cleHote }
}

export const STARTS: Record<string, () => Promise<Server>> = { sftp: sftpServer, webdav: webdavServer, s3: s3Server }

/** A site of one backup of so many bytes. */
export function siteWith(bytes: number) {
  const storage = temporaryFolder()
  const folder = join(storage, 'app', 'backups')
  mkdirSync(folder, { recursive: true })
  const name = backupName(NOW, 'quotidienne')
  const content = randomBytes(bytes)
  writeFileSync(join(folder, name), content)
  const nightly = { jours: 2, semaines: 0, mois: 0 }
  const site = { storage, keep: 2, nightly, clock: () => NOW, marque: siteMark('notre secret') }
  return { site, name, content, file: join(folder, name) }
}

/** The fault that it is refused with, « fait » where it is not. */
export const fault = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'fait',
    (error: { fault?: string; message: string }) => error.fault ?? error.message,
  )
