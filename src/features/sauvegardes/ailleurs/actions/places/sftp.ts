import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import type { Client, ConnectConfig, FileEntryWithStats, SFTPWrapper } from 'ssh2'
import ssh2 from 'ssh2'
import type { Elsewhere } from '../../../../../lib/elsewhere.ts'
import { openConnection } from '../../../../../lib/mail-connection.ts'
import { ElsewhereError, type Fault, faultOf } from '../../rules/faults.ts'
import type { Bytes, OpenOptions, Place } from '../place.ts'

/** As much as every server takes in one packet. */
const PIECE = 32 * 1024
/** So many are under way at once: a server far away answers each of them after its own time. */
const WINDOW = 32
const ALIVE_MS = 10_000
/** Codes of SFTP, version 3: what has no code of its own is a failure, a full disk too. */
const [NO_SUCH_FILE, PERMISSION_DENIED, FAILURE] = [2, 3, 4]

/** As `ssh-keygen -l` tells it. */
const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

function sftpFault(error: unknown, failure: Fault): unknown {
  const code = (error as { code?: unknown } | null)?.code
  if (code === NO_SUCH_FILE) return new ElsewhereError('dossier', { cause: error })
  if (code === PERMISSION_DENIED) return new ElsewhereError('droits', { cause: error })
  if (code === FAILURE) return new ElsewhereError(failure, { cause: error })
  // The session ended while something was asked of it.
  if (error instanceof Error && /no response from server|not connected|channel|closed/i.test(error.message))
    return new ElsewhereError('coupee', { cause: error })
  return typeof code === 'number' ? new ElsewhereError('reponse', { cause: error }) : faultOf(error)
}

type Answer<T> = (error: Error | null | undefined, value: T) => void

/** One request of the protocol as a promise. */
const asked = <T>(ask: (answer: Answer<T>) => unknown, failure: Fault = 'reponse'): Promise<T> =>
  new Promise((resolve, reject) => {
    ask((error, value) => (error ? reject(sftpFault(error, failure)) : resolve(value)))
  })

function connectionFault(error: Error & { level?: string }): unknown {
  if (error.level === 'client-authentication') return new ElsewhereError('identifiants', { cause: error })
  if (error.level === 'client-timeout') return new ElsewhereError('delai', { cause: error })
  if (error.level === 'protocol' || error.level === 'handshake') return new ElsewhereError('reponse', { cause: error })
  return sftpFault(error, 'reponse')
}

/** How the account proves itself: by its key, or by its password, asked for in either way that servers know. */
function proofOf({ cle_privee, secret }: Elsewhere): ConnectConfig {
  if (cle_privee === '') return { password: secret, tryKeyboard: true }
  return { privateKey: cle_privee, ...(secret !== '' && { passphrase: secret }) }
}

/** Checks the key of the server before anything is told to it. */
function keyGuard({ cle_hote }: Elsewhere, { onNewKey }: OpenOptions) {
  let refusal: ElsewhereError | undefined
  return {
    refusal: () => refusal,
    verify: (key: Buffer): boolean => {
      const found = fingerprintOf(key)
      if (cle_hote === found) return true
      if (cle_hote === '' && onNewKey) {
        onNewKey(found)
        return true
      }
      const detail = `Elle se présente avec ${found}.`
      refusal = new ElsewhereError(cle_hote === '' ? 'cle_inconnue' : 'cle_serveur', { detail, empreinte: found })
      return false
    },
  }
}

async function connect(client: Client, place: Elsewhere, options: OpenOptions): Promise<void> {
  const guard = keyGuard(place, options)
  const { silenceMs } = options
  const sock = await openConnection(place.adresse, place.port, silenceMs).catch((error: unknown) => {
    throw faultOf(error)
  })
  // Requests are small, and many: held back to be sent together they would wait for one another.
  sock.setNoDelay(true)
  await new Promise<void>((resolve, reject) => {
    client.on('error', (error) => reject(guard.refusal() ?? connectionFault(error)))
    client.on('close', () => reject(guard.refusal() ?? new ElsewhereError('coupee')))
    client.on('ready', () => resolve())
    client.on('keyboard-interactive', (_name, _text, _language, prompts, answer) =>
      answer(prompts.map(() => place.secret)),
    )
    client.connect({
      ...{ sock, username: place.identifiant, hostVerifier: guard.verify, readyTimeout: silenceMs },
      ...{ keepaliveInterval: ALIVE_MS, keepaliveCountMax: Math.max(1, Math.ceil(silenceMs / ALIVE_MS)) },
      ...proofOf(place),
    })
  })
}

/** Sends the pieces in order, several at once, each to its place in the file. */
async function writePieces(sftp: SFTPWrapper, handle: Buffer, body: Bytes): Promise<void> {
  const underWay = new Set<Promise<void>>()
  let position = 0
  let failure: { error: unknown } | undefined
  const send = (piece: Buffer, at: number): void => {
    const sent = asked<void>(
      (answer) => sftp.write(handle, piece, 0, piece.length, at, (e) => answer(e, undefined)),
      'ecriture',
    )
      .catch((error: unknown) => {
        failure ??= { error }
      })
      .finally(() => underWay.delete(sent))
    underWay.add(sent)
  }
  for await (const bytes of body) {
    for (let start = 0; start < bytes.length; start += PIECE) {
      const piece = Buffer.from(bytes.subarray(start, start + PIECE))
      send(piece, position)
      position += piece.length
      if (underWay.size >= WINDOW) await Promise.race(underWay)
      if (failure) throw failure.error
    }
  }
  await Promise.all(underWay)
  if (failure) throw (failure as { error: unknown }).error
}

