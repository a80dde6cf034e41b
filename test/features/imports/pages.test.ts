import { expect, test } from 'vitest'
import { purgeImports } from '../../../src/features/imports/actions/purge.ts'
import { testApp } from '../../support/app.ts'
import { importLieux, importOf, sendFile, work } from './support.ts'

const FILE = 'nom;code;type\nFrance;FR;Pays\nMars;;Planète\n'

test('the dry run shows everything and changes nothing; the confirmation stores, once', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const sent = await sendFile(rene, '/lieux/import', FILE, { nom: 'mes lieux.csv' })
  const waiting = await rene.follow(sent)
  expect(waiting.page.h1).toBe('Import de lieux')
  expect(waiting.page.title).toMatch(/^Import de lieux/)
  expect(waiting.page.one('#import').getAttribute('hx-trigger')).toBe('every 2s')
  expect(waiting.page.all('#import a').map((link) => link.textContent)).toContain('Actualiser')
  await work(t)
  const path = sent.location ?? ''
  const ready = await rene.get(path)
  expect(ready.page.one('#import').hasAttribute('hx-trigger')).toBe(false)
  expect(ready.page.text).toMatch(/Prêt.*Lignes lues ?2.*À créer ?1.*Refusées ?1/)
  expect(ready.page.text).toMatch(/Premières lignes, telles qu’elles seront enregistrées.*France.*FR.*Pays/)
  expect(ready.page.text).toMatch(/3Le type de lieu « Planète » n’existe pas/)
  expect(ready.page.all('button').map((button) => button.textContent.trim())).toContain('Enregistrer 1\u00a0lieu')
  expect(await t.db.selectFrom('lieux').select('id').execute()).toEqual([])
  const clicks = await Promise.all([1, 2, 3].map(() => rene.post(`${path}/confirmer`)))
  expect(clicks.map((answer) => answer.location)).toEqual([path, path, path])
  expect((await rene.fragment(path)).text).toMatch(/every 2s/)
  await work(t)
  expect(await work(t)).toBe(0)
  const done = await rene.get(path)
  expect(done.page.text).toMatch(/Terminé.*Créées ?1.*Refusées ?1/)
  expect(await t.db.selectFrom('lieux').select('nom_long').execute()).toEqual([{ nom_long: 'France' }])
  const csv = await rene.get(`${path}/messages/csv`)
  expect(csv.headers.get('content-disposition')).toMatch(/attachment/)
  expect(csv.text.replace(/^\ufeff/, '')).toMatch(/^ligne;message\r\n3;.*Planète.*\r\n$/)
  expect((await rene.get('/imports')).page.text).toMatch(/mes lieux\.csv.*Import de lieux.*Terminé.*2.*rene/)
  expect(t.failures).toEqual([])
})

test('an import belongs to who sent it and to admins; rights are asked at each step', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const { location } = await sendFile(rene, '/lieux/import', FILE)
  await work(t)
  const path = location ?? ''
  const steps = ['confirmer', 'abandonner', 'annuler', 'reprendre']
  const marie = await t.as(t.marie)
  for (const where of [path, `${path}/messages/csv`, `${path}/annuler`])
    expect([where, (await marie.get(where)).status]).toEqual([where, 404])
  for (const step of steps) expect([step, (await marie.post(`${path}/${step}`)).status]).toEqual([step, 404])
  const anonymous = await t.anonymous().post(`${path}/confirmer`)
  expect([anonymous.status, anonymous.location]).toEqual([303, '/login'])
  expect((await (await t.as(t.admin)).get(path)).status).toBe(200)
  // Rene loses the right between the dry run and the confirmation.
  await t.db.updateTable('users').set({ role: 'membre' }).where('id', '=', t.rene.id).execute()
  for (const step of steps) expect([step, (await rene.post(`${path}/${step}`)).status]).toEqual([step, 403])
  expect((await rene.get('/imports')).page.text).toMatch(/lieux\.csv/)
  expect((await marie.get('/imports')).page.text).toMatch(/Aucun import/)
  for (const bad of ['0', 'x', '99999999999', '12345'])
    expect([bad, (await rene.get(`/imports/${bad}`)).status]).toEqual([bad, 404])
  expect(await importOf(t)).toMatchObject({ etat: 'pret' })
})

test('steps that make no sense in a state are refused with a sentence', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const { location } = await sendFile(rene, '/lieux/import', 'nom\n!!\n')
  const path = location ?? ''
  expect((await rene.post(`${path}/confirmer`)).status).toBe(409)
  expect((await rene.post(`${path}/abandonner`)).status).toBe(409)
  await work(t)
  expect((await rene.get(path)).page.text).toMatch(/Il n’y a rien à enregistrer/)
  const nothing = await rene.post(`${path}/confirmer`)
  expect([nothing.status, nothing.page.text]).toEqual([409, expect.stringMatching(/rien à créer ni à modifier/)])
  expect((await rene.post(`${path}/annuler`)).status).toBe(409)
  const given = await rene.follow(await rene.post(`${path}/abandonner`))
  expect(given.page.text).toMatch(/Import abandonné : rien n’a été enregistré.*Abandonné/)
  expect((await rene.post(`${path}/confirmer`)).status).toBe(409)
  expect(await importOf(t)).toMatchObject({ etat: 'abandonne', fichier: null })
})

