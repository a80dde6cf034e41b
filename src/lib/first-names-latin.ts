/**
 * The cases of Latin names in acts of baptism: « baptizavi Joannem filium Petri et Mariae, suscipientibus Jacobo et Anna ».
 * Endings of the nominative with those of the other cases; a name of the third declension gives its genitive after a stroke.
 */
const DECLENSIONS: readonly (readonly [nominative: string, others: readonly string[]])[] = [
  ['us', ['i', 'um', 'o']],
  ['as', ['ae', 'am', 'a']],
  ['es', ['is', 'em', 'e']],
  ['a', ['ae', 'am']],
]

/** Every case of a Latin name, nominative first: `Petrus`, `Leo/Leonis`. Invariable where no declension is known. */
export function declined(entry: string): string[] {
  const [name = '', genitive] = entry.split('/')
  if (genitive?.endsWith('is')) return [name, ...['is', 'em', 'e', 'i'].map((end) => genitive.slice(0, -2) + end)]
  if (genitive?.endsWith('i')) return [name, ...['i', 'um', 'o'].map((end) => genitive.slice(0, -1) + end)]
  if (genitive?.endsWith('ae')) return [name, ...['ae', 'am', 'a'].map((end) => genitive.slice(0, -2) + end)]
  const [nominative, others] = DECLENSIONS.find(([end]) => name.endsWith(end)) ?? ['', []]
  return [name, ...others.map((end) => name.slice(0, name.length - nominative.length) + end)]
}

/** A Latin name that no table has, in French: Bertholdus → berthold, Leocadius → leocade. Others unchanged. */
export function withoutLatin(word: string): string {
  return word.length < 6
    ? word
    : word
        .replace(/i(?:us|um|i)$/, 'e')
        .replace(/(?:us|um)$/, '')
        .replace(/iae$/, 'ie')
        .replace(/ae$/, 'e')
}
