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

function tokensOf(text: string): Token[] {
  const pattern = /[\p{L}\p{N}\p{M}]+/gu
  const tokens: Token[] = []
  for (let match = pattern.exec(text); match; match = pattern.exec(text))
    tokens.push({ from: match.index, to: pattern.lastIndex, words: indexWords(match[0]) })
  return tokens
}

/** Signs between the words of a name that may be found written as one. */
const APART = /[\s'’-]/
const ALL_APART = /[\s'’-]+/g

/** Quick look before the words are read one by one: most fields of a record hold nothing that was asked. */
function mayHold(text: string, { words, prefixes }: Highlights): boolean {
  const folded = fold(text)
  const letters = APART.test(folded) ? folded.replace(ALL_APART, '') : folded
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
  if (text === '') return []
  // Most names that are found are one word.
  if (highlights.words.has(fold(text))) return [{ text, found: true }]
  return mayHold(text, highlights) ? piecesOf(text, highlights) : [{ text, found: false }]
}

function piecesOf(text: string, highlights: Highlights): Piece[] {
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

/** Where the first word found begins; -1 where none is. */
function firstHit([first, second]: readonly Piece[]): number {
  if (first?.found) return 0
  return first && second ? first.text.length : -1
}

/** The part of a text around the first word found, whole words only; undefined where none is. */
export function passage(text: string, highlights: Highlights): string | undefined {
  const hit = mayHold(text, highlights) ? firstHit(piecesOf(text, highlights)) : -1
  if (hit < 0) return undefined
  if (text.length <= PASSAGE) return text
  const from = hit <= BEFORE ? 0 : text.indexOf(' ', hit - BEFORE) + 1 || hit
  const start = Math.min(from, hit)
  const end = text.length - start <= PASSAGE ? text.length : text.lastIndexOf(' ', start + PASSAGE)
  const to = end > hit ? end : Math.min(text.length, start + PASSAGE)
  return `${start > 0 ? '… ' : ''}${text.slice(start, to)}${to < text.length ? ' …' : ''}`
}
