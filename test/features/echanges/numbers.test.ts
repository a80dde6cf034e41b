// Acts that another program knows by a number: sent again with other values, they are asked about, and may take the new values.
import { expect, test } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { importOf, messagesOf, work } from '../imports/support.ts'
import { dryRun, moveIn, site } from './site.ts'
import { bytesOf, v3 } from './support.ts'

const act = (id: number, nom: string, cells: Record<number, string> = {}) =>
  v3('N', { 7: `0${id}/02/1780`, 11: nom, 12: 'Noël', 13: 'M', 30: String(id), ...cells })
const file = (...lines: string[]) => [{ nom: 'actes.txt', bytes: bytesOf(lines) }]

const stored = (t: TestApp) =>
  t.db.selectFrom('releves').select(['id', 'version', 'data', 'etats']).orderBy('id').execute()

/** Two acts are there; the first comes again with a father and another date, the second under another number. */
async function twice() {
  const { t, admin } = await site()
  await moveIn(t, admin, file(act(1, 'AUBRY', { 29: 'relu' }), act(2, 'BLIN')))
  const before = await stored(t)
  const again = file(act(1, 'AUBRY', { 7: '09/03/1781', 15: 'AUBRY', 16: 'Guy' }), act(2, 'BLIN', { 30: '7', 15: 'X' }))
  const { location, imported } = await dryRun(t, admin, again)
  return { t, admin, before, location, imported }
}

test('the same number with another date or name is asked about, no second act is made of it', async () => {
  const { t, admin, location, imported } = await twice()
  expect(imported).toMatchObject({ a_creer: 0, a_verifier: 2 })
  const told = (await messagesOf(t)).map(({ message }) => squeeze(message))
  expect(told[0]).toMatch(/^À vérifier : même numéro \(1\) que le relevé n° \d+, déjà dans la source/)
  expect(told[1]).toContain('même date et mêmes noms')
  const { page } = await admin.get(location)
  expect(page.all('input[name="doublons"]').map((one) => one.getAttribute('value'))).toEqual([
    ...['laisser', 'ajouter', 'douteux', 'remplacer'],
  ])
})

test('an update writes the new values over the old, keeps those in the history, and leaves what the file does not say', async () => {
  const { t, admin, before, location } = await twice()
  await admin.post(`${location}/confirmer`, { doublons: 'remplacer' })
  await work(t)
  expect(await importOf(t)).toMatchObject({ etat: 'termine', creees: 0, modifiees: 1, refusees: 0 })
  const [aubry, blin] = await stored(t)
  expect(aubry).toMatchObject({ id: before[0]?.id, version: 2 })
  expect(aubry?.data).toMatchObject({ nom: 'AUBRY', nom_pere: 'AUBRY', prenom_pere: 'Guy', notes: 'relu' })
  expect((aubry?.data.date_evenement as { texte?: string }) ?? {}).not.toEqual(before[0]?.data.date_evenement)
  // Another number, if the same date and names: left aside.
  expect(blin).toEqual(before[1])
  const history = await admin.get(`/releves/${aubry?.id}/historique`)
  expect(history.page.all('main a[href*="/versions/"]').length).toBeGreaterThan(0)
  expect(squeeze((await admin.get(location)).page.text)).toContain('2 (mises à jour par leur numéro)')
})

test('the undo gives the former values back, but to an act that somebody has changed since', async () => {
  const { t, admin, before, location } = await twice()
  await admin.post(`${location}/confirmer`, { doublons: 'remplacer' })
  await work(t)
  await admin.post(`${location}/annuler`)
  await work(t)
  expect(await importOf(t)).toMatchObject({ etat: 'annule', restaurees: 1, conservees: 0 })
  const [aubry] = await stored(t)
  expect([aubry?.data, aubry?.etats, aubry?.version]).toEqual([before[0]?.data, before[0]?.etats, 3])
  expect(t.failures).toEqual([])
})

test('one that was changed since stays, and is told', async () => {
  const { t, admin, location } = await twice()
  await admin.post(`${location}/confirmer`, { doublons: 'remplacer' })
  await work(t)
  const [aubry] = await stored(t)
  await t.db
    .updateTable('releves')
    .set({ version: 3 })
    .where('id', '=', aubry?.id ?? 0)
    .execute()
  await admin.post(`${location}/annuler`)
  await work(t)
  expect(await importOf(t)).toMatchObject({ etat: 'annule', restaurees: 0, conservees: 1 })
  expect((await stored(t))[0]?.data).toEqual(aubry?.data)
  expect((await messagesOf(t)).map(({ message }) => message).join()).toContain('reste tel quel')
})

test('a number that a file or a source has twice names no act', async () => {
  const { t, admin } = await site()
  await moveIn(t, admin, file(act(1, 'AUBRY'), act(1, 'BLIN')))
  const { imported } = await dryRun(t, admin, file(act(1, 'GUY')))
  expect(imported).toMatchObject({ a_creer: 1, a_verifier: 0 })
})
