import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { MINUTE_MS } from '../../../lib/durations.ts'
import { AppError } from '../../../lib/errors.ts'
import { httpGet, isTooSlow, type Patience } from '../../../lib/http-get.ts'
import { type Announcement, LATEST, readPublication } from './rules/announcement.ts'

/** Where releases come from, and whose signature counts. */
export interface Versions {
  server: string | undefined
  keys: string
}

const ANSWER: Patience = { silenceMs: 15_000, wholeMs: 30_000 }
/** A small archive over a slow line. */
const DOWNLOAD: Patience = { silenceMs: 30_000, wholeMs: 30 * MINUTE_MS }
const MAX_ANSWER = 64 * 1024
const MAX_ARCHIVE = 200 * 1024 * 1024
const MAX_HOPS = 3

const NO_SERVER =
  'Aucun serveur de versions n’est configuré\u00a0: définissez UPDATE_SERVER_URL avec l’adresse de celui qui les publie.'

const refuseRelease = (reason: string): never => {
  throw new AppError('conflit', `${reason} Rien n’a été changé.`)
}

async function ask(url: URL, patience: Patience): Promise<IncomingMessage> {
  try {
    return await httpGet(url, patience)
  } catch {
    return refuseRelease('Le serveur des versions ne répond pas.')
  }
}

/** Follows a few redirections, never to another host: what is configured is who is asked. */
async function answerOf(url: URL, patience: Patience): Promise<IncomingMessage> {
  let at = url
  for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
    const response = await ask(at, patience)
    const { statusCode = 0, headers } = response
    if (statusCode === 200) return response
    response.destroy()
    if (statusCode < 300 || statusCode > 399 || !headers.location)
      return refuseRelease(`Le serveur des versions répond par l’erreur ${statusCode}.`)
    const next = URL.parse(headers.location, at.href)
    if (next?.origin !== url.origin) return refuseRelease('Le serveur des versions renvoie vers un autre site.')
    at = next
  }
  return refuseRelease('Le serveur des versions renvoie sans fin d’une adresse à l’autre.')
}

/** The bytes as they come; no more than `max` of them. A line that breaks, or falls silent, is told in words. */
async function* atMost(response: IncomingMessage, max: number): AsyncGenerator<Uint8Array> {
  let size = 0
  try {
    for await (const chunk of response) {
      size += chunk.length
      if (size > max) refuseRelease('Le serveur des versions envoie plus qu’il ne devrait.')
      yield chunk
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    refuseRelease(
      isTooSlow(error) ? 'Le serveur des versions n’envoie plus rien.' : 'Le téléchargement s’est interrompu.',
    )
  }
}

/** The last release that the server announces, signed by a key we know. AppError in all other cases. */
export async function lastRelease({ server, keys }: Versions): Promise<Announcement> {
  if (!server) throw new AppError('conflit', NO_SERVER)
  const response = await answerOf(new URL(LATEST, server), ANSWER)
  return readPublication(await text(atMost(response, MAX_ANSWER)), keys)
}

/** Streams the archive to a file. AppError where it is not, to the last byte, the one that was announced and signed. */
export async function downloadRelease(
  server: string,
  annonce: Announcement,
  path: string,
  patience: Patience = DOWNLOAD,
): Promise<void> {
  if (annonce.taille > MAX_ARCHIVE) refuseRelease('L’archive annoncée est trop grosse.')
  const response = await answerOf(new URL(annonce.archive, server), patience)
  const hash = createHash('sha256')
  let size = 0
  async function* read() {
    for await (const chunk of atMost(response, annonce.taille)) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  await pipeline(read(), createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  if (size !== annonce.taille || hash.digest('hex') !== annonce.sha256)
    refuseRelease('L’archive téléchargée n’est pas celle qui est annoncée (somme de contrôle différente).')
}
