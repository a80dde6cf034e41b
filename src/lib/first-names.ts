import { declined, withoutLatin } from './first-names-latin.ts'
import { MEN } from './first-names-men.ts'
import { WOMEN } from './first-names-women.ts'
import { soundKeys } from './phonetics-sounds.ts'
import { fold } from './text.ts'

/** One first name: its key, its forms as written (the French one first), and what its abbreviations shorten. */
interface FirstName {
  key: string
  forms: string[]
  whole: string[]
}

interface Index {
  /** Folded form → the names it may stand for, the frequent ones first. */
  written: Map<string, FirstName[]>
  /** Sound of a form and the class of its last letter → the names. */
  heard: Map<string, FirstName[]>
  /** All names, the frequent ones first, and every pair of letters of their forms. */
  names: FirstName[]
  pairs: Set<string>
}

const MAX = 3
const LONGEST_SHORT = 8
const letters = (text: string): string => fold(text).replace(/[^a-z]/g, '')
const unique = <T>(list: T[]): T[] => [...new Set(list)]
const sound = (word: string): string => soundKeys(word)[0] ?? ''

/** Julien and Julienne, Michel and Michelle sound alike once mute letters are gone: their last letter parts them. */
const endsAsFeminine = (word: string): boolean => /[ea]m?$/.test(word)
const heardAs = (sounds: string, feminine: boolean): string => (feminine ? `${sounds}+` : sounds)

/** The pairs of letters of a word, its edges among them. */
function pairsOf(word: string): string[] {
  const edged = `^${word}$`
  return Array.from({ length: edged.length - 1 }, (_, at) => edged.slice(at, at + 2))
}

/** The lines of both tables, a man's and a woman's in turn: how frequent they are decides what an initial may mean. */
function lines(): string[] {
  const men = MEN.trim().split('\n')
  const women = WOMEN.trim().split('\n')
  return Array.from({ length: Math.max(men.length, women.length) }, (_, at) => [men[at], women[at]])
    .flat()
    .filter((line) => line !== undefined)
}

const listOf = (cell: string | undefined): string[] => cell?.match(/\S+/g) ?? []

function put(map: Map<string, FirstName[]>, key: string, name: FirstName): void {
  const list = map.get(key)
  if (!list) map.set(key, [name])
  else if (!list.includes(name)) list.push(name)
}

function addLine(index: Index, keys: Set<string>, line: string): void {
  const [french = '', latin, old, short] = line.split(' ;')
  const nominatives = listOf(latin)
  const forms = unique([french, ...nominatives.flatMap(declined), ...listOf(old)])
  let key = sound(letters(french))
  while (keys.has(key)) key += '9'
  keys.add(key)
  const name = {
    key,
    forms,
    whole: unique([french, ...nominatives.map((entry) => entry.replace(/\/.*/, ''))].map(letters)),
  }
  index.names.push(name)
  for (const form of forms.map(letters)) {
    put(index.written, form, name)
    if (form.length > 3) put(index.heard, heardAs(sound(form), endsAsFeminine(form)), name)
    for (const pair of pairsOf(form)) index.pairs.add(pair)
  }
  for (const form of listOf(short)) put(index.written, letters(form), name)
}

let built: Index | undefined

/** Built when the first first name is asked for: nothing at the start of the application. */
function index(): Index {
  if (built) return built
  built = { written: new Map(), heard: new Map(), names: [], pairs: new Set() }
  const keys = new Set<string>()
  for (const line of lines()) addLine(built, keys, line)
  return built
}

/** A beginning (Cath., Guill.), or a beginning and an end as scribes wrote above the line (Fçois, Jph, Magdne). */
function shortens(word: string, name: string): boolean {
  if (name.length < word.length + 2 || name[0] !== word[0]) return false
  if (name.startsWith(word)) return true
  for (let cut = word.length - 1; cut > 0; cut -= 1) {
    if (name.startsWith(word.slice(0, cut)) && name.endsWith(word.slice(cut))) return true
  }
  return false
}

/** Letters that no name has in a row, or hardly a vowel, betray an abbreviation. */
function looksShort(word: string): boolean {
  if (word.length > LONGEST_SHORT) return false
  const vowels = word.replace(/[^aeiouy]/g, '').length
  return word.length - vowels >= 2 * vowels || pairsOf(word).some((pair) => !index().pairs.has(pair))
}

const shortened = (word: string): FirstName[] =>
  index()
    .names.filter(({ whole }) => whole.some((name) => shortens(word, name)))
    .slice(0, MAX)

function heardLike(word: string): FirstName[] | undefined {
  if (word.length <= 3) return undefined
  const sounds = sound(word)
  const feminine = endsAsFeminine(word)
  return index().heard.get(heardAs(sounds, feminine)) ?? index().heard.get(heardAs(sounds, !feminine))
}

/** The first names a word may stand for, the likeliest first; none when no table knows it. */
export function firstNamesOf(word: string, dotted: boolean): FirstName[] {
  const exact = index().written.get(word)
  if (exact) return exact.slice(0, MAX)
  if (dotted || word.length === 1) {
    const names = shortened(word)
    if (names.length > 0) return names
  }
  return (heardLike(word) ?? (looksShort(word) ? shortened(word) : [])).slice(0, MAX)
}

const knownKeys = new Map<string, string[]>()
const MAX_KNOWN = 5000

/** The keys of one word of first names, whatever its form: alternatives, the likeliest first. Few words come very often. */
export function firstNameKeys(word: string, dotted: boolean): string[] {
  const written = dotted ? `${word}.` : word
  const known = knownKeys.get(written)
  if (known) return known
  const names = firstNamesOf(word, dotted)
  const keys = names.length > 0 ? names.map(({ key }) => key) : soundKeys(withoutLatin(word)).slice(0, MAX)
  if (knownKeys.size < MAX_KNOWN) knownKeys.set(written, keys)
  return keys
}
