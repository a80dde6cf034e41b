// The signs of the search box: words, "phrases", * and ?, ~ before a name that is to sound so, nom: pere: lieu:… and couple:"a + b".
import type { CoupleKind } from '../champs/couples.ts'
import { indexWord } from './field-words.ts'
import { type MarkedField, type NameKind, SEARCH_ROLES, type SearchRole } from './marks.ts'

/** `joined`: written without a blank between them. */
export type How = 'word' | 'phrase' | 'joined' | 'sound'

/** A profession or an age is that of the person whose names are asked for, where some are. */
export type AskedField = MarkedField | 'age'

export type Place =
  | { as: 'name'; kind: NameKind }
  | { as: 'role'; role: SearchRole }
  | { as: 'field'; field: AskedField }

const role = (of: SearchRole): Place => ({ as: 'role', role: of })

/** These may stand before a colon, folded. */
export const PLACES: Record<string, Place> = {
  nom: { as: 'name', kind: 'nom' },
  prenom: { as: 'name', kind: 'prenom' },
  prenoms: { as: 'name', kind: 'prenom' },
  ...Object.fromEntries(SEARCH_ROLES.map((name) => [name, role(name)])),
  epoux: role('conjoint'),
  epouse: role('conjoint'),
  marraine: role('parrain'),
  profession: { as: 'field', field: 'profession' },
  metier: { as: 'field', field: 'profession' },
  lieu: { as: 'field', field: 'lieu' },
  age: { as: 'field', field: 'age' },
}

const FIELD = new RegExp(`(?<![^\\s"])(${Object.keys(PLACES).join('|')})\\s*:\\s*`, 'uy')
/** `couple:"martin + le goff"`, or × or & or « et ». */
const COUPLE = /(?<![^\s"])(couple|enfants)\s*:\s*(?:"([^"]*)"|«([^»]*)»|“([^”]*)”|([^\s"«»“”]+))/uy
const BETWEEN = /\s*[+×&]\s*|\s+(?:et|x)\s+/u
const PHRASE = /"([^"]*)"|«([^»]*)»|“([^”]*)”/uy
const CHUNK = /[^\s"«»“”]+|["«»“”]/uy
/** Words written without a blank are found side by side: saint-malo, o'brien, 12/08/1787. */
const HARD = /[^\p{L}\p{N}*?'’\-/.]+/u

export const hasStar = (word: string): boolean => /[*?]/.test(word)
export const letters = (word: string): number => [...word.replace(/[*?]/g, '')].length
export const patterns = (text: string): string[] =>
  (text.match(/[\p{L}\p{N}*?]+/gu) ?? []).filter((word) => letters(word) > 0).map(indexWord)

export interface Group {
  words: string[]
  how: How
}

export type Token =
  | { kind: 'field'; place: Place | undefined }
  | { kind: 'words'; groups: Group[] }
  | { kind: 'couple'; couple: CoupleKind | undefined; noms: string[] }

/** Signs between two blanks: words one by one, or several that stand side by side. */
function groupsOf(chunk: string): Group[] {
  const how = chunk.startsWith('~') ? 'sound' : undefined
  return chunk.split(HARD).flatMap((piece): Group[] => {
    const words = patterns(piece)
    const isTogether = words.length > 1 && how === undefined && !words.some(hasStar)
    return isTogether ? [{ words, how: 'joined' }] : words.map((word) => ({ words: [word], how: how ?? 'word' }))
  })
}

/** Reads one token at this place of the text; `length` tells how far it goes. */
export function tokenAt(text: string, at: number): { token: Token; length: number } {
  const take = (expression: RegExp): RegExpExecArray | null => {
    expression.lastIndex = at
    return expression.exec(text)
  }
  const pair = take(COUPLE)
  if (pair) {
    const [all, operator, ...texts] = pair
    const noms = (texts.find((text) => text !== undefined) ?? '')
      .split(BETWEEN)
      .map((nom) => nom.trim())
      .filter(Boolean)
    return { token: { kind: 'couple', couple: operator === 'enfants' ? 'p' : undefined, noms }, length: all.length }
  }
  const field = take(FIELD)
  if (field) return { token: { kind: 'field', place: PLACES[field[1] ?? ''] }, length: field[0].length }
  const phrase = take(PHRASE)
  if (phrase) {
    const inside = phrase.slice(1).find((group) => group !== undefined) ?? ''
    const groups: Group[] = [{ words: patterns(inside.replace(/[*?]/g, ' ')), how: 'phrase' }]
    return { token: { kind: 'words', groups }, length: phrase[0].length }
  }
  const chunk = take(CHUNK)?.[0] ?? ''
  return { token: { kind: 'words', groups: groupsOf(chunk) }, length: chunk.length }
}
