import { fold } from '../../lib/text.ts'
import { indexWords, MAX_WORD } from '../releves/search-text.ts'

/** Words of one search; more would only make it slower. */
export const MAX_WORDS = 20
/** A shorter beginning would stand for half of the dictionary. */
const MIN_PREFIX = 2
/** Characters of a long field shown around the first word found. */
const BEFORE = 60
const PASSAGE = 240

export interface AskedWords {
  /** Folded as the index is, each once; a last `*` asks for a beginning. */
  words: string[]
  /** Words beyond MAX_WORDS, which are not searched. */
  ignored: number
}

const cut = (word: string): string => (word.length > MAX_WORD ? [...word].slice(0, MAX_WORD).join('') : word)

/** The words of what a person typed; every other sign only separates, but for the star at the end of a word. */
export function askedWords(typed: string): AskedWords {
  const found = [...fold(typed).matchAll(/([\p{L}\p{N}]+)(\*?)/gu)].map(([, word = '', star = '']) =>
    star !== '' && word.length >= MIN_PREFIX ? `${cut(word)}*` : cut(word),
  )
  const unique = [...new Set(found)]
  return { words: unique.slice(0, MAX_WORDS), ignored: Math.max(0, unique.length - MAX_WORDS) }
}

function isAsked(token: string, asked: readonly string[]): boolean {
  return indexWords(token).some((word) =>
    asked.some((one) => (one.endsWith('*') ? word.startsWith(one.slice(0, -1)) : word === one)),
  )
}

export interface Piece {
  text: string
  found: boolean
}

/** A text cut in pieces, the words found apart; put together again they are the text as it was written. */
export function markedPieces(text: string, asked: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (!isAsked(match[0], asked)) continue
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), found: false })
    pieces.push({ text: match[0], found: true })
    at = match.index + match[0].length
  }
  if (at < text.length) pieces.push({ text: text.slice(at), found: false })
  return pieces
}

/** The part of a text around the first word found, whole words only; undefined where none is. */
export function passage(text: string, asked: readonly string[]): string | undefined {
  const [first, second] = markedPieces(text, asked)
  const hit = first?.found ? 0 : second && first ? first.text.length : -1
  if (hit < 0) return undefined
  if (text.length <= PASSAGE) return text
  const from = hit <= BEFORE ? 0 : text.indexOf(' ', hit - BEFORE) + 1 || hit
  const start = Math.min(from, hit)
  const end = text.length - start <= PASSAGE ? text.length : text.lastIndexOf(' ', start + PASSAGE)
  const to = end > hit ? end : Math.min(text.length, start + PASSAGE)
  return `${start > 0 ? '… ' : ''}${text.slice(start, to)}${to < text.length ? ' …' : ''}`
}
