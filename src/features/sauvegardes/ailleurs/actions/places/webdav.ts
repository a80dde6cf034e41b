import type { IncomingMessage } from 'node:http'
import type { Elsewhere } from '../../../../../lib/elsewhere.ts'
import type { HttpOrder } from '../../../../../lib/http-send.ts'
import { ElsewhereError } from '../../rules/faults.ts'
import type { RemoteFile } from '../../rules/remote-names.ts'
import { rowsOf, type XmlRow } from '../../rules/xml.ts'
import type { OpenOptions, Place } from '../place.ts'
import { answerTo, bodyOf, bytesOf, faultOfStatus, isAbsent, isDone, statusOf } from './http.ts'

const ASKED =
  '<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><getcontentlength/><resourcetype/></prop></propfind>'
const MULTISTATUS = 207

/** The name at the end of an address; '' where it cannot be read. */
function lastName(href: string): string {
  try {
    return decodeURIComponent(href.replace(/\/+$/, '').split('/').at(-1) ?? '')
  } catch {
    return ''
  }
}

const fileOf = (row: XmlRow): RemoteFile[] =>
  Object.hasOwn(row, 'collection') ? [] : [{ name: lastName(row.href ?? ''), taille: Number(row.getcontentlength) }]

/** Opens a folder by WebDAV; nothing is sent before something is asked of it. */
export function openWebdav({ adresse, identifiant, secret }: Elsewhere, { silenceMs }: OpenOptions): Place {
  const folder = new URL(adresse.endsWith('/') ? adresse : `${adresse}/`)
  const authorization = `Basic ${Buffer.from(`${identifiant}:${secret}`).toString('base64')}`
  const ended = new AbortController()
  const at = (name: string) => new URL(encodeURIComponent(name), folder)
  const ask = async (order: Omit<HttpOrder, 'silenceMs'>): Promise<IncomingMessage> => {
    const headers = { authorization, ...order.headers }
    const answer = await answerTo({ ...order, headers, silenceMs, signal: ended.signal })
    if (isDone(answer)) return answer
    answer.destroy()
    throw new ElsewhereError(faultOfStatus(statusOf(answer)))
  }
  const done = async (order: Omit<HttpOrder, 'silenceMs'>) => void (await ask(order)).resume()
  return {
    async list() {
      const headers = { depth: '1', 'content-type': 'application/xml; charset=utf-8' }
      const answer = await ask({ url: folder, method: 'PROPFIND', headers, body: Buffer.from(ASKED) })
      if (statusOf(answer) !== MULTISTATUS) throw new ElsewhereError('reponse')
      return rowsOf(await bodyOf(answer), 'response').flatMap(fileOf)
    },
    // The length is said beforehand: behind PHP a body in chunks makes an empty file.
    write: (name, body, size) =>
      done({ url: at(name), method: 'PUT', headers: { 'content-length': String(size) }, body }),
    read: async (name) => bytesOf(await ask({ url: at(name), method: 'GET' })),
    rename: (from, to) =>
      done({ url: at(from), method: 'MOVE', headers: { destination: at(to).href, overwrite: 'T' } }),
    async remove(name) {
      try {
        await done({ url: at(name), method: 'DELETE' })
      } catch (error) {
        if (!isAbsent(error)) throw error
      }
    },
    close: () => ended.abort(),
  }
}
