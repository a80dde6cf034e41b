// Somebody who reads pages of a site all the while, in a process of its own: the crowd that the bench makes must not be what delays
// the clock. Asks for each path in turn until its standard input ends, then writes how long each took, in milliseconds, as JSON.
const [origin = '', session = '', ...paths] = process.argv.slice(2)
const EVERY_MS = 20

const times: Record<string, number[]> = Object.fromEntries(paths.map((path) => [path, []]))
const underWay: Promise<void>[] = []
let isOver = false
process.stdin.on('end', () => {
  isOver = true
})
process.stdin.resume()

async function ask(path: string): Promise<void> {
  const before = performance.now()
  const answer = await fetch(`${origin}${path}`, { headers: { cookie: `session=${session}` }, redirect: 'manual' })
  await answer.arrayBuffer()
  if (answer.status >= 400) throw new Error(`${path} was answered ${answer.status}`)
  times[path]?.push(performance.now() - before)
}

for (let n = 0; !isOver; n += 1) {
  underWay.push(ask(paths[n % paths.length] ?? '/'))
  await new Promise((go) => setTimeout(go, EVERY_MS))
}
await Promise.all(underWay)
process.stdout.write(JSON.stringify(times))
