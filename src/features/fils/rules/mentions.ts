import { fold } from '../../../lib/text.ts'

const WORD = /[\p{L}\p{N}_-]/u

/** A text names a person by « @Marie »: with the whole name, whatever its accents and capitals, and not as the beginning of a longer word. */
function isNamed(folded: string, name: string): boolean {
  const mark = `@${fold(name)}`
  for (let at = folded.indexOf(mark); at !== -1; at = folded.indexOf(mark, at + 1))
    if (!WORD.test(folded[at + mark.length] ?? ' ')) return true
  return false
}

/** Ids of those whom a text names, among people who may read it. */
export function namedIn(texte: string, people: readonly { id: number; name: string }[]): number[] {
  if (!texte.includes('@')) return []
  const folded = fold(texte)
  return people.filter(({ name }) => isNamed(folded, name)).map(({ id }) => id)
}
