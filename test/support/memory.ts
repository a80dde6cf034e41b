import { existsSync, readFileSync, statfsSync } from 'node:fs'

/** Linux keeps this folder in memory: the databases that tests make and drop by the dozen take a third of the system's time there. */
export const MEMORY = '/dev/shm'

/** A whole run holds less than 3 GB of databases and files; a container often gives that folder 64 MB. */
const ROOM = 4 * 2 ** 30

export function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM && process.availableMemory() > 2 * ROOM
}

/** Installed sites and programs of PostgreSQL are started from where tests put them, which some containers forbid here. */
function mayStartPrograms(): boolean {
  const mounted = readFileSync('/proc/mounts', 'utf8').split('\n')
  const [, , , options] = mounted.findLast((line) => line.split(' ')[1] === MEMORY)?.split(' ') ?? []
  return options !== undefined && !options.split(',').includes('noexec')
}

/** Has the folders of tests, and the profiles of their browsers, in memory: whatever asks its disk for a sync waits for none. */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR === undefined && hasRoomInMemory() && mayStartPrograms()) process.env.TMPDIR = MEMORY
}
