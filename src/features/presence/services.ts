import cluster from 'node:cluster'
import { readdirSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { randomToken } from '../../lib/crypto.ts'
import { readJson, writeJson } from '../../lib/json-file.ts'
import { isAlive, startOf } from '../../lib/processes.ts'

/** A process that serves writes this about itself, for the commands that need it. */
const Service = z.object({
  pid: z.number(),
  /** Since when it runs: after a power cut its number may be somebody else's, who must get no signal of ours. */
  debut: z.string(),
  machine: z.string(),
  /** The folder of the installation whose code answers: several may serve one site from one storage folder. */
  dossier: z.string(),
  /** Where it answers. */
  adresse: z.string(),
  /** The version of the code that answers. */
  version: z.string(),
  /** Does SIGHUP lead it to the newest code? */
  recharge: z.boolean(),
  /** Another one each time that this is said. */
  mot: z.string(),
})
export type Service = z.infer<typeof Service>

const PREFIX = 'service.'

/** The process that signals are for: the supervisor of this one, where it has one. */
const servicePid = (): number => (cluster.isWorker ? process.ppid : process.pid)

const fileOf = (storage: string): string => join(storage, `${PREFIX}${hostname()}.${servicePid()}.json`)

function readService(path: string): Service | undefined {
  try {
    return Service.safeParse(readJson(path)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const isRunning = ({ pid, debut }: Service): boolean => isAlive(pid) && startOf(pid) === debut

/** Reads only the files of this machine's processes that are still there: a number means nothing on another machine. */
function services(storage: string): { path: string; service: Service | undefined }[] {
  const ours = `${PREFIX}${hostname()}.`
  // A number follows the prefix: the files of « srv.exemple.org » are not those of « srv ».
  const isOurs = (name: string) => name.startsWith(ours) && /^\d+\.json$/.test(name.slice(ours.length))
  const names = readdirSync(storage).filter(isOurs)
  return names.map((name) => {
    const path = join(storage, name)
    const service = readService(path)
    return { path, service: service && isRunning(service) ? service : undefined }
  })
}

/** Tells that this process serves, and where. */
export function announceService(storage: string, service: Omit<Service, 'pid' | 'debut' | 'machine' | 'mot'>): void {
  // Left by processes that were killed.
  for (const one of services(storage)) if (!one.service) rmSync(one.path, { force: true })
  const pid = servicePid()
  writeJson(fileOf(storage), { pid, debut: startOf(pid), machine: hostname(), mot: randomToken(), ...service })
}

/** One process serves this site on this machine with the code of that installation, unless it listens at several ports. */
export const runningServices = (storage: string, dossier: string): Service[] =>
  services(storage).flatMap(({ service }) => (service?.dossier === dossier ? [service] : []))

/** Takes the word back. */
export const endService = (storage: string): void => rmSync(fileOf(storage), { force: true })
