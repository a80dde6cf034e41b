import { keyedDigest, sameText } from '../../../lib/crypto.ts'
import { DAY_MS, MINUTE_MS } from '../../../lib/durations.ts'

const LIFE_MS = DAY_MS
const RADIX = 36
/** 128 bits: each form that is answered has it, there and back. */
const DIGEST_LENGTH = 22

/** Which form: of this source and this key (the token of a new record, or `releveDraftKey`). */
export const formName = (sourceId: number, cle: string): string => `${sourceId} ${cle}`

/** A form says this of its person; nothing of it is to be believed before `isAuthor`. */
export interface Author {
  userId: number
  /** Minutes since 1970. */
  at: number
  /** The session that the form was made in, as `sessionRef` names it. */
  session: string
}

/** `password_hash` is signed too: another password ends what was signed before it. */
interface Signed {
  form: string
  password_hash: string
}

function sign(secret: string, { userId, at, session }: Author, { form, password_hash }: Signed): string {
  const digest = keyedDigest(secret, 'auteur', JSON.stringify([userId, at, session, form, password_hash]))
  return `${userId}.${at.toString(RADIX)}.${session}.${digest.slice(0, DIGEST_LENGTH)}`
}

/**
 * Signs for a day whom a form was made for: when the session has ended before the form is sent, what was typed is kept for that
 * very person and nobody else. It opens nothing but the way into that person's own drafts, for this one form.
 */
export const signAuthor = (secret: string, author: Omit<Author, 'at'>, signed: Signed, now: Date): string =>
  sign(secret, { ...author, at: Math.floor(now.getTime() / MINUTE_MS) }, signed)

const SHAPE = /^([1-9]\d{0,9})\.([0-9a-z]{1,8})\.([0-9a-f]{16})\.[\w-]{22}$/

/** As we sign: forms that are open since before version 1.1 have the whole of a digest. */
export const shortSignature = (text: string): string => text.replace(/(\.[\w-]{22})[\w-]{21}$/, '$1')

/** The claims of a `signAuthor`; undefined for anything else. */
export function readAuthor(text: string): Author | undefined {
  const [, id, at = '', session = ''] = SHAPE.exec(text) ?? []
  return id === undefined ? undefined : { userId: Number(id), at: Number.parseInt(at, RADIX), session }
}

/** Was this text signed by us, for this form and password, within the last day? */
export function isAuthor(secret: string, text: string, signed: Signed, now: Date): boolean {
  const author = readAuthor(text)
  if (!author || !sameText(text, sign(secret, author, signed))) return false
  const age = now.getTime() - author.at * MINUTE_MS
  return age >= -MINUTE_MS && age < LIFE_MS
}
