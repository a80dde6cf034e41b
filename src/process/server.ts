import cluster from 'node:cluster'
import { Server as HttpServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { createAdaptorServer } from '@hono/node-server'
import { type Config, readConfig, startCommand } from '../config.ts'
import { readSiteConfig } from '../features/presence/installation.ts'
import { beginService } from '../features/presence/presence.ts'
import { announceService, endService } from '../features/presence/services.ts'
import { MINUTE_MS } from '../lib/durations.ts'
import { keepIncidents } from '../lib/incidents.ts'
import type { Log } from '../lib/log.ts'
import { readVersion, stdoutLog } from './deps.ts'
import { type Ending, endOnOrder, type OnOrder } from './ending.ts'
import { type Host, openHost } from './host.ts'
import type { News } from './orders.ts'

/** reliability.md T44. Node has one limit for all requests: that of an upload of 64 MiB over a slow line. */
const HEADERS_MS = 15_000
const REQUEST_MS = 300_000
const MAX_HEADERS = 100
const MAX_REQUESTS_PER_SOCKET = 1000
const MAX_CONNECTIONS = 2000

const say = (text: string) => process.stdout.write(`${text}\n`)
const complain = (text: string) => process.stderr.write(`${text}\n`)

/** The host to show in an address: one that a browser can open. */
function shownHost(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host.includes(':') ? `[${host}]` : host
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal)
  return outside?.address ?? 'localhost'
}

function announcement(config: Config, host: Host, port: number): string {
  const kept = readSiteConfig(config.storage)
  const answered = typeof kept === 'object' ? kept.app_url : undefined
  const origin = config.appUrl ?? answered ?? `http://${shownHost(config.host)}:${port}`
  const address = `${origin}${host.path()}`
  if (host.stage() === 'installation') return `Relevés n’est pas encore installé : ouvrez ${address}`
  if (host.stage() === 'application') return `Relevés est prêt : ${address}`
  return `Relevés ne peut pas servir ce site ; ${address} dit pourquoi.`
}

const servedBy = (count: number): string =>
  `${count === 1 ? 'Un processus le sert' : `${count} processus le servent`} (PROCESSES en choisit le nombre).`

/** Tells the supervisor how this process stands; whoever started it, where there is none. */
function announce(config: Config, host: Host, port: number): void {
  const annonce = announcement(config, host, port)
  if (cluster.isWorker) {
    const processus = config.processes ?? host.processes()
    const said = host.stage() === 'application' ? `${annonce}\n${servedBy(processus)}` : annonce
    process.send?.({ stage: host.stage(), annonce: said, processus } satisfies News)
  } else if (host.stage() === 'indisponible') complain(annonce)
  else say(annonce)
}

function createServer(host: Host, isStopping: () => boolean): Server {
  const serverOptions = { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS }
  const fetch = (request: Request, env: unknown) =>
    isStopping() && new URL(request.url).pathname === '/sante'
      ? Response.json({ statut: 'arret' }, { status: 503 })
      : host.fetch(request, env)
  const server = createAdaptorServer({ fetch, serverOptions })
  if (!(server instanceof HttpServer)) throw new Error('an HTTP/1.1 server was expected')
  server.maxHeadersCount = MAX_HEADERS
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET
  server.maxConnections = MAX_CONNECTIONS
  return server
}

function listen(server: Server, config: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

function listenProblem(error: unknown, config: Config, command = startCommand(config)): string | undefined {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EADDRINUSE')
    return `Le port ${config.port} est déjà pris par un autre programme (ou par Relevés lui-même). Arrêtez-le, ou choisissez un autre port : PORT=3001 ${command}`
  if (code === 'EACCES')
    return `Le port ${config.port} demande des droits d’administrateur. Choisissez un port au-dessus de 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `Cet ordinateur n’a pas l’adresse HOST=${config.host}. Essayez HOST=127.0.0.1, ou HOST=0.0.0.0 pour tout le réseau.`
  return undefined
}

/** Reads the environment; a value that makes no sense is the user's to correct, not a crash to report. */
function configuration(): Config | undefined {
  try {
    return readConfig()
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

function tickEveryMinute(host: Host, log: Log): void {
  setInterval(() => {
    host.tick(new Date(Date.now())).catch((error: unknown) => log.error('what was due failed', { error }))
  }, MINUTE_MS).unref()
}

/** Gives the address by which this machine itself reaches what listens there. */
function localHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

interface Service extends OnOrder {
  /** Tells the commands from which database alone this process serves. */
  settled(): void
}

/** Lets commands know who serves, from now until the end. */
function inService(config: Config, host: Host, port: number, isTrial: boolean): Service {
  const { storage, home } = config
  const presence = isTrial ? undefined : beginService(storage, home, host.address())
  const adresse = `http://${localHost(config.host)}:${port}`
  const said = { dossier: home, adresse, version: readVersion(config), recharge: cluster.isWorker }
  const tell = () => announceService(storage, said)
  if (!isTrial && !cluster.isWorker) tell()
  return {
    announce: tell,
    settled: () => presence?.uses(host.address()),
    async close(isLast) {
      await host.close()
      presence?.end()
      if (isLast) endService(storage)
    },
  }
}

interface ServeOptions {
  /** It runs for a moment, beside what serves: no command hears of it. */
  isTrial?: boolean
  /** A person types this to start it again, where that is not `npm start`. */
  command?: string
}

/**
 * Serves until its supervisor, or a signal where it has none, ends it. Returns when listening; sets the exit code and returns where
 * that is not possible.
 */
export async function serve({ isTrial = false, command }: ServeOptions = {}): Promise<void> {
  const config = configuration()
  if (!config) {
    process.exitCode = 78
    return
  }
  const log = keepIncidents(stdoutLog(), config.storage)
  let ending: Ending | undefined
  let port = 0
  const changed = () => {
    if (port > 0) announce(config, host, port)
  }
  let service: Service | undefined
  const host = await openHost(config, log, { changed, settled: () => service?.settled(), isTrial })
  const server = createServer(host, () => ending?.isLast === true)
  try {
    port = await listen(server, config)
    service = inService(config, host, port, isTrial)
    ending = endOnOrder(server, service, log)
    tickEveryMinute(host, log)
    announce(config, host, port)
  } catch (error) {
    const problem = listenProblem(error, config, command)
    if (!problem) throw error
    complain(problem)
    await host.close()
    process.exitCode = 1
  }
}
