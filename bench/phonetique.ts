// The keys of old spellings are held against those of other programs: how much they find and confuse, how fast they are made.
import { phoneticKeys } from '../src/lib/phonetics.ts'
import { type Keys, type Kind, ours, pairsIn, randomShare, share, surnames } from '../test/support/phonetics.ts'
import { phonex, soundex, soundex2 } from './support/phonetic-yardsticks.ts'

const single =
  (key: (name: string) => string): Keys =>
  (text) => [[key(text)]]

const WAYS: Record<Kind, Record<string, Keys>> = {
  nom: { relevés: ours('nom'), soundex: single(soundex), soundex2: single(soundex2), phonex: single(phonex) },
  prenom: { relevés: ours('prenom'), soundex: single(soundex), soundex2: single(soundex2), phonex: single(phonex) },
}

const LISTS: Record<Kind, readonly (readonly [title: string, file: string])[]> = {
  nom: [
    ['variants, built on', 'noms-connus'],
    ['variants, unseen', 'noms-reserves'],
    ['variants, published', 'noms-temoins'],
    ['different, built on', 'noms-distincts'],
    ['different, second list', 'noms-distincts-reserves'],
  ],
  prenom: [
    ['variants, built on', 'prenoms-connus'],
    ['variants, unseen', 'prenoms-reserves'],
    ['variants, published', 'prenoms-temoins'],
    ['different, built on', 'prenoms-distincts'],
    ['different, second list', 'prenoms-distincts-reserves'],
  ],
}

const percent = (ratio: number, digits = 1): string => `${(100 * ratio).toFixed(digits)} %`.padStart(11)

function table(kind: Kind): void {
  const ways = Object.entries(WAYS[kind])
  console.log(`\n${`${kind}s: pairs that share a key`.padEnd(34)}${ways.map(([name]) => name.padStart(11)).join('')}`)
  for (const [title, file] of LISTS[kind]) {
    const pairs = pairsIn(file)
    const shares = ways.map(([, keys]) => percent(share(pairs, keys)))
    console.log(`${title.padEnd(26)}${String(pairs.length).padStart(8)}${shares.join('')}`)
  }
  if (kind === 'prenom') return
  const names = surnames()
  const shares = ways.map(([, keys]) => percent(randomShare(names, keys), 3))
  const count = (names.length * (names.length - 1)) / 2
  console.log(`${'all pairs of surnames'.padEnd(26)}${String(count).padStart(8)}${shares.join('')}`)
}

const PASSES = 60

/** Words a second of processor time: what else the machine does hardly shows. */
function speed(kind: Kind, words: string[]): number {
  const pass = () => {
    for (const word of words) phoneticKeys(word, kind)
  }
  for (let warm = 0; warm < 5; warm += 1) pass()
  const before = process.cpuUsage()
  for (let at = 0; at < PASSES; at += 1) pass()
  const { user, system } = process.cpuUsage(before)
  return (PASSES * words.length * 1e6) / (user + system)
}

table('nom')
table('prenom')
const rate = (kind: Kind, words: string[]) => console.log(`${kind}s: ${Math.round(speed(kind, words))} words/s`)
console.log()
rate('nom', surnames())
rate('prenom', pairsIn('prenoms-connus').flat())
