const MOST = 5000

/** Keeps the last few thousand answers of a function: dates and names come back all along a register. */
export function memo(find: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const found = find(text)
    if (known.size >= MOST) known.clear()
    known.set(text, found)
    return found
  }
}
