import { fold } from '../../../lib/text.ts'
import { indexWord, indexWords } from '../../../search/field-words.ts'
import type { Highlights } from '../../../search/plan.ts'

/** Characters of a long field shown around the first word found. */
const BEFORE = 60
const PASSAGE = 240
/** Words of a name that is found written as one. */
const MAX_JOINED = 5
/** So little may stand between two words of one passage. */
const BETWEEN = /^[\s'’-]{1,2}$/

export interface Piece {
  text: string
  found: boolean
}

interface Token {
  from: number
  to: number
  words: string[]
}

const tokensOf = (text: string): Token[] =>
  [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    words: indexWords(match[0]),
  }))

/** Quick look before the words are read one by one: most fields of a record hold nothing that was asked. */
function mayHold(text: string, { words, prefixes }: Highlights): boolean {
  const letters = fold(text).replace(/[\s'’-]+/g, '')
  for (const word of words) if (letters.includes(word)) return true
  return prefixes.some((prefix) => letters.includes(prefix))
}

/** How many tokens from here on make a word that was asked: one, several written apart, or none. */
function foundAt(text: string, tokens: readonly Token[], at: number, { words, prefixes }: Highlights): number {
  const isFound = (word: string) => words.has(word) || prefixes.some((prefix) => word.startsWith(prefix))
  if (tokens[at]?.words.some(isFound)) return 1
  let joined = tokens[at]?.words.join('') ?? ''
  for (let n = 1; n < MAX_JOINED; n += 1) {
    const [last, next] = [tokens[at + n - 1], tokens[at + n]]
    if (!last || !next || !BETWEEN.test(text.slice(last.to, next.from))) return 0
    joined += next.words.join('')
    if (words.has(indexWord(joined))) return n + 1
  }
  return 0
}

/** A text cut in pieces, the words found apart; put together again they are the text as it was written. */
export function markedPieces(text: string, highlights: Highlights): Piece[] {
  if (!mayHold(text, highlights)) return text === '' ? [] : [{ text, found: false }]
  const pieces: Piece[] = []
  const tokens = tokensOf(text)
  let done = 0
  for (let at = 0; at < tokens.length; ) {
    const n = foundAt(text, tokens, at, highlights)
    const [first, last] = [tokens[at], tokens[at + n - 1]]
    if (n > 0 && first && last) {
      if (first.from > done) pieces.push({ text: text.slice(done, first.from), found: false })
      pieces.push({ text: text.slice(first.from, last.to), found: true })
      done = last.to
    }
    at += Math.max(1, n)
  }
  if (done < text.length) pieces.push({ text: text.slice(done), found: false })
  return pieces
}

/** The part of a text around the first word found, whole words only; undefined where none is. */
export function passage(text: string, highlights: Highlights): string | undefined {
  const [first, second] = markedPieces(text, highlights)
  const hit = first?.found ? 0 : second && first ? first.text.length : -1
  if (hit < 0) return undefined
  if (text.length <= PASSAGE) return text
  const from = hit <= BEFORE ? 0 : text.indexOf(' ', hit - BEFORE) + 1 || hit
  const start = Math.min(from, hit)
  const end = text.length - start <= PASSAGE ? text.length : text.lastIndexOf(' ', start + PASSAGE)
  const to = end > hit ? end : Math.min(text.length, start + PASSAGE)
  return `${start > 0 ? '… ' : ''}${text.slice(start, to)}${to < text.length ? ' …' : ''}`
}
