import type { IncomingMessage } from 'node:http'
import { httpAsk } from '../../../../lib/http-get.ts'
import { isPublicAddress } from '../../../../lib/network.ts'
import { targetOf } from '../../../vues/actions/fetch-manifest.ts'
import { addressProblem } from '../../../vues/rules/address.ts'
import { isAllowed } from '../../../vues/rules/pictures.ts'
import { isSentHome, type Look, lookOf, lookOfError, SENT_HOME } from '../rules/answer.ts'

const PATIENCE = { silenceMs: 5000, wholeMs: 5000 }
/** The task gives a sign of life between two links, within thirty seconds. */
const LONGEST_MS = 15_000
const MOST_MOVES = 4
/** Servers that know no HEAD are asked for the first byte. */
const NO_HEAD = [405, 501]

const NOT_ASKED: Look = { resultat: 'incertain', reponse: 'adresse privée, non demandée' }
const SLOW: Look = { resultat: 'incertain', reponse: 'trop lent' }
const ROUND: Look = { resultat: 'incertain', reponse: 'renvoie sans fin' }

/** The machine to ask: of the Internet, or of a network that an administrator listed by its very address. */
async function openTarget(url: URL, hosts: readonly string[]): Promise<string | undefined> {
  if (addressProblem(url.href) !== undefined) return undefined
  const at = await targetOf(url)
  return at !== undefined && (isPublicAddress(at) || isAllowed(url.href, hosts)) ? at : undefined
}

async function askFor(url: URL, at: string): Promise<IncomingMessage> {
  const patience = PATIENCE
  const answer = await httpAsk(url, { method: 'HEAD', patience, at })
  answer.destroy()
  if (!NO_HEAD.includes(answer.statusCode ?? 0)) return answer
  const first = await httpAsk(url, { headers: { range: 'bytes=0-0' }, patience, at })
  first.destroy()
  return first
}

/** Where an answer leads on to; null where it is none of the web. */
function nextOf({ headers }: IncomingMessage, url: URL): URL | null {
  const next = URL.parse(headers.location ?? '', url.href)
  return next !== null && /^https?:$/.test(next.protocol) ? next : null
}

async function follow(address: string, hosts: readonly string[]): Promise<Look> {
  const first = new URL(address)
  const end = performance.now() + LONGEST_MS
  let url = first
  for (let moves = 0; moves <= MOST_MOVES; moves += 1) {
    if (performance.now() > end) return SLOW
    const at = await openTarget(url, hosts)
    if (at === undefined) return NOT_ASKED
    const answer = await askFor(url, at)
    const look = lookOf(answer.statusCode ?? 0)
    if (look) return look
    const next = nextOf(answer, url)
    if (next === null) return ROUND
    if (isSentHome(first, next)) return SENT_HOME
    url = next
  }
  return ROUND
}

/** Looks where a link leads, by its head alone. Never fails: no answer is an answer too. */
export async function lookAt(address: string, hosts: readonly string[]): Promise<Look> {
  if (URL.parse(address) === null) return NOT_ASKED
  try {
    return await follow(address, hosts)
  } catch (error) {
    return lookOfError(error)
  }
}
