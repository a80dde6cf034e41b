import { expect, test } from 'vitest'
import { type TestApp, testApp, type Visitor } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { importOf, messagesOf, sendFile, work } from '../imports/support.ts'
import { LIST, lineOf, makeLine, stored } from './support.ts'

const HEAD = 'nom1;signe;nom2;genre;lieu;source;etat\n'

/** Sends a file to its dry run, confirms it, and lets it be written. */
async function importLines(t: TestApp, visitor: Visitor, lines: string) {
  const answer = await sendFile(visitor, `${LIST}/import`, HEAD + lines)
  expect(answer.status).toBe(303)
  await work(t)
  const planned = await importOf(t)
  if (planned.a_creer + planned.a_modifier > 0) await visitor.post(`/imports/${planned.id}/confirmer`)
  await work(t)
  return importOf(t)
}

const messages = async (t: TestApp) => (await messagesOf(t)).map(({ ligne, message }) => squeeze(`${ligne} ${message}`))

test('a manager imports lines; what is there is left, completed, or refused as a contradiction', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  await t.make.lieu({ nom: 'Finistère' })
  await makeLine(t, 'Riou = Riwall')
  await makeLine(t, 'Le Roux = Le Rouge')
  const proposed = await makeLine(t, 'Hamon = Hamoun', { etat: 'proposee', auteur: t.marie })
  const done = await importLines(
    t,
    rene,
    [
      "LE GOFF;'=;LE GOAFF;;;dictionnaire;",
      'Jeanne;=;Jehanne;Prénom;;;proposee',
      'Martin;<>;Martel;nom;Finistère;;acceptee',
      'Riou;=;RIWALL;;;;',
      'Riou;≠;Riwall;;;;',
      'Hamon;=;Hamoun;;;;acceptee',
      'LEGOAFF;≠;Le Goff;;;;',
      'Le Roux;différent;Le Rouge;;;;',
      'Tanguy;?;Tangi;;;;',
      'Tanguy;=;Tangi;;Nulle part;;',
      'Tanguy;=;TANGUY;;;;',
      'Tanguy;=;Tangi;;;;oui',
    ].join('\n'),
  )
  expect([done.etat, done.creees, done.modifiees, done.inchangees, done.refusees]).toEqual(['termine', 3, 1, 1, 7])
  expect(await stored(t)).toEqual([
    'Riou = Riwall acceptee',
    'Le Rouge = Le Roux acceptee',
    'Hamon = Hamoun acceptee',
    'LE GOAFF = LE GOFF acceptee',
    'Jeanne = Jehanne proposee',
    'Martel ≠ Martin acceptee',
  ])
  expect(await lineOf(t, proposed)).toMatchObject({ auteur_id: t.marie.id, decideur_id: t.rene.id, version: 2 })
  expect(await messages(t)).toEqual([
    '6 Ces deux noms sont déjà à la ligne 5, pour le même lieu.',
    '8 Ces deux noms sont déjà à la ligne 2, pour le même lieu.',
    expect.stringContaining('9 La ligne contraire « Le Rouge = Le Roux » (partout) est acceptée'),
    '10 Le signe « ? » n’existe pas : écrivez = ou ≠.',
    '11 Le lieu « Nulle part » n’existe pas : écrivez exactement son nom complet, ou laissez la case vide.',
    expect.stringContaining('12 Pour la recherche, ces deux orthographes n’en font déjà qu’une'),
    '13 L’état « oui » n’existe pas : écrivez proposee, acceptee ou refusee.',
  ])
  expect(t.failures).toEqual([])
})

test('an export comes back as it was, on a site that has it already and on an empty one', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const lieu = await t.make.lieu({ nom: 'Finistère' })
  await makeLine(t, 'LE GOFF = LE GOAFF')
  await makeLine(t, 'Martin ≠ Martel', { lieu, etat: 'refusee' })
  const before = await stored(t)
  const { text } = await rene.get(`${LIST}/export/csv`)
  const lines = text.split('\r\n').slice(1).join('\n')
  expect(await importLines(t, rene, lines)).toMatchObject({ inchangees: 2, a_creer: 0, refusees: 0 })
  await t.db.deleteFrom('orthographes').execute()
  expect(await importLines(t, rene, lines)).toMatchObject({ creees: 2, refusees: 0 })
  expect(await stored(t)).toEqual(before)
})

test('an import is undone, but for what somebody has decided on since', async () => {
  const t = await testApp()
  const [rene, admin] = [await t.as(t.rene), await t.as(t.admin)]
  const source = await makeLine(t, 'Riou = Riwall')
  const state = await makeLine(t, 'Hamon = Hamoun', { etat: 'proposee' })
  const done = await importLines(
    t,
    rene,
    'LE GOFF;=;LE GOAFF;;;;\nMartin;≠;Martel;;;;\nRiou;=;Riwall;;;livre;\nHamon;=;Hamoun;;;;acceptee',
  )
  expect([done.creees, done.modifiees]).toEqual([2, 2])
  const kept = await t.db
    .selectFrom('orthographes')
    .select('id')
    .where('nom_b', '=', 'Martin')
    .executeTakeFirstOrThrow()
  await admin.post(`${LIST}/${kept.id}/refuser`, { version: 1, motif: 'Non.' })
  await rene.post(`/imports/${done.id}/annuler`)
  await work(t)
  const undone = await importOf(t)
  expect([undone.etat, undone.retirees, undone.restaurees, undone.conservees]).toEqual(['annule', 1, 2, 1])
  expect(await stored(t)).toEqual(['Riou = Riwall acceptee', 'Hamon = Hamoun proposee', 'Martel ≠ Martin refusee'])
  expect([(await lineOf(t, source)).source, (await lineOf(t, state)).decideur_id]).toEqual([null, null])
  expect(t.failures).toEqual([])
})

test('what was written between the dry run and the confirmation is looked at again', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  await sendFile(rene, `${LIST}/import`, `${HEAD}LE GOFF;=;LE GOAFF;;;;\nRiou;=;Riwall;;;;`)
  await work(t)
  await makeLine(t, 'LE GOFF ≠ LE GOAFF')
  await rene.post(`/imports/${(await importOf(t)).id}/confirmer`)
  await work(t)
  expect(await importOf(t)).toMatchObject({ etat: 'termine', creees: 1, refusees: 1 })
  expect(await stored(t)).toEqual(['LE GOAFF ≠ LE GOFF acceptee', 'Riou = Riwall acceptee'])
})

test('a member imports nothing', async () => {
  const t = await testApp()
  const answer = await sendFile(await t.as(t.marie), `${LIST}/import`, `${HEAD}a;=;b;;;;`)
  expect(answer.status).toBe(403)
})
