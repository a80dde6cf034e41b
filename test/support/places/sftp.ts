import type { AddressInfo } from 'node:net'
import type { Connection, SFTPWrapper } from 'ssh2'
import ssh2 from 'ssh2'
import { onTestFinished } from 'vitest'
import type { Elsewhere } from '../../../src/lib/elsewhere.ts'
import { type Mood, stored } from './mood.ts'
import { placeOf } from './settings.ts'

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp

/** A new key of a server, or of a person, in a form that OpenSSH reads. One in two hundred that ssh2 makes can be read by nobody. */
export function newKey(): { private: string; public: string } {
  for (;;) {
    const made = ssh2.utils.generateKeyPairSync('ed25519')
    if (!(ssh2.utils.parseKey(made.private) instanceof Error)) return made
  }
}

interface Handle {
  path: string
  bytes: Buffer
  isWritten: boolean
  /** The pieces that were written, by their place in the file. */
  pieces: Map<number, Buffer>
  isListed: boolean
}

const whole = ({ pieces }: Handle): Buffer =>
  Buffer.concat([...pieces].sort(([a], [b]) => a - b).map(([, piece]) => piece))

/** Answers one session of SFTP out of a map of files, in one folder. */
class Session {
  readonly #sftp: SFTPWrapper
  readonly #site: SftpSite
  readonly #handles = new Map<number, Handle>()
  #next = 0
  #freeAt = 0

