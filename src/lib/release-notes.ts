/** A release changes this for those who use it: a sentence or two a point, in French. */
export interface ReleaseNotes {
  version: string
  points: string[]
}

/** Reads `NOUVEAUTES.md`: a heading of the second level for each version, a list below it; a point may run over several lines. */
export function readReleaseNotes(markdown: string): ReleaseNotes[] {
  const list: ReleaseNotes[] = []
  for (const line of markdown.split('\n')) {
    const version = /^## +(\S+) *$/.exec(line)?.[1]
    const points = list.at(-1)?.points
    if (version !== undefined) list.push({ version, points: [] })
    else if (line.startsWith('- ')) points?.push(line.slice(2).trim())
    else if (/^ +\S/.test(line) && points && points.length > 0) points.push(`${points.pop()} ${line.trim()}`)
  }
  return list
}

/** The newest notes that take no more than so many signs together; the first of them in any case. */
export function newestNotes(list: readonly ReleaseNotes[], mostSigns: number): ReleaseNotes[] {
  const kept: ReleaseNotes[] = []
  let signs = 0
  for (const notes of list) {
    signs += JSON.stringify(notes).length
    if (kept.length > 0 && signs > mostSigns) break
    kept.push(notes)
  }
  return kept
}
