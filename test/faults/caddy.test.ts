// The Caddyfile of the README before a real site: whose address counts, links and cookies of the outside, uploads of 64 MB and answers
// that come as they are made. Debian's package `caddy`, on the path or in CADDY; nothing of it is installed or started otherwise.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isPostgres } from '../support/db.ts'
import { temporaryFolder } from '../support/folder.ts'
import { brokenSite, formOf, freePort, pause, post, read, serve, tell } from './support.ts'

const CADDY = process.env.CADDY ?? 'caddy'
const isPossible = !isPostgres && spawnSync(CADDY, ['version']).status === 0

/** The example of the README, on ports of ours and without a certificate. */
async function behindCaddy(target: string): Promise<string> {
  const [folder, port] = [temporaryFolder(), await freePort()]
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
  const example = /```caddy\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
  const own = example
    .replace('releves.exemple.fr', `http://127.0.0.1:${port}`)
    .replace('127.0.0.1:3000', new URL(target).host)
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\n\tauto_https off\n\tadmin off\n}\n${own}`)
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(CADDY, ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGTERM'))
  const address = `http://127.0.0.1:${port}/`
  const status = () =>
    fetch(address, { redirect: 'manual' }).then(
      (answer) => answer.status,
      () => 0,
    )
  await expect.poll(status, { timeout: 10_000 }).toBeGreaterThan(0)
  return address
}

test.runIf(isPossible)(
  'a site behind Caddy, by the lines of the README',
  async () => {
    const site = await brokenSite()
    const { address: own, ended } = await serve(site, { TRUST_PROXY: '1', ACCESS_LOG: '1' })
    const address = await behindCaddy(own)
    expect(await read(site, address)).toBe(200)
    expect(
      (await post(site, address, '/parametres/general', { site_name: 'Cercle d’Aleth', journal_mois: '12' })).status,
    ).toBe(303)
    // Nobody from outside chooses the address that is counted.
    await fetch(new URL('/login', address), { headers: { 'x-forwarded-for': '203.0.113.9' } })
    await pause(500)
    expect(ended.out).not.toContain('203.0.113.9')
    // A file of 60 MB comes through, to be refused by its content or taken: not by its length.
    const body = new FormData()
    for (const [name, value] of formOf(site, {})) body.append(name, value)
    const line = `${'Le Goff;'.repeat(12)}\n`
    body.append('fichier', new Blob([line.repeat((60 * 1024 * 1024) / line.length)]), 'actes.csv')
    const before = performance.now()
    const headers = { cookie: `session=${site.session}` }
    const sent = await fetch(new URL(`/sources/${site.sourceId}/import`, address), {
      method: 'POST',
      body,
      headers,
      redirect: 'manual',
    })
    expect([303, 422]).toContain(sent.status)
    tell(`caddy: 60 MB uploaded in ${Math.round(performance.now() - before)} ms, answered ${sent.status}`)
  },
  120_000,
)

test.runIf(isPossible)('Caddy hands on what comes in pieces, and the scheme and host that were asked', async () => {
  const asked: Record<string, unknown>[] = []
  const server = createServer((request, response) => {
    asked.push(request.headers)
    response.write('un ')
    setTimeout(() => response.end('deux'), 1000)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = await behindCaddy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const before = performance.now()
  const answer = await fetch(new URL('/export', address))
  const reader = answer.body?.getReader()
  await reader?.read()
  expect(performance.now() - before).toBeLessThan(900)
  await reader?.cancel()
  const { host } = new URL(address)
  expect(asked.at(-1)).toMatchObject({
    host,
    'x-forwarded-host': host,
    'x-forwarded-proto': 'http',
    'x-forwarded-for': '127.0.0.1',
  })
})
