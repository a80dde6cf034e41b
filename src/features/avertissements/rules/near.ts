const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Is one text the other with one letter more, one less, another one, or two neighbours changed round? */
export function editedOnce(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let end = 0
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const [a, b] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  if (a.length <= 1 && b.length <= 1) return true
  return a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0]
}

/** All that `editedOnce` says yes to, of the letters of the index. */
export function editsOf(word: string): string[] {
  const found = new Set<string>()
  for (let at = 0; at <= word.length; at += 1) {
    const [head, tail] = [word.slice(0, at), word.slice(at)]
    if (tail !== '') found.add(head + tail.slice(1))
    if (tail.length > 1) found.add(`${head}${tail[1]}${tail[0]}${tail.slice(2)}`)
    for (const letter of LETTERS) {
      found.add(head + letter + tail)
      if (tail !== '') found.add(head + letter + tail.slice(1))
    }
  }
  found.delete(word)
  return [...found]
}
