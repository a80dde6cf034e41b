// An administrator puts an archive back by pages alone: looked through, agreed to, compared.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { arrivalFolder } from '../../../src/features/emporter/actions/remises.ts'
import { writeArchive } from '../../../src/features/emporter/actions/write.ts'
import { puttingBackHandlers } from '../../../src/features/emporter/put-back-task.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { type TestApp, testApp, type Visitor } from '../../support/app.ts'
import { everything } from '../export/source.ts'
import { sendFile } from '../imports/support.ts'
import { AT, newFolder } from './sites.ts'

vi.setConfig({ testTimeout: 60_000 })

const PAGE = '/parametres/emporter/remettre'

/** Bytes of an archive of a site with records, and a new site: its people are there, nothing else. */
async function bothSites(): Promise<{ bytes: Buffer; t: TestApp; admin: Visitor }> {
  const t = await testApp()
  await everything(t)
  const path = join(newFolder(), 'tout.zip')
  await writeArchive(t.db, path, { site: 'Ancien site', at: AT })
  const other = await testApp()
  await other.db.deleteFrom('sections').execute()
  return { bytes: readFileSync(path), t: other, admin: await other.as(other.admin) }
}

const buttons = (visitor: Visitor) =>
  visitor.get(PAGE).then(({ page }) => page.all('main form button').map((b) => b.textContent))

test('an archive is sent, looked through, agreed to, and compared file by file', async () => {
  const { bytes, t, admin } = await bothSites()
  expect((await admin.get('/parametres/emporter')).page.text).toContain('remettre une archive')
  expect(await buttons(admin)).toEqual(['Vérifier l’archive'])
  expect((await sendFile(admin, PAGE, bytes)).status).toBe(303)
  expect((await admin.get(PAGE)).page.text).toContain('Vérification de l’archive')
  expect((await sendFile(admin, PAGE, bytes)).status).toBe(409)
  await runTasks(t.deps, puttingBackHandlers)
  expect((await admin.get(PAGE)).page.text).toMatch(/Archive de « Ancien site », faite le/)
  expect(await buttons(admin)).toEqual(['Remettre cette archive', 'Renoncer'])
  expect(await t.db.selectFrom('sources').select('id').execute()).toEqual([])
  const { id } = await t.db.selectFrom('remises').select('id').executeTakeFirstOrThrow()
  await t.db.updateTable('sessions').set({ prouve_at: null }).execute()
  expect((await admin.post(`${PAGE}/oui`, { remise: id })).location).toContain('/preuve?suite=')
  const proved = await t.as(t.admin)
  expect((await proved.post(`${PAGE}/oui`, { remise: id })).location).toBe(PAGE)
  expect((await proved.post(`${PAGE}/oui`, { remise: id })).status).toBe(409)
  expect((await admin.get(PAGE)).page.text).toContain('Remise de l’archive')
  await runTasks(t.deps, puttingBackHandlers)
  const { page } = await admin.get(PAGE)
  expect(page.text).toContain('Tout est revenu : chaque fichier que ce site écrirait est celui de l’archive.')
  expect(page.text).toMatch(/Baptêmes de Saint-Énogat\.csv\s*10\s*10\s*Identique/)
  expect(readdirSync(arrivalFolder(t.deps.storage))).toEqual([])
  expect((await admin.get('/sources/1/releves')).page.text).toContain('Œillet')
  expect((await admin.get('/admin/journal')).page.text).toContain('Archive de tout un site remise')
  expect(t.failures).toEqual([])
})

test('what is no archive is refused in words, and what was looked through may be given up', async () => {
  const { bytes, t, admin } = await bothSites()
  expect((await sendFile(admin, PAGE, '')).status).toBe(422)
  for (const wrong of ['bonjour', bytes.subarray(0, 3000)]) {
    await sendFile(admin, PAGE, wrong)
    await runTasks(t.deps, puttingBackHandlers)
    expect((await admin.get(PAGE)).page.text).toContain('Cette archive est abîmée, ou n’est pas arrivée en entier.')
    expect(await buttons(admin)).toEqual(['Vérifier l’archive'])
  }
  await sendFile(admin, PAGE, bytes)
  await runTasks(t.deps, puttingBackHandlers)
  const { id } = await t.db.selectFrom('remises').select('id').where('etat', '=', 'verifiee').executeTakeFirstOrThrow()
  expect((await admin.post(`${PAGE}/non`, { remise: id })).location).toBe(PAGE)
  expect(readdirSync(arrivalFolder(t.deps.storage))).toEqual([])
  expect(t.failures).toEqual([])
})

test('a site that is not empty says what it holds, and takes no archive', async () => {
  const { bytes, t, admin } = await bothSites()
  await t.make.lieu({ nom: 'Dol' })
  expect((await admin.get(PAGE)).page.text).toContain('Ce site contient déjà 1 lieu.')
  expect(await buttons(admin)).toEqual([])
  expect((await sendFile(admin, PAGE, bytes)).status).toBe(409)
  expect(existsSync(arrivalFolder(t.deps.storage))).toBe(false)
  // It fills while the archive waits for a yes: nothing is written over.
  await t.db.deleteFrom('lieux').execute()
  await sendFile(admin, PAGE, bytes)
  await runTasks(t.deps, puttingBackHandlers)
  await t.make.lieu({ nom: 'Dinan' })
  const { id } = await t.db.selectFrom('remises').select('id').executeTakeFirstOrThrow()
  await admin.post(`${PAGE}/oui`, { remise: id })
  await runTasks(t.deps, puttingBackHandlers)
  expect((await admin.get(PAGE)).page.text).toContain('il contient déjà 1 lieu')
  expect((await t.db.selectFrom('lieux').select('nom').execute()).map(({ nom }) => nom)).toEqual(['Dinan'])
  expect(t.failures).toEqual([])
})
