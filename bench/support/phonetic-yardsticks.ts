/**
 * The keys other programs use, to compare ours with: Soundex (Russell, 1918), Soundex2 and Phonex (F. Brouard, « L'art des
 * Soundex », sqlpro.developpez.com, 1999), written from their descriptions.
 */
import { fold } from '../../src/lib/text.ts'

type Rewriting = readonly (readonly [RegExp, string])[]

const lettersOf = (name: string): string =>
  fold(name)
    .replace(/[^a-z]/g, '')
    .toUpperCase()

const rewrite = (word: string, rules: Rewriting): string =>
  rules.reduce((text, [pattern, by]) => text.replace(pattern, by), word)

const CODES: Rewriting = [
  [/[BFPV]/g, '1'],
  [/[CGJKQSXZ]/g, '2'],
  [/[DT]/g, '3'],
  [/L/g, '4'],
  [/[MN]/g, '5'],
  [/R/g, '6'],
  [/[HW]/g, ''],
  [/(\d)\1+/g, '$1'],
  [/[AEIOUY]/g, ''],
]

export function soundex(name: string): string {
  const word = lettersOf(name)
  const first = word.charAt(0)
  const codes = rewrite(word, CODES)
  const rest = rewrite(first, CODES) === codes.charAt(0) ? codes.slice(1) : codes
  return `${first}${rest}000`.slice(0, 4)
}

const SOUNDEX2: Rewriting = [
  [/GU(?=[IE])/g, 'K'],
  [/G(?=[AO])/g, 'K'],
  [/GU/g, 'K'],
  [/C(?=[AOU])/g, 'K'],
  [/Q|CC|CK/g, 'K'],
  [/(?<=.)[EIOU]/g, 'A'],
  [/^MAC/, 'MCC'],
  [/^ASA/, 'AZA'],
  [/^KN/, 'NN'],
  [/^PF/, 'FF'],
  [/^SCH/, 'SSS'],
  [/^PH/, 'FF'],
  [/(?<![CS])H/g, ''],
  [/(?<!A)Y/g, ''],
  [/[ADTS]$/, ''],
  [/(?<=.)A/g, ''],
  [/(.)\1+/g, '$1'],
]

export const soundex2 = (name: string): string => rewrite(lettersOf(name), SOUNDEX2).padEnd(4).slice(0, 4)

const PHONEX: Rewriting = [
  [/Y/g, 'I'],
  [/(?<![CPS])H/g, ''],
  [/PH/g, 'F'],
  [/G(?=AI?[NM])/g, 'K'],
  [/[AE]I[NM](?=[AEIOU])/g, 'YN'],
  [/EAU/g, 'O'],
  [/OUA/g, '2'],
  [/[EA]I[NM]/g, '4'],
  [/[AE]I/g, 'Y'],
  [/E(?=R|SS|T|Z)/g, 'Y'],
  [/[AE][NM](?![AEIOU1-4])/g, '1'],
  [/IN(?![AEIOU1-4])/g, '4'],
  [/(?<=[AEIOUY1-4])S(?=[AEIOUY1-4])/g, 'Z'],
  [/OE|EU/g, 'E'],
  [/AU/g, 'O'],
  [/O[IY]/g, '2'],
  [/OU/g, '3'],
  [/SCH|CH|SH/g, '5'],
  [/SS|SC/g, 'S'],
  [/C(?=[EI])/g, 'S'],
  [/QU|GU|C|Q/g, 'K'],
  [/G(?=[AOY])/g, 'K'],
  [/A/g, 'O'],
  [/[DP]/g, 'T'],
  [/J/g, 'G'],
  [/[BV]/g, 'F'],
  [/M/g, 'N'],
  [/(.)\1+/g, '$1'],
  [/[TX]$/, ''],
]

export const phonex = (name: string): string => rewrite(lettersOf(name), PHONEX)
