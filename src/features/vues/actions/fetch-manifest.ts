import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { httpGet, isTooSlow } from '../../../lib/http-get.ts'
import { isPublicAddress, isReservedTarget } from '../../../lib/network.ts'
import { quoted } from '../../../lib/typo.ts'
import { addressProblem } from '../rules/address.ts'
import { isAllowed } from '../rules/pictures.ts'

/** A manifest of three thousand views has two. */
const MOST_BYTES = 5 * 1024 * 1024
const PATIENCE = { silenceMs: 5000, wholeMs: 10_000 }
const MOST_MOVES = 3

const TOO_LARGE = 'Ce manifeste est trop lourd : 5 Mo au plus.'
const PRIVATE =
  'Ce serveur est sur un réseau privé : le site n’y va pas, à moins qu’un administrateur ne l’ait permis par son adresse.'
const AWAY = 'Ce serveur renvoie ailleurs. Donnez l’adresse définitive du manifeste.'
const SLOW = 'Le serveur des archives met trop de temps à répondre. Réessayez plus tard.'
const SILENT = 'Le serveur des archives ne répond pas. Vérifiez l’adresse, ou réessayez plus tard.'

type Fetched = { text: string } | { problem: string }

/**
 * Reads a manifest from a host that an administrator listed. The name of the host is looked up once, and the connection goes to the very
 * address that was looked at.
 */
export async function fetchManifest(address: string, hosts: readonly string[]): Promise<Fetched> {
  const wrong = addressProblem(address)
  if (wrong !== undefined) return { problem: wrong }
  const url = new URL(address)
  if (!isAllowed(address, hosts)) return { problem: notListed(url.host) }
  try {
    const at = await targetOf(url)
    return at === undefined ? { problem: PRIVATE } : await follow(url, at)
  } catch (error) {
    return { problem: isTooSlow(error) ? SLOW : SILENT }
  }
}

const notListed = (host: string): string =>
  `Le serveur ${quoted(host)} n’est pas dans la liste du dépôt. Un administrateur peut l’ajouter dans « Serveurs des images ».`

/** The address to connect to; undefined where it is private, and was not listed by itself. */
export async function targetOf({ hostname }: Pick<URL, 'hostname'>): Promise<string | undefined> {
  const name = hostname.replace(/^\[|\]$/g, '')
  const found = isIP(name) ? [{ address: name }] : await lookup(name, { all: true, order: 'ipv4first' })
  const isNamed = isIP(name) > 0 || name === 'localhost'
  const isOpen = ({ address }: { address: string }) =>
    isPublicAddress(address) || (isNamed && !isReservedTarget(address))
  return found.every(isOpen) ? found[0]?.address : undefined
}

/** Servers may send to another path, or to https, of the same host. */
async function follow(from: URL, at: string): Promise<Fetched> {
  let url = from
  for (let moves = 0; moves <= MOST_MOVES; moves += 1) {
    const answer = await httpGet(url, PATIENCE, at)
    const { statusCode = 0 } = answer
    if (statusCode === 200) return bodyOf(answer)
    answer.destroy()
    const next = statusCode >= 300 && statusCode < 400 ? URL.parse(answer.headers.location ?? '', url.href) : null
    if (next === null)
      return { problem: `Le serveur des archives refuse (${statusCode}). Vérifiez l’adresse du manifeste.` }
    if (next.host !== url.host || !/^https?:$/.test(next.protocol)) return { problem: AWAY }
    url = next
  }
  return { problem: AWAY }
}

async function bodyOf(answer: IncomingMessage): Promise<Fetched> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MOST_BYTES) return { problem: TOO_LARGE }
    parts.push(part)
  }
  return { text: Buffer.concat(parts).toString('utf8') }
}
