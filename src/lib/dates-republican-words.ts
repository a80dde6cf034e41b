import { COMPLEMENTARY_DAYS, DECADE_DAYS, parseRoman, REPUBLICAN_MONTHS } from './calendar.ts'
import { fold } from './text.ts'

/** A word that counts: a number, a month (13 = jours complémentaires) or the word « an ». */
export interface Sign {
  kind: 'N' | 'M' | 'A'
  n: number
}

/** Words of the formulas used in registers that say nothing about the day. */
const NOISE = new Set(
  (
    'le la les l de du des d ce et en a jour jours mois fete date sans ' +
    'republique republicaine republicain rep republ francaise franc fr une indivisible r f ere calendrier'
  ).split(' '),
)

const AN = new Set(['an', 'annee'])

/** Last word of each complementary day's feast: vertu, genie, travail, opinion, recompenses, revolution. */
const FEASTS = new Map(COMPLEMENTARY_DAYS.map((name, i) => [fold(name).replace(/^.*[ ’]/, ''), i + 1] as const))

const DECADE = new Map(DECADE_DAYS.map((name, i) => [fold(name), i + 1] as const))

const MONTH_NAMES = [...REPUBLICAN_MONTHS.map(fold), 'complementaires']
const SANSCULOTTIDES = /^(?:sans)?culott?ides?$/

/** Month of a name, or of its first letters: four are enough to tell them apart (therm., fruct., compl.). */
function monthOf(word: string): number | null {
  if (word === 'niv') return 4
  if (SANSCULOTTIDES.test(word)) return 13
  const index = word.length < 4 ? -1 : MONTH_NAMES.findIndex((name) => name.startsWith(word))
  return index < 0 ? null : index + 1
}

const CARDINALS = 'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize'.split(' ')

/** « quatre » → « quatrieme », « cinq » → « cinquieme », « neuf » → « neuvieme ». */
const ordinalOf = (word: string): string => `${word.replace(/e$/, '').replace(/q$/, 'qu').replace(/f$/, 'v')}ieme`

const NUMBER_WORDS = new Map([...CARDINALS.map((word, i) => [word, i + 1] as const), ['vingt', 20], ['trente', 30]])
for (const [word, n] of [...NUMBER_WORDS]) NUMBER_WORDS.set(ordinalOf(word), n)
for (const word of ['premier', 'premiere']) NUMBER_WORDS.set(word, 1)
for (const word of ['second', 'seconde']) NUMBER_WORDS.set(word, 2)

/** 5 of 5, 5e, 5eme, V, Ve; the registers' final j (iij) is an i. */
function figureOf(word: string): number | null {
  const [, digits, letters] = /^(?:([0-9]{1,4})|([ivxj]{1,7}))(?:er|re|ere|e|eme|ieme|nd|nde|d)?$/.exec(word) ?? []
  if (digits !== undefined) return Number(digits)
  return letters === undefined ? null : parseRoman(letters.replaceAll('j', 'i'))
}

/** The signs of one word: none for a word without weight, two for a feast (its number, then month 13), null if unknown. */
function signsOf(word: string, afterAn: boolean): Sign[] | null {
  if (NOISE.has(word) || (afterAn && word === 'revolution')) return []
  if (AN.has(word)) return [{ kind: 'A', n: 0 }]
  const feast = FEASTS.get(word === 'recompense' ? 'recompenses' : word)
  if (feast !== undefined)
    return [
      { kind: 'N', n: feast },
      { kind: 'M', n: 13 },
    ]
  const number = NUMBER_WORDS.get(word) ?? figureOf(word)
  if (number !== null) return [{ kind: 'N', n: number }]
  const month = monthOf(word)
  return month === null ? null : [{ kind: 'M', n: month }]
}

const TENS = new Set(['dix', 'vingt', 'trente'])

/** « vingt et un » → one word for the number 21, so that what follows sees one number. */
function joinNumbers(words: string[]): string[] {
  const joined: string[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? ''
    const next = words[i + 1] === 'et' ? i + 2 : i + 1
    const unit = NUMBER_WORDS.get(words[next] ?? '') ?? 0
    if (TENS.has(word) && unit >= 1 && unit <= 9) {
      joined.push(String((NUMBER_WORDS.get(word) ?? 0) + unit))
      i = next
    } else joined.push(word)
  }
  return joined
}

/** Signs of a text in their order, and the day of the décade where it names one; null at the first unknown word. */
export function readSigns(text: string): { signs: Sign[]; decade?: number } | null {
  const words = fold(text)
    .split(/[\s.,;:'’()[\]/°º-]+/)
    .filter((word) => word !== '')
  const signs: Sign[] = []
  let decade: number | undefined
  for (const word of joinNumbers(words)) {
    decade ??= DECADE.get(word)
    if (DECADE.has(word)) continue
    const found = signsOf(
      word,
      signs.some((sign) => sign.kind === 'A'),
    )
    if (found === null) return null
    signs.push(...found)
  }
  return { signs, ...(decade !== undefined && { decade }) }
}
