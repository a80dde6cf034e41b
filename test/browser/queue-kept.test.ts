// Records that wait on the device for a line: whose they are, where they are kept, and how many there may be.
import { expect, test } from 'vitest'
import { DATE, field, text, until } from './desk.ts'
import { names } from './driven.ts'
import { act, LIST, next, Waiting, waits } from './waiting.ts'

Waiting.in(names, (w) => {
  test('only who typed sends: logging out is asked about, another person reads how many wait, and nothing of them', async () => {
    const { page } = await w.open()
    await w.context.setOffline(true)
    for (const n of [1, 2]) await act(page, `MARIE ${n}`)
    // The next form is there before the device has written how many wait.
    await waits(page, 2)
    const openLine = await w.closeLine(page)
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.message())
      return dialog.dismiss()
    })
    await page.evaluate('document.querySelector(\'form[action="/logout"] button\').click()')
    expect(asked[0]).toContain('2 relevés ne sont pas encore envoyés. Ils restent sur cet appareil')
    expect(page.url()).toContain('/releves/nouveau')
    await w.signIn('admin')
    for (const path of ['/lieux', `/sources/${w.source}/releves/nouveau`]) {
      await openLine()
      await page.goto(`${w.site.url}${path}`)
      await until(page, "/2 relevés de marie attendent/.test(document.querySelector('main').textContent)")
      await page.waitForTimeout(300)
      expect(await text(page, 'main')).not.toContain('MARIE 1')
    }
    expect(await w.named('MARIE')).toEqual([])
    await w.signIn('marie')
    // From any page.
    await page.goto(`${w.site.url}/lieux`)
    await w.stored('MARIE', ['MARIE 1', 'MARIE 2'])
  })

  test('no IndexedDB: localStorage has it; nothing at all: the form keeps it, and says so', async () => {
    const { page } = await w.open()
    await w.context.addInitScript(
      "Object.defineProperty(window, 'indexedDB', { value: { open: function () { throw new Error('no') } } })",
    )
    await page.reload()
    await w.context.setOffline(true)
    await act(page, 'REPLI 1')
    await act(page, 'REPLI 2')
    await waits(page, 2)
    await page.evaluate(
      "Storage.prototype.setItem = function () { throw new DOMException('full', 'QuotaExceededError') }",
    )
    await page.fill(DATE, '12/08/1787')
    await page.fill(field('nom'), 'REPLI 3')
    await page.keyboard.press('Control+Enter')
    await until(page, "/n’a plus de place/.test((document.querySelector('.saisie-bandeau') || {}).textContent)")
    expect(await page.inputValue(field('nom'))).toBe('REPLI 3')
    await w.context.setOffline(false)
    await w.stored('REPLI', ['REPLI 1', 'REPLI 2'])
    await page.keyboard.press('Control+Enter')
    await w.stored('REPLI', ['REPLI 1', 'REPLI 2', 'REPLI 3'])
  })

  test('the session ended meanwhile: what waits is told, with the way back, and goes after it', async () => {
    const { page } = await w.open()
    await w.context.setOffline(true)
    await act(page, 'SESSION 1')
    await w.context.clearCookies()
    await w.context.setOffline(false)
    await waits(page, 1, 'Session terminée')
    await page.click(`${LIST} summary`)
    await until(page, `/Reconnectez-vous/.test(document.querySelector('${LIST} a').textContent)`)
    await w.signIn('marie')
    await page.reload()
    await w.stored('SESSION', ['SESSION 1'])
  })

  test('2,000 acts wait: the next key and the next form are as quick, and all are there after a reload', async () => {
    const { page } = await w.open()
    await w.context.setOffline(true)
    await act(page, 'FOULE')
    await waits(page, 1)
    await page.evaluate(MULTIPLY)
    await w.closeLine(page)
    await page.reload()
    await waits(page, 2000)
    await page.click(`${LIST} summary`)
    await until(page, `document.querySelectorAll('${LIST} li').length === 50`)
    const times: number[] = []
    for (let n = 0; n < 5; n += 1) {
      await page.fill(DATE, '12/08/1787')
      await page.focus(field('nom'))
      await page.keyboard.type('FOULE')
      const begun = performance.now()
      await next(page)
      times.push(performance.now() - begun)
    }
    await waits(page, 2005)
    process.stdout.write(`2,000 acts wait, next form in ${times.map(Math.round).join(', ')} ms\n`)
    expect(Math.min(...times)).toBeLessThan(500)
  })
})

/** The one act that waits, two thousand times. */
const MULTIPLY = `new Promise(function (done) {
  indexedDB.open('releves-file').onsuccess = function (event) {
    var store = event.target.result.transaction('actes', 'readwrite').objectStore('actes')
    store.getAll().onsuccess = function (found) {
      var one = found.target.result[0]
      for (var n = 1; n < 2000; n += 1)
        store.put(Object.assign({}, one, { at: one.at + n, jeton: one.jeton.slice(0, 20) + 'abcdefghij'[n % 10] + 'abcdefghij'[(n / 10 | 0) % 10] + 'abcdefghij'[(n / 100 | 0) % 10] + 'ab'[n / 1000 | 0] }))
      store.transaction.oncomplete = done
    }
  }
})`
