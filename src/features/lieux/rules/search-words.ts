import { words } from '../../../lib/text.ts'

const MAX_WORDS = 8
const MAX_LENGTH = 60

const FULL = new Map([
  ['st', 'saint'],
  ['ste', 'sainte'],
])
const SHORT = new Map([...FULL].map(([short, full]) => [full, short]))

/** The words of what was typed, as many and as long as a search looks at. */
export const searchedWords = (text: string): string[] =>
  words(text)
    .slice(0, MAX_WORDS)
    .map((word) => word.slice(0, MAX_LENGTH))

/** The search column of the names that follow a place's own one: folded words, each with a blank after it. */
export const searchSuffix = (suffix: string): string =>
  words(suffix)
    .map((word) => `${word} `)
    .join('')

/**
 * The typed words as an index of own names knows them, for each word the forms that it may have there: what `wordPatterns` says
 * of the column `recherche`.
 */
export function nameTerms(text: string): { word: string; isPrefix: boolean }[][] {
  return searchedWords(text).map((word) => {
    const full = FULL.get(word)
    const typed = { word, isPrefix: true }
    return full === undefined ? [typed] : [typed, { word: full, isPrefix: false }]
  })
}

/**
 * LIKE patterns for the column `recherche` (folded words between blanks, « st » written « saint »): a place is found when for
 * each typed word one of its patterns fits. Words hold letters and digits only, so that nothing needs an escape.
 */
export function wordPatterns(text: string): string[][] {
  return searchedWords(text).map((word) => {
    const full = FULL.get(word)
    return full === undefined ? [`% ${word}%`] : [`% ${word}%`, `% ${full} %`]
  })
}

function replaced(typed: string[], by: Map<string, string>): string {
  const prefix = typed.map((word) => by.get(word) ?? word).join(' ')
  // An abbreviation stands for the whole word: « st » is « saint », never « sainte ».
  return by.has(typed.at(-1) ?? '') ? `${prefix} ` : prefix
}

/** Ways in which a folded name (`nom_tri`) may begin for what was typed: « st malo » finds « saint malo » and back. */
export function namePrefixes(text: string): string[] {
  const typed = searchedWords(text)
  if (typed.length === 0) return []
  return [...new Set([typed.join(' '), replaced(typed, FULL), replaced(typed, SHORT)])]
}