/** Asks for several pieces at once, and gives them in order. A piece that comes short is asked for again from there. */
async function* readPieces(sftp: SFTPWrapper, path: string): AsyncGenerator<Uint8Array> {
  const handle = await asked<Buffer>((answer) => sftp.open(path, 'r', answer))
  const ask = (at: number, length: number) =>
    asked<Buffer>((answer) =>
      sftp.read(handle, Buffer.alloc(length), 0, length, at, (error, count, buffer) =>
        answer(error, error ? Buffer.alloc(0) : buffer.subarray(0, count)),
      ),
    )
  try {
    const { size } = await asked<{ size: number }>((answer) => sftp.fstat(handle, answer))
    const underWay: { at: number; length: number; bytes: Promise<Buffer> }[] = []
    for (let next = 0; next < size || underWay.length > 0; ) {
      while (next < size && underWay.length < WINDOW) {
        const length = Math.min(PIECE, size - next)
        const bytes = ask(next, length)
        // Whoever waits for an earlier piece that fails would leave this one without anybody to tell.
        bytes.catch(() => false)
        underWay.push({ at: next, length, bytes })
        next += length
      }
      const first = underWay.shift()
      if (first) yield* wholePiece(first, ask)
    }
  } finally {
    sftp.close(handle, () => undefined)
  }
}

async function* wholePiece(
  { at, length, bytes }: { at: number; length: number; bytes: Promise<Buffer> },
  ask: (at: number, length: number) => Promise<Buffer>,
): AsyncGenerator<Uint8Array> {
  let got = await bytes
  for (let done = 0; ; got = await ask(at + done, length - done)) {
    if (got.length === 0) throw new ElsewhereError('altere')
    yield got
    done += got.length
    if (done === length) return
  }
}

/** The file of that name takes another one’s, in one step where the server can. */
async function rename(sftp: SFTPWrapper, from: string, to: string): Promise<void> {
  const plainly = () => asked<void>((answer) => sftp.rename(from, to, (error) => answer(error, undefined)))
  try {
    await asked<void>((answer) => sftp.ext_openssh_rename(from, to, (error) => answer(error, undefined)))
  } catch (error) {
    // Servers without that extension rename to names alone that are free.
    if (error instanceof ElsewhereError && error.isLasting) throw error
    await plainly().catch(async () => {
      await removeFile(sftp, to)
      await plainly()
    })
  }
}

async function removeFile(sftp: SFTPWrapper, path: string): Promise<void> {
  try {
    await asked<void>((answer) => sftp.unlink(path, (error) => answer(error, undefined)))
  } catch (error) {
    if (!(error instanceof ElsewhereError && error.fault === 'dossier')) throw error
  }
}

async function writeFile(sftp: SFTPWrapper, path: string, body: Bytes): Promise<void> {
  const handle = await asked<Buffer>((answer) => sftp.open(path, 'w', { mode: 0o600 }, answer), 'ecriture')
  try {
    await writePieces(sftp, handle, body)
  } catch (error) {
    sftp.close(handle, () => undefined)
    throw error
  }
  await asked<void>((answer) => sftp.close(handle, (error) => answer(error, undefined)), 'ecriture')
}

const isFile = ({ attrs }: FileEntryWithStats): boolean => attrs.isFile()

function placeOf(client: Client, sftp: SFTPWrapper, folder: string): Place {
  const at = (name: string) => posix.join(folder, name)
  return {
    list: async () =>
      (await asked<FileEntryWithStats[]>((answer) => sftp.readdir(folder === '' ? '.' : folder, answer)))
        .filter(isFile)
        .map(({ filename, attrs }) => ({ name: filename, taille: attrs.size })),
    write: (name, body) => writeFile(sftp, at(name), body),
    read: (name) => Promise.resolve(readPieces(sftp, at(name))),
    rename: (from, to) => rename(sftp, at(from), at(to)),
    remove: (name) => removeFile(sftp, at(name)),
    close: () => client.destroy(),
  }
}

/** Opens a folder by SFTP. Rejects with an ElsewhereError, `cle_serveur` where the server is another one than it was. */
export async function openSftp(place: Elsewhere, options: OpenOptions): Promise<Place> {
  if (place.cle_privee !== '' && ssh2.utils.parseKey(place.cle_privee, place.secret || undefined) instanceof Error)
    throw new ElsewhereError('cle_privee')
  const client = new ssh2.Client()
  try {
    await connect(client, place, options)
    const sftp = await asked<SFTPWrapper>((answer) => client.sftp(answer))
    return placeOf(client, sftp, place.dossier)
  } catch (error) {
    client.destroy()
    throw error
  }
}
