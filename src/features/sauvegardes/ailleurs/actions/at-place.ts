import type { Elsewhere } from '../../../../lib/elsewhere.ts'
import { ElsewhereError } from '../rules/faults.ts'
import { isLeftover } from '../rules/remote-names.ts'
import { type Bytes, type OpenOptions, openPlace, type Place } from './place.ts'

export interface Journey {
  /** The present, which tells the newest copy from those that a clock of the future made; without it their names alone do. */
  now?: Date
  signal?: AbortSignal | undefined
  /** Is told how far it is, in percent. */
  progress?: ((percent: number) => void) | undefined
  /** Milliseconds without a byte after which the place is given up. */
  silenceMs?: number
  /** A lighter guard of the passphrase than the usual one, as a power of two; for tests. */
  workFactor?: number
}

/** A host that keeps the disk of a large file waiting is not gone yet. */
const SILENCE_MS = 120_000

/** A place in hand, and the sign that something moved there. */
export interface AtPlace {
  place: Place
  moved: () => void
}

/**
 * Works at a place and leaves it, whatever happens. Where nothing moves for too long, or the signal says so, the connection is broken
 * off. Rejects with an ElsewhereError.
 */
export async function atPlace<T>(
  elsewhere: Elsewhere,
  { signal, silenceMs = SILENCE_MS, ...others }: Journey & Pick<OpenOptions, 'onNewKey'>,
  work: (at: AtPlace) => Promise<T>,
): Promise<T> {
  let last = performance.now()
  const moved = () => {
    last = performance.now()
  }
  const onNewKey = others.onNewKey && { onNewKey: others.onNewKey }
  const place = await openPlace(elsewhere, { silenceMs, onMoved: moved, ...onNewKey })
  moved()
  let isStalled = false
  const stop = () => place.close()
  const timer = setInterval(() => {
    isStalled ||= performance.now() - last > silenceMs
    if (isStalled) stop()
  }, silenceMs / 4)
  signal?.addEventListener('abort', stop)
  try {
    signal?.throwIfAborted()
    return await work({ place, moved })
  } catch (error) {
    throw isStalled ? new ElsewhereError('delai', { cause: error }) : error
  } finally {
    clearInterval(timer)
    signal?.removeEventListener('abort', stop)
    place.close()
  }
}

/** The bytes as they pass, each lot told of. */
export async function* watched(bytes: Bytes, passed: (chunk: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    passed(chunk)
    yield chunk
  }
}

/** Removes files. A place that lets nobody delete keeps them all. */
export async function removeAll(place: Place, names: readonly string[]): Promise<void> {
  try {
    for (const name of names) await place.remove(name)
  } catch (error) {
    if (!(error instanceof ElsewhereError && error.fault === 'droits')) throw error
  }
}

/** Removes what trials, and copies of names that `isOurs`, have left when they were broken off. */
export async function dropLeftovers(place: Place, isOurs: (name: string) => boolean): Promise<void> {
  const files = await place.list()
  await removeAll(
    place,
    files.map(({ name }) => name).filter((name) => isLeftover(name, isOurs)),
  )
}
