import { expect, test } from 'vitest'
import { updateReleve } from '../../../src/features/releves/actions/records.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { BAPTEME, day } from '../../support/factories.ts'

const NOW = '2026-11-23T10:00:00.000Z'
const DATA = { date_evenement: day('1787-08-12'), nom: 'LE GOF', prenom: 'Marie', notes: 'Née à Dol' }

async function setUp(t: TestApp, status: 'en_cours' | 'a_valider' | 'validee' = 'a_valider') {
  const type = await t.make.typeSource({ champs: BAPTEME })
  const source = await t.make.source({ type, status })
  const id = await t.make.releve(source, DATA)
  await t.db.updateTable('releves').set({ created_by: t.marie.id }).where('id', '=', id).execute()
  return id
}

const lines = (t: TestApp) =>
  t.db
    .selectFrom('corrections')
    .select(['releve_id', 'version', 'champ', 'avant', 'apres', 'poids', 'motif', 'user_id', 'pour_id', 'lue_at'])
    .orderBy('id')
    .execute()

const change = (t: TestApp, id: number, data: object, more: Partial<Parameters<typeof updateReleve>[1]> = {}) =>
  updateReleve(t.db, { id, version: 1, data: { ...DATA, ...data }, etats: {}, user_id: t.rene.id, now: NOW, ...more })

test('each field that a reviewer changes is a line for whoever typed the act', async () => {
  const t = await testApp()
  const id = await setUp(t)
  const etats = { prenom: 'douteux' as const }
  await change(
    t,
    id,
    { nom: 'LE GOFF', date_evenement: day('1788-08-12') },
    { etats, correction: { motif: 'Voir la marge' } },
  )
  const who = {
    releve_id: id,
    version: 2,
    motif: 'Voir la marge',
    user_id: t.rene.id,
    pour_id: t.marie.id,
    lue_at: null,
  }
  const sure = (valeur: unknown) => ({ valeur, etat: null })
  expect(await lines(t)).toEqual([
    { ...who, champ: 'date_evenement', avant: sure(day('1787-08-12')), apres: sure(day('1788-08-12')), poids: 3 },
    { ...who, champ: 'nom', avant: sure('LE GOF'), apres: sure('LE GOFF'), poids: 3 },
    { ...who, champ: 'prenom', avant: sure('Marie'), apres: { valeur: 'Marie', etat: 'douteux' }, poids: 1 },
  ])
})

test('the reviewer’s own weight counts', async () => {
  const t = await testApp()
  const id = await setUp(t, 'validee')
  await change(t, id, { nom: 'LE GOFF' }, { correction: { motif: null, weights: { nom: 0 } } })
  expect((await lines(t)).map(({ champ, poids, motif }) => [champ, poids, motif])).toEqual([['nom', 0, null]])
})

test('work in hand is no correction, nor what its author or the program changes', async () => {
  const t = await testApp()
  await change(t, await setUp(t, 'en_cours'), { nom: 'LE GOFF' })
  await change(t, await setUp(t), { nom: 'LE GOFF' }, { user_id: t.marie.id })
  await change(t, await setUp(t), { nom: 'LE GOFF' }, { user_id: null })
  await change(t, await setUp(t), {})
  expect(await lines(t)).toEqual([])
})
