// A line and a browser that fall when a test says so, and when that is.
import { type ChildProcess, spawn } from 'node:child_process'
import { connect, createServer, type Socket } from 'node:net'
import { type BrowserContext, chromium } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { isAlive } from '../../src/lib/processes.ts'
import { browsers } from '../support/browsers.ts'

/** Mulberry32: the same numbers for the same seed. */
export function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}
/** Between browser and server; cut, it ends what is on its way, answers included, and takes nothing new. */
export async function wire() {
  const open = new Set<Socket>()
  const state = { port: 0, isCut: false }
  const pass = (from: Socket, to: Socket) => {
    open.add(from)
    from.on('error', () => undefined)
    from.on('close', () => open.delete(from) && to.destroy())
    from.pipe(to)
  }
  const server = createServer((front) => {
    if (state.isCut) return void front.destroy()
    const back = connect(state.port, '127.0.0.1')
    pass(front, back)
    pass(back, front)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void server.close())
  const cut = (isCut: boolean) => {
    state.isCut = isCut
    if (isCut) for (const socket of open) socket.destroy()
  }
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    cut,
    to(address: string) {
      state.port = Number(new URL(address).port)
    },
  }
}

/** A browser with a profile on the disk; `kill` is kill -9 of all its processes. */
export async function browse(profile: string, session: string, url: string) {
  const found = (await browsers()).findLast(({ playwright }) => playwright)
  if (!found) throw new Error('no browser')
  const flags = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, ...found.args, 'about:blank']
  const child = spawn(found.executablePath, flags, { detached: true, env: { ...process.env, ...found.env } })
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (bytes) => {
      said += bytes
      const [, endpoint] = /DevTools listening on (ws:\S+)/.exec(said) ?? []
      if (endpoint) resolve(endpoint)
    })
    child.once('exit', () => reject(new Error(said)))
  })
  const kill = () => killGroup(child)
  onTestFinished(kill)
  const browser = await chromium.connectOverCDP(address)
  const context = browser.contexts()[0] as BrowserContext
  await context.addCookies([{ name: 'session', value: session, url }])
  return { page: await context.newPage(), kill }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined && isAlive(pid)) process.kill(-pid, 'SIGKILL')
}
