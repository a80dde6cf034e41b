// The processes of a site that is not installed, on whatever engine: what they print, how they end.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isAlive } from '../../src/lib/processes.ts'
import { temporaryFolder } from '../support/folder.ts'
import { addressOf, releve, start } from '../support/process.ts'
import { typed } from '../support/typed.ts'

const root = join(import.meta.dirname, '../..')
const PASSWORD = 'sept chevaux bleus dansent'

/** A request that stays under way until its last four bytes come. */
const HALF_A_FORM = [
  'POST /setup/code HTTP/1.1',
  'Host: x',
  'Content-Type: application/x-www-form-urlencoded',
  'Content-Length: 9',
  '',
  'code=',
].join('\r\n')

const WHO = ['--admin-name', 'anne', '--admin-email', 'anne@exemple.fr']

describe('releve app:install', () => {
  test.each([
    ['a weak password', WHO, 'court\n', 2, 'au moins 12'],
    ['no password', WHO, '', 2, 'au moins 12'],
    ['no name', ['--admin-email', 'anne@exemple.fr'], `${PASSWORD}\n`, 2, '--admin-name'],
    ['a bad address', ['--admin-name', 'anne', '--admin-email', 'anne'], `${PASSWORD}\n`, 2, 'une seule adresse'],
    ['an unknown option', [...WHO, '--nimporte'], `${PASSWORD}\n`, 2, 'Option inconnue'],
    ['an unknown kind of base', [...WHO, '--database', 'mysql://x'], `${PASSWORD}\n`, 1, 'inconnue'],
    [
      'a server that is not there',
      [...WHO, '--database', 'postgres://u@127.0.0.1:1/b'],
      `${PASSWORD}\n`,
      1,
      'Connexion refusée',
    ],
  ])(
    'refuses %s',
    async (_what, args, input, code, message) => {
      const storage = temporaryFolder()
      const refused = await typed(['app:install', ...args], storage, input)
      expect([refused.code, refused.out]).toEqual([code, ''])
      expect(refused.err).toContain(message)
      for (const name of ['installed', 'config.json', 'database.sqlite'])
        expect(existsSync(join(storage, name))).toBe(false)
    },
    30_000,
  )

  test('says how each command is typed, and that another is none', async () => {
    const [all, one, unknown] = [
      await typed(['--help'], temporaryFolder()),
      await typed(['app:install', '--help'], temporaryFolder()),
      await releve(['nimporte'], temporaryFolder()),
    ]
    expect([all.code, one.code, unknown.code]).toEqual([0, 0, 2])
    for (const name of ['serve', 'app:install', 'db:migrate']) expect(all.out).toContain(name)
    expect(one.out).toContain('--admin-email')
    expect(unknown.err).toContain('Commande inconnue')
  }, 30_000)
})

describe('releve user:password', () => {
  test('says what it does, and that there is no site', async () => {
    const [help, nothing] = [
      await typed(['user:password', '--help'], temporaryFolder()),
      await typed(['user:password', 'anne'], temporaryFolder(), `${PASSWORD}\n`),
    ]
    expect([help.code, help.out.includes('--activer')]).toEqual([0, true])
    expect([nothing.code, nothing.err.includes('n’est pas installé')]).toEqual([1, true])
  }, 30_000)
})

