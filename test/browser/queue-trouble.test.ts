// Trouble around acts that wait on the device: none is lost, none is stored twice, and whoever should know is told.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { idsInOrder } from '../../src/features/releves/queries/order.ts'
import { DATE, deskUrl, field, text, until } from './desk.ts'
import { names } from './driven.ts'
import { act, empty, keyOf, LIST, next, PATIENCE, Waiting, waits } from './waiting.ts'

const FLAG = "localStorage.getItem('releves.file')"
const NO_BASE = "Object.defineProperty(window, 'indexedDB', { value: { open: function () { throw new Error('no') } } })"
/** A base without room: what lies there can be read and taken away. */
const FULL_BASE = "IDBObjectStore.prototype.put = function () { throw new DOMException('full', 'QuotaExceededError') }"

Waiting.in(names, (w) => {
  const path = () => `**/sources/${w.source}/releves`

  /** The server falls over acts of these names, as long as `isIll` says so. */
  const falls = (page: Page, isIll: (nom: string) => boolean) =>
    page.route(path(), (route) => {
      const nom = new URLSearchParams(route.request().postData() ?? '').get('data[nom]') ?? ''
      return isIll(nom) ? route.fulfill({ status: 500, body: 'erreur' }) : route.continue()
    })

  test('an answer that is late: other pages and the log-out know of the act, and forget it with the answer', async () => {
    const { page, another } = await w.open()
    await page.route(path(), (route) => setTimeout(() => route.continue(), 4000))
    await page.fill(DATE, '12/08/1787')
    await page.fill(field('nom'), 'TARDIF 1')
    const key = await keyOf(page)
    await page.keyboard.press('Control+Enter')
    const elsewhere = await another()
    await elsewhere.goto(`${w.site.url}/lieux`)
    await until(elsewhere, "/1 relevé attend/.test(document.querySelector('main').textContent)")
    const asked: string[] = []
    elsewhere.on('dialog', (dialog) => {
      asked.push(dialog.message())
      return dialog.dismiss()
    })
    await elsewhere.evaluate('document.querySelector(\'form[action="/logout"] button\').click()')
    expect(asked.join()).toContain('1 relevé n’est pas encore envoyé')
    await until(page, `document.querySelector('form[data-saisie]').dataset.cle !== '${key}'`)
    await until(page, `${FLAG} === '[]'`)
    await until(elsewhere, "!/1 relevé attend/.test(document.querySelector('main').textContent)")
    expect(await w.named('TARDIF')).toHaveLength(1)
  })

  test('a browser that was killed has not written how many wait: any page looks, and sends them', async () => {
    const { page } = await w.open()
    await w.context.setOffline(true)
    await act(page, 'TOMBÉ 1')
    await waits(page, 1)
    const openLine = await w.closeLine(page)
    await page.evaluate("localStorage.setItem('releves.file', '[]')")
    await page.goto(`${w.site.url}/lieux`)
    await openLine()
    await w.stored('TOMBÉ', ['TOMBÉ 1'])
  })

  test('one entry of localStorage is broken: the others are seen and sent, and it stays where it lies', async () => {
    const { page } = await w.open()
    await w.context.addInitScript(NO_BASE)
    await page.reload()
    await w.context.setOffline(true)
    for (const n of [1, 2]) await act(page, `CASSE ${n}`)
    await page.evaluate(`localStorage.setItem('releves.file.brise', '{"jeton":')`)
    await act(page, 'CASSE 3')
    await waits(page, 3)
    await w.context.setOffline(false)
    await w.stored('CASSE', ['CASSE 1', 'CASSE 2', 'CASSE 3'])
    expect(await page.evaluate("localStorage.getItem('releves.file.brise')")).toBe('{"jeton":')
  })

  test('logged in again in another tab: what waits goes; for somebody else nothing goes', async () => {
    const { page } = await w.open()
    await w.context.setOffline(true)
    await act(page, 'JETON 1')
    await w.signIn('marie')
    await w.context.setOffline(false)
    await w.stored('JETON', ['JETON 1'])
    await empty(page)
    await w.context.setOffline(true)
    await act(page, 'JETON 2')
    await w.signIn('admin')
    await w.context.setOffline(false)
    await waits(page, 1, 'Session terminée')
    expect(await w.named('JETON')).toHaveLength(1)
  })

  test('the server falls over two acts: the others go on, these wait, are named and are sent again', async () => {
    const { page } = await w.open()
    let isIll = true
    await falls(page, (nom) => isIll && nom.startsWith('CHUTE M'))
    await w.context.setOffline(true)
    for (const nom of ['CHUTE M1', 'CHUTE M2', 'CHUTE 3', 'CHUTE 4']) await act(page, nom)
    await w.context.setOffline(false)
    await w.stored('CHUTE', ['CHUTE 3', 'CHUTE 4'], { timeout: 30_000 })
    await waits(page, 2, 'À renvoyer')
    await page.click(`${LIST} summary`)
    await until(page, `document.querySelectorAll('${LIST} li').length === 2`)
    expect(await text(page, `${LIST} ul`)).toMatch(/CHUTE M2, .*il sera renvoyé.*CHUTE M1, .*il sera renvoyé/)
    isIll = false
    await page.click(`${LIST} button:has-text("Envoyer maintenant")`)
    await w.stored('CHUTE', ['CHUTE 3', 'CHUTE 4', 'CHUTE M1', 'CHUTE M2'])
    await empty(page)
    expect(await w.site.deps.db.selectFrom('brouillons').select('id').execute()).toEqual([])
  })

  test('« = » that has nothing to repeat is told at once, as the server tells it', async () => {
    const { page } = await w.open()
    await w.context.setOffline(true)
    await act(page, 'ÉGAL 1')
    await page.fill(DATE, '12/08/1787')
    await page.fill(field('nom'), 'ÉGAL 2')
    await page.fill(field('profession_pere'), '=')
    await page.keyboard.press('Control+Enter')
    await until(page, "/rien dans ce champ/.test(document.querySelector('[data-saisie-etat]').textContent)")
    expect(await page.inputValue(field('nom'))).toBe('ÉGAL 2')
    await page.fill(field('profession_pere'), '')
    await next(page)
    await waits(page, 2)
    await w.context.setOffline(false)
    await w.stored('ÉGAL', ['ÉGAL 1', 'ÉGAL 2'])
  })

  test('acts inserted one after the other without a line stand there, in that order', async () => {
    const { page } = await w.open()
    const { db } = w.site.deps
    const [anchor = 0] = await idsInOrder(db, w.source, { limit: 1 })
    await page.goto(`${deskUrl(w.site, w.source)}?apres=${anchor}`)
    await w.context.setOffline(true)
    for (const nom of ['SUITE 1', 'SUITE 2']) {
      await page.fill(DATE, '12/08/1787')
      await page.fill(field('nom'), nom)
      const key = await keyOf(page)
      await page.evaluate('document.querySelector(\'button[name="suite"][value="inserer"]\').click()')
      await until(page, `document.querySelector('form[data-saisie]').dataset.cle !== '${key}'`)
      expect(await text(page, 'form[data-saisie] .retrouve')).toContain('à la suite de celui qui attend')
    }
    await act(page, 'SUITE 3')
    await until(page, "/La saisie reprend à la fin/.test(document.querySelector('.saisie-bandeau').textContent)")
    await act(page, 'SUITE 4')
    await w.context.setOffline(false)
    await w.stored('SUITE', ['SUITE 1', 'SUITE 2', 'SUITE 3', 'SUITE 4'])
    const [one, two, three, four] = (await w.named('SUITE')).map(({ id }) => id)
    const order = await idsInOrder(db, w.source, { limit: 1000 })
    expect([order.slice(0, 4), order.at(-1)]).toEqual([[anchor, one, two, three], four])
  })

  test('no room left for a correction: it is what is stored, once', async () => {
    const { page } = await w.open()
    await w.context.setOffline(true)
    for (const n of [1, 2]) await act(page, `PLEIN ${n}`)
    await waits(page, 2)
    await page.click(`${LIST} summary`)
    await page.click(`${LIST} li:nth-child(2) button`)
    await until(page, `document.querySelector('${field('nom')}').value === 'PLEIN 1'`)
    await page.evaluate(FULL_BASE)
    await page.fill(field('prenom'), 'Yves')
    await next(page)
    await w.context.setOffline(false)
    await w.stored('PLEIN', ['PLEIN 1', 'PLEIN 2'])
    await empty(page)
    expect((await w.named('PLEIN')).map(({ prenom }) => prenom)).toEqual(['Yves', null])
    await page.reload()
    await expect.poll(() => page.evaluate(FLAG), PATIENCE).toBe('[]')
    expect(await w.site.deps.db.selectFrom('brouillons').select('id').execute()).toEqual([])
  })
})
