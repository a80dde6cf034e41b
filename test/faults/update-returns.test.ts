// The life of a site over four versions: updates, returns, and forward again, to every backup that the list offers.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { baseAt } from '../../src/db/bases.ts'
import { listBackups } from '../../src/features/sauvegardes/actions/backups.ts'
import {
  answersBadly,
  builtTree,
  type Installed,
  installation,
  leftovers,
  newTable,
  publish,
  stateOf,
  withMigrations,
} from '../features/mises-a-jour/delivery.ts'
import { tell } from './support.ts'

const built = builtTree()

/** Somebody works on the site: a row that tells one moment from the others. */
async function work({ site }: Installed, nom: string): Promise<void> {
  await site.db.insertInto('sections').values({ nom, nom_key: nom }).execute()
}

async function signIn({ site }: Installed): Promise<void> {
  const { id } = await site.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const times = { expires_at: '2099', created_at: '2026', vue_at: null, prouve_at: null }
  await site.db
    .insertInto('sessions')
    .values({ id: 'somebody', user_id: id, user_agent: null, ...times })
    .execute()
}

async function signedIn({ site }: Installed): Promise<number> {
  const db = baseAt(site.address).open()
  try {
    return (await db.selectFrom('sessions').select('id').execute()).length
  } finally {
    await db.destroy()
  }
}

type State = Awaited<ReturnType<typeof stateOf>>

/** Runs commands, and remembers of what state each backup is. */
function remembering(installed: Installed) {
  const { site, run } = installed
  const states = new Map<string, State>()
  return {
    states,
    async run(args: string[]) {
      const before = await stateOf(installed)
      const { code, err } = await run(args)
      expect([code, err]).toEqual([0, expect.any(String)])
      for (const { name } of listBackups(site.storage)) if (!states.has(name)) states.set(name, before)
    },
  }
}

const publishNext = ({ versions }: Installed, n: number, change: (tree: string) => void = () => undefined) =>
  publish(versions, built.tree, `1.${n}.0`, (tree) => {
    withMigrations(...Array.from({ length: n }, (_, i) => newTable(i + 1)))(tree)
    change(tree)
  })

test('a life of four versions: each listed backup can be returned to, forwards and backwards', async () => {
  const installed = await installation(built.tree)
  installed.env.UPDATE_BACKUPS_TO_KEEP = '100'
  const { states, run } = remembering(installed)
  for (let n = 1; n <= 3; n += 1) {
    await work(installed, `avant ${n}`)
    await publishNext(installed, n)
    await run(['app:update'])
  }
  await work(installed, 'à la fin')
  await run(['db:backup'])
  const rollback = async (name: string) => {
    await run(['app:rollback', name])
    expect(await stateOf(installed)).toEqual(states.get(name))
    expect(leftovers(installed)).toEqual([])
  }
  const names = () => listBackups(installed.site.storage).map(({ name }) => name)
  const [, third, , first] = names() as [string, string, string, string]
  expect(names()).toHaveLength(4)
  await signIn(installed)
  await rollback(first)
  expect(await signedIn(installed)).toBe(0)
  // The copy that the return made of the fourth version, and a version between.
  await rollback(names()[0] ?? '')
  await rollback(third)
  const listed = names()
  for (const name of listed) await rollback(name)
  const { out, err } = await installed.run(['app:rollback'])
  expect([out.trim().split('\n').length, err]).toEqual([names().length, ''])
  tell(`${listed.length + 3} returns over four versions, ${names().length} backups listed`)
}, 1_200_000)

test('an automatic return keeps no copy and signs nobody out', async () => {
  const installed = await installation(built.tree)
  await signIn(installed)
  const before = await stateOf(installed)
  await publishNext(installed, 1, answersBadly)
  expect((await installed.run(['app:update'])).code).toBe(1)
  expect([await stateOf(installed), await signedIn(installed)]).toEqual([before, 1])
  expect(listBackups(installed.site.storage).map(({ origine }) => origine)).toEqual(['mise-a-jour'])
}, 300_000)

test('a return to a release of before, which copies what it does not know, leaves no backup that leads nowhere', async () => {
  const installed = await installation(built.tree)
  const { site, run, home } = installed
  await publishNext(installed, 1)
  expect((await run(['app:update'])).code).toBe(0)
  const after = await stateOf(installed)
  // Older releases had no such option.
  const cli = join(home, 'dist/src/cli.js')
  writeFileSync(
    cli,
    `const i = process.argv.indexOf('--help')
if (i > 0) { console.log('releve db:restore FICHIER'); process.exit() }
${"import fs from 'node:fs'"}
if (process.argv[2] === 'db:restore') fs.writeFileSync('${site.storage}/app/backups/releves-20301121-100000-restauration.tar', 'x')
process.argv.push(...(process.argv[2] === 'db:restore' ? ['--sans-copie'] : []))
process.exitCode = await (await import('./cli/commands.js')).runCommand(process.argv.slice(2))
`,
  )
  const [backup] = listBackups(site.storage)
  expect((await run(['app:rollback', backup?.name ?? ''])).code).toBe(0)
  const copies = listBackups(site.storage).filter(({ origine }) => origine === 'restauration')
  expect(copies.map(({ name }) => name.includes('2030'))).toEqual([false])
  expect((await run(['app:rollback', copies[0]?.name ?? ''])).code).toBe(0)
  expect(await stateOf(installed)).toEqual(after)
}, 300_000)
