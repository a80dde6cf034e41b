import { Server as HttpServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { createAdaptorServer } from '@hono/node-server'
import { type Config, readConfig, startCommand } from './config.ts'
import { readVersion, stdoutLog } from './deps.ts'
import { announceService, endService } from './features/mises-a-jour/service.ts'
import { type Host, openHost } from './host.ts'
import type { Log } from './lib/log.ts'

/** reliability.md T44. Node has one limit for all requests: that of an upload of 64 MiB over a slow line. */
const HEADERS_MS = 15_000
const REQUEST_MS = 300_000
const MAX_HEADERS = 100
const MAX_REQUESTS_PER_SOCKET = 1000
const MAX_CONNECTIONS = 2000

/** reliability.md T34: requests under way are finished, but not waited for for ever. */
const DRAIN_MS = 20_000
/** Keep-alive connections are told to close before they are closed: a request may be on its way on one (finding 9). */
const IDLE_GRACE_MS = 1500
const MINUTE_MS = 60_000

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

function announce(config: Config, host: Host, port: number): void {
  const origin = config.appUrl ?? `http://${shownHost(config.host)}:${port}`
  const address = `${origin}${host.path()}`
  if (host.stage() === 'installation') say(`Relevés n’est pas encore installé : ouvrez ${address}`)
  else if (host.stage() === 'application') say(`Relevés est prêt : ${address}`)
  else complain(`Relevés ne peut pas servir ce site ; ${address} dit pourquoi.`)
}

/** Has the connection of every answer, of those under way too, closed after it: the reader is told, nothing is cut. */
function closeAfterAnswer(server: Server, isStopping: () => boolean): () => void {
  const underWay = new Set<ServerResponse>()
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (isStopping()) response.shouldKeepAlive = false
    underWay.add(response)
    response.once('close', () => underWay.delete(response))
  })
  return () => {
    for (const response of underWay) response.shouldKeepAlive = false
  }
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

/** Stops accepting, lets what is under way finish. Resolves when no connection is left. */
function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // http.Server.close() would cut idle connections at once, with the requests that are just arriving on them.
    NetServer.prototype.close.call(server, () => resolve())
    setTimeout(() => setInterval(() => server.closeIdleConnections(), 100).unref(), IDLE_GRACE_MS).unref()
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref()
  })
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

function listenProblem(error: unknown, config: Config): string | undefined {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EADDRINUSE')
    return `Le port ${config.port} est déjà pris par un autre programme (ou par Relevés lui-même). Arrêtez-le, ou choisissez un autre port : PORT=3001 ${startCommand(config)}`
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

function stopOnSignals(server: Server, host: Host, log: Log, stopping: () => void, config: Config): void {
  let isStopping = false
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(signal === 'SIGINT' ? 130 : 143)
    isStopping = true
    stopping()
    log.info('stopping', { signal })
    await drain(server)
    await host.close()
    endService(config.storage)
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        log.error('the stop failed', { error })
        process.exit(1)
      })
    })
  }
}

function tickEveryMinute(host: Host, log: Log): void {
  setInterval(() => {
    host.tick(new Date(Date.now())).catch((error: unknown) => log.error('what was due failed', { error }))
  }, MINUTE_MS).unref()
}

/** Where this machine itself finds what listens there. */
function localHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/** Serves until a signal; a trial of a release leaves no word of it. Returns when listening; sets the exit code 1 and returns where that is not possible. */
export async function serve(isTrial = false): Promise<void> {
  const config = configuration()
  if (!config) {
    process.exitCode = 78
    return
  }
  const log = stdoutLog()
  let isStopping = false
  const host = await openHost(config, log)
  const server = createServer(host, () => isStopping)
  try {
    const port = await listen(server, config)
    const closeConnections = closeAfterAnswer(server, () => isStopping)
    stopOnSignals(
      server,
      host,
      log,
      () => {
        isStopping = true
        closeConnections()
      },
      config,
    )
    if (!isTrial) {
      const adresse = `http://${localHost(config.host)}:${port}`
      announceService(config.storage, { adresse, version: readVersion(config), recharge: false })
    }
    tickEveryMinute(host, log)
    announce(config, host, port)
  } catch (error) {
    const problem = listenProblem(error, config)
    if (!problem) throw error
    complain(problem)
    await host.close()
    process.exitCode = 1
  }
}
