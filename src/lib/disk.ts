import { randomBytes } from 'node:crypto'
import { existsSync, type StatsFs, statfsSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, codeOf } from './errors.ts'

const FULL = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL']
const CLOSED = ['EACCES', 'EPERM', 'EROFS']

/** Was there no room left for a file? */
export const isDiskFull = (error: unknown): boolean => FULL.includes(codeOf(error))

/** Rejects with an AppError `conflit` of that message where the disk was full. */
export async function refusingFullDisk<T>(message: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isDiskFull(error) ? new AppError('conflit', message) : error
  }
}

/** Was the file system not ready to be written by this user? */
export const isClosedToUs = (error: unknown): boolean => CLOSED.includes(codeOf(error))

/** Bytes that may still be written on the disk of this folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Bytes that may still be written where this folder is; undefined where it is not there yet. */
export const freeBytesIfThere = (folder: string): number | undefined =>
  existsSync(folder) ? freeBytes(folder) : undefined

const LITTLE = 0.1
/** Below that a day of entry, or a backup, may fill the disk. */
const LITTLE_BYTES = 500_000_000

const isLittle = ({ bavail, blocks, bsize }: StatsFs): boolean =>
  bavail < blocks * LITTLE || bavail * bsize < LITTLE_BYTES

/** Is less than a tenth of the disk of this folder free, or less than a backup may need? */
export const isNearlyFull = (folder: string): boolean => isLittle(statfsSync(folder))

/** Bytes of the disk of this folder, those that may still be written, and whether they are few. */
export async function diskRoom(folder: string): Promise<{ free: number; total: number; isNearlyFull: boolean }> {
  const stats = await statfs(folder)
  const { bavail, blocks, bsize } = stats
  return { free: bavail * bsize, total: blocks * bsize, isNearlyFull: isLittle(stats) }
}

/** Begins the name of what a look at the disk writes; a process that is killed leaves it. */
const LOOK = '.essai-ecriture-'
const LOOK_BYTES = 64 * 1024

/** Can 64 kB be written to the disk of this folder, to the last byte? Rejects where not; else says whether it is nearly full. */
export async function lookAtDisk(folder: string): Promise<{ isNearlyFull: boolean }> {
  const path = join(folder, LOOK + randomBytes(8).toString('hex'))
  try {
    await writeFile(path, randomBytes(LOOK_BYTES), { flag: 'wx', mode: 0o600, flush: true })
  } finally {
    await rm(path, { force: true })
  }
  return { isNearlyFull: isLittle(await statfs(folder)) }
}
