import cluster from 'node:cluster'
import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Log } from '../lib/log.ts'
import { ORDERS, type Order } from './orders.ts'

/** reliability.md T34: requests under way are finished, but not waited for for ever. */
const DRAIN_MS = 20_000
/** Nobody waits for a process that another one has taken over from: an upload over a slow line comes to its end. */
const RELIEF_MS = 300_000
/** Keep-alive connections are told to close before they are closed: a request may be on its way on one (reliability.md, finding 9). */
const IDLE_GRACE_MS = 1500

/** An ending says how far a process is from its end. */
export interface Ending {
  /** It takes no new connection. */
  isLeaving: boolean
  /** Nobody goes on in its place. */
  isLast: boolean
}

/** Has the connection of every answer, of those under way too, closed after it: the reader is told, nothing is cut. */
function closeAfterAnswer(server: Server, isLeaving: () => boolean): () => void {
  const underWay = new Set<ServerResponse>()
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (isLeaving()) response.shouldKeepAlive = false
    underWay.add(response)
    response.once('close', () => underWay.delete(response))
  })
  return () => {
    for (const response of underWay) response.shouldKeepAlive = false
  }
}

/** Stops accepting, lets what is under way finish. Resolves when no connection is left. */
function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // http.Server.close() would cut idle connections at once, with the requests that are just arriving on them.
    NetServer.prototype.close.call(server, () => resolve())
    setTimeout(() => setInterval(() => server.closeIdleConnections(), 100).unref(), IDLE_GRACE_MS).unref()
    setTimeout(() => server.closeAllConnections(), RELIEF_MS).unref()
  })
}

/** A process ends when its supervisor says so, or by signals where it stands alone. */
function onOrders(carryOut: (order: Order, reason: string) => void): void {
  if (!cluster.isWorker) {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => carryOut('arret', signal))
    return
  }
  process.on('message', (message) => {
    const order = ORDERS.find((one) => one === message)
    if (order) carryOut(order, order)
  })
  // systemd and a terminal send theirs to every process: the supervisor has them too, and says what becomes of this one.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
}

/** The server lends its ending the means to carry an order out. */
export interface OnOrder {
  /** Tells the commands of this machine that this process serves. */
  announce(): void
  /** Closes the rest when no connection is left. */
  close(isLast: boolean): Promise<void>
}

/** Finishes what is under way when told to, then ends the process. */
export function endOnOrder(server: Server, { announce, close }: OnOrder, log: Log): Ending {
  const ending: Ending = { isLeaving: false, isLast: false }
  const closeConnections = closeAfterAnswer(server, () => ending.isLeaving)
  const leave = async (reason: string) => {
    log.info('stopping', { reason })
    ending.isLeaving = true
    closeConnections()
    await drain(server)
    await close(ending.isLast)
    process.exit(0)
  }
  const stop = (reason: string) => {
    if (ending.isLast) process.exit(reason === 'SIGINT' ? 130 : 143)
    ending.isLast = true
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref()
  }
  onOrders((order, reason) => {
    if (order === 'annonce') return announce()
    if (order === 'arret') stop(reason)
    if (ending.isLeaving) return
    leave(reason).catch((error: unknown) => {
      log.error('the stop failed', { error })
      process.exit(1)
    })
  })
  return ending
}
