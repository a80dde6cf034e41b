import { SPELLINGS } from './phonetics-spellings.ts'

interface Rule {
  graph: string
  sound: string
  before: number
  after: number
}

const LETTERS = 26
const EDGE = 1 << LETTERS
const ANYTHING = -1
const bitOf = (code: number): number => (code >= 97 && code < 97 + LETTERS ? 1 << (code - 97) : EDGE)
const setOf = (letters: string): number => [...letters].reduce((set, letter) => set | bitOf(letter.charCodeAt(0)), 0)

const CONSONANTS = 'bcdfghjklmnpqrstvwxz'
const CLASSES: Record<string, number> = {
  V: setOf('aeiou'),
  C: setOf(CONSONANTS),
  N: setOf(CONSONANTS.replace(/[nmh]/g, '')) | EDGE,
  $: EDGE,
}

/** A context as bits: 26 letters and the edge of the word. */
const contextOf = (set: string | undefined): number =>
  set === undefined ? ANYTHING : [...set].reduce((bits, sign) => bits | (CLASSES[sign] ?? setOf(sign)), 0)

function parseRule(line: string): Rule {
  const [, before, graph = '', after, sound = ''] = /^(?:\[(.+?)\])?([a-z]+)(?:\[(.+?)\])? (\S+)$/.exec(line) ?? []
  return { graph, sound: sound === '-' ? '' : sound, before: contextOf(before), after: contextOf(after) }
}

const contexts = (rule: Rule): number => Number(rule.before !== ANYTHING) + Number(rule.after !== ANYTHING)

/** The longest grapheme first, then the one with most context: the order of the table says nothing. */
const SORTED = SPELLINGS.trim()
  .split('\n')
  .map(parseRule)
  .sort((a, b) => b.graph.length - a.graph.length || contexts(b) - contexts(a))

/** Rules are kept by the two letters that they may begin with, so that a letter is compared with a handful of them. */
const RULES: Rule[][] = Array.from({ length: LETTERS * (LETTERS + 1) }, (_, pair) => {
  const first = String.fromCharCode(97 + Math.floor(pair / (LETTERS + 1)))
  const second = String.fromCharCode(97 + (pair % (LETTERS + 1)))
  return SORTED.filter(({ graph }) => graph === first || graph.startsWith(first + second))
})

const slot = (word: string, at: number): number => {
  const code = word.charCodeAt(at) - 97
  return code >= 0 && code < LETTERS ? code : LETTERS
}

function ruleAt(word: string, at: number): Rule | undefined {
  for (const rule of RULES[slot(word, at) * (LETTERS + 1) + slot(word, at + 1)] ?? []) {
    if (!word.startsWith(rule.graph, at)) continue
    if ((rule.after & bitOf(word.charCodeAt(at + rule.graph.length))) === 0) continue
    if ((rule.before & bitOf(word.charCodeAt(at - 1))) !== 0) return rule
  }
  return undefined
}

/** After a mute e: one consonant, perhaps r or l, and a vowel that is not a last mute e. */
const OPEN_SYLLABLE = /(?:ch|qu|gu(?=[aeio])|ph|th|ll|[b-df-hj-np-tv-z])[rl]?(?:[aiou]|e(?!s?$))/y

/** The mute e of Pelletier and Guillemin: after the first syllable, between two single consonants. */
function isMute(word: string, at: number, sounds: string): boolean {
  if (!/[aeiou1-7][b-df-hj-np-tv-z]$/.test(sounds)) return false
  OPEN_SYLLABLE.lastIndex = at + 1
  return OPEN_SYLLABLE.test(word)
}

/** The sounds of a word of the letters a to z, its ending a capital where scribes wrote it several ways. */
export function read(word: string): string {
  let sounds = ''
  for (let at = 0; at < word.length; ) {
    const rule = ruleAt(word, at)
    const graph = rule?.graph ?? word.charAt(at)
    if (rule) sounds += rule.sound
    else if (graph !== 'e' || !isMute(word, at, sounds)) sounds += graph
    at += graph.length
  }
  return sounds
}