describe('the server', () => {
  test('prints the ready address of the set-up, finishes what is under way at SIGTERM, and ends with 0', async () => {
    const { child, ended, end } = start('src/main.ts', [], { STORAGE_DIR: temporaryFolder() })
    const address = await addressOf(ended)
    expect(ended.out).toMatch(/pas encore installé.: ouvrez http:\/\/127\.0\.0\.1:\d+\/setup\?code=[a-z2-7]{26}$/m)
    const page = await fetch(address, { redirect: 'manual' })
    expect([page.status, page.headers.get('location')]).toEqual([303, '/setup'])
    child.kill('SIGTERM')
    const { code, err } = await end
    expect([code, err]).toEqual([0, ''])
  }, 30_000)

  test('answers the request that was under way at SIGTERM, and accepts no other', async () => {
    const { child, ended, end } = start('src/main.ts', [], { STORAGE_DIR: temporaryFolder() })
    const { port } = new URL(await addressOf(ended))
    const socket = connect(Number(port), '127.0.0.1')
    let answer = ''
    socket.on('data', (bytes) => (answer += bytes))
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.write(HALF_A_FORM)
    await new Promise((resolve) => setTimeout(resolve, 300))
    child.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 300))
    await expect(fetch(`http://127.0.0.1:${port}/sante`)).rejects.toThrow()
    socket.write('faux')
    await closed
    expect(answer).toMatch(/^HTTP\/1\.1 403 /)
    expect(answer).toMatch(/^connection: close/im)
    expect((await end).code).toBe(0)
  }, 30_000)

  test('ends at once at the second signal', async () => {
    const { child, ended, end } = start('src/main.ts', [], { STORAGE_DIR: temporaryFolder() })
    const { port } = new URL(await addressOf(ended))
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(HALF_A_FORM)
    await new Promise((resolve) => setTimeout(resolve, 300))
    child.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 300))
    child.kill('SIGTERM')
    expect((await end).code).toBe(143)
    socket.destroy()
  }, 30_000)

  test('at SIGHUP new processes take over without a failed request; one that fell over is started again', async () => {
    const storage = temporaryFolder()
    const { child, ended, end } = start('src/main.ts', [], { STORAGE_DIR: storage, PROCESSES: '2' })
    const address = new URL('/sante', await addressOf(ended))
    const serving = () =>
      readdirSync(storage)
        .filter((name) => name.startsWith('en-service.'))
        .map((name) => Number(name.split('.').at(-1)))
        .filter(isAlive)
    await expect.poll(serving, { timeout: 20_000 }).toHaveLength(2)
    const before = serving()
    const answers: number[] = []
    child.kill('SIGHUP')
    while (!ended.out.includes('reloaded') || serving().some((pid) => before.includes(pid)))
      answers.push((await fetch(address)).status)
    expect([new Set(answers), serving().length]).toEqual([new Set([200]), 2])
    const [fallen = 0] = serving()
    process.kill(fallen, 'SIGKILL')
    await expect.poll(() => serving().filter((pid) => pid !== fallen), { timeout: 20_000 }).toHaveLength(2)
    expect((await fetch(address)).status).toBe(200)
    child.kill('SIGTERM')
    expect([(await end).code, serving()]).toEqual([0, []])
  }, 60_000)

  test('says in French that the port is taken, and ends with 1', async () => {
    const other = createServer()
    await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready))
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    const storage = temporaryFolder()
    const { code, err } = await start('src/main.ts', [], { STORAGE_DIR: storage, PORT: String(port) }).end
    expect([code, err]).toEqual([1, expect.stringContaining(`Le port ${port} est déjà pris`)])
    expect(err).toContain(`PORT=3001 STORAGE_DIR=${storage} npm start`)
  }, 30_000)

  test('says in French what is wrong with a setting, and ends with 78', async () => {
    const { code, err } = await start('src/main.ts', [], { STORAGE_DIR: temporaryFolder(), PORT: 'trois' }).end
    expect([code, err]).toEqual([78, expect.stringContaining('PORT doit être un nombre')])
  }, 30_000)

  test('refuses a Node.js that is too old, in French, with 78', async () => {
    const guard = `
      Object.defineProperty(process, 'versions', { value: { ...process.versions, napi: '9', node: '20.1.0' } })
      await import(${JSON.stringify(join(root, 'src/main.ts'))})`
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', guard], { cwd: root })
    let err = ''
    child.stderr.on('data', (bytes) => (err += bytes))
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect([code, err]).toEqual([78, expect.stringContaining('Node.js 22.14')])
  }, 30_000)
})
