import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { testApp, type Visitor } from '../../support/app.ts'
import type { Page } from '../../support/html.ts'
import { ACT, register, releves, traces } from './support.ts'

const HTMX = { 'HX-Request': 'true' }

/** The script static/js/saisie-suite.js reads these members. */
interface Suite {
  cle: string
  valeurs: Record<string, string>
  repris: string[]
  precedents: Record<string, Record<string, string>>
  etat: string
  avant: number
  acte: { id: number; title: string; place: string; persons: string }
}

const suiteOf = (page: Page): Suite => JSON.parse(page.one('#saisie-suite').getAttribute('data-suite') ?? 'null')

/** The hidden fields of the form on the desk. */
async function deskOf(visitor: Visitor, path: string) {
  const { page } = await visitor.get(`${path}/nouveau`)
  return { _envoi: page.value('_envoi'), _forme: page.value('_forme') }
}

describe('a save by htmx is answered at once', () => {
  test('with the form of the next record, under the address that gives it again', async () => {
    const t = await testApp()
    const { path } = await register(t)
    const marie = await t.as(t.marie)
    const answer = await marie.post(path, { ...ACT, ...(await deskOf(marie, path)) }, HTMX)
    const [row] = await releves(t)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('HX-Replace-Url')).toBe(`${path}/nouveau?enregistre=${row?.id}`)
    expect(answer.text).not.toContain('<html')
    expect(answer.text).not.toContain('<header')
    expect(answer.page.has('#saisie-formulaire form[data-saisie]')).toBe(true)
    expect(answer.page.has('#saisie-avis')).toBe(true)
    expect(answer.page.has('#saisie-recents tr.neuf')).toBe(true)
    expect(answer.page.text).toContain('Enregistré à 11 h 00')
    expect(gzipSync(answer.text).length).toBeLessThan(6_000)
    const again = await marie.get(answer.headers.get('HX-Replace-Url') ?? '')
    expect(again.page.text).toContain('Enregistré à 11 h 00')
    expect(await traces(t)).toMatchObject({ rows: 1 })
  })

  test('sent twice, the same record and the same address', async () => {
    const t = await testApp()
    const { path } = await register(t)
    const marie = await t.as(t.marie)
    const desk = await deskOf(marie, path)
    const answers = [
      await marie.post(path, { ...ACT, ...desk }, HTMX),
      await marie.post(path, { ...ACT, ...desk }, HTMX),
    ]
    const [first, second] = answers.map(({ headers }) => headers.get('HX-Replace-Url'))
    expect(second).toBe(first)
    expect(await traces(t)).toMatchObject({ rows: 1, versions: 1, counted: 1 })
  })

  test('refused, the form comes back with its errors and no other address', async () => {
    const t = await testApp()
    const { path } = await register(t)
    const marie = await t.as(t.marie)
    const answer = await marie.post(path, { ...ACT, 'data[nom]': '', ...(await deskOf(marie, path)) }, HTMX)
    expect(answer.status).toBe(422)
    expect(answer.headers.get('HX-Replace-Url')).toBeNull()
    expect(answer.page.error('data[nom]')).toContain('obligatoire')
    expect(answer.page.has('#saisie-avis .erreurs')).toBe(true)
    expect(answer.page.has('[name=_forme]')).toBe(false)
  })
})

