import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../../../lib/errors.ts'

/** « 1.2.3 », nothing before or after: it becomes the name of a folder. */
export const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/

/** The signature covers the text of these fields, so that what is verified is what is read. */
const Announcement = z.object({
  nom: z.literal('releves'),
  version: z.string().regex(VERSION),
  /** ISO instant. */
  date: z.string(),
  /** Name of the archive, beside the announcement. */
  archive: z.string().regex(/^[\w.-]+\.tar\.gz$/),
  /** Bytes. */
  taille: z.number().int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The oldest version that this one can follow. */
  depuis: z.string().regex(VERSION),
  /** The newest first; as many versions as there is room for. Releases of before had none. */
  nouveautes: z.array(z.object({ version: z.string().regex(VERSION), points: z.array(z.string()) })).default([]),
})
export type Announcement = z.infer<typeof Announcement>

/** Sites of earlier versions take no longer announcement. */
const MOST_SIGNS = 4096
/** The notes get so many of them, which the other fields leave. */
export const MOST_NOTES = 3200

/** Text and signature in one file: they always belong together, whatever is published meanwhile. */
const Publication = z.object({ annonce: z.string().max(MOST_SIGNS), signature: z.string().max(200) })
export type Publication = z.infer<typeof Publication>

/** Name of the file that says which release is the last one. */
export const LATEST = 'derniere.json'

const refuseAnnouncement = (reason: string): never => {
  throw new AppError('conflit', reason)
}

const STRANGE = 'La réponse du serveur des versions n’est pas une annonce de Relevés\u00a0: rien n’a été changé.'
const UNSIGNED =
  'La version annoncée n’est pas signée par la clé attendue (UPDATE_PUBLIC_KEY)\u00a0: elle est refusée, rien n’a été changé.'
const NO_KEY =
  'Aucune clé ne permet de vérifier les versions\u00a0: définissez UPDATE_PUBLIC_KEY avec la clé publique de qui les publie.'
const BAD_KEY = 'UPDATE_PUBLIC_KEY n’est pas une clé publique Ed25519 (60 caractères, en base 64).'

function publicKey(text: string): KeyObject {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : refuseAnnouncement(BAD_KEY)
  } catch {
    return refuseAnnouncement(BAD_KEY)
  }
}

/** Ed25519 public keys in base 64; two of them while one takes the place of the other. */
const keysOf = (text: string): KeyObject[] =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(publicKey)

function parse<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return refuseAnnouncement(STRANGE)
    throw error
  }
}

/** The announcement, if one of the keys signed it. AppError otherwise: nothing of it is believed, or even read. */
export function readPublication(text: string, publicKeys: string): Announcement {
  const keys = keysOf(publicKeys)
  if (keys.length === 0) refuseAnnouncement(NO_KEY)
  const { annonce, signature } = parse(Publication, text)
  const bytes = Buffer.from(annonce)
  const signed = Buffer.from(signature, 'base64')
  if (!keys.some((key) => verify(null, bytes, key, signed))) refuseAnnouncement(UNSIGNED)
  return parse(Announcement, annonce)
}
