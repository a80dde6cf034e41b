import { Hono } from 'hono'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { LogFields } from '../../src/lib/log.ts'
import type { AppEnv, Deps } from '../../src/web/env.ts'
import { countTraffic, Traffic, WAITS } from '../../src/web/traffic.ts'

/** An application whose clock goes on by so much at each answer. */
function site({ isAccessLogged, ms }: { isAccessLogged: boolean; ms: number }) {
  const lines: { level: string; message: string; fields: LogFields | undefined }[] = []
  const line = (level: string) => (message: string, fields?: LogFields) => void lines.push({ level, message, fields })
  const traffic = new Traffic()
  const deps = { traffic, isAccessLogged, log: { info: line('info'), warn: line('warn'), error: line('error') } }
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const app = new Hono<AppEnv>()
  app.use(async (c, next) => {
    c.set('deps', { ...deps, trustProxy: () => false } as unknown as Deps)
    c.set('requestId', 'abcd')
    await next()
  })
  app.use(countTraffic)
  app.get('/recherche', (c) => {
    now += ms
    return c.text('trouvé')
  })
  return { app, lines, traffic }
}

test('an answer that took more than two seconds is told, without what was typed', async () => {
  const { app, lines, traffic } = site({ isAccessLogged: false, ms: 2400 })
  await app.request('/recherche?q=martin')
  const fields = { method: 'GET', path: '/recherche', status: 200, ms: 2400, requestId: 'abcd' }
  expect(lines).toEqual([{ level: 'warn', message: 'slow request', fields }])
  expect([traffic.slow, traffic.waited]).toEqual([1, 2.4])
})

test('an answer in time is counted only, and has its line where each is to have one', async () => {
  const quiet = site({ isAccessLogged: false, ms: 40 })
  await quiet.app.request('/recherche?q=martin')
  await quiet.app.request('/nulle-part')
  expect(quiet.lines).toEqual([])
  expect([...quiet.traffic.answers]).toEqual([
    ['2xx', 1],
    ['4xx', 1],
  ])
  expect(quiet.traffic.waits[WAITS.indexOf(0.05)]).toBe(1)
  const told = site({ isAccessLogged: true, ms: 40 })
  await told.app.request('/recherche?q=martin')
  expect(told.lines.map(({ message, fields }) => [message, fields?.path, fields?.ms, fields?.status])).toEqual([
    ['request', '/recherche', 40, 200],
  ])
  expect(JSON.stringify(told.lines)).not.toContain('martin')
})
