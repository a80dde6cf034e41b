import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { randomToken } from '../../../../lib/crypto.ts'
import type { Elsewhere } from '../../../../lib/elsewhere.ts'
import { ElsewhereError, tellingFaults } from '../rules/faults.ts'
import { partialName } from '../rules/remote-names.ts'
import { atPlace } from './at-place.ts'
import type { Place } from './place.ts'

/** Somebody waits for the answer. */
const TRIAL_MS = 10_000

export interface Trial {
  ok: boolean
  /** A sentence for who asked. */
  text: string
  /** The fingerprint that the server showed, where none was known. */
  cleHote: string | undefined
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Writes a small file as a copy is written, reads it back and deletes it. */
async function writeAndRead(place: Place): Promise<void> {
  const name = `releves-essai-${randomToken(10)}.txt`
  const target = place.rename ? partialName(name) : name
  const sent = Buffer.from(`Essai de copie de Relevés ${randomToken()}\n`)
  await place.list()
  await place.write(target, once(sent), sent.length)
  await place.rename?.(target, name)
  const back = await buffer(Readable.from(await place.read(name)))
  await place.remove(name)
  if (!back.equals(sent)) throw new ElsewhereError('altere')
}

/** Tries a place as a copy would use it, in some seconds, and says in words how it went. What a bug throws is thrown. */
export async function tryPlace(elsewhere: Elsewhere, silenceMs = TRIAL_MS): Promise<Trial> {
  let cleHote: string | undefined
  const onNewKey = (fingerprint: string) => {
    cleHote = fingerprint
  }
  try {
    await tellingFaults(() => atPlace(elsewhere, { silenceMs, onNewKey }, ({ place }) => writeAndRead(place)))
    return { ok: true, text: 'L’essai a réussi\u00a0: un petit fichier a été écrit là-bas, relu et retiré.', cleHote }
  } catch (error) {
    if (!(error instanceof ElsewhereError)) throw error
    return { ok: false, text: error.message, cleHote }
  }
}
