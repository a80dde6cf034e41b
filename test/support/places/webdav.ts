import type { IncomingMessage, ServerResponse } from 'node:http'
import { end, listening, received, sendFile } from './http.ts'
import { type Mood, stored } from './mood.ts'
import { placeOf } from './settings.ts'

const FOLDER = '/dav/copies%20du%20site/'
const PASSWORD = 'mot de passe du stockage'

interface DavSite {
  mood: Mood
  files: Map<string, Buffer>
  /** Address that every request is sent to; undefined: it is answered here. */
  sentTo: string | undefined
  /** The requests that came. */
  asked: string[]
}

const entry = (name: string, size: number): string =>
  `<d:response><d:href>${FOLDER}${encodeURIComponent(name)}</d:href><d:propstat><d:prop>
  <d:getcontentlength>${size}</d:getcontentlength><d:resourcetype/></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`

const listing = ({ files }: DavSite): string =>
  `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:"><d:response><d:href>${FOLDER}</d:href><d:propstat><d:prop>
  <d:resourcetype><d:collection/></d:resourcetype></d:prop></d:propstat></d:response>${[...files]
    .map(([name, { length }]) => entry(name, length))
    .join('')}</d:multistatus>`

const nameIn = (path: string): string => decodeURIComponent(path.slice(FOLDER.length))

function move(site: DavSite, request: IncomingMessage, response: ServerResponse, bytes: Buffer | undefined): void {
  const to = new URL(String(request.headers.destination)).pathname
  if (!bytes || !to.startsWith(FOLDER)) return void end(response, 404)
  site.files.delete(nameIn(request.url ?? ''))
  site.files.set(nameIn(to), bytes)
  end(response, 201)
}

async function put(site: DavSite, request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
  // PHP behind FastCGI does so: a body in chunks is an empty file.
  const isLong = request.headers['content-length'] !== undefined
  const bytes = await received(request, response, site.mood)
  if (!bytes) return
  site.files.set(name, stored(isLong ? bytes : Buffer.alloc(0), site.mood))
  end(response, 201)
}

async function answer(site: DavSite, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '' } = request
  site.asked.push(`${method} ${url}`)
  const wanted = `Basic ${Buffer.from(`asso:${PASSWORD}`).toString('base64')}`
  if (site.sentTo) return end(response, 302, '', { location: site.sentTo })
  if (request.headers.authorization !== wanted) return end(response, 401)
  if (!url.startsWith(FOLDER)) return end(response, 404)
  const name = nameIn(url)
  const bytes = site.files.get(name)
  if (method === 'PROPFIND') return end(response.setHeader('content-type', 'application/xml'), 207, listing(site))
  if (method === 'PUT') return put(site, request, response, name)
  if (method === 'MOVE') return move(site, request, response, bytes)
  if (!bytes) return end(response, 404)
  if (method === 'GET') return sendFile(response, bytes, site.mood)
  if (method !== 'DELETE') return end(response, 405)
  if (site.mood.keepsAll) return end(response, 403)
  site.files.delete(name)
  end(response, 204)
}

/** A WebDAV server of one folder in this process, `files` by name. */
export async function webdavServer(tls?: { key: string; cert: string }) {
  const site: DavSite = { mood: {}, files: new Map(), sentTo: undefined, asked: [] }
  const address = await listening(
    (request, response) => void answer(site, request, response).catch(() => response.destroy()),
    tls,
  )
  const place = placeOf({ sorte: 'webdav', adresse: `${address}${FOLDER}` })
  return {
    ...{ site, place, names: () => [...site.files.keys()].sort(), bytes: (name: string) => site.files.get(name) },
    drop: (name: string) => void site.files.delete(name),
    put: (name: string, text: string) => void site.files.set(name, Buffer.from(text)),
  }
}
