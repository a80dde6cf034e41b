// Whose hands a waiting record is in: no other page, source or person takes its place or sees it.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { deskUrl, field, until } from './desk.ts'
import { names } from './driven.ts'
import { act, keyOf, LIST, next, PATIENCE, Waiting, waits } from './waiting.ts'

/** Another source of the same kind. */
async function otherSource({ site, source }: Waiting): Promise<number> {
  const { db } = site.deps
  const { id: _id, ...row } = await db
    .selectFrom('sources')
    .selectAll()
    .where('id', '=', source)
    .executeTakeFirstOrThrow()
  const values = { ...row, defauts: JSON.stringify(row.defauts), titre: 'Autre registre' } as never
  return (await db.insertInto('sources').values(values).returning('id').executeTakeFirstOrThrow()).id
}

Waiting.in(names, (w) => {
  test('a page that bears the token of a waiting record, out of a cache or of a duplicated tab: both are stored', async () => {
    const { page } = await w.open()
    const key = await keyOf(page)
    await w.context.setOffline(true)
    await act(page, 'JUMEAU 1')
    await page.evaluate(
      `(function (form) { form.dataset.cle = '${key}'; form.elements._envoi.value = '${key}' })(document.querySelector('form[data-saisie]'))`,
    )
    await act(page, 'JUMEAU 2')
    await waits(page, 2)
    await w.context.setOffline(false)
    await w.stored('JUMEAU', ['JUMEAU 1', 'JUMEAU 2'])
  })

  test('the record before, of two registers typed side by side, is that of this register', async () => {
    const { page, another } = await w.open()
    const other = await otherSource(w)
    const aside = await another()
    await aside.goto(deskUrl(w.site, other))
    await w.context.setOffline(true)
    await act(page, 'ICI 1')
    await act(aside, 'LÀ 1')
    await page.bringToFront()
    await page.evaluate('document.querySelector(\'a[rel="prev"]\').click()')
    await until(page, `document.querySelector('[name="data[nom]"]').value !== ''`)
    expect(await page.inputValue(field('nom'))).toBe('ICI 1')
    await page.keyboard.press('Control+Enter')
    await w.context.setOffline(false)
    await expect.poll(async () => (await w.named('LÀ')).map((row) => row.source_id), PATIENCE).toEqual([other])
    await expect.poll(async () => (await w.named('ICI')).map((row) => row.source_id), PATIENCE).toEqual([w.source])
  })

  test('an address that names a waiting record of somebody else opens an empty form', async () => {
    const { page } = await w.open()
    const key = await keyOf(page)
    await w.context.setOffline(true)
    await act(page, 'SECRET 1')
    const openLine = await w.closeLine(page)
    await w.signIn('admin')
    await page.goto('about:blank')
    await page.goto(`${deskUrl(w.site, w.source)}#file=${key}`)
    await until(page, `/vient d’être envoyé/.test(document.querySelector('[data-saisie-etat]').textContent)`)
    expect(await page.inputValue(field('nom'))).toBe('')
    await w.signIn('marie')
    await openLine()
    await page.goto(deskUrl(w.site, w.source))
    await w.stored('SECRET', ['SECRET 1'])
  })

  const correct = async (page: Page, nom: string) => {
    await page.evaluate(`(document.querySelector('${LIST} details').open = true)`)
    const line = page.locator(`${LIST} li`, { hasText: nom })
    await line.locator('button', { hasText: 'Corriger' }).click()
    await until(page, `document.querySelector('[name="data[nom]"]').value === '${nom}'`)
  }
  const rankOf = (id: number) =>
    w.site.deps.db.selectFrom('rangs').select('apres').where('releve_id', '=', id).executeTakeFirst()

  test('the list is drawn anew, with one more act, while a mouse is down on one of its buttons', async () => {
    const { page, another } = await w.open()
    const aside = await another()
    await aside.goto(deskUrl(w.site, w.source))
    await w.context.setOffline(true)
    for (const n of [1, 2]) await act(page, `SOURIS ${n}`)
    await page.evaluate(`(document.querySelector('${LIST} details').open = true)`)
    await until(page, `document.querySelectorAll('${LIST} li').length === 2`)
    await page.locator(`${LIST} li`, { hasText: 'SOURIS 2' }).locator('button').hover()
    await page.mouse.down()
    await act(aside, 'SOURIS 3')
    await until(page, `document.querySelectorAll('${LIST} li').length === 3`)
    await page.locator(`${LIST} li`, { hasText: 'SOURIS 2' }).locator('button').hover()
    await page.mouse.up()
    await until(page, `document.querySelector('[name="data[nom]"]').value === 'SOURIS 2'`)
  })

  test('two tabs correct one act: the later one stands, and says that it took the place of the other', async () => {
    const { page, another } = await w.open()
    const aside = await another()
    await aside.goto(deskUrl(w.site, w.source))
    await w.context.setOffline(true)
    await act(page, 'DEUX 1')
    await waits(aside, 1)
    const banner = (tab: Page) => tab.evaluate("(document.querySelector('.saisie-bandeau') || {}).textContent || ''")
    for (const tab of [page, aside]) await correct(tab, 'DEUX 1')
    for (const [tab, prenom] of [
      [page, 'Premier'],
      [aside, 'Second'],
    ] as const) {
      await tab.bringToFront()
      await tab.fill(field('prenom'), prenom)
      await next(tab)
    }
    expect(await banner(page)).toBe('')
    await expect.poll(() => banner(aside), PATIENCE).toContain('corrigé dans un autre onglet')
    await w.context.setOffline(false)
    await expect.poll(async () => (await w.named('DEUX')).map(({ prenom }) => prenom), PATIENCE).toEqual(['Second'])
  })

  test('an inserted act that waits keeps its place through a correction', async () => {
    const { page } = await w.open()
    const first = w.site.deps.db.selectFrom('releves').select('id').where('source_id', '=', w.source).orderBy('id')
    const anchor = (await first.executeTakeFirstOrThrow()).id
    await page.goto(`${deskUrl(w.site, w.source)}?apres=${anchor}`)
    await w.context.setOffline(true)
    await act(page, 'PLACE 1')
    await waits(page, 1)
    await until(page, "/La saisie reprend à la fin/.test(document.querySelector('.saisie-bandeau').textContent)")
    await correct(page, 'PLACE 1')
    await page.fill(field('prenom'), 'Corrigé')
    await next(page)
    await w.context.setOffline(false)
    await expect.poll(async () => (await w.named('PLACE')).map(({ prenom }) => prenom), PATIENCE).toEqual(['Corrigé'])
    const [stored] = await w.named('PLACE')
    expect(await rankOf(stored?.id ?? 0)).toEqual({ apres: anchor })
  })

  test('an inserted act that waits and is half corrected comes back after a reload, and keeps its place', async () => {
    const { page } = await w.open()
    const first = w.site.deps.db.selectFrom('releves').select('id').where('source_id', '=', w.source).orderBy('id')
    const anchor = (await first.executeTakeFirstOrThrow()).id
    await page.goto(`${deskUrl(w.site, w.source)}?apres=${anchor}`)
    await w.context.setOffline(true)
    await act(page, 'RECHARGE 1')
    await waits(page, 1)
    await until(page, "/La saisie reprend à la fin/.test(document.querySelector('.saisie-bandeau').textContent)")
    await correct(page, 'RECHARGE 1')
    await page.fill(field('prenom'), 'Repris')
    await page.waitForTimeout(800)
    await w.context.setOffline(false)
    await page.goto(deskUrl(w.site, w.source))
    await expect.poll(() => page.inputValue(field('prenom')), PATIENCE).toBe('Repris')
    await next(page)
    const typed = async () => (await w.named('RECHARGE')).map(({ prenom }) => prenom)
    await expect.poll(typed, { timeout: 150_000 }).toEqual(['Repris'])
    const [stored] = await w.named('RECHARGE')
    expect(await rankOf(stored?.id ?? 0)).toEqual({ apres: anchor })
  }, 200_000)

  test('a correction that is left half way: for another one it goes as it stands, a reload brings it back', async () => {
    const { page } = await w.open()
    await w.context.setOffline(true)
    for (const n of [1, 2]) await act(page, `MOITIÉ ${n}`)
    await waits(page, 2)
    await correct(page, 'MOITIÉ 1')
    await page.fill(field('prenom'), 'Un')
    await correct(page, 'MOITIÉ 2')
    await page.fill(field('prenom'), 'Deux')
    await page.waitForTimeout(800)
    await w.context.setOffline(false)
    await page.reload()
    await expect.poll(() => page.inputValue(field('prenom')), PATIENCE).toBe('Deux')
    await page.keyboard.press('Control+Enter')
    const typed = async () => (await w.named('MOITIÉ')).map((row) => `${row.nom} ${row.prenom ?? ''}`.trim()).join()
    await expect.poll(typed, { timeout: 150_000 }).toMatch(/^MOITIÉ 1 Un,MOITIÉ 2( Deux)?$/)
    const drafts = await w.site.deps.db.selectFrom('brouillons').selectAll().execute()
    const isDraft = drafts.some(({ contenu }) => contenu['data[prenom]'] === 'Deux')
    expect(isDraft || (await typed()).endsWith('Deux')).toBe(true)
  }, 200_000)

  test('a page of somebody’s network, by a redirection or a refusal, does not stop the sending', async () => {
    const { page } = await w.open()
    const answers = [302, 403]
    await w.context.setOffline(true)
    await act(page, 'PORTAIL 1')
    await page.route(`**/sources/${w.source}/releves`, (route) => {
      const status = answers.shift()
      const headers = status === 302 ? { location: 'http://portail.invalid/' } : {}
      return status === undefined ? route.continue() : route.fulfill({ status, headers, body: '<p>Wi-Fi</p>' })
    })
    await w.context.setOffline(false)
    await expect.poll(() => answers, { timeout: 40_000 }).toEqual([403])
    // It waits twice as long each time; a line that is there again begins anew.
    await w.context.setOffline(true)
    await w.context.setOffline(false)
    await w.stored('PORTAIL', ['PORTAIL 1'], { timeout: 40_000 })
    expect(answers).toEqual([])
  })
})
