import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { sourceRows } from '../../../src/features/export/queries.ts'
import { BOM, unguard } from '../../../src/lib/csv.ts'
import { csv } from '../../../src/web/formats/csv.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { countQueries } from '../../support/count-queries.ts'
import { isPostgres } from '../../support/db.ts'
import { everything } from './source.ts'

const GOLDEN = new URL('../../golden/export-source.csv', import.meta.url)

async function download(t: TestApp, user: { id: number }, source: { id: number }) {
  const visitor = await t.as(user)
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const res = await t.app.request(`http://localhost/export/source/${source.id}/csv`, { headers: { cookie } })
  return { status: res.status, headers: res.headers, bytes: Buffer.from(await res.arrayBuffer()) }
}

/** Read back as our import reads: mark off, cells unguarded, by header. */
const readBack = (bytes: Buffer) =>
  parse(bytes, {
    bom: true,
    delimiter: ';',
    columns: (header: string[]) => header.map(unguard),
    cast: (cell: string) => unguard(cell),
  }) as Record<string, string>[]

test('the file is, byte for byte, what the specification says', async () => {
  const t = await testApp()
  const { source } = await everything(t)
  const answer = await download(t, t.marie, source)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="Baptemes de Saint-Enogat.csv"; filename*=UTF-8''Bapt%C3%AAmes%20de%20Saint-%C3%89nogat.csv`,
  )
  expect(answer.bytes.toString()).toBe(readFileSync(GOLDEN, 'utf8'))
  expect(t.failures).toEqual([])
})

test('what was typed reads back from the file, and no cell is a formula', async () => {
  const t = await testApp()
  const { source } = await everything(t)
  const { bytes } = await download(t, t.admin, source)
  const rows = readBack(bytes)
  expect(rows.map((row) => row['Date de l’acte'])).toEqual([
    '=14 thermidor an II (calendrier républicain)',
    '',
    '1549 (calendrier julien)',
    '22/12/1549 (calendrier julien)',
    '1787',
    '08/1787',
    '12/08/1787',
    '12/08/1787',
    '14 thermidor an II (calendrier républicain)',
    "'jour de la Révolution an III (calendrier républicain)",
  ])
  const of = (nom: string) => rows.find((row) => row.Nom === nom)
  expect(of('=1+1')).toMatchObject({
    Prénoms: '+33',
    Témoin: '-dit le Jeune',
    'témoin (2)': '@marie',
    Notes: "'=déjà gardé",
  })
  expect(of('Martin')).toMatchObject({
    Ondoyé: 'Non',
    'N° d’acte': '-3,5',
    Notes: 'né « hors mariage »;\r\nligne deux\n"citation"',
  })
  expect(of('Sans date')).toMatchObject({
    '=Formule;"du" curé': '\t=tabulée',
    'Nom (état)': 'rien; à "dire"',
    'Domicile (état)': 'absent',
  })
  expect(of('Nivôse')).toMatchObject({ 'Nom (état) (2)': 'douteux', 'Prénoms (état)': 'absent' })
  const raw = (parse(bytes, { bom: true, delimiter: ';' }) as string[][]).flat()
  expect(raw.filter((cell) => /^[=+\-@\t\r]/.test(cell) && !/^-?[\d,]+$/.test(cell))).toEqual([])
})

describe('columns', () => {
  const headers = async (t: TestApp, source: { id: number }) =>
    (await download(t, t.admin, source)).bytes.toString().split('\r\n')[0]?.replace(BOM, '').split(';')

  test('a column of states only beside fields that have one in this very source', async () => {
    const t = await testApp()
    const type = await t.make.typeSource({
      champs: [
        { nom: 'nom', label: 'Nom' },
        { nom: 'age', label: 'Âge', type: 'number' },
      ],
    })
    const clear = await t.make.source({ type })
    const unclear = await t.make.source({ type })
    await t.make.releve(clear, { nom: 'Martin', age: 3 })
    await t.make.releve(unclear, { nom: 'Martin' }, { age: 'illisible' })
    expect(await headers(t, clear)).toEqual(['Nom', 'Âge'])
    expect(await headers(t, unclear)).toEqual(['Nom', 'Âge', 'Âge (état)'])
  })

  test('a source without records has its header, a type without fields an empty one', async () => {
    const t = await testApp()
    const empty = await t.make.source()
    expect((await download(t, t.admin, empty)).bytes.toString()).toMatch(
      /^\ufeffDate de baptême;Nom;[^\r\n]*;Notes\r\n$/,
    )
    const bare = await t.make.source({ type: await t.make.typeSource({ champs: [] }) })
    expect((await download(t, t.admin, bare)).status).toBe(200)
  })

  test('values and states of fields that the type has no more are left out', async () => {
    const t = await testApp()
    const source = await t.make.source({ type: await t.make.typeSource({ champs: [{ nom: 'nom', label: 'Nom' }] }) })
    await t.make.releve(source, { nom: 'Martin', disparu: 'x', constructor: 'y' }, { disparu: 'douteux' })
    expect((await download(t, t.admin, source)).bytes.toString()).toBe(`${BOM}Nom\r\nMartin\r\n`)
  })

  test('places bear the name they have today', async () => {
    const t = await testApp()
    const { source, lieu } = await everything(t)
    await t.db.updateTable('lieux').set({ nom_long: 'Dinard, Bretagne' }).where('id', '=', lieu.id).execute()
    const names = readBack((await download(t, t.admin, source)).bytes).map((row) => row.Domicile)
    expect(names.filter((name) => name !== '')).toEqual(['Lieu disparu, Bretagne', 'Dinard, Bretagne'])
  })
})

describe('who may', () => {
  test('whoever sees the source; to others it does not exist', async () => {
    const t = await testApp()
    const { source } = await everything(t)
    for (const user of [t.admin, t.rene, t.marie]) expect((await download(t, user, source)).status).toBe(200)
    const refused = await download(t, t.etienne, source)
    expect(refused.status).toBe(404)
    expect(refused.bytes.toString()).not.toMatch(/Énogat|Goff/)
    expect((await t.anonymous().get(`/export/source/${source.id}/csv`)).location).toMatch(/^\/login/)
  })

  test.each(['0', '-1', '1e3', 'x', '99999999999', '2147483647', '1%00', "1'"])('no source %j', async (id) => {
    const t = await testApp()
    expect((await (await t.as(t.admin)).get(`/export/source/${id}/csv`)).status).toBe(404)
    expect(t.failures).toEqual([])
  })
})

describe('the name of the file', () => {
  test.each([
    ['"; filename=x.html\r\n', 'filename=x.html.csv'],
    ['../../etc/passwd', 'etc passwd.csv'],
    ['C:\\Windows\\system.ini', 'C Windows system.ini.csv'],
    ['\u202egpj.exe', 'gpj.exe.csv'],
    ['Décès; an II (L’Île-aux-Œufs) – 100 %', "Deces an II (L'Ile-aux-OEufs) - 100.csv"],
    ['李', '_.csv'],
    ['...', 'export.csv'],
    ['x'.repeat(255), `${'x'.repeat(120)}.csv`],
  ])('%j', async (titre, ascii) => {
    const t = await testApp()
    const source = await t.make.source({ titre })
    const { status, headers } = await download(t, t.admin, source)
    expect(status).toBe(200)
    const value = headers.get('content-disposition') ?? ''
    expect(value).toMatch(/^attachment; filename="[^"\\]*\.csv"; filename\*=UTF-8''[\w.!~%-]*\.csv$/)
    expect(/filename="([^"]*)"/.exec(value)?.[1]).toBe(ascii)
    expect([...headers.keys()].filter((name) => name.startsWith('x.html'))).toEqual([])
    expect(t.failures).toEqual([])
  })

  test('the true name is given too', async () => {
    const t = await testApp()
    const titre = 'Sépultures d’Œuvres (1793-1802)'
    const { headers } = await download(t, t.admin, await t.make.source({ titre }))
    const extended = /filename\*=UTF-8''(.*)$/.exec(headers.get('content-disposition') ?? '')?.[1] ?? ''
    expect(decodeURIComponent(extended)).toBe(`${titre}.csv`)
  })
})

describe('streaming', () => {
  async function many(count: number) {
    const t = await testApp()
    const type = await t.make.typeSource({
      champs: [
        { nom: 'nom', label: 'Nom' },
        { nom: 'lieu', label: 'Lieu', type: 'place' },
      ],
    })
    const source = await t.make.source({ type })
    const lieu = await t.make.lieu({ nom: 'Pleurtuit' })
    const now = '2026-01-01T00:00:00.000Z'
    const row = (i: number) => ({
      source_id: source.id,
      data: JSON.stringify({ nom: `N${i}`, lieu: { id: lieu.id, nom_long: 'Son nom de jadis' } }),
      etats: '{}',
      created_at: now,
      updated_at: now,
    })
    for (let at = 0; at < count; at += 500) {
      const rows = Array.from({ length: Math.min(500, count - at) }, (_, i) => row(at + i))
      await t.db.insertInto('releves').values(rows).execute()
    }
    return { t, source: { id: source.id, type_source_id: type.id } }
  }

  test('every record once, over many batches', async () => {
    const { t, source } = await many(1234)
    const { bytes } = await download(t, t.admin, source)
    const rows = readBack(bytes)
    expect(rows.map((row) => row.Nom)).toEqual(Array.from({ length: 1234 }, (_, i) => `N${i}`))
    expect(new Set(rows.map((row) => row.Lieu))).toEqual(new Set(['Pleurtuit']))
  })

  test('the next batch is read only when the reader has taken the one before', async () => {
    const { t, source } = await many(1600)
    const read = async (chunks: number) => {
      const pieces = csv.write(await sourceRows(t.deps.db, source))
      for (let n = 0; n < chunks; n += 1) expect((await pieces.next()).done).toBe(false)
      await pieces.return()
    }
    const header = await countQueries(t.deps, () => read(1))
    // With the first batch come the order of the register, and the name of its place, which the others have as well.
    expect(await countQueries(t.deps, () => read(2))).toBe(header + 3)
    expect(await countQueries(t.deps, () => read(4))).toBe(header + 5)
  })

  test('a failure on the way breaks the connection off instead of ending the file', async () => {
    const { t, source } = await many(1100)
    const visitor = await t.as(t.admin)
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const res = await t.app.request(`http://localhost/export/source/${source.id}/csv`, { headers: { cookie } })
    const reader = res.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    await t.db.schema.alterTable('releves').renameTo('ailleurs').execute()
    const rest = async () => {
      for (let n = 0; n < 10; n += 1) if ((await reader?.read())?.done) return 'ended'
      return 'still going'
    }
    await expect(rest()).rejects.toThrow()
    expect(t.failures.map((failure) => failure.message)).toEqual(['download broken off'])
  })

  test('a failure before the first line is an ordinary error page', async () => {
    const { t, source } = await many(3)
    await t.db.schema.alterTable('champs').renameTo('ailleurs').execute()
    const { status, headers } = await download(t, t.admin, source)
    expect(status).toBe(500)
    expect(headers.get('content-type')).toContain('text/html')
    expect(headers.get('content-disposition')).toBeNull()
  })
})

test('whoever asks for a page gets it between two pieces of a file, however fast that is read', async () => {
  const t = await testApp()
  const source = await t.make.source()
  const now = '2026-01-01T00:00:00.000Z'
  const row = { source_id: source.id, data: '{"nom":"Kermartin"}', etats: '{}', created_at: now, updated_at: now }
  for (let n = 0; n < 20; n += 1)
    await t.db
      .insertInto('releves')
      .values(Array.from({ length: 500 }, () => row))
      .execute()
  const visitor = await t.as(t.admin)
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const file = await t.app.request(`http://localhost/export/source/${source.id}/csv`, { headers: { cookie } })
  let pieces = 0
  let before = Number.NaN
  const page = visitor.get('/sources').then(() => {
    before = pieces
  })
  for await (const _ of file.body ?? []) pieces += 1
  await page
  expect(pieces).toBeGreaterThan(20)
  // A server is waited for by both, and a page asks it more often than a piece of a file does.
  expect(before).toBeLessThanOrEqual(isPostgres ? pieces / 2 : 2)
})
