import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'

async function managed() {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo })
  const path = `/sources/${source.id}/avertissements/admis`
  const rows = () => t.db.selectFrom('avertissements_admis').select(['champ', 'valeur']).execute()
  return { ...t, path, rows, rene: await t.as(t.rene) }
}

test.each([
  ['nom\0', 'a'],
  ['nom', 'a\0b'],
  ['nom', 'a\u0007'],
])('a value with a sign that no database keeps is none that was found: %j %j', async (champ, valeur) => {
  const { path, rows, rene, failures } = await managed()
  for (const at of [path, `${path}/retirer`]) {
    const { status } = await rene.post(at, { genre: 'numero_manquant', champ, valeur })
    expect(status).toBe(404)
  }
  expect([await rows(), failures]).toEqual([[], []])
})

test('a value of several lines is accepted as it is kept, and taken back', async () => {
  const { path, rows, rene } = await managed()
  const form = { genre: 'numero_manquant', champ: 'notes', valeur: 'un\r\ndeux' }
  await rene.post(path, form)
  expect(await rows()).toEqual([{ champ: 'notes', valeur: 'un\ndeux' }])
  await rene.post(`${path}/retirer`, form)
  expect(await rows()).toEqual([])
})
