import { quoted } from '../../../lib/typo.ts'

const MAX_EXCERPT = 200

/** A notice tells so much of a message: the act, its field, and how the words begin. */
export function excerptOf({ acte, champ, texte }: { acte: string; champ: string | null; texte: string }): string {
  const about = champ === null ? acte : `${acte}, ${champ}`
  const line = texte.replace(/\s+/g, ' ').trim()
  if (line === '') return about
  return `${about}\u00a0: ${quoted(line.length > MAX_EXCERPT ? `${line.slice(0, MAX_EXCERPT)}…` : line)}`
}
