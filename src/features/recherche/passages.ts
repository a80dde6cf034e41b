import { indexWords } from '../releves/search-text.ts'
import type { Highlights } from './expression.ts'

/** Characters of a long field shown around the first word found. */
const BEFORE = 60
const PASSAGE = 240

function isAsked(token: string, { words, prefixes }: Highlights): boolean {
  return indexWords(token).some((word) => words.has(word) || prefixes.some((prefix) => word.startsWith(prefix)))
}

export interface Piece {
  text: string
  found: boolean
}

/** A text cut in pieces, the words found apart; put together again they are the text as it was written. */
export function markedPieces(text: string, asked: Highlights): Piece[] {
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
export function passage(text: string, asked: Highlights): string | undefined {
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