  constructor(sftp: SFTPWrapper, connection: Connection, site: SftpSite) {
    this.#sftp = sftp
    this.#site = site
    sftp.on('OPEN', (id, path, flags) => this.#open(id, path, flags))
    sftp.on('WRITE', (id, handle, offset, data) => this.#write(id, handle, offset, data, connection))
    sftp.on('READ', (id, handle, offset, length) => this.#read(id, handle, offset, length, connection))
    sftp.on('FSTAT', (id, handle) => sftp.attrs(id, attrsOf(this.#at(handle)?.bytes.length ?? 0)))
    sftp.on('CLOSE', (id, handle) => this.#close(id, handle))
    sftp.on('OPENDIR', (id, path) => this.#opendir(id, path))
    sftp.on('READDIR', (id, handle) => this.#readdir(id, handle))
    sftp.on('REMOVE', (id, path) => this.#remove(id, path))
    sftp.on('RENAME', (id, from, to) => this.#rename(id, from, to, false))
    sftp.on('EXTENDED', (id) => sftp.status(id, STATUS_CODE.OP_UNSUPPORTED))
  }

  #at(handle: Buffer): Handle | undefined {
    return this.#handles.get(handle.readUInt32BE(0))
  }

  #give(id: number, handle: Handle): void {
    const key = Buffer.alloc(4)
    key.writeUInt32BE(++this.#next)
    this.#handles.set(this.#next, handle)
    this.#sftp.handle(id, key)
  }

  #isHere(path: string): boolean {
    return path.startsWith(this.#site.folder)
  }

  #open(id: number, path: string, flags: number): void {
    const known = this.#site.files.get(path)
    if (!this.#isHere(path)) return void this.#sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
    if (flags & OPEN_MODE.WRITE)
      return void this.#give(id, { path, bytes: Buffer.alloc(0), isWritten: true, isListed: false, pieces: new Map() })
    if (!known) return void this.#sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
    this.#give(id, { path, bytes: known, isWritten: false, isListed: false, pieces: new Map() })
  }

  #write(id: number, key: Buffer, offset: number, data: Buffer, connection: Connection): void {
    const handle = this.#at(key)
    const { roomFor = Infinity, cutAfter = Infinity, isSilent, bytesPerSecond } = this.#site.mood
    if (!handle) return void this.#sftp.status(id, STATUS_CODE.FAILURE)
    if (offset + data.length > cutAfter) return void connection.end()
    if (offset + data.length > roomFor) return void this.#sftp.status(id, STATUS_CODE.FAILURE)
    if (isSilent) return
    handle.pieces.set(offset, Buffer.from(data))
    this.#site.files.set(handle.path, data)
    if (!bytesPerSecond) return void this.#sftp.status(id, STATUS_CODE.OK)
    // One after the other: the line is one for all of them.
    this.#freeAt = Math.max(this.#freeAt, performance.now()) + (1000 * data.length) / bytesPerSecond
    setTimeout(() => this.#sftp.status(id, STATUS_CODE.OK), this.#freeAt - performance.now())
  }

  #read(id: number, key: Buffer, offset: number, length: number, connection: Connection): void {
    const { bytes } = this.#at(key) ?? { bytes: Buffer.alloc(0) }
    if (offset + length > (this.#site.mood.cutReadAfter ?? Infinity)) return void connection.end()
    if (offset >= bytes.length) return void this.#sftp.status(id, STATUS_CODE.EOF)
    // A server may answer with less than it was asked for.
    const short = offset % 3 === 1 && length > 1000 ? length - 1000 : length
    this.#sftp.data(id, bytes.subarray(offset, offset + short))
  }

  #close(id: number, key: Buffer): void {
    const handle = this.#at(key)
    if (handle?.isWritten) this.#site.files.set(handle.path, stored(whole(handle), this.#site.mood))
    this.#handles.delete(key.readUInt32BE(0))
    this.#sftp.status(id, STATUS_CODE.OK)
  }

  #opendir(id: number, path: string): void {
    if (`${path}/` !== this.#site.folder) return void this.#sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
    this.#give(id, { path, bytes: Buffer.alloc(0), isWritten: false, isListed: false, pieces: new Map() })
  }

  #readdir(id: number, key: Buffer): void {
    const handle = this.#at(key)
    if (!handle || handle.isListed) return void this.#sftp.status(id, STATUS_CODE.EOF)
    handle.isListed = true
    const files = [...this.#site.files].map(([path, { length }]) => {
      const filename = path.slice(this.#site.folder.length)
      return { filename, longname: filename, attrs: attrsOf(length) }
    })
    const folder = { filename: '..', longname: '..', attrs: { ...attrsOf(0), mode: 0o040_755 } }
    this.#sftp.name(id, [folder, ...files])
  }

  #remove(id: number, path: string): void {
    if (this.#site.mood.keepsAll) return void this.#sftp.status(id, STATUS_CODE.PERMISSION_DENIED)
    this.#sftp.status(id, this.#site.files.delete(path) ? STATUS_CODE.OK : STATUS_CODE.NO_SUCH_FILE)
  }

  #rename(id: number, from: string, to: string, mayReplace: boolean): void {
    const bytes = this.#site.files.get(from)
    if (!bytes) return void this.#sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
    if (this.#site.files.has(to) && !mayReplace) return void this.#sftp.status(id, STATUS_CODE.FAILURE)
    this.#site.files.delete(from)
    this.#site.files.set(to, bytes)
    this.#sftp.status(id, STATUS_CODE.OK)
  }
}

const attrsOf = (size: number) => ({ mode: 0o100_600, uid: 0, gid: 0, size, atime: 0, mtime: 0 })

interface SftpSite {
  mood: Mood
  /** By path. */
  files: Map<string, Buffer>
  folder: string
}

const FOLDER = '/copies/'
const PASSWORD = 'mot de passe du stockage'

/** A real SFTP server in this process: `files` by path, `place` the settings that lead to it, `allowed` the key of a person. */
export async function sftpServer({
  key = newKey().private,
  allowed = '',
  port: wanted = 0,
  files = new Map<string, Buffer>(),
} = {}) {
  const site: SftpSite & { files: Map<string, Buffer> } = { mood: {}, files, folder: FOLDER }
  const open = new Set<Connection>()
  const server = new ssh2.Server({ hostKeys: [key] }, (connection) => {
    // Its own typings have forgotten it.
    ;(connection as unknown as { setNoDelay(isSet: boolean): void }).setNoDelay(true)
    open.add(connection)
    connection.on('close', () => open.delete(connection))
    connection.on('error', () => undefined)
    connection.on('authentication', (context) => {
      const known = ssh2.utils.parseKey(allowed)
      if (context.method === 'password' && context.password === PASSWORD) return context.accept()
      if (context.method === 'publickey' && !(known instanceof Error)) {
        const isSame = context.key.data.equals(known.getPublicSSH())
        const proof =
          context.signature && context.blob ? known.verify(context.blob, context.signature, context.hashAlgo) : true
        if (isSame && proof === true) return context.accept()
      }
      context.reject(['password', 'publickey'])
    })
    connection.on('ready', () =>
      connection.on('session', (accept) =>
        accept().on('sftp', (acceptSftp) => void new Session(acceptSftp(), connection, site)),
      ),
    )
  })
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', () => resolve()))
  const stop = () => {
    for (const connection of open) connection.end()
    server.close()
  }
  onTestFinished(stop)
  const { port } = server.address() as AddressInfo
  const place: Elsewhere = placeOf({ sorte: 'sftp', adresse: '127.0.0.1', port, dossier: '/copies', secret: PASSWORD })
  const names = () => [...site.files.keys()].map((path) => path.slice(FOLDER.length)).sort()
  const put = (name: string, text: string) => void site.files.set(FOLDER + name, Buffer.from(text))
  const drop = (name: string) => void site.files.delete(FOLDER + name)
  return { site, place, names, put, drop, stop, bytes: (name: string) => site.files.get(FOLDER + name) }
}
