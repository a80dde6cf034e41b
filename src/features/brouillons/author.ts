import { keyedDigest, sameText } from '../../lib/crypto.ts'

/**
 * Who a form was made for, signed: when the session has ended before the form is sent, what was typed is kept for that very
 * person and nobody else. It opens nothing but the way into that person's own drafts.
 */
export const signAuthor = (secret: string, userId: number): string =>
  `${userId}.${keyedDigest(secret, 'auteur', String(userId))}`

/** The user id of a `signAuthor`; undefined for anything else. */
export function readAuthor(secret: string, signed: string): number | undefined {
  const id = /^([1-9]\d{0,9})\./.exec(signed)?.[1]
  return id !== undefined && sameText(signed, signAuthor(secret, Number(id))) ? Number(id) : undefined
}
