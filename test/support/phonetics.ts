/** The lists of test/data/phonetique/ and what a way of making keys finds and confuses in them. */
import { readFileSync } from 'node:fs'
import { phoneticGroups } from '../../src/lib/phonetics.ts'

export type Kind = 'nom' | 'prenom'
export type Pair = readonly [string, string]
/** The names in a text, each with its alternative keys. */
export type Keys = (text: string) => string[][]

function linesOf(file: string): string[] {
  const text = readFileSync(new URL(`../data/phonetique/${file}.txt`, import.meta.url), 'utf8')
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

export const pairsIn = (file: string): Pair[] =>
  linesOf(file).map((line) => {
    const [one = '', other = ''] = line.split(' / ')
    return [one, other] as const
  })

export const surnames = (): string[] => linesOf('patronymes')

const found = (query: string[][], record: string[][]): boolean => {
  const keys = new Set(record.flat())
  return query.length > 0 && query.every((alternatives) => alternatives.some((key) => keys.has(key)))
}

/** Do two texts find each other? Every name of each must share a key with the other. */
export function meet([one, other]: Pair, keys: Keys): boolean {
  const groups = keys(one)
  const others = keys(other)
  return found(groups, others) && found(others, groups)
}

/** The share of pairs that meet, from 0 to 1. */
export const share = (pairs: Pair[], keys: Keys): number =>
  pairs.filter((pair) => meet(pair, keys)).length / pairs.length

/** The share of all the pairs of a list of names that meet. */
export function randomShare(names: string[], keys: Keys): number {
  const byKey = new Map<string, number[]>()
  names.forEach((name, at) => {
    for (const key of new Set(keys(name).flat())) byKey.set(key, [...(byKey.get(key) ?? []), at])
  })
  const met = new Set<number>()
  for (const places of byKey.values()) {
    for (const a of places) for (const b of places) if (a < b) met.add(a * names.length + b)
  }
  return met.size / ((names.length * (names.length - 1)) / 2)
}

export const ours =
  (kind: Kind): Keys =>
  (text) =>
    phoneticGroups(text, kind)
