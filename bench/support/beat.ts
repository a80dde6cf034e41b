// People who ask a served site for pages on a beat, and save, over the network.
import { Agent, request } from 'node:http'
import type { Db } from '../../src/db/schema.ts'
import { randomToken } from '../../src/lib/crypto.ts'
import type { Corpus } from './corpus.ts'
import { say } from './report.ts'
import { quantile } from './timing.ts'

/** Every sixth source of the corpus is a register of baptisms. */
const KINDS = 6

export interface Site {
  port: number
  /** The supervisor. */
  pid: number
  db: Db
  cookie: string
  /** Milliseconds from one page to the next. */
  beatMs: number
  made: Corpus
  /** How many records there are. */
  records: number
  csrf: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

export interface Answer {
  status: number
  location: string
}

export type Body = { type: string; bytes: Buffer }

/** An answer that was read to its end. */
export function ask(site: Site, path: string, body?: Body): Promise<Answer> {
  const { port, cookie } = site
  const headers = { cookie, ...(body && { 'content-type': body.type, 'content-length': body.bytes.length }) }
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, method: body ? 'POST' : 'GET', headers, agent }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, location: answer.headers.location ?? '' }))
    })
    // The server may close a line that it has kept for long at the moment at which it is used again.
    sent.on('error', (error) => (sent.reusedSocket ? resolve(ask(site, path, body)) : reject(error)))
    sent.end(body?.bytes)
  })
}

/**
 * Begins to read a large file: as fast as it comes, or a piece in so many milliseconds. The result gives it up and says how many bytes
 * had come.
 */
export function reading({ port, cookie }: Site, path: string, pieceMs: number): () => number {
  let bytes = 0
  const sent = request({ port, host: '127.0.0.1', path, headers: { cookie } }, (answer) => {
    answer.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (pieceMs === 0) return
      answer.pause()
      setTimeout(() => answer.resume(), pieceMs)
    })
    answer.on('error', () => undefined)
  })
  sent.on('error', () => undefined)
  sent.end()
  return () => {
    sent.destroy()
    return bytes
  }
}

export const form = (fields: Record<string, string>): Body => ({
  type: 'application/x-www-form-urlencoded',
  bytes: Buffer.from(new URLSearchParams(fields).toString()),
})

const surname = ({ made }: Site, n: number): string => made.names.surnames[(n * 37) % 400] ?? ''

/** Four in a round: the list of a source, a record, a search, an act that is saved. */
function next(site: Site, n: number): [what: string, path: string, body?: Body] {
  const source = 1 + KINDS * (1 + ((n * 7) % 200))
  const turn = n % 4
  if (turn === 0) return ['list', `/sources/${source}/releves`]
  if (turn === 1) return ['record', `/releves/${1 + ((n * 7919) % site.records)}`]
  if (turn === 2) return ['search', `/recherche?nom=${encodeURIComponent(surname(site, n))}`]
  const fields = {
    _csrf: site.csrf,
    _envoi: randomToken(),
    'data[date_evenement][valeur]': `${1 + (n % 28)}/08/1687`,
    'data[nom]': surname(site, n),
    'data[prenom]': 'Jeanne',
    'data[nom_pere]': surname(site, n),
    'data[prenom_pere]': 'Yves',
  }
  return ['save', `/sources/${source}/releves`, form(fields)]
}

export type Times = Map<string, number[]>

/** Asks on the beat, whether answers have come or not, until `isOver`: a site that falls behind shows it. */
export async function pages(site: Site, isOver: () => boolean): Promise<Times> {
  const times: Times = new Map()
  const open: Promise<void>[] = []
  const begun = performance.now()
  for (let n = 0; !isOver(); n += 1) {
    const due = begun + n * site.beatMs
    await new Promise((go) => setTimeout(go, Math.max(0, due - performance.now())))
    const [what, path, body] = next(site, n)
    open.push(
      ask(site, path, body).then(({ status }) => {
        if (status !== (body ? 303 : 200)) throw new Error(`${path} answered ${status}`)
        times.set(what, [...(times.get(what) ?? []), performance.now() - due])
      }),
    )
  }
  await Promise.all(open)
  return times
}

export function pagesFor(site: Site, ms: number): Promise<Times> {
  const end = performance.now() + ms
  return pages(site, () => performance.now() > end)
}

export const all = (times: Times): number[] => [...times.values()].flat()

export function tell(label: string, times: Times): void {
  const line = (what: string, list: readonly number[]) => {
    const at = (part: number) => quantile(list, part).toFixed(0).padStart(5)
    say(
      `    ${what.padEnd(8)} ${String(list.length).padStart(5)}  p50 ${at(0.5)}  p95 ${at(0.95)}  p99 ${at(0.99)}  max ${at(1)}`,
    )
  }
  say(`  ${label}, ms`)
  for (const [what, list] of times) line(what, list)
  line('all', all(times))
}