describe('a form that stands as it was made gets its values alone', () => {
  test('those that the whole page would hold', async () => {
    const t = await testApp()
    const { source, path, lieu } = await register(t)
    await t.make.releve(source, { nom: 'Premier' })
    const politique = (nom: string, value: 'repris' | 'incremente') =>
      t.db.updateTable('champs').set({ politique: value }).where('nom', '=', nom).execute()
    await t.db.updateTable('champs').set({ majuscules: true }).where('nom', '=', 'nom').execute()
    await politique('date_evenement', 'repris')
    await politique('domicile', 'repris')
    await politique('numero', 'incremente')
    const marie = await t.as(t.marie)
    const place = { 'data[domicile]': lieu.id, 'texte:data[domicile]': 'Pleurtuit' }
    const act = { ...ACT, ...place, 'data[numero]': '41', 'etats[prenom]': 'illisible', 'data[prenom]': '' }
    const answer = await marie.post(path, { ...act, ...(await deskOf(marie, path)) }, HTMX)
    expect([answer.status, answer.headers.get('HX-Retarget')]).toEqual([200, '#saisie-suite'])
    expect(answer.page.has('form[data-saisie]')).toBe(false)
    expect(gzipSync(answer.text).length).toBeLessThan(700)

    const suite = suiteOf(answer.page)
    const { page } = await marie.get(answer.headers.get('HX-Replace-Url') ?? '')
    const names = page.all('[name^="data["], [name^="texte:data["]').map((node) => node.getAttribute('name') ?? '')
    const firsts = { 'data[date_evenement][calendrier]': 'gregorien' }
    const held = Object.fromEntries(names.map((name) => [name, page.value(name)]).filter(([, value]) => value !== ''))
    expect({ ...firsts, ...suite.valeurs }).toEqual({ ...firsts, ...held })
    expect(suite.repris).toEqual(page.all('[data-repris]').map((champ) => champ.getAttribute('data-champ')))
    const earlier = page.all('[data-precedent]').map((champ) => {
      return [champ.getAttribute('data-champ'), JSON.parse(champ.getAttribute('data-precedent') ?? '')]
    })
    // The others are stored as they were sent, which the browser knows.
    expect(suite.precedents).toEqual({ nom: { 'data[nom]': 'LEFÈVRE' } })
    expect(earlier).toContainEqual(['nom', suite.precedents.nom])
    const [link, button, insert] = page.all('tr.neuf a, tr.neuf button')
    expect(suite.acte).toMatchObject({ place: link?.textContent, persons: page.one('tr.neuf .nom').textContent })
    expect(link?.getAttribute('href')).toBe(`/releves/${suite.acte.id}`)
    expect(button?.getAttribute('aria-label')).toBe(`Corriger : ${suite.acte.title}`)
    expect(insert?.getAttribute('href')).toBe(`${path}/nouveau?apres=${suite.acte.id}`)
    expect(suite.etat).toBe(page.one('[data-saisie-etat] > span').textContent)
    expect(page.one('a[rel=prev]').getAttribute('href')).toBe(`/releves/${suite.avant}/modifier`)
    expect(suite.cle).not.toBe(page.value('_envoi'))
    expect(suite.cle.length).toBe(page.value('_envoi').length)
  })

  test('« sans reprise » empties it, and a warning comes with it', async () => {
    const t = await testApp()
    const { source, path } = await register(t)
    await t.make.releve(source, { nom: 'Premier' })
    await t.db.updateTable('champs').set({ politique: 'incremente' }).where('nom', '=', 'numero').execute()
    const marie = await t.as(t.marie)
    const far = { ...ACT, 'data[date_evenement][valeur]': '12/08/1687', suite: 'vide' }
    const answer = await marie.post(path, { ...far, ...(await deskOf(marie, path)) }, HTMX)
    expect(suiteOf(answer.page).valeurs).toEqual({})
    expect(answer.headers.get('HX-Replace-Url')).toMatch(/&sans_reprise=1$/)
    expect(answer.page.one('#saisie-avis').textContent).toContain('en dehors des années de la source')
  })

  test.each([
    [
      'fields changed meanwhile',
      async (t: Awaited<ReturnType<typeof testApp>>) => {
        await t.db.updateTable('champs').set({ label: 'Patronyme' }).where('nom', '=', 'nom').execute()
      },
      {},
    ],
    ['no shape told', async () => {}, { _forme: '' }],
    ['another shape', async () => {}, { _forme: 'autre' }],
  ] as const)('not when it would not fit: %s', async (_name, change, told) => {
    const t = await testApp()
    const { source, path } = await register(t)
    await t.make.releve(source, { nom: 'Premier' })
    const marie = await t.as(t.marie)
    const desk = await deskOf(marie, path)
    expect(desk._forme).not.toBe('')
    await change(t)
    const answer = await marie.post(path, { ...ACT, ...desk, ...told }, HTMX)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('HX-Retarget')).toBeNull()
    expect(answer.page.has('form[data-saisie]')).toBe(true)
  })

  test('a form with a draft in it, or without a record before it, is drawn anew', async () => {
    const t = await testApp()
    const { source, path } = await register(t)
    const marie = await t.as(t.marie)
    expect((await deskOf(marie, path))._forme).toBe('')
    await t.make.releve(source, { nom: 'Premier' })
    const cle = 'abcdefghijkl'
    await marie.post('/brouillons', { source: source.id, cle, version: 0, 'data[nom]': 'Commencé' })
    const { page } = await marie.get(`${path}/nouveau?brouillon=${cle}`)
    expect(page.value('data[nom]')).toBe('Commencé')
    expect(page.has('[name=_forme]')).toBe(false)
  })
})

