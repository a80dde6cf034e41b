// Lines that an import of acts refused: taken away as they came, mended, sent again.
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { purgeDossiers } from '../../../src/features/echanges/import/actions/purge.ts'
import { ORIGIN, type TestApp, type Visitor } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { work } from '../imports/support.ts'
import { dryRun, moveIn, site } from './site.ts'
import { bytesOf, v3 } from './support.ts'

const counted = async (t: TestApp) => (await t.db.selectFrom('releves').select('id').execute()).length
const birth = (date: string, nom: string, id: number) => v3('N', { 7: date, 11: nom, 12: 'Noël', 13: 'M', 30: `${id}` })

/** A file that somebody takes away, as it comes. */
async function bytesAt(t: TestApp, { cookies }: Visitor, path: string): Promise<Buffer> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await t.app.request(`${ORIGIN}${path}`, { headers: { cookie } })
  expect([path, answer.status]).toEqual([path, 200])
  return Buffer.from(await answer.arrayBuffer())
}

const WRONG = birth('29/02/1700', 'LE BŒUF', 2)
const BYTE = bytesOf([birth('01/03/1787', 'H#RVÉ', 3)])
BYTE[BYTE.indexOf('#')] = 0x81

test('lines come back byte for byte in their encoding, why beside; mended and sent again they complete, never double', async () => {
  const { t, admin } = await site()
  const good = bytesOf([birth('01/02/1780', 'AUBRY', 1), birth('02/02/1780', 'GUY', 4)])
  const files = [
    { nom: 'entier.txt', bytes: bytesOf([birth('05/05/1781', 'BLIN', 9)]) },
    { nom: 'St_Malo.TXT', bytes: Buffer.concat([good, bytesOf([WRONG]), BYTE]) },
  ]
  const { location, done } = await moveIn(t, admin, files)
  expect([done.creees, done.refusees]).toEqual([3, 2])
  const { page } = await admin.get(location)
  expect(page.has(`a[href="${location}/refus/1"]`)).toBe(false)
  expect(page.has(`a[href="${location}/refus/2"]`)).toBe(true)
  const bytes = await bytesAt(t, admin, `${location}/refus/2`)
  expect(bytes.equals(Buffer.concat([bytesOf([WRONG]), BYTE]))).toBe(true)
  const reasons = squeeze((await bytesAt(t, admin, `${location}/refus/2/motifs/csv`)).toString())
  expect(reasons).toMatch(/1;3;"?La date « 29\/02\/1700 » n’est pas comprise/)
  expect(reasons).toMatch(/2;4;"?Cette ligne contient un octet/)
  const mended = bytesOf([WRONG.replace('29/02', '28/02'), birth('01/03/1787', 'HERVÉ', 3)])
  const again = [{ nom: 'St_Malo lignes refusées.TXT', bytes: mended }]
  expect((await moveIn(t, admin, again)).done.creees).toBe(2)
  expect(await counted(t)).toBe(5)
  expect((await dryRun(t, admin, again)).imported).toMatchObject({ a_creer: 0, inchangees: 2 })
  expect(await t.db.selectFrom('sources').select('id').where('nb_releves', '>', 0).execute()).toHaveLength(1)
  expect(t.failures).toEqual([])
})

test('a line of too many columns is refused by itself, named, and comes back as it came', async () => {
  const { t, admin } = await site()
  const wide = v3('N', { 7: '01/02/1780', 11: 'HERVÉ', 29: 'mot;'.repeat(1000), 30: '2' })
  const lines = [birth('01/02/1780', 'AUBRY', 1), wide, birth('03/02/1780', 'GUY', 3)]
  const { location, done } = await moveIn(t, admin, [{ nom: 'large.txt', bytes: bytesOf(lines) }])
  expect([done.etat, done.creees, done.refusees]).toEqual(['termine', 2, 1])
  const shown = squeeze((await admin.get(location)).page.text)
  expect(shown).toContain('Cette ligne (naissance ou baptême) a trop de colonnes : 1031 au lieu de 30.')
  expect((await bytesAt(t, admin, `${location}/refus/1`)).equals(bytesOf([wide]))).toBe(true)
  expect(t.failures).toEqual([])
})

const quoted = (cells: readonly string[]) => cells.map((cell) => (cell === '' ? '' : `"${cell}"`)).join(';')
const backup = (date: string, comment: string, id: string) =>
  `EA32;${quoted([...['', 'Saint-Malo', '35', 'Ille-et-Vilaine', 'N', date, '', '', '', 'ROUX', 'Anne', 'F'], ...Array(16).fill(''), comment, id, ...Array(9).fill('')])};`

test('a record of a backup that goes over two lines comes back whole, in UTF-8 as it came', async () => {
  const { t, admin } = await site()
  const wrong = backup('13/13/1788', 'née\r\nà Dol', '7')
  const lines = `${backup('01/01/1788', 'bœuf', '6')}\r\n${wrong}\r\n${backup('02/01/1788', '', '8')}\r\n`
  const { location, done } = await moveIn(t, admin, [{ nom: 'backup.001.bea', bytes: Buffer.from(lines) }])
  expect([done.creees, done.refusees]).toEqual([2, 1])
  expect((await bytesAt(t, admin, `${location}/refus/1`)).toString()).toBe(`${wrong}\r\n`)
})

test('in UTF-16 with its mark, and with lone CR or a last line without an end', async () => {
  const { t, admin } = await site()
  for (const [encodage, end] of [
    ['utf16-le', '\r\n'],
    ['utf16-be', '\n'],
    ['win1252', '\r'],
  ] as const) {
    const [good, wrong] = [birth('01/02/1780', 'AUBRY', 1), birth('31/02/1781', 'GRÉ', 2)]
    const file = iconv.encode(`${good}${end}${wrong}`, encodage, { addBOM: encodage !== 'win1252' })
    const { location } = await dryRun(t, admin, [{ nom: `${encodage}.txt`, bytes: file }])
    const back = await bytesAt(t, admin, `${location}/refus/1`)
    expect([encodage, iconv.decode(back, encodage)]).toEqual([encodage, `${wrong}\r\n`])
  }
})

test('are kept a month for whoever imported them, and for nobody else', async () => {
  const { t, admin } = await site()
  const { location } = await moveIn(t, admin, [
    { nom: 'a.txt', bytes: bytesOf([WRONG, birth('01/02/1780', 'GUY', 4)]) },
  ])
  const rene = await t.as(t.rene)
  for (const path of [`${location}/refus/1`, `${location}/refus/1/motifs/csv`])
    expect((await rene.get(path)).status).toBe(404)
  expect((await admin.get(`${location}/refus/2`)).status).toBe(404)
  const later = (days: number) => new Date(t.deps.clock().getTime() + days * 86_400_000)
  await t.db.updateTable('imports').set({ fichier: null }).execute()
  await purgeDossiers(t.deps, later(29))
  expect((await admin.get(`${location}/refus/1`)).status).toBe(200)
  await purgeDossiers(t.deps, new Date(Date.now() + 31 * 86_400_000))
  const gone = await admin.get(`${location}/refus/1`)
  expect([gone.status, squeeze(gone.page.text)]).toEqual([404, expect.stringContaining('elles se gardent un mois')])
  await work(t)
})
