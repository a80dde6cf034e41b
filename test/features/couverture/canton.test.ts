// A canton of twenty communes, from the file of its inventory to a board on which a hole is filled and validated.
import { expect, test } from 'vitest'
import { day } from '../../support/factories.ts'
import { squeeze } from '../../support/html.ts'
import { importOf, sendFile, work } from '../imports/support.ts'
import { archives } from '../inventaire/support.ts'

const COMMUNES = Array.from({ length: 20 }, (_, n) => `Commune ${String(n + 1).padStart(2, '0')}`)

async function canton() {
  const site = await archives()
  const { t, ille } = site
  const place = await t.make.lieu({ nom: 'Canton de Dinan', parent: ille })
  const lieux = []
  for (const nom of COMMUNES) lieux.push(await t.make.lieu({ nom, parent: place }))
  const rows = lieux.map(
    ({ nom_long }, n) => `${nom_long};Baptêmes;B ${n + 1};1760;1764;;;https://archives.example/${n};`,
  )
  return {
    ...site,
    place,
    lieux,
    rene: await t.as(t.rene),
    text: ['lieu;acte;cote;annee_debut;annee_fin;etat;depot;url;note', ...rows].join('\n'),
  }
}

test('a canton goes from its inventory file to a board, and one of its holes from to do to validated', async () => {
  const { t, rene, place, lieux, text, baptemes } = await canton()
  expect((await sendFile(rene, '/inventaire/import', text)).status).toBe(303)
  await work(t)
  await rene.post(`/imports/${(await importOf(t)).id}/confirmer`)
  await work(t)
  const board = async () => {
    const { page } = await rene.get(`/couverture?par=lieu&lieu=${place.id}`)
    return (page.all('.tableau')[1]?.querySelectorAll('tbody tr') ?? []).map((row) => squeeze(row.textContent ?? ''))
  }
  const holes = async () => (await rene.get(`/couverture/trous?lieu=${place.id}`)).page.all('.tableau tbody tr')
  const before = await board()
  expect([before.length, before.every((line) => line.includes('F 5'))]).toEqual([20, true])
  expect(await holes()).toHaveLength(20)
  const [first] = await holes()
  const create = first?.querySelector('a[href*="geste=creer"]')?.getAttribute('href') ?? ''
  const ask = (await rene.get(create)).page
  const ids = new URL(create, 'http://site').searchParams.get('ids') ?? ''
  const sent = { geste: 'creer', ids, nombre: 1, _envoi: ask.value('_envoi') }
  await rene.post('/inventaire/lot', { ...sent, choix_type_bapteme: baptemes.id, choix_section: t.saintMalo.id })
  const source = await t.db.selectFrom('sources').select('id').executeTakeFirstOrThrow()
  for (let year = 1760; year < 1765; year += 1)
    await t.make.releve(source, { nom: 'Martin', date_evenement: day(`${year}-03-01`) })
  await t.db.updateTable('sources').set({ status: 'en_cours' }).where('id', '=', source.id).execute()
  expect(await holes()).toHaveLength(19)
  for (const statut of ['a_valider', 'validee']) await rene.post(`/sources/${source.id}/statut`, { statut })
  const after = await board()
  expect(after.filter((line) => line.includes('V 5'))).toHaveLength(1)
  expect(after.find((line) => line.includes('V 5'))).toMatch(/100 %/)
  expect(after.filter((line) => line.includes('F 5'))).toHaveLength(19)
  const done = lieux.find(({ nom }) => after.find((line) => line.includes('V 5'))?.includes(nom))
  const strip = (await rene.get(`/couverture/lieux/${done?.id}`)).page.one('svg[role=group]')
  expect(strip.getAttribute('aria-label')).toBe('Baptême\u00a0: 1760-1764 validé')
  expect(t.failures).toEqual([])
})
