// Without a line the desk goes on: what is saved waits on the device and is stored once, in order, when the line is back.
import { expect, test } from 'vitest'
import { DATE, deskUrl, field, save, text, until } from './desk.ts'
import { everyDriven, testMore } from './driven.ts'
import { act, empty, LIST, next, Waiting, waits } from './waiting.ts'

Waiting.in(everyDriven, (w, name) => {
  const more = testMore(name)
  more('ten acts of every field and two calendars, one after the other, each stored once and in order', async () => {
    const { page, errors } = await w.open()
    await page.fill(field('vue'), '14')
    await page.fill(field('numero_acte'), '40')
    await act(page, 'AVANT')
    await w.context.setOffline(true)
    for (let n = 0; n < 10; n += 1) {
      await until(page, `document.activeElement.name === 'data[date_evenement][valeur]'`)
      expect(await page.inputValue(field('numero_acte'))).toBe(String(41 + n))
      for (const nom of ['prenom', 'nom_pere', 'prenom_pere', 'profession_pere', 'nom_mere'])
        await page.fill(field(nom), `${nom} ${n}`)
      await page.selectOption(field('sexe'), n % 2 ? 'F' : 'M')
      await page.selectOption('[name="etats[prenom_mere]"]', 'illisible')
      const isRepublican = n % 3 === 1
      await page.selectOption('[name="data[date_evenement][calendrier]"]', isRepublican ? 'republicain' : 'gregorien')
      await act(page, `DIX ${n}`, isRepublican ? `${n + 1} thermidor an II` : `${n + 1}/8/1787`)
      await waits(page, n + 1)
    }
    expect(await w.named('DIX')).toEqual([])
    await w.context.setOffline(false)
    await empty(page)
    const rows = await w.named('DIX')
    expect(rows.map(({ nom }) => nom)).toEqual(Array.from({ length: 10 }, (_, n) => `DIX ${n}`))
    expect(rows.map(({ data }) => [data.vue, data.numero_acte, data.prenom, data.sexe, data.nom_mere])).toEqual(
      rows.map((_, n) => ['14', 41 + n, `prenom ${n}`, n % 2 ? 'F' : 'M', `nom_mere ${n}`]),
    )
    expect(rows.map(({ data }) => (data.date_evenement as { iso: string }).iso.slice(0, 7))).toEqual(
      rows.map((_, n) => (n % 3 === 1 ? '1794-07' : '1787-08')),
    )
    expect(rows.every(({ etats }) => etats.prenom_mere === 'illisible')).toBe(true)
    await until(page, "/DIX 9/.test(document.querySelector('#saisie-recents').textContent)")
    expect(errors.filter((error) => !/ERR_INTERNET_DISCONNECTED/.test(error))).toEqual([])
  })

  test('a reload, a second tab and a crash of the page: what waits goes once', async () => {
    const { page, another } = await w.open()
    await w.context.setOffline(true)
    for (const n of [1, 2, 3]) await act(page, `RECHARGE ${n}`)
    await waits(page, 3)
    await w.context.setOffline(false)
    // Three desks at once, all of which would send.
    const tabs = [await another(), await another()]
    await Promise.all([page.reload(), ...tabs.map((tab) => tab.goto(deskUrl(w.site, w.source)))])
    await w.stored('RECHARGE', ['RECHARGE 1', 'RECHARGE 2', 'RECHARGE 3'])
    for (const tab of [page, ...tabs]) await empty(tab)
    expect((await w.named('RECHARGE')).map(({ nom }) => nom)).toHaveLength(3)
    const drafts = await w.site.deps.db.selectFrom('brouillons').selectAll().execute()
    expect(drafts.map(({ contenu }) => contenu)).toEqual([])
  })

  test('the answer is lost, the server is away, another network answers: the next form comes, one record', async () => {
    const { page } = await w.open()
    const answers = ['lost', 'away', 'portal']
    await page.route(`**/sources/${w.source}/releves`, async (route) => {
      const what = answers.shift()
      if (what === undefined) return route.continue()
      if (what === 'away') return route.fulfill({ status: 503, body: 'en maintenance' })
      if (what === 'portal')
        return route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>WiFi gratuit</h1>' })
      await route.fetch({ maxRedirects: 0 })
      return route.abort('connectionreset')
    })
    for (const n of [1, 2, 3, 4]) await act(page, `PERDU ${n}`)
    await empty(page)
    expect(answers).toEqual([])
    expect((await w.named('PERDU')).map(({ nom }) => nom)).toEqual(['PERDU 1', 'PERDU 2', 'PERDU 3', 'PERDU 4'])
  })

  more('an obligatory field that is empty is told at once, and nothing is kept of it', async () => {
    const { page } = await w.open()
    await w.context.setOffline(true)
    await page.fill(field('nom'), 'SANS DATE')
    await page.keyboard.press('Control+Enter')
    await until(page, "/obligatoire/.test(document.querySelector('[data-saisie-etat]').textContent)")
    expect(await page.inputValue(field('nom'))).toBe('SANS DATE')
    await page.selectOption('[name="etats[date_evenement]"]', 'illisible')
    await page.focus(field('nom'))
    await next(page)
    await waits(page, 1)
    await w.context.setOffline(false)
    await w.stored('SANS DATE', ['SANS DATE'])
  })

  more('a refused one becomes a draft and is named, the others go on', async () => {
    const { page } = await w.open()
    await w.context.setOffline(true)
    await act(page, 'REFUS 1')
    await act(page, 'REFUS 2', '31/02/1788')
    await act(page, 'REFUS 3')
    await w.context.setOffline(false)
    await until(page, `/brouillon/.test(document.querySelector('${LIST}').textContent)`)
    expect(await text(page, LIST)).toMatch(/1 relevé refusé est devenu un brouillon : REFUS 2 : Date/)
    await w.stored('REFUS', ['REFUS 1', 'REFUS 3'])
    const drafts = await w.site.deps.db.selectFrom('brouillons').selectAll().execute()
    expect(drafts.map(({ contenu, motif }) => [contenu['data[nom]'], motif !== null])).toEqual([['REFUS 2', true]])
    await page.reload()
    expect(await text(page, '#saisie-avis')).toContain('Refusé à l’envoi')
  })

  more('taken back and corrected: stored once with the last values, and the act in hand comes back', async () => {
    const { page } = await w.open()
    await w.context.setOffline(true)
    for (const n of [1, 2, 3]) await act(page, `CORRIGE ${n}`)
    await page.fill(field('nom'), 'EN MAIN')
    await page.click(`${LIST} summary`)
    await page.click(`${LIST} li:nth-child(2) button`)
    await until(page, `document.querySelector('${field('nom')}').value === 'CORRIGE 2'`)
    await page.fill(field('prenom'), 'Yves')
    await next(page)
    expect(await page.inputValue(field('nom'))).toBe('EN MAIN')
    await w.context.setOffline(false)
    await empty(page)
    expect((await w.named('CORRIGE')).map(({ nom, prenom }) => [nom, prenom])).toEqual([
      ['CORRIGE 1', null],
      ['CORRIGE 2', 'Yves'],
      ['CORRIGE 3', null],
    ])
    await page.fill(DATE, '12/08/1787')
    await save(page)
    expect(await w.named('EN MAIN')).toHaveLength(1)
  })
})
