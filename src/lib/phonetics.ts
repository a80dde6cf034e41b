import { firstNameKeys, firstNamesOf } from './first-names.ts'
import { soundKeys } from './phonetics-sounds.ts'
import { fold } from './text.ts'

const MAX = 3
/** Signs of a text that are read: a field holds less, and a hostile query must not cost. */
const LONGEST = 200
const unique = (list: string[]): string[] => [...new Set(list)]

const ACCENTS = /[éÉ]([eE]?)[sS]?(?!\p{L})|[èêÈÊ][sS]?(?!\p{L})|[çÇ]|[äÄ]/gu

/** é, è, ç and ä matter to the reading and are lost by folding: they become letters that say the same. */
function accentKept(sign: string, feminine: string | undefined): string {
  if (feminine !== undefined) return feminine ? 'er' : 'eqe'
  if (/[çÇ]/.test(sign)) return 'ss'
  return /[äÄ]/.test(sign) ? 'ae' : 'eqa'
}

const ASCII = /^[\x20-\x7e]*$/
const letterWords = (text: string): string[] =>
  fold(ASCII.test(text) ? text : text.normalize('NFC').replace(ACCENTS, accentKept)).match(/[a-z]+/g) ?? []

const PARTICLES = new Set(['le', 'la', 'les', 'l', 'de', 'du', 'des', 'd'])
const TITLES = new Set(['veuve', 'vve', 'feu', 'feue', 'nee'])
const SHORTHAND: Record<string, string> = { st: 'saint', ste: 'sainte' }

/** The keys of a surname: its words joined, then without each particle written apart. */
function joinedKeys(name: string): string[] {
  const all = letterWords(name)
  const words = all.length > 1 ? all.filter((word) => !TITLES.has(word)).map((word) => SHORTHAND[word] ?? word) : all
  const keys = words.length > 0 ? soundKeys(words.join('')) : []
  for (let at = 0; at < words.length - 1 && PARTICLES.has(words[at] ?? ''); at += 1) {
    keys.push(...soundKeys(words.slice(at + 1).join('')))
  }
  return unique(keys)
}

/** « Martin dit Lafleur », « Lefebvre ou Lefèvre », « Lefebvre (Lefèvre) »: other names of one person. */
const OTHER_NAME = /\s(?:dit|dite|ou|alias)\s|\s\(|[,;/]/i
/** The barred K of Breton registers, transcribed « K/bras » or « K’bras » for Kerbras. */
const BARRED_K = /(?<!\p{L})k['’/](?=\p{L})/giu

function nomKeys(text: string): string[] {
  const name = text.slice(0, LONGEST).replace(BARRED_K, 'Ker')
  const [first = [], ...others] = name.split(OTHER_NAME).map(joinedKeys)
  if (others.length === 0) return first.slice(0, MAX)
  return unique([first[0] ?? '', ...others.map((keys) => keys[0] ?? ''), ...first].filter(Boolean)).slice(0, MAX)
}

const COMPOUNDS: readonly (readonly [RegExp, string])[] = [
  [/\bomn(?:ium|\.)? sanct(?:orum|\.)?/g, 'toussaint'],
  [/\bj[. -]*b\b\.?|\bjb(?:te|t)?\b|\bjnbte\b/g, 'jean baptiste'],
  [/\bj[. -]+b(?:te|aptis?te|apt)\b/g, 'jean baptiste'],
  [/\bmarian(?:n?e|n?a|n?ae)\b/g, 'marie anne'],
  [
    /\b(jean|jehan|marie|anne|pierre)[ -]?(?=(?:baptiste|marie|jeanne|anne|louise|pierre|louis|joseph|fran[cs])[a-z]*\b)/g,
    '$1 ',
  ],
]
const SMALL_WORDS = new Set(['de', 'du', 'des', 'la', 'le', 'dit', 'dite', 'et', 'ou', 'saint', 'sainte', 'd', 'l'])

/** The first names of a text, each word with whether a full stop shortens it. */
function firstNameWords(text: string): { word: string; dotted: boolean }[] {
  const plain = COMPOUNDS.reduce((all, [written, meant]) => all.replace(written, meant), fold(text.slice(0, LONGEST)))
  return [...plain.matchAll(/([a-z]+)(\.?)/g)]
    .map(([, word = '', dot]) => ({ word, dotted: dot === '.' }))
    .filter(({ word, dotted }, _, all) => dotted || all.length === 1 || !SMALL_WORDS.has(word))
}

/**
 * The names in a text, each with its alternative keys (one to three): a record matches when every name of the query shares
 * a key with it. A surname is one name whatever its words; first names are one each.
 */
export function phoneticGroups(text: string, kind: 'nom' | 'prenom'): string[][] {
  if (kind === 'prenom') return firstNameWords(text).map(({ word, dotted }) => firstNameKeys(word, dotted))
  const keys = nomKeys(text)
  return keys.length > 0 ? [keys] : []
}

/** One to three keys of a name as written: two names that share one may be spellings of one another. */
export function phoneticKeys(word: string, kind: 'nom' | 'prenom'): string[] {
  const groups = phoneticGroups(word, kind)
  const keys = groups.length > 1 ? groups.map(([likeliest]) => likeliest ?? '') : (groups[0] ?? [])
  return unique(keys).slice(0, MAX)
}

/** Every known form of a first name, the French one first: « Jn » → Jean, Joannes, Joannis… Empty when unknown. */
export function firstNameVariants(prenom: string): string[] {
  return unique(
    firstNameWords(prenom).flatMap(({ word, dotted }) => firstNamesOf(word, dotted).flatMap(({ forms }) => forms)),
  )
}
