import { MEN } from './first-names-men.ts'
import { WOMEN } from './first-names-women.ts'
import { fold } from './text.ts'

/** The French form of each line, whatever its case and accents. */
const formsOf = (table: string): Set<string> =>
  new Set(
    table
      .trim()
      .split('\n')
      .map((line) => fold(line.split(' ;')[0] ?? '').trim()),
  )

/** Borne by both in old registers, wherever the tables have them. */
const EITHER = new Set(['ange', 'camille', 'claude', 'dominique', 'hyacinthe', 'maxime'])

let known: { men: Set<string>; women: Set<string> } | undefined

const tables = () => {
  known ??= { men: formsOf(MEN), women: formsOf(WOMEN) }
  return known
}

/** Does a table have this first name, as it is written today? */
export const isKnownFirstName = (word: string): boolean => {
  const { men, women } = tables()
  return men.has(fold(word)) || women.has(fold(word))
}

/** Whose first name this is, by its first word; undefined of one that both bear (Claude) and of one that no table has. */
export function genderOf(prenom: string): 'M' | 'F' | undefined {
  const { men, women } = tables()
  const first = fold(prenom).split(/[\s-]+/)[0] ?? ''
  if (EITHER.has(first)) return undefined
  const [isMan, isWoman] = [men.has(first), women.has(first)]
  if (isMan === isWoman) return undefined
  return isMan ? 'M' : 'F'
}
