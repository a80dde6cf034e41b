// A site of real processes that imports acts beside the one that serves.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { confirmImport, createImport } from '../../src/features/imports/actions/steps.ts'
import { importById } from '../../src/features/imports/queries/imports.ts'
import { importFolder } from '../../src/features/imports/rules/files.ts'
import { isAlive } from '../../src/lib/processes.ts'
import { fewOf } from '../support/thorough.ts'
import { type Broken, brokenSite, read, serve, serving } from './support.ts'

/** How many acts the file has. */
const LINES = fewOf(3000, 6000)
export const PATIENCE = { timeout: 60_000, interval: 10 }
export const now = () => new Date(Date.now())

/** The processes that one has started. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number).filter(isAlive)

/** The one that serves, and the one beside it, where there is one. */
export function pair(site: Broken): { server: number; beside: number | undefined } {
  const [server = 0] = serving(site)
  return { server, beside: childrenOf(server)[0] }
}

/** All that work beside those that serve. */
export const besides = (site: Broken): number[] => serving(site).flatMap(childrenOf)

/** A served site, and an import of acts on it that waits for its confirmation. */
export async function importingActs(
  processes = 1,
  { before }: { before?: (site: Broken, address: string) => Promise<void> } = {},
) {
  const site = await brokenSite()
  const { db, storage, sourceId } = site
  const server = await serve(site, { PROCESSES: String(processes) })
  await before?.(site, server.address)
  const text = `Date de baptême;Nom\n${Array.from({ length: LINES }, (_, n) => `12/08/1787;Acte ${n}`).join('\n')}\n`
  mkdirSync(importFolder(storage), { recursive: true })
  writeFileSync(join(importFolder(storage), 'a.csv'), text)
  const { id: user_id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const file = { nom_fichier: 'a.csv', fichier: 'a.csv', taille: text.length, empreinte: 'x', encodage: 'utf-8' }
  const id = await createImport(db, { kind: 'releves', cible_id: sourceId, user_id, ...file }, '', now())
  const find = async () => (await importById(db, id)) ?? expect.fail('the import is gone')
  await expect.poll(async () => (await find()).etat, PATIENCE).toBe('pret')
  const begin = async () => {
    await confirmImport(db, await find(), now())
    await expect.poll(async () => (await find()).creees, PATIENCE).toBeGreaterThan(0)
  }
  const isDone = () => expect.poll(async () => (await find()).creees, PATIENCE).toBe(LINES)
  const task = () => db.selectFrom('taches').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  return { site, ...server, find, begin, isDone, task }
}

/** The form of an import is opened, several times: one process stands ready. */
export async function expectPrepared(site: Broken, address: string): Promise<number> {
  const form = () => read(site, address, `/sources/${site.sourceId}/import`)
  expect([besides(site), await form()]).toEqual([[], 200])
  await expect.poll(() => besides(site), PATIENCE).toHaveLength(1)
  const [ready = 0] = besides(site)
  for (let n = 0; n < 6; n += 1) expect(await form()).toBe(200)
  expect(besides(site)).toEqual([ready])
  return ready
}

/** Each imported act is there once. */
export async function expectWhole({ db }: Broken): Promise<void> {
  const rows = await db.selectFrom('releves').select('nom').where('import_id', 'is not', null).execute()
  expect([rows.length, new Set(rows.map(({ nom }) => nom)).size]).toEqual([LINES, LINES])
}
