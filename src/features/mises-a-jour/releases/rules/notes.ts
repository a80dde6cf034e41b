import type { ReleaseNotes } from '../../../../lib/release-notes.ts'

/** Says what versions change, a line a point, where commands speak. */
export function tellNotes(say: (line: string) => void, list: readonly ReleaseNotes[]): void {
  for (const { version, points } of list) {
    say(`Ce que change la version ${version}\u00a0:`)
    for (const point of points) say(`  - ${point}`)
  }
}
