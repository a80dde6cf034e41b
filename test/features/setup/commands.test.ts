// An installation by the command line, and a password set by it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { isPostgres } from '../../support/db.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { squeeze } from '../../support/html.ts'
import { addressOf, releve, start } from '../../support/process.ts'
import { typed } from '../../support/typed.ts'
import { countUsersAt, createDatabase, PASSWORD } from './bench.ts'

async function database(isBare = false): Promise<string[]> {
  if (!isPostgres) return []
  const { url, drop } = await createDatabase(isBare)
  onTestFinished(drop)
  return ['--database', url]
}

const WHO = ['--admin-name', 'anne', '--admin-email', 'anne@exemple.fr']

describe('releve app:install', () => {
  test('installs unattended, once', async () => {
    const storage = temporaryFolder()
    const where = await database(true)
    const args = ['app:install', ...WHO, '--site-name', 'Cercle d’Aleth', ...where]
    const done = await releve(args, storage, `${PASSWORD}\n`)
    expect({ ...done, out: squeeze(done.out) }).toEqual({
      code: 0,
      out: `Relevés est installé. Lancez « STORAGE_DIR=${storage} npm start » pour l’ouvrir.`,
      err: '',
    })
    expect(JSON.parse(readFileSync(join(storage, 'app/settings.json'), 'utf8')).site_name).toBe('Cercle d’Aleth')
    const url = where[1] ?? `sqlite:${join(storage, 'database.sqlite')}`
    expect(await countUsersAt(url)).toBe(1)
    const again = await typed(args, storage, 'une autre phrase de passe\n')
    expect([again.code, again.out]).toEqual([1, ''])
    expect(again.err).toContain('déjà installé')
    expect(await countUsersAt(url)).toBe(1)

    const server = start('src/main.ts', [], { STORAGE_DIR: storage, PROCESSES: '2' })
    const address = await addressOf(server.ended)
    expect(server.ended.out).toMatch(/^Relevés est prêt.: http:\/\/127\.0\.0\.1:\d+\/$/m)
    expect(server.ended.out).toContain('\n2 processus le servent (PROCESSES en choisit le nombre).\n')
    const page = await fetch(`${address}login`)
    expect([page.status, (await page.text()).includes('Cercle d’Aleth')]).toEqual([200, true])
    server.child.kill('SIGTERM')
    expect((await server.end).code).toBe(0)
    const migrated = await typed(['db:migrate'], storage)
    expect([migrated.code, migrated.out]).toEqual([0, 'La base est à jour.\n'])
  }, 60_000)
})

test('the terminal that told where to install the site tells where it is then', async () => {
  const storage = temporaryFolder()
  const server = start('src/main.ts', [], { STORAGE_DIR: storage })
  const address = await addressOf(server.ended)
  expect(server.ended.out).toMatch(/^Relevés n’est pas encore installé/)
  expect(server.ended.out).not.toContain('est prêt')
  expect((await typed(['app:install', ...WHO, ...(await database(true))], storage, `${PASSWORD}\n`)).code).toBe(0)
  const origin = new URL(address).origin
  await vi.waitFor(
    async () => {
      await fetch(`${origin}/login`)
      expect(server.ended.out.match(/^Relevés est prêt.: (.*)$/gm)).toEqual([`Relevés est prêt\u00a0: ${origin}/`])
    },
    { timeout: 20_000, interval: 300 },
  )
  server.child.kill('SIGTERM')
  expect((await server.end).code).toBe(0)
}, 60_000)

describe('releve user:password', () => {
  test('lets a locked-out administrator in again', async () => {
    const storage = temporaryFolder()
    await typed(['app:install', ...WHO, ...(await database())], storage, `${PASSWORD}\n`)
    const [changed, temporary, unknown, nobody, two] = [
      await releve(['user:password', 'anne', '--sans-code'], storage, 'une autre phrase de passe\n'),
      await typed(['user:password', 'ANNE@exemple.fr'], storage),
      await typed(['user:password', 'personne'], storage, `${PASSWORD}\n`),
      await typed(['user:password'], storage, `${PASSWORD}\n`),
      await typed(['user:password', 'anne', 'luc'], storage, `${PASSWORD}\n`),
    ]
    expect([changed.code, changed.out.includes('Le mot de passe de « anne » est changé')]).toEqual([0, true])
    expect(changed.out + changed.err).not.toContain('une autre phrase')
    expect(temporary.out).toMatch(/temporaire, .+ : ([a-z2-7]{4}-){4}[a-z2-7]{4}$/m)
    expect([unknown.code, unknown.err]).toEqual([1, 'Aucun compte ne s’appelle « personne ».\n'])
    expect([nobody.code, two.code]).toEqual([2, 2])
    const settings = JSON.parse(readFileSync(join(storage, 'app', 'settings.json'), 'utf8'))
    expect(settings).toMatchObject({ pin_obligatoire: false, registration_enabled: false })
  }, 60_000)
})