test('the same file twice is noticed, unless the first was given up', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const send = async (content: string) => {
    const { location } = await sendFile(rene, '/lieux/import', content)
    await work(t)
    return { path: location ?? '', text: (await rene.get(location ?? '')).page.text }
  }
  const first = await send(FILE)
  expect(first.text).not.toMatch(/déjà été envoyé/)
  await rene.post(`${first.path}/confirmer`)
  await work(t)
  expect((await send(FILE)).text).toMatch(
    /Ce fichier a déjà été envoyé le 21 novembre 2026.*par rene \(import n° 1, terminé\)/,
  )
  expect((await send(`${FILE}\n`)).text).not.toMatch(/déjà été envoyé/)
  const given = await send('nom\nDol\n')
  await rene.post(`${given.path}/abandonner`)
  expect((await send('nom\nDol\n')).text).not.toMatch(/déjà été envoyé/)
})

test('an undo is asked for, and ends thirty days after the import', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const { done } = await importLieux(t, rene, FILE)
  const path = `/imports/${done.id}`
  const asked = await rene.get(`${path}/annuler`)
  expect(asked.page.h1).toBe('Annuler cet import')
  expect(asked.page.text).toMatch(/1 lieu créé sera retiré/)
  expect(asked.page.one('a.annuler').text).toBe('Garder l’import')
  const later = (days: number) => {
    t.deps.clock = () => new Date(Date.parse('2026-11-21T10:00:00.000Z') + days * 86_400_000)
  }
  later(31)
  expect((await rene.get(path)).page.text).not.toMatch(/Annuler cet import/)
  expect((await rene.post(`${path}/annuler`)).status).toBe(409)
  later(29)
  await rene.post(`${path}/annuler`)
  await rene.post(`${path}/annuler`)
  await work(t)
  expect(await importOf(t)).toMatchObject({ etat: 'annule', retirees: 1, conservees: 0 })
  expect((await rene.get(path)).page.text).toMatch(/Annulé.*Retirées ?1/)
  expect(await t.db.selectFrom('lieux').select('id').execute()).toEqual([])
})

test('messages are shown page by page, with the same number of queries', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const bad = Array.from({ length: 120 }, (_, n) => `lieu ${n};Nulle part`)
  const { planned } = await importLieux(t, rene, `nom;lieu_parent\n${bad.join('\n')}\n`)
  expect(planned).toMatchObject({ refusees: 120, a_creer: 0 })
  const path = `/imports/${planned.id}`
  const [first, third] = [await rene.get(path), await rene.get(`${path}?page=3`)]
  expect(first.page.text).toMatch(/120 messages.*1 à 50 sur 120/)
  expect(third.page.text).toMatch(/101 à 120 sur 120/)
  expect(third.page.text).toMatch(/121Le lieu parent/)
})

test('all messages go out as CSV, each once, in the order of the lines, those of the undo behind', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const { done } = await importLieux(t, rene, 'nom\nDol\n')
  // Two messages a line, more of one line than a batch holds, and an undo without lines, written out of order.
  const lines = [...Array.from({ length: 4000 }, (_, n) => 2 + Math.floor(n / 2)), ...Array(2500).fill(1)]
  const rows = [
    ...Array.from({ length: 2100 }, (_, n) => ({ phase: 'annulation' as const, ligne: null, message: `reste ${n}` })),
    ...lines.map((ligne, n) => ({ phase: 'application' as const, ligne, message: `refus ${n}` })),
  ]
  for (let at = 0; at < rows.length; at += 1000) {
    const values = rows.slice(at, at + 1000).map((row) => ({ ...row, import_id: done.id }))
    await t.db.insertInto('import_messages').values(values).execute()
  }
  const csv = await rene.get(`/imports/${done.id}/messages/csv`)
  const [, ...cells] = csv.text.trimEnd().split('\r\n')
  const first = cells.findIndex((cell) => cell.includes('refus'))
  const expected = rows.map(({ ligne, message }) => `${ligne ?? ''};${message}`)
  const inOrder = expected.slice(2100).sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
  expect(cells.slice(first, first + inOrder.length)).toEqual(inOrder)
  expect([...cells].sort()).toEqual([...expected].sort())
})

test('a file that is gone before its dry run is told; the purge removes what nobody needs', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const { location } = await sendFile(rene, '/lieux/import', FILE)
  const { removeFile } = await import('../../../src/features/imports/rules/files.ts')
  await removeFile(t.deps.storage, (await importOf(t)).fichier)
  await work(t)
  expect(await importOf(t)).toMatchObject({ etat: 'echec' })
  expect((await rene.get(location ?? '')).page.text).toMatch(/fichier de cet import n’est plus là/)
  const { done } = await importLieux(t, rene, FILE)
  const lines = () => t.db.selectFrom('import_lignes').select('ligne').where('import_id', '=', done.id).execute()
  await purgeImports(t.db, new Date('2026-12-20T10:00:00.000Z'))
  expect(await lines()).toHaveLength(2)
  await purgeImports(t.db, new Date('2026-12-22T10:00:00.000Z'))
  expect(await lines()).toEqual([])
  expect(t.failures).toEqual([])
})
