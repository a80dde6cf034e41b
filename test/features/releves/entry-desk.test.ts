import { describe, expect, test } from 'vitest'
import { type TestApp, testApp, type Visitor } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { ACT, register } from './support.ts'

const policy = (t: TestApp, nom: string, politique: 'repris' | 'incremente') =>
  t.db.updateTable('champs').set({ politique }).where('nom', '=', nom).execute()

describe('the desk knows what its keys need', () => {
  test('« idem »: each field says what it was in the record before', async () => {
    const t = await testApp()
    const { path, lieu } = await register(t)
    const marie = await t.as(t.marie)
    const place = { 'data[domicile]': lieu.id, 'texte:data[domicile]': 'Pleurtuit' }
    const { page } = await marie.follow(
      await marie.post(path, { ...ACT, ...place, 'data[prenom]': '', 'etats[prenom]': 'illisible' }),
    )
    const earlier = (nom: string) =>
      JSON.parse(page.one(`[data-champ=${nom}]`).getAttribute('data-precedent') ?? 'null')
    expect(earlier('nom')).toEqual({ 'data[nom]': 'Lefèvre' })
    expect(earlier('date_evenement')).toEqual({
      'data[date_evenement][valeur]': '12/08/1787',
      'data[date_evenement][calendrier]': 'gregorien',
    })
    expect(earlier('domicile')).toEqual({ 'data[domicile]': String(lieu.id), 'texte:data[domicile]': 'Pleurtuit' })
    expect(earlier('prenom')).toEqual({ 'etats[prenom]': 'illisible' })
  })

  test('fields taken over are marked, so that Enter passes them; « sans reprise » takes nothing over', async () => {
    const t = await testApp()
    const { path } = await register(t)
    await policy(t, 'date_evenement', 'repris')
    await policy(t, 'numero', 'incremente')
    const marie = await t.as(t.marie)
    const carried = await marie.follow(await marie.post(path, { ...ACT, 'data[numero]': '41' }))
    const marked = carried.page.all('[data-repris]').map((champ) => champ.getAttribute('data-champ'))
    expect(marked).toEqual(['date_evenement', 'numero'])
    expect(carried.page.one('[data-sans-reprise]').textContent).toBe('Enregistrer sans reprise')
    const bare = await marie.follow(await marie.post(path, { ...ACT, suite: 'vide' }))
    expect(bare.page.value('data[numero]')).toBe('')
    expect(bare.page.value('data[date_evenement][valeur]')).toBe('')
    expect(bare.page.text).toContain('Enregistré à')
  })

  test('no second button where nothing is ever taken over; the keys are listed', async () => {
    const t = await testApp()
    const { path } = await register(t)
    const { page } = await (await t.as(t.marie)).get(`${path}/nouveau`)
    expect(page.has('[data-sans-reprise]')).toBe(false)
    expect(page.one('dialog').textContent).toContain('Ctrl+Maj+Entrée')
    // The page without scripts shows no control that only a script serves.
    expect(page.all('[role=toolbar] [data-outil]').every((one) => one.classList.contains('avec-js'))).toBe(true)
    // Without JavaScript the keyboard has no other way to the states than Tab.
    expect(page.all('select[data-etat-de]').length).toBeGreaterThan(5)
    expect(page.all('select[data-etat-de][tabindex]')).toEqual([])
  })

  test('the record before and the one after, in the order of entry', async () => {
    const t = await testApp()
    const { source, path } = await register(t)
    const first = await t.make.releve(source, { nom: 'Premier', date_evenement: { iso: '1799-01-01' } })
    const other = await t.make.source({ section: t.saintMalo })
    await t.make.releve(other, { nom: 'Ailleurs' })
    const last = await t.make.releve(source, { nom: 'Dernier', date_evenement: { iso: '1780-01-01' } })
    const marie = await t.as(t.marie)
    const around = async (address: string) => {
      const { page } = await marie.get(address)
      return ['prev', 'next'].map((rel) => page.all(`a[rel=${rel}]`)[0]?.getAttribute('href'))
    }
    expect(await around(`${path}/nouveau`)).toEqual([`/releves/${last}/modifier`, undefined])
    expect(await around(`/releves/${last}/modifier`)).toEqual([`/releves/${first}/modifier`, `${path}/nouveau`])
    expect(await around(`/releves/${first}/modifier`)).toEqual([undefined, `/releves/${last}/modifier`])
  })
})

