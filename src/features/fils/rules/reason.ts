import { type Body, shown } from '../../../lib/body.ts'

/** Longest text of a message. */
export const MAX_TEXT = 2000

/** Why somebody proposes to read an act otherwise: without a reason nobody could decide. */
export function readReason(posted: Body): { texte: string; errors: Record<string, string> } {
  const texte = shown(posted, 'texte').normalize('NFC').replace(/\r\n?/g, '\n').trim()
  if (texte === '') return { texte, errors: { texte: 'Dites en quelques mots ce que vous lisez, ou pourquoi.' } }
  const isLong = texte.length > MAX_TEXT
  return { texte, errors: isLong ? { texte: `Ce texte est trop long\u00a0: ${MAX_TEXT} caractères au plus.` } : {} }
}
