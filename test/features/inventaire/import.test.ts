import { expect, test } from 'vitest'
import type { TestApp, Visitor } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { importOf, messagesOf, sendFile, work } from '../imports/support.ts'
import { archives, lines } from './support.ts'

const HEADER = 'lieu;acte;cote;annee_debut;annee_fin;etat;depot;url;note'

/** Sends a file to its dry run, confirms it, and lets it be written. */
async function importLines(t: TestApp, visitor: Visitor, text: string) {
  const answer = await sendFile(visitor, '/inventaire/import', text)
  expect(answer.status).toBe(303)
  await work(t)
  const planned = await importOf(t)
  if (planned.a_creer + planned.a_modifier > 0) await visitor.post(`/imports/${planned.id}/confirmer`)
  await work(t)
  return importOf(t)
}

const told = async (t: TestApp) => (await messagesOf(t)).map(({ ligne, message }) => squeeze(`${ligne} ${message}`))

test('lines are made, changed or left; others are refused, and all of it is undone', async () => {
  const { t, line, dinard, depot } = await archives()
  const rene = await t.as(t.rene)
  const kept = await line({ cote: 'A 1', note: 'Ancienne' })
  await line({ cote: 'A 2' })
  await t.make.lieu({ nom: 'Dol' })
  await t.make.lieu({ nom: 'Dol' })
  const before = await lines(t)
  const rows = [
    `${dinard.nom_long};Baptêmes;A 1;1760;1768;brûlé;${depot.nom.toUpperCase()};;`,
    `${dinard.nom_long};bapteme;A 2;1760;1768;;;;`,
    `${dinard.nom_long};Contrats de mariage;B;1700;;perdus;;https://exemple.fr/b;Taché`,
    `${dinard.nom_long};Baptêmes;A 1;1760;1768;perdu;;;`,
    'Nulle part;bapteme;;1700;;;;;',
    'Dol;bapteme;;1700;;;;;',
    `${dinard.nom_long};recette;;1700;;;;;`,
    `${dinard.nom_long};bapteme;;an II;;;;;`,
    `${dinard.nom_long};bapteme;;1700;1699;;;;`,
    `${dinard.nom_long};bapteme;;1700;;volé;;;`,
    `${dinard.nom_long};bapteme;;1700;;;Inconnu;;`,
    `${dinard.nom_long};bapteme;;1700;;;;javascript:alert(1);`,
    ';bapteme;;1700;;;;;',
  ]
  const done = await importLines(t, rene, [HEADER, ...rows].join('\n'))
  expect([done.etat, done.creees, done.modifiees, done.inchangees, done.refusees]).toEqual(['termine', 1, 1, 1, 10])
  const [changed, , made] = await lines(t)
  expect(changed).toMatchObject({ id: kept, etat: 'brule', depot_id: depot.id, note: 'Ancienne' })
  expect(made).toMatchObject({
    acte: 'contrat',
    etat: 'perdu',
    annee_fin: 1700,
    url: 'https://exemple.fr/b',
    note: 'Taché',
  })
  expect(await told(t)).toEqual([
    '5 Ce registre est déjà à la ligne 2.',
    ...['6 Le lieu', '7 Plusieurs lieux', '8 Le genre d’actes', '9 L’année', '10 La dernière année', '11 L’état'].map(
      (start) => expect.stringContaining(start),
    ),
    ...['12 Le dépôt', '13 L’adresse', '14 Le lieu manque.'].map((start) => expect.stringContaining(start)),
  ])
  await rene.post(`/imports/${done.id}/annuler`)
  await work(t)
  const plain = (all: Awaited<ReturnType<typeof lines>>) => all.map(({ version: _v, updated_at: _u, ...row }) => row)
  expect(plain(await lines(t))).toEqual(plain(before))
  expect(t.failures).toEqual([])
})

test('what leaves comes back the same, and says nothing new where it is', async () => {
  const { t, line, evran, depot } = await archives()
  const rene = await t.as(t.rene)
  await line({ cote: '=A 1', note: 'deux ; « points »', depot_id: depot.id, url: 'https://exemple.fr/1' })
  await line({ lieu_id: evran.id, acte: 'mariage', etat: 'non_tenu' })
  const csv = (await rene.get('/inventaire/export/csv')).text
  const same = await importLines(t, rene, csv)
  expect([same.inchangees, same.refusees, same.creees]).toEqual([2, 0, 0])
  const before = await lines(t)
  await t.db.deleteFrom('registres').execute()
  const again = await importLines(t, rene, csv)
  expect([again.creees, again.refusees]).toEqual([2, 0])
  const plain = (all: typeof before) =>
    all.map(({ lieu_id, acte, cote, etat, depot_id, url, note }) => [lieu_id, acte, cote, etat, depot_id, url, note])
  expect(plain(await lines(t))).toEqual(plain(before))
})

test('lines changed since stay when an import is undone', async () => {
  const { t, dinard } = await archives()
  const rene = await t.as(t.rene)
  const done = await importLines(t, rene, [HEADER, `${dinard.nom_long};bapteme;A;1700;;;;;`].join('\n'))
  await t.db.updateTable('registres').set({ version: 2, note: 'Revue' }).execute()
  await rene.post(`/imports/${done.id}/annuler`)
  await work(t)
  expect(await told(t)).toEqual([expect.stringContaining('reste : modifié depuis l’import')])
  expect(await lines(t)).toHaveLength(1)
})
