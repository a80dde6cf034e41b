// Two readings of an act are arbitrated by one key a field.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from '../support/browsers.ts'
import { day, factories } from '../support/factories.ts'
import { type Site, sessionOf, startSite } from '../support/site.ts'
import { until } from './desk.ts'
import { names } from './driven.ts'
import { faultsInWindow } from './looking.ts'

const ACTS = 4
const NOW = '2026-11-20T10:00:00.000Z'

let site: Site
let browser: Browser

beforeAll(async () => {
  site = await startSite()
  browser = await launch(names[0])
})

afterAll(async () => {
  await browser?.close()
  await site?.close()
})

test('1 and 2 choose a reading, and after the last field of an act the next one is there', async () => {
  const { db } = site.deps
  const make = factories(db)
  const source = await make.source({ titre: 'Baptêmes lus deux fois' })
  for (let n = 1; n <= ACTS; n += 1) {
    const releve_id = await make.releve(source, { nom: `LE GOF${n}`, numero: n, date_evenement: day('1787-08-12') })
    const data = JSON.stringify({ nom: `LE GOFF${n}`, date_evenement: day('1787-08-13') })
    const accords = JSON.stringify({ nom: false, date_evenement: false })
    const row = { source_id: source.id, releve_id, tiree_at: NOW, created_at: NOW, data, etats: '{}', accords }
    await db.insertInto('secondes_saisies').values(row).execute()
  }
  await db.updateTable('sources').set({ status: 'a_valider' }).where('id', '=', source.id).execute()
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  await context.addCookies([{ name: 'session', value: await sessionOf(site, 'admin'), url: site.url }])
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(`${site.url}/revue/${source.id}/arbitrage`)
  expect(await faultsInWindow(page)).toEqual([])
  for (let n = 1; n <= ACTS; n += 1) {
    await until(page, `/LE GOF${n}/.test((document.querySelector('#arbitrage-acte') || {}).textContent || '')`)
    await until(page, "document.querySelector('[data-ecart][data-courant]') !== null")
    // The row of digits of a French keyboard gives « & » and « é » without Maj.
    await page.keyboard.press(n % 2 === 0 ? 'Digit2' : 'Digit1')
    await page.keyboard.press('Digit1')
  }
  await until(page, '/Aucun acte à arbitrer/.test(document.body.textContent)')
  const kept = await db
    .selectFrom('releves')
    .select(['nom', 'version'])
    .where('source_id', '=', source.id)
    .orderBy('id')
    .execute()
  expect(kept.map(({ version }) => version)).toEqual([1, 2, 1, 2])
  expect(errors).toEqual([])
  await context.close()
}, 60_000)
