import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../lib/errors.ts'
import { type Annonce, LATEST, readPublication } from './annonce.ts'

/** Where releases come from, and whose signature counts. */
export interface Versions {
  server: string | undefined
  keys: string
}

const ANSWER_MS = 15_000
/** A small archive over a slow line. */
const DOWNLOAD_MS = 30 * 60_000
const MAX_ANSWER = 64 * 1024
const MAX_ARCHIVE = 200 * 1024 * 1024
const MAX_HOPS = 3

const NO_SERVER =
  'Aucun serveur de versions n’est configuré\u00a0: définissez UPDATE_SERVER_URL avec l’adresse de celui qui les publie.'

const refuse = (reason: string): never => {
  throw new AppError('conflit', `${reason} Rien n’a été changé.`)
}

async function ask(url: string, ms: number): Promise<Response> {
  try {
    return await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(ms) })
  } catch {
    return refuse('Le serveur des versions ne répond pas.')
  }
}

/** Follows a few redirections, never to another host: what is configured is who is asked. */
async function answerOf(url: string, ms: number): Promise<Response> {
  let at = url
  for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
    const response = await ask(at, ms)
    if (response.status === 200) return response
    await response.body?.cancel()
    const next = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || !next)
      return refuse(`Le serveur des versions répond par l’erreur ${response.status}.`)
    const target = new URL(next, at)
    if (target.origin !== new URL(url).origin) return refuse('Le serveur des versions renvoie vers un autre site.')
    at = target.href
  }
  return refuse('Le serveur des versions renvoie sans fin d’une adresse à l’autre.')
}

/** The bytes as they come; no more than `max` of them. */
async function* atMost(response: Response, max: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > max) refuse('Le serveur des versions envoie plus qu’il ne devrait.')
    yield chunk
  }
}

/** Errors of a line that breaks in the middle, in words. */
async function unbroken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException
    if (name === 'TimeoutError' || error instanceof TypeError || code === 'ECONNRESET')
      return refuse('Le téléchargement s’est interrompu.')
    throw error
  }
}

/** The last release that the server announces, signed by a key we know. AppError in all other cases. */
export async function lastRelease({ server, keys }: Versions): Promise<Annonce> {
  if (!server) throw new AppError('conflit', NO_SERVER)
  const response = await answerOf(new URL(LATEST, server).href, ANSWER_MS)
  const answer = await unbroken(() => text(Readable.from(atMost(response, MAX_ANSWER))))
  return readPublication(answer, keys)
}

/** Streams the archive to a file. AppError where it is not, to the last byte, the one that was announced and signed. */
export async function downloadRelease(server: string, annonce: Annonce, path: string): Promise<void> {
  if (annonce.taille > MAX_ARCHIVE) refuse('L’archive annoncée est trop grosse.')
  const response = await answerOf(new URL(annonce.archive, server).href, DOWNLOAD_MS)
  const hash = createHash('sha256')
  let size = 0
  async function* read() {
    for await (const chunk of atMost(response, annonce.taille)) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  await unbroken(() => pipeline(read(), createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })))
  if (size !== annonce.taille || hash.digest('hex') !== annonce.sha256)
    refuse('L’archive téléchargée n’est pas celle qui est annoncée (somme de contrôle différente).')
}
