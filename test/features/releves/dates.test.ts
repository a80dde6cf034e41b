// Dates as typists write them, in forms that are posted without JavaScript.
import { describe, expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { register, releves } from './support.ts'

const BAPTEMES = [
  { nom: 'date_evenement', label: 'Date de baptême', type: 'date', required: true },
  { nom: 'nom', label: 'Nom' },
  { nom: 'date_naissance', label: 'Date de naissance', type: 'date' },
] as const

/** The form of an act; its calendars are those that the form has unless a test says otherwise. */
const act = (date: string, naissance = '', calendriers: { acte?: string; naissance?: string } = {}) => ({
  'data[date_evenement][valeur]': date,
  'data[date_evenement][calendrier]': calendriers.acte ?? 'gregorien',
  'data[nom]': 'Martin',
  'data[date_naissance][valeur]': naissance,
  'data[date_naissance][calendrier]': calendriers.naissance ?? 'gregorien',
})

async function baptisms() {
  const t = await testApp()
  const type = await t.make.typeSource({ champs: [...BAPTEMES] })
  const { source, path } = await register(t, { type })
  const marie = await t.as(t.marie)
  /** Stored texts of both dates of the last record. */
  const stored = async () => {
    const { data = {} } = (await releves(t)).at(-1) ?? {}
    return [data.date_evenement, data.date_naissance].map((date) => (date as { valeur?: string } | undefined)?.valeur)
  }
  return { t, source, path, marie, stored }
}

describe('the calendar', () => {
  test('gives way to a text that can be nothing else, says so, and goes on to the next act', async () => {
    const { t, path, marie } = await baptisms()
    const next = await marie.follow(await marie.post(path, act('12 vendémiaire an III', '11 vend. 3')))
    const [row] = await releves(t)
    expect(row?.data.date_evenement).toEqual({
      ...{ valeur: '12 vendémiaire an III', calendrier: 'republicain', iso: '1794-10-03' },
    })
    expect(row?.data.date_naissance).toMatchObject({ valeur: '11 vend. 3', calendrier: 'republicain' })
    expect(next.page.flash).toContain('Date de baptême : Lu dans le calendrier républicain.')
    for (const nom of ['date_evenement', 'date_naissance']) {
      expect(next.page.value(`data[${nom}][valeur]`)).toBe('')
      expect(next.page.value(`data[${nom}][calendrier]`)).toBe('republicain')
    }
    const bare = await marie.get(`${path}/nouveau?enregistre=${row?.id}&sans_reprise=1`)
    expect(bare.page.value('data[date_naissance][calendrier]')).toBe('republicain')
  })

  test('of the act goes on to a date that the record before had not', async () => {
    const { path, marie } = await baptisms()
    await marie.post(path, act('12 vendémiaire an III', '', { acte: 'republicain' }))
    const { page } = await marie.get(`${path}/nouveau`)
    expect(page.value('data[date_naissance][calendrier]')).toBe('republicain')
    await marie.post(path, act('12/01/1806'))
    expect((await marie.get(`${path}/nouveau`)).page.value('data[date_evenement][calendrier]')).toBe('')
  })

  test('that was read is the one of a form that comes back', async () => {
    const { path, marie } = await baptisms()
    const { page, status } = await marie.post(path, act('12 vendémiaire an III', 'x'))
    expect(status).toBe(422)
    expect(page.value('data[date_evenement][calendrier]')).toBe('republicain')
    expect(page.one('#data-date_evenement-compris').textContent).toBe(
      '= vendredi 3 octobre 1794. Lu dans le calendrier républicain.',
    )
    expect(page.value('data[date_naissance][valeur]')).toBe('x')
  })

  test('somebody chose is not turned, and there is no year before the first', async () => {
    const { t, path, marie } = await baptisms()
    const julian = await marie.post(path, act('12 vendémiaire an III', '', { acte: 'julien' }))
    expect([julian.status, julian.page.text]).toEqual([422, expect.stringContaining('choisissez ce calendrier')])
    for (const acte of ['gregorien', 'republicain']) {
      const { status, page } = await marie.post(path, act('12 brumaire an -1', '', { acte }))
      expect([status, page.text]).toEqual([422, expect.stringContaining('Il n’y a pas d’année avant l’an I')])
      expect(page.value('data[date_evenement][valeur]')).toBe('12 brumaire an -1')
    }
    expect(await releves(t)).toEqual([])
  })
})

describe('a date leans', () => {
  test.each([
    ['12/08/1787', '15', '15/08/1787', 'gregorien', '1787-08-15'],
    ['12/08/1787', 'dernier février', '', 'gregorien', '1787-02-28'],
    ['12/08/1787', 'dudit jour', '', 'gregorien', '1787-08-12'],
    ['28/02/1700', '29', '', 'julien', '1700-02-29'],
    ['12 vendémiaire an III', '15', '', 'republicain', '15 vendémiaire an III'],
    ['12 vendémiaire an III', '15/5', '', 'republicain', '15 pluviôse an III'],
    ['12 vendémiaire an III', 'le 3 du courant', '', 'republicain', '3 vendémiaire an III'],
  ])('on the record before: %s, then %s', async (before, typed, _text, calendrier, valeur) => {
    const { path, marie, stored } = await baptisms()
    await marie.post(path, act(before, '', { acte: calendrier }))
    expect((await marie.post(path, act(typed, '', { acte: calendrier }))).status).toBe(303)
    expect(await stored()).toEqual([valeur, undefined])
  })

  test.each([
    ['12/08/1787', 'j', '1787-08-12'],
    ['12/08/1787', 'v', '1787-08-11'],
    ['01/03/1788', '-1', '1788-02-29'],
    ['12 août 1787', 'du jour d’hier', '1787-08-11'],
    ['12 vendémiaire an III', 'v', '11 vendémiaire an III'],
    ['12 vendémiaire an III', '-12', '5e jour complémentaire an II'],
  ])('on the date of its act: %s, born %s', async (date, typed, valeur) => {
    const { path, marie, stored } = await baptisms()
    expect((await marie.post(path, act(date, typed))).status).toBe(303)
    expect((await stored())[1]).toBe(valeur)
  })

  test('on an act whose date was itself short', async () => {
    const { path, marie, stored } = await baptisms()
    await marie.post(path, act('12/08/1787', '10/08/1787'))
    await marie.post(path, act('15', 'v'))
    expect(await stored()).toEqual(['1787-08-15', '1787-08-14'])
  })

  test.each([
    ['', 'j', 'La date de l’acte est vide'],
    ['1787', 'v', 'ne dit pas le jour'],
    ['12/13/1787', '-3', 'La date de l’acte n’est pas comprise'],
  ])('on nothing sure: an act of %j, born %s', async (date, typed, message) => {
    const { t, path, marie } = await baptisms()
    const { status, page } = await marie.post(path, act(date, typed))
    expect([status, page.one('#data-date_naissance-erreur').textContent]).toEqual([
      422,
      expect.stringContaining(message),
    ])
    expect(page.value('data[date_naissance][valeur]')).toBe(typed)
    expect(await releves(t)).toEqual([])
  })

  test('on nothing at all: a day alone in the first record of a source is refused', async () => {
    const { path, marie } = await baptisms()
    for (const typed of ['15', '15/5', 'dudit jour']) expect((await marie.post(path, act(typed))).status).toBe(422)
  })

  test('on one’s own record where two people enter a source', async () => {
    const { t, source, path, marie, stored } = await baptisms()
    await marie.post(path, act('12/08/1787'))
    await t.make.releve(source, {
      date_evenement: { valeur: '1650-01-01', calendrier: 'gregorien', iso: '1650-01-01' },
    })
    await marie.post(path, act('15'))
    expect((await stored())[0]).toBe('1787-08-15')
  })

  test('in a record that is corrected, but not where nobody touched it', async () => {
    const { t, source, path, marie, stored } = await baptisms()
    await marie.post(path, act('12/08/1787'))
    const free = { valeur: 'dudit jour', calendrier: 'republicain', iso: null }
    const id = await t.make.releve(source, { date_evenement: free, nom: 'Martin' })
    await marie.post(`/releves/${id}`, { ...act('dudit jour', 'x', { acte: 'republicain' }), version: 1 })
    expect(await stored()).toEqual(['dudit jour', undefined])
    await marie.post(`/releves/${id}`, { ...act('14', 'v'), version: 1 })
    expect(await stored()).toEqual(['1787-08-14', '1787-08-13'])
    const one = { 'data[date_naissance][valeur]': '-3', 'data[date_naissance][calendrier]': 'gregorien', version: 2 }
    await marie.post(`/releves/${id}/champs/date_naissance`, one)
    expect((await stored())[1]).toBe('1787-08-11')
  })
})

test('a wrong weekday is stored as the day it is, and said', async () => {
  const { path, marie, stored } = await baptisms()
  const next = await marie.follow(await marie.post(path, act('mercredi 12 février 1789')))
  expect(await stored()).toEqual(['1789-02-12', undefined])
  expect(next.page.flash).toContain('Le 12 février 1789 est un jeudi, non un mercredi.')
})

test('a date known about is shown as one, and no page makes a day of it', async () => {
  const { t, source, path, marie } = await baptisms()
  for (const [date, naissance] of [
    ['vers 1780', 'avant 1750'],
    ['1780-1785', 'après 1750'],
  ] as const)
    await marie.post(path, act(date, naissance))
  const [one, two] = await releves(t)
  expect(one?.data.date_naissance).toEqual({
    valeur: '<1750',
    calendrier: 'gregorien',
    iso: null,
    iso_fin: '1749-12-31',
  })
  expect([one?.date_evenement, two?.date_evenement]).toEqual(['1780-01-01', '1780-01-01'])
  const shown = (await marie.get(`/releves/${one?.id}`)).page.text
  expect(shown).toContain('vers 1780')
  expect(shown).toContain('avant 1750')
  expect((await marie.get(path)).page.text).toMatch(/vers 1780[\s\S]*1780-1785/)
  const csv = await marie.get(`/export/source/${source.id}/csv`)
  expect(csv.text).toContain('vers 1780;Martin;avant 1750')
  expect(csv.text).toContain('1780-1785;Martin;après 1750')
  const form = (await marie.get(`/releves/${two?.id}/modifier`)).page
  expect(form.value('data[date_evenement][valeur]')).toBe('1780-1785')
})
