import { statfsSync } from 'node:fs'
import { AppError } from './errors.ts'

const FULL = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL']
const CLOSED = ['EACCES', 'EPERM', 'EROFS']

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? ''

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

const LITTLE = 0.1

/** Is less than a tenth of the disk of this folder free? */
export function isNearlyFull(folder: string): boolean {
  const { bavail, blocks } = statfsSync(folder)
  return bavail < blocks * LITTLE
}

/** Bytes that may still be written on the disk of this folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
