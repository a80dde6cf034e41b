// The records of a source leave as a workbook and come in again: nothing is lost that the CSV keeps.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isPlaceField } from '../../../src/champs/index.ts'
import { openTable, readTable } from '../../../src/features/imports/rules/table-file.ts'
import { installReadyTypes, READY_TYPES } from '../../../src/features/types-sources/actions/models.ts'
import { champsOf } from '../../../src/features/types-sources/queries.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { isPostgres } from '../../support/db.ts'
import { fewOf } from '../../support/thorough.ts'
import { importOf, messagesOf, sendFile, work } from '../imports/support.ts'
import { drawing, drawnAct } from './drawn-acts.ts'
import { everything } from './source.ts'

/** The bytes that an address sends to the administrator. */
async function sent(t: TestApp, path: string) {
  const admin = await t.as(t.admin)
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const res = await t.app.request(`http://localhost${path}`, { headers: { cookie } })
  expect(res.status).toBe(200)
  return { headers: res.headers, bytes: Buffer.from(await res.arrayBuffer()) }
}

/** All texts of a workbook. */
async function textsOf(bytes: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'classeur-'))
  try {
    const path = join(folder, 'lu.xlsx')
    await writeFile(path, bytes)
    const file = await openTable(path, { encodage: 'auto' })
    const rows: string[][] = [file.headers]
    for await (const records of readTable(file, () => 100))
      for (const record of records) if ('cells' in record) rows.push(record.cells)
    return rows.flat().join(' | ')
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function exported(t: TestApp, sourceId: number, format: 'csv' | 'xlsx' | 'xlsx?mentions=1') {
  return sent(t, `/export/source/${sourceId}/${format}`)
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
  const workbook = await exported(t, source.id, 'xlsx?mentions=1')
  expect(workbook.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  expect(workbook.headers.get('content-disposition')).toContain('Saint-Enogat.xlsx"')
  const one = await imported(t, byCsv.id, (await exported(t, source.id, 'csv')).bytes)
  const other = await imported(t, byXlsx.id, workbook.bytes)
  expect(one.creees).toBeGreaterThan(5)
  expect(other).toEqual(one)
  const whole = (await exported(t, byXlsx.id, 'csv')).bytes.toString()
  expect(whole).toBe((await exported(t, byCsv.id, 'csv')).bytes.toString())
  const third = await imported(t, again.id, (await exported(t, byXlsx.id, 'xlsx?mentions=1')).bytes)
  expect(third.creees).toBe(one.creees)
  expect((await exported(t, again.id, 'csv')).bytes.toString()).toBe(whole)
  expect(t.failures).toEqual([])
})

const DRAWN = fewOf(12, 40)

/** A source of a ready type with acts of random values and states. */
async function drawnSource(t: TestApp, type: { id: number; nom: string }, seed: number) {
  const source = await t.make.source({ type, section: t.saintMalo })
  const [draw, champs] = [drawing(seed), await champsOf(t.db, type.id)]
  const dol = await t.make.lieu({ nom: `Dol ${seed}-${source.id}` })
  const place = { id: dol.id, nom_long: dol.nom_long }
  for (let n = 1; n <= DRAWN; n += 1) {
    const { data, etats } = drawnAct(draw, n, champs)
    for (const { nom } of champs.filter(isPlaceField)) if (data[nom]) data[nom] = place
    // No form stores a tab in a line.
    for (const { nom, type: of } of champs)
      if (of === 'text' && data[nom]) data[nom] = String(data[nom]).replace(/\t/g, ' ')
    await t.make.releve(source, data, etats)
  }
  return source
}

/** A draw takes seconds: each engine has one of its own. */
const SEED = isPostgres ? 2 : 1

test(`random acts of each ready type, draw ${SEED}, leave again from an empty source as they left`, {
  timeout: 120_000,
}, async () => {
  const t = await testApp()
  await installReadyTypes(t.db)
  const types = await t.db.selectFrom('types_sources').select(['id', 'nom']).orderBy('id').execute()
  for (const type of types.slice(-READY_TYPES.length)) {
    const source = await drawnSource(t, type, SEED)
    const [byCsv, byXlsx] = [
      await t.make.source({ type, section: t.saintMalo }),
      await t.make.source({ type, section: t.saintMalo }),
    ]
    const whole = (await exported(t, source.id, 'csv')).bytes
    const one = await imported(t, byCsv.id, whole)
    const other = await imported(t, byXlsx.id, (await exported(t, source.id, 'xlsx?mentions=1')).bytes)
    expect([type.nom, one.creees, other.creees]).toEqual([type.nom, DRAWN, DRAWN])
    const lines = async ({ id }: { id: number }) => (await exported(t, id, 'csv')).bytes.toString().split('\r\n')
    expect(await lines(byCsv)).toEqual(whole.toString().split('\r\n'))
    expect(await lines(byXlsx)).toEqual(whole.toString().split('\r\n'))
  }
  expect(t.failures).toEqual([])
})

test('marginal notes and causes of death leave in a workbook only where the box is ticked', async () => {
  const t = await testApp()
  const type = await t.make.typeSource({
    champs: [{ nom: 'nom' }, { nom: 'mention_marginale' }, { nom: 'cause' }, { nom: 'cause_deces' }],
  })
  const source = await t.make.source({ type, section: t.saintMalo })
  await t.make.releve(source, {
    nom: 'LE GOFF',
    mention_marginale: 'Divorcée en 1951',
    cause: 'choléra',
    cause_deces: 'noyade',
  })
  const admin = await t.as(t.admin)
  for (const [page, rows] of [
    [`/export/source/${source.id}`, `/export/source/${source.id}/xlsx`],
    ['/export/recherche?q=Goff', '/recherche/export/xlsx?q=Goff'],
  ] as const) {
    const form = (await admin.get(page)).page.one(`form[action="${rows.split('?')[0]}"]`)
    expect(form.querySelector('input[name=mentions]')?.hasAttribute('checked')).toBe(false)
    const texts = async (path: string) => textsOf((await sent(t, path)).bytes)
    expect(await texts(rows)).not.toMatch(/Divorcée|choléra|noyade|mention|cause/i)
    expect(await texts(`${rows}${rows.includes('?') ? '&' : '?'}mentions=1`)).toMatch(/Divorcée en 1951.*choléra/)
  }
})

test('lists leave as workbooks too, each by a link beside the CSV', async () => {
  const t = await testApp()
  await everything(t)
  const admin = await t.as(t.admin)
  for (const page of ['/sources', '/lieux', '/admin/journal']) {
    const { page: shown } = await admin.get(page)
    const link = shown.all('a').find((a) => /\/xlsx(\?|$)/.test(a.getAttribute('href') ?? ''))
    expect([page, link?.textContent]).toEqual([page, expect.stringContaining('Excel')])
    const answer = await admin.get(link?.getAttribute('href') ?? '')
    expect([page, answer.status, answer.text.slice(0, 2)]).toEqual([page, 200, 'PK'])
  }
  expect(t.failures).toEqual([])
})
