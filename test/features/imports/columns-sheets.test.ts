// A workbook of several sheets with foreign titles: the sheet and the line of its titles are chosen on the page of the columns.
import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { inlineRows, xlsxOf } from '../../support/classeurs.ts'
import { register, releves } from '../releves/support.ts'
import { importOf, sendFile, work } from './support.ts'

const book = () =>
  xlsxOf({
    sheets: {
      Notice: inlineRows([
        ['Relevés de', 'Pleurtuit'],
        ['par', 'Marie'],
      ]),
      Actes: inlineRows([
        ['Baptêmes de Pleurtuit'],
        [''],
        ['Date acte', 'Patronyme', 'Prénom'],
        ['25/03/1789', 'LE GOFF', 'Anne'],
      ]),
    },
  })

test('another sheet is chosen, its titles are found, and its lines are stored', async () => {
  const t = await testApp()
  const { source } = await register(t)
  const marie = await t.as(t.marie)
  const { location } = await sendFile(marie, `/sources/${source.id}/import`, await book(), { nom: 'actes.xlsx' })
  const path = location ?? ''
  const { page } = await marie.get(path)
  expect([page.value('feuille'), page.has('[name="encodage"]')]).toEqual(['Notice', false])
  expect(page.all('select[name="feuille"] option').map((one) => one.text)).toEqual(['Notice', 'Actes'])
  const wrong = await marie.post(path, { feuille: 'Autre' })
  expect([wrong.status, wrong.page.error('feuille')]).toEqual([422, expect.stringContaining('n’a pas de feuille')])
  expect((await marie.post(path, { feuille: 'Actes' })).location).toBe(path)
  const after = (await marie.get(path)).page
  expect([after.value('feuille'), after.value('ligne_entete'), after.value('colonnes[1]')]).toEqual([
    'Actes',
    '3',
    'nom',
  ])
  await marie.post(path)
  await work(t)
  expect(await importOf(t)).toMatchObject({ etat: 'pret', a_creer: 1, feuille: 'Actes', ligne_entete: 3 })
  await marie.post(`${path.replace('/colonnes', '')}/confirmer`)
  await work(t)
  expect((await releves(t)).map(({ data }) => [data.nom, data.prenom])).toEqual([['LE GOFF', 'Anne']])
  expect(t.failures).toEqual([])
})
