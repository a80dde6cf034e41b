import { type LookupAddress, lookup } from 'node:dns'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { isReservedTarget } from './network.ts'

/** The address is one that answers only machines of the same network, or tells the secrets of a hosted one (T14). */
export const FORBIDDEN_TARGET = 'EINTERDITE'

const coded = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code })

/** Resolves a name once, for the connection itself: what was checked is what is connected to. */
export const guardedLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true, verbatim: false }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? []
    if (error || !first) return done(error ?? coded('ENOTFOUND'), '', 0)
    if (addresses.some(({ address }) => isReservedTarget(address))) return done(coded(FORBIDDEN_TARGET), '', 0)
    return options.all ? done(null, addresses) : done(null, first.address, first.family)
  })
}

/** An open connection to a mail server, not yet encrypted. Rejects with a coded error, at the latest after `waitMs`. */
export function openConnection(host: string, port: number, waitMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    if (isIP(host) !== 0 && isReservedTarget(host)) return reject(coded(FORBIDDEN_TARGET))
    const socket = connect({ host, port, lookup: guardedLookup, autoSelectFamily: true })
    const timer = setTimeout(() => socket.destroy(coded('ETIMEDOUT')), waitMs)
    socket.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.removeAllListeners('error')
      resolve(socket)
    })
  })
}
