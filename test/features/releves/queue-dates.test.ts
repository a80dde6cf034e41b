// Dates that lean on the act before, in acts that waited in a browser: on the one that was typed before, and on no other.
import { expect, test } from 'vitest'
import { idsInOrder } from '../../../src/features/releves/queries/order.ts'
import { testApp } from '../../support/app.ts'
import { ACT, register, releves } from './support.ts'

const { nextForm } = await import(new URL('../../../static/js/file-suite.js', import.meta.url).href)

const QUEUE = { 'HX-Request': 'true', 'X-Releves-File': '1' }
const token = (n: number) => `leaneleaneleaneleane${'abcdefghij'[n]}`
const DAY = 'data[date_evenement][valeur]'

async function desk() {
  const t = await testApp()
  const { path, source } = await register(t)
  const marie = await t.as(t.marie)
  await marie.get('/')
  const send = async (n: number, day: string, more: Record<string, string> = {}) => {
    const { text } = await marie.post(path, { ...ACT, ...more, [DAY]: day, _envoi: token(n) }, QUEUE)
    return JSON.parse(text)
  }
  const days = async () => (await releves(t)).map(({ data }) => (data.date_evenement as { iso: string }).iso)
  return { t, source, path, marie, send, days }
}

test('the answer is lost, and « le lendemain » is sent once more: it is no change', async () => {
  const { t, send, days } = await desk()
  await send(0, '12/08/1787')
  const { id } = await send(1, 'le lendemain')
  await send(2, 'le lendemain')
  expect(await send(1, 'le lendemain')).toEqual({ id })
  expect(await days()).toEqual(['1787-08-12', '1787-08-13', '1787-08-14'])
  expect(await t.db.selectFrom('brouillons').selectAll().execute()).toEqual([])
})

test('an inserted act leans on the one after which it comes', async () => {
  const { send, days } = await desk()
  const { id } = await send(0, '12/08/1787')
  await send(1, '03/03/1791')
  await send(2, '15', { apres: String(id) })
  expect(await days()).toEqual(['1787-08-12', '1791-03-03', '1787-08-15'])
})

test('the act before was refused: its month counts, and without one nothing is guessed', async () => {
  const { send, days } = await desk()
  await send(0, '12/08/1787')
  expect(await send(1, '03/11/1787', { 'data[nom]': '' })).toMatchObject({ brouillon: token(1) })
  await send(2, '15')
  await send(3, '16')
  expect(await send(4, '31/02/1788')).toMatchObject({ brouillon: token(4) })
  expect(await send(5, '17')).toMatchObject({ brouillon: token(5) })
  expect(await days()).toEqual(['1787-08-12', '1787-11-15', '1787-11-16'])
})

test('an act that says which was typed before it leans on that one, stored or refused, whichever came last', async () => {
  const { send, days } = await desk()
  const first = await send(0, '12/08/1787')
  await send(1, '03/03/1791', { _avant: String(first.id) })
  // From another tab, or let pass before it.
  await send(2, '15', { _suit: token(0) })
  await send(3, '16', { _suit: token(1) })
  await send(4, '17', { _avant: String(first.id) })
  expect(await days()).toEqual(['1787-08-12', '1791-03-03', '1787-08-15', '1791-03-16', '1787-08-17'])
  expect(await send(5, '03/11/1789', { 'data[nom]': '' })).toMatchObject({ brouillon: token(5) })
  await send(6, '18', { _suit: token(5) })
  expect((await days()).at(-1)).toBe('1789-11-18')
  // That one has not come: nothing is guessed.
  expect(await send(7, '19', { _suit: token(9) })).toMatchObject({ brouillon: token(7) })
})

test('an act is inserted after one that is known by its token alone, and leans on it', async () => {
  const { t, source, path, marie, send, days } = await desk()
  const first = await send(0, '12/08/1787')
  const last = await send(1, '03/03/1791')
  const second = await send(2, '15', { apres: String(first.id) })
  const third = await send(3, '16', { apres: token(2), _suit: token(2) })
  expect(await idsInOrder(t.db, source.id, { limit: 9 })).toEqual([first.id, second.id, third.id, last.id])
  expect((await days()).at(-1)).toBe('1787-08-16')
  const lost = await send(4, '17/08/1787', { apres: token(9) })
  expect(lost).toMatchObject({ brouillon: token(4) })
  expect(lost.motif).toContain('L’acte après lequel celui-ci devait être inséré')
  // Once that one has come, the draft knows its place.
  const draft = `${path}/nouveau?brouillon=${token(4)}`
  expect((await marie.get(draft)).page.text).toContain('vous vouliez insérer')
  const { id } = await send(9, '17/08/1787', { apres: String(third.id) })
  const { page } = await marie.get(draft)
  expect([page.value('apres'), page.text.includes('vous vouliez insérer')]).toEqual([String(id), false])
})

test.each(['le lendemain', 'la veille', '3 jours avant', 'le 28 du mois dernier', 'du 3 du courant', '15'])(
  '« %s », taken over or repeated without a line, is the same day again',
  async (typed) => {
    const { send, days } = await desk()
    await send(0, '12/08/1787')
    await send(1, typed)
    const sent = Object.entries({ ...ACT, [DAY]: typed })
    const { valeurs, precedents } = nextForm({ date_evenement: 'date repris' }, {}, sent, false)
    expect(precedents.date_evenement).toEqual(valeurs)
    await send(2, valeurs[DAY])
    const [, first, second] = await days()
    expect(second).toBe(first)
  },
)
