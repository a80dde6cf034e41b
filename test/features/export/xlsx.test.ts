// The records of a source leave as a workbook and come in again: nothing is lost that the CSV keeps.
import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../support/app.ts'
import { importOf, messagesOf, sendFile, work } from '../imports/support.ts'
import { everything } from './source.ts'

async function exported(t: TestApp, sourceId: number, format: 'csv' | 'xlsx') {
  const admin = await t.as(t.admin)
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const res = await t.app.request(`http://localhost/export/source/${sourceId}/${format}`, { headers: { cookie } })
  expect(res.status).toBe(200)
  return { headers: res.headers, bytes: Buffer.from(await res.arrayBuffer()) }
}

async function imported(t: TestApp, sourceId: number, bytes: Buffer) {
  const admin = await t.as(t.admin)
  expect((await sendFile(admin, `/sources/${sourceId}/import`, bytes)).status).toBe(303)
  await work(t)
  const { id, a_creer } = await importOf(t)
  await admin.post(`/imports/${id}/confirmer`)
  await work(t)
  const { etat, creees } = await importOf(t)
  expect([etat, creees]).toEqual(['termine', a_creer])
  return { messages: (await messagesOf(t)).map(({ message }) => message), creees }
}

test('a workbook brings into an empty source what the CSV brings, and the same file goes out of it', async () => {
  const t = await testApp()
  const { source } = await everything(t)
  const { type } = source
  const [byCsv, byXlsx, again] = await Promise.all(
    ['b', 'c', 'd'].map((titre) => t.make.source({ titre, type, section: t.saintMalo })),
  )
  if (!byCsv || !byXlsx || !again) throw new Error('no sources')
  const workbook = await exported(t, source.id, 'xlsx')
  expect(workbook.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  expect(workbook.headers.get('content-disposition')).toContain('Saint-Enogat.xlsx"')
  const one = await imported(t, byCsv.id, (await exported(t, source.id, 'csv')).bytes)
  const other = await imported(t, byXlsx.id, workbook.bytes)
  expect(one.creees).toBeGreaterThan(5)
  expect(other).toEqual(one)
  const whole = (await exported(t, byXlsx.id, 'csv')).bytes.toString()
  expect(whole).toBe((await exported(t, byCsv.id, 'csv')).bytes.toString())
  const third = await imported(t, again.id, (await exported(t, byXlsx.id, 'xlsx')).bytes)
  expect(third.creees).toBe(one.creees)
  expect((await exported(t, again.id, 'csv')).bytes.toString()).toBe(whole)
  expect(t.failures).toEqual([])
})

test('lists and searches leave as workbooks too, each by a link beside the CSV', async () => {
  const t = await testApp()
  const { source } = await everything(t)
  const admin = await t.as(t.admin)
  for (const page of [`/sources/${source.id}`, '/sources', '/lieux', '/recherche?q=Goff', '/admin/journal']) {
    const { page: shown } = await admin.get(page)
    const link = shown.all('a').find((a) => /\/xlsx(\?|$)/.test(a.getAttribute('href') ?? ''))
    expect([page, link?.textContent]).toEqual([page, expect.stringContaining('Excel')])
    const answer = await admin.get(link?.getAttribute('href') ?? '')
    expect([page, answer.status, answer.text.slice(0, 2)]).toEqual([page, 200, 'PK'])
  }
  expect(t.failures).toEqual([])
})
