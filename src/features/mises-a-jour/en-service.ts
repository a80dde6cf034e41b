import cluster from 'node:cluster'
import { rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { randomToken } from '../../lib/crypto.ts'
import { readJson, writeJson } from '../../lib/json-file.ts'
import { isAlive } from '../../lib/lock-file.ts'

/** What a process that serves says of itself, for the commands that need it. */
const Service = z.object({
  pid: z.number(),
  machine: z.string(),
  /** Where it answers. */
  adresse: z.string(),
  /** Of the code that answers. */
  version: z.string(),
  /** Does SIGHUP lead it to the newest code? */
  recharge: z.boolean(),
  /** Another one each time that this is said. */
  mot: z.string(),
})
export type Service = z.infer<typeof Service>

const fileOf = (storage: string): string => join(storage, 'service.json')

/** The process that signals are for: the supervisor of this one, where it has one. */
const servicePid = (): number => (cluster.isWorker ? process.ppid : process.pid)

/** Tells that this process serves, and where. */
export function announceService(storage: string, service: Omit<Service, 'pid' | 'machine' | 'mot'>): void {
  writeJson(fileOf(storage), { pid: servicePid(), machine: hostname(), mot: randomToken(), ...service })
}

/** The process that serves this site on this machine; undefined where none does. */
export function runningService(storage: string): Service | undefined {
  try {
    const { data } = Service.safeParse(readJson(fileOf(storage)))
    return data && data.machine === hostname() && isAlive(data.pid) ? data : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Takes the word back, unless another process serves by now. */
export function endService(storage: string): void {
  if (runningService(storage)?.pid === servicePid()) rmSync(fileOf(storage), { force: true })
}
