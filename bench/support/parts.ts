// Where the time of a profile goes, by the parts of the house and the packages: what each of them does itself.

export interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples?: number[]
  timeDeltas?: number[]
}

/** « src/search », « kysely », « node: », « (garbage collector) ». */
function partOf({ functionName, url }: { functionName: string; url: string }): string {
  const packaged = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  if (packaged) return packaged
  const own = /\/(src|bench|db|test)\/(.*)\.[a-z]+$/.exec(url)
  if (own) return `${own[1]}/${own[2]}`
  if (url.startsWith('node:')) return 'node:'
  return url === '' ? `native: ${functionName || '(anonymous)'}` : url
}

/** Milliseconds by part. */
export function partsOf({ nodes, samples = [], timeDeltas = [] }: Profile): Map<string, number> {
  const parts = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]))
  const times = new Map<string, number>()
  for (const [at, id] of samples.entries()) {
    const part = parts.get(id) ?? ''
    times.set(part, (times.get(part) ?? 0) + (timeDeltas[at + 1] ?? 0) / 1000)
  }
  return times
}
