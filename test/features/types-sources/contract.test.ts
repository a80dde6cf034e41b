// A type of source as a user makes it, act and persons, to the sentence on the page of its first record.
import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'

const NAMES = [
  ['Martin', 'Jean'],
  ['Martin', 'Paul'],
  ['Le Goff', 'Marie'],
  ['Le Goff', 'Yves'],
]

test('a marriage contract with four persons is designed, typed at the desk and read as a sentence', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  const made = await admin.post('/admin/types-sources', { nom: 'Contrats de mariage', acte: 'contrat' })
  const base = made.location?.replace(/\/champs$/, '') ?? ''
  const idOf = ({ location }: { location: string | null }) => Number(location?.split('-').at(-1))
  const group = async (libelle: string, role: string, de: number | '' = '') =>
    idOf(await admin.post(`${base}/groupes`, { libelle, role, de }))
  const champ = (label: string, nom: string, groupe: number, partie = '') =>
    admin.post(`${base}/champs`, { label, nom, groupe, partie, type: nom === 'date_evenement' ? 'date' : 'text' })
  const reperes = await group('Repères', '')
  const epoux = await group('Époux', 'principal')
  const pereEpoux = await group('Père de l’époux', 'pere', epoux)
  const epouse = await group('Épouse', 'principal')
  const pereEpouse = await group('Père de l’épouse', 'pere', epouse)
  await champ('Date du contrat', 'date_evenement', reperes)
  const persons: [number, string, string][] = [
    [epoux, '', 'de l’époux'],
    [pereEpoux, '_pere_epoux', 'du père de l’époux'],
    [epouse, '_epouse', 'de l’épouse'],
    [pereEpouse, '_pere_epouse', 'du père de l’épouse'],
  ]
  for (const [groupe, end, de] of persons) {
    await champ(`Nom ${de}`, `nom${end}`, groupe, 'nom')
    await champ(`Prénoms ${de}`, `prenom${end}`, groupe, 'prenom')
  }
  const type = { id: Number(base.split('/').at(-1)), nom: 'Contrats de mariage' }
  const source = await t.make.source({ type, lieu: await t.make.lieu({ nom: 'Saint-Malo' }) })
  const desk = await admin.get(`/sources/${source.id}/releves/nouveau`)
  expect(desk.page.all('.saisie-groupe > legend').map((legend) => legend.textContent)).toEqual([
    ...['Repères', 'Époux', 'Père de l’époux', 'Épouse', 'Père de l’épouse'],
  ])
  const typed = persons.flatMap(([, end], index) => [
    [`data[nom${end}]`, NAMES[index]?.[0] ?? ''],
    [`data[prenom${end}]`, NAMES[index]?.[1] ?? ''],
  ])
  await admin.post(`/sources/${source.id}/releves`, {
    ...Object.fromEntries(typed),
    'data[date_evenement][valeur]': '12/08/1787',
  })
  const { id } = await t.db.selectFrom('releves').select('id').executeTakeFirstOrThrow()
  const record = await admin.get(`/releves/${id}`)
  expect(record.page.one('.acte-phrase').textContent).toBe(
    'Contrat de mariage de Jean MARTIN, fils de Paul MARTIN, avec Marie LE GOFF, fille d’Yves LE GOFF, le 12 août 1787 à Saint-Malo.',
  )
  expect(t.failures).toEqual([])
})
