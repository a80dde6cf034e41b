import { read } from './phonetics-reading.ts'

/** The readings of an ending that scribes took one for the other: 8 is the open e of -et, -ay, -ais. */
const ENDINGS: Record<string, readonly string[]> = {
  E: ['e'],
  T: ['et', '8'],
  A: ['8'],
  B: ['e', '8'],
  R: ['er', 'e'],
}

/** Surnames whose last e is é: registers and association files in capitals leave the accent out. */
const ACUTE = new Set(
  `abbe labbe labe aine andre barnabe barre beaupre bouche brule carre conde cote depre desire despre despres dieudonne dore dube dupre
  fosse fouche gagne gue halle herve honore houze lagace laine laisne langle lesne mace mahe maille mainguene marie mathe maze
  noe pages pare pre quere rabe rene rouille rouze salome sauve soule thome tremble trouve vallee`.match(/\S+/g),
)
const ARTICLE = /^(?:l[ea]?|d[eu]?)(?=.{3})/

/** « LABBE » as « Labbé ». Marie alone is no Marié: only after an article. */
function acute(word: string): string {
  if (!/es?$/.test(word)) return word
  const bare = word.replace(ARTICLE, '')
  const known = (ACUTE.has(word) && word !== 'marie') || (bare !== word && ACUTE.has(bare))
  return known ? word.replace(/e?es?$/, 'eqe') : word
}

/** A text without its repeated signs, those of `kept` excepted. A loop: back-references take half the time of a key. */
function single(text: string, kept: string): string {
  let at = 1
  while (at < text.length && (text[at] !== text[at - 1] || kept.includes(text.charAt(at)))) at += 1
  return at < text.length ? single(text.slice(0, at) + text.slice(at + 1), kept) : text
}

/** Letters nobody pronounced, taken off before reading. */
function plain(word: string): string {
  return single(acute(word), 'aeiouyl')
    .replace(/y/g, 'i')
    .replace(/^des(?=h)/, 'de')
    .replace(/(?<![cpstgrln])h/g, '')
    .replace(/(?<=.)s(?=[bdfgjklmnpqrtvw]|c(?![ei]))|(?<=au|ou)l(?=[bcdfgjkmnpqrstvxz])/g, '')
    .replace(/^dela(?=[bcdfgjklmnpqrstvz])/, 'dele')
    .replace(/(?<=[^aeious])[sx]$/, '')
    .replace(/etz$/, 'ez')
    .replace(/(?<=[rlni])t?z$/, 'se')
}

/** A consonant caught between a nasal vowel and another consonant is mute: Grandjean, Lecompte, Sampson. */
const CAUGHT = /(?<=[1237])[bdgkpt](?=[bdfgjkmnpstvx])/g

/**
 * Sounds that regions and centuries exchanged, the commonest first: ou and o (Bourdeau, Bordeau), -ois and -ais (Langlois),
 * ch and the k of Picardy and Normandy (Charpentier, Carpentier), -iau and -eau (Moriau, Moreau), eu and u (Fleury, Flury),
 * er and ar (Charbonneau, Cherbonau).
 */
const EXCHANGED: readonly (readonly [RegExp, string])[] = [
  [/4(?=[^aeiou1-8]+[aeiou1-8])|(?<=[drtv]i)4$/g, 'o'],
  [/(?<=..[lnd])6$/, '8'],
  [/^x(?=a)/, 'k'],
  [/i(?=o$)/, ''],
  [/5(?=.)/, 'u'],
  [/er(?=[^aeiou1-8]+[aeiou1-8])/, 'ar'],
]

const LONGEST = 32

/** The keys of one word or joined name of the letters a to z, the likeliest first; its own letters where none is heard. */
export function soundKeys(word: string): string[] {
  const sounds = single(read(plain(word.slice(0, LONGEST))).replace(CAUGHT, ''), '')
  const ending = ENDINGS[sounds.charAt(sounds.length - 1)]
  const keys = ending ? ending.map((end) => single(sounds.slice(0, -1) + end, '')) : [sounds]
  const first = keys[0] ?? ''
  for (const [reading, otherwise] of EXCHANGED) {
    const other = first.replace(reading, otherwise)
    if (other !== first) keys.push(single(other, ''))
  }
  return sounds === '' ? [word.slice(0, LONGEST)] : keys.filter((key, at) => key !== '' && keys.indexOf(key) === at)
}