describe('what is understood of a date while it is typed', () => {
  async function echo(visitor: Visitor, query: Record<string, string | number>) {
    const params = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) params.set(name, String(value))
    const answer = await visitor.fragment(`/dates/comprendre?${params}`)
    return {
      status: answer.status,
      text: squeeze(answer.page.all('[data-echo]')[0]?.textContent ?? ''),
      button: answer.page.all('[data-calendrier]')[0],
      becomes: ['data-devient', 'data-devient-calendrier'].map(
        (name) => answer.page.all('[data-echo]')[0]?.getAttribute(name) ?? null,
      ),
    }
  }

  test('in each calendar, refused days with their reason', async () => {
    const t = await testApp()
    const marie = await t.as(t.marie)
    const read = async (valeur: string, calendrier = 'gregorien') => (await echo(marie, { valeur, calendrier })).text
    expect(await read('12081787')).toBe('= dimanche 12 août 1787')
    expect(await read('08/1787')).toBe('= août 1787')
    expect(await read('14 therm. 2', 'republicain')).toBe('= vendredi 1er août 1794')
    expect(await read('29/02/1700', 'julien')).toContain('(calendrier grégorien)')
    expect(await read('31/02/1788')).toMatch(/février/)
    expect(await read('12/8/87')).not.toContain('=')
    expect([await read('1787'), await read(' Août 1787'), await read('')]).toEqual(['', '', ''])
    expect([await read('17??'), await read('178?')]).toEqual(['= entre 1700 et 1799', '= entre 1780 et 1789'])
    expect(await read('05/17??')).toContain('sans jour ni mois')
    expect(await read('1500', 'julien')).toContain('(calendrier grégorien)')
    expect(await read('<script>')).not.toContain('= ')
    expect((await echo(marie, { valeur: 'x'.repeat(5000), calendrier: 'inconnu' })).status).toBe(200)
    expect(t.failures).toEqual([])
  })

  test('a republican text under « Grégorien » is proposed in the other calendar, in words', async () => {
    const t = await testApp()
    const marie = await t.as(t.marie)
    const { button } = await echo(marie, { valeur: '14 thermidor an II', calendrier: 'gregorien' })
    expect(button?.getAttribute('data-calendrier')).toBe('republicain')
    expect(button?.textContent.replace(/\s/g, ' ')).toContain('14 thermidor an II (1er août 1794)')
    expect((await echo(marie, { valeur: '12/08/1787', calendrier: 'gregorien' })).button).toBeUndefined()
  })

  test('a calendar that nobody chose follows a text that can be nothing else, and the way back is offered', async () => {
    const t = await testApp()
    const marie = await t.as(t.marie)
    const turned = await echo(marie, { valeur: '12 vendémiaire an III', calendrier: 'gregorien', suit: 1 })
    expect(turned.becomes).toEqual(['12 vendémiaire an III', 'republicain'])
    expect(turned.text).toContain('= vendredi 3 octobre 1794. Lu dans le calendrier républicain.')
    expect(turned.button?.getAttribute('data-calendrier')).toBe('gregorien')
    for (const [valeur, calendrier] of [
      ['12 vendémiaire an III', 'julien'],
      ['12/08/1787', 'gregorien'],
      ['12 vendémiaire an III', 'republicain'],
      ['an -1', 'gregorien'],
    ] as const)
      expect((await echo(marie, { valeur, calendrier, suit: 1 })).becomes).toEqual([null, null])
  })

  test('a Gregorian text under « Républicain » is proposed there', async () => {
    const t = await testApp()
    const marie = await t.as(t.marie)
    const back = async (valeur: string) => (await echo(marie, { valeur, calendrier: 'republicain', suit: 1 })).button
    for (const valeur of ['2 février 1806', '02/02/1806', 'février 1806', 'vers 1806'])
      expect((await back(valeur))?.getAttribute('data-calendrier')).toBe('gregorien')
    expect((await back('02/02/1806'))?.textContent).toContain('2 février 1806')
    for (const valeur of ['14/11/2', '12 vendémiaire an III', 'un beau matin', '15'])
      expect(await back(valeur)).toBeUndefined()
  })

  test('a short date says what it becomes, or why not', async () => {
    const t = await testApp()
    const marie = await t.as(t.marie)
    const of = (query: Record<string, string>) => echo(marie, { calendrier: 'gregorien', suit: 1, ...query })
    const birth = { champ: 'date_naissance', acte: '12/08/1787', acte_calendrier: 'gregorien' }
    expect(await of({ ...birth, valeur: 'v' })).toMatchObject({
      becomes: ['11/08/1787', 'gregorien'],
      text: '= samedi 11 août 1787',
    })
    const before = { champ: 'date_evenement', avant: '12 vend. 3', avant_calendrier: 'republicain' }
    expect((await of({ ...before, valeur: '15/5', calendrier: 'republicain' })).becomes).toEqual([
      ...['15 pluviôse an III', 'republicain'],
    ])
    expect((await of({ ...birth, valeur: 'v', acte: '1787' })).text).toContain('ne dit pas le jour')
    expect((await of({ champ: 'date_naissance', valeur: 'j' })).text).toContain('La date de l’acte est vide')
    expect((await of({ champ: 'date_evenement', valeur: 'mercredi 12 février 1789' })).text).toContain('est un jeudi')
    expect((await of({ ...birth, valeur: '12/08/1787' })).becomes).toEqual([null, null])
  })

  test('outside the years of the source: said for the date of the act alone, to those who see the source', async () => {
    const t = await testApp()
    const { source } = await register(t)
    const marie = await t.as(t.marie)
    const far = { valeur: '12/08/1687', calendrier: 'gregorien', source: source.id }
    expect((await echo(marie, { ...far, champ: 'date_evenement' })).text).toContain('en dehors des années de la source')
    expect((await echo(marie, { ...far, champ: 'date_naissance' })).text).not.toContain('en dehors')
    expect((await echo(marie, { ...far, valeur: '12/08/1787', champ: 'date_evenement' })).text).not.toContain(
      'en dehors',
    )
    const act = { calendrier: 'gregorien', source: source.id, champ: 'date_evenement' }
    // A year known in part, or two years of one Republican year: outside only where none of them fits.
    for (const valeur of ['17??', '178?', '18??', '180?'])
      expect((await echo(marie, { ...act, valeur })).text).not.toContain('en dehors')
    for (const valeur of ['16??', '177?', '181?'])
      expect((await echo(marie, { ...act, valeur })).text).toContain('en dehors')
    const last = { ...act, valeur: 'an XI', calendrier: 'republicain' }
    expect((await echo(marie, last)).text).not.toContain('en dehors')
    const stranger = await t.as(t.etienne)
    expect((await echo(stranger, { ...far, champ: 'date_evenement' })).status).toBe(404)
    expect((await t.anonymous().get('/dates/comprendre?valeur=1787')).location).toContain('/login')
  })
})