describe('a save in the short names of the desk', () => {
  /** The champs of a source by name, as the desk numbers them. */
  async function numbersOf(t: Awaited<ReturnType<typeof testApp>>) {
    const champs = await t.db.selectFrom('champs').select(['id', 'nom']).execute()
    return Object.fromEntries(champs.map(({ id, nom }) => [nom, id.toString(36)]))
  }

  test('stores what the whole form stores, and an emptied default stays empty', async () => {
    const t = await testApp()
    const { source, path, lieu } = await register(t)
    await t.db.updateTable('champs').set({ politique: 'defaut' }).where('nom', 'in', ['notes', 'sexe']).execute()
    const defauts = JSON.stringify({ notes: 'toujours', sexe: 'M' })
    await t.db.updateTable('sources').set({ defauts }).where('id', '=', source.id).execute()
    const marie = await t.as(t.marie)
    const { page } = await marie.get(`${path}/nouveau`)
    expect([page.value('data[notes]'), page.value('data[sexe]')]).toEqual(['toujours', 'M'])
    const place = { 'data[domicile]': lieu.id, 'texte:data[domicile]': 'Pleurtuit' }
    const whole = {
      ...ACT,
      ...place,
      'data[notes]': '',
      'data[sexe]': '',
      'etats[nom]': 'douteux',
      'etats[numero]': 'sur',
    }
    const n = await numbersOf(t)
    const short = {
      ...{ [`*${n.date_evenement}`]: '12/08/1787', [`.${n.nom}`]: 'Lefèvre', [`!${n.nom}`]: 'douteux' },
      ...{ [`.${n.prenom}`]: 'Anne Marie', [`.${n.ondoye}`]: 'non', [`.${n.numero}`]: '12,5' },
      ...{ [`.${n.domicile}`]: lieu.id, [`-${n.domicile}`]: 'Pleurtuit', '.zzzz': 'gone' },
    }
    for (const form of [whole, short]) expect((await marie.post(path, form)).status).toBe(303)
    const [one, other] = await releves(t)
    expect(one?.data).toMatchObject({ nom: 'Lefèvre', domicile: { id: lieu.id } })
    expect(Object.keys(one?.data ?? {})).not.toContain('notes')
    expect([other?.data, other?.etats]).toEqual([one?.data, one?.etats])
  })

  test('refused, it is shown as it was typed, its calendar and its state too', async () => {
    const t = await testApp()
    const { path } = await register(t)
    const marie = await t.as(t.marie)
    const n = await numbersOf(t)
    const short = {
      [`*${n.date_evenement}`]: '31/02/1787',
      [`~${n.date_evenement}`]: 'julien',
      [`!${n.sexe}`]: 'absent',
    }
    const { status, page } = await marie.post(path, { ...short, [`.${n.prenom}`]: 'Anne' }, HTMX)
    expect(status).toBe(422)
    const names = ['data[date_evenement][valeur]', 'data[date_evenement][calendrier]', 'etats[sexe]', 'data[prenom]']
    expect(names.map((name) => page.value(name))).toEqual(['31/02/1787', 'julien', 'absent', 'Anne'])
  })
})