test('the desk has one line for a header, with the way to everything, and the rows that the person chose', async () => {
  const t = await testApp()
  const { source, path } = await register(t)
  const marie = await t.as(t.marie)
  for (const _act of [1, 2]) {
    const { page } = await marie.get(`${path}/nouveau`)
    await marie.post(path, { ...ACT, _envoi: page.value('_envoi') })
  }
  await t.make.releve(source, { nom: 'AUTREFOIS' })
  const { page } = await marie.get(`${path}/nouveau`)
  expect(page.one('header h1').text).toBe(`Saisie\u00a0: ${source.titre}`)
  expect(page.one('header h1 a').getAttribute('href')).toBe(`/sources/${source.id}`)
  expect(page.one('#bureau-faits').text).toBe('acte 4 · 2 aujourd’hui')
  const links = page.all('header details a, header > a.lien-outil').map((link) => link.getAttribute('href'))
  for (const href of [path, `${path}/passes`, '/brouillons', '/sources', '/', '/profil', '/notifications'])
    expect(links).toContain(href)
  expect(page.one('html').getAttribute('data-densite')).toBe('compacte')
  await marie.post('/apparence', { densite: 'confort' })
  expect((await marie.get(`${path}/nouveau`)).page.one('html').getAttribute('data-densite')).toBe('confort')
  await marie.post('/apparence', { densite: 'minuscule' })
  expect((await marie.get(`${path}/nouveau`)).page.one('html').getAttribute('data-densite')).toBe('confort')
})
