import { expect, test } from 'vitest'
import { type Answer, testApp } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'

const idsOf = (answer: Answer): number[] =>
  answer.page.all('tbody th a').map((link) => Number(link.getAttribute('href')?.split('/').at(-1)))

/** Names as registers spell them; ids are given in this order, from 1. */
const NAMES: [string, string][] = [
  ['Lefèvre', 'Jean'],
  ['LEFEBVRE', 'Jehan'],
  ['Le Febvre', 'Johannes'],
  ['Lefébure', 'Jn'],
  ['Lemaire', 'Jean'],
  ['Hénault', 'Marie'],
  ['Esnault', 'Maria'],
  ['Thibault', 'Pierre'],
  ['Tibaut', 'Petri'],
  ['Regnault', 'Louis'],
  ['Renaud', 'Ludovicus'],
  ['Gaultier', 'Anne'],
  ['Gautier', 'Anna'],
  ['Le Normand', 'J. Bte'],
  ['Lenormand', 'Jean-Baptiste'],
  ['Normand', 'Baptiste'],
  ['Martin', 'François'],
  ['Morin', 'Fçois'],
]

async function archive() {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo })
  const ids: number[] = []
  for (const [nom, prenom] of NAMES) ids.push(await t.make.releve(source, { nom, prenom }))
  const admin = await t.as(t.admin)
  const found = async (query: string) => {
    const answer = await admin.get(`/recherche?${query}`)
    expect(answer.status).toBe(200)
    return idsOf(answer).map((id) => NAMES[ids.indexOf(id)]?.join(' '))
  }
  return { t, source, admin, found, all: (...at: number[]) => at.map((one) => NAMES[one]?.join(' ')) }
}

test('old spellings of a surname are found by one of them', async () => {
  const { found, all } = await archive()
  const sounds = async (nom: string) => found(`mode=sonore&nom=${encodeURIComponent(nom)}`)
  for (const one of ['Lefebvre', 'lefevre', 'LEFÉBURE', 'Le Febvre']) expect(await sounds(one)).toEqual(all(0, 1, 2, 3))
  expect(await sounds('Esnault')).toEqual(all(5, 6))
  expect(await sounds('Thibaud')).toEqual(all(7, 8))
  expect(await sounds('Renault')).toEqual(all(9, 10))
  expect(await sounds('Gauthier')).toEqual(all(11, 12))
  expect(await sounds('Lenormant')).toEqual(all(13, 14))
  expect(await sounds('Martin')).toEqual(all(16))
  expect(await sounds('Zyxwv')).toEqual([])
  expect(await found('q=~henaut')).toEqual(all(5, 6))
  expect(await found('q=nom:~thibaud')).toEqual(all(7, 8))
  expect(await found('q=nom:~le normand')).toEqual(all(13, 14, 15))
})

test('first names in Latin, in the genitive, abbreviated', async () => {
  const { found, all } = await archive()
  const sounds = async (prenom: string) => found(`mode=sonore&prenom=${encodeURIComponent(prenom)}`)
  expect(await sounds('Jean')).toEqual(all(0, 1, 2, 3, 4, 13, 14))
  expect(await sounds('Joannis')).toEqual(all(0, 1, 2, 3, 4, 13, 14))
  expect(await sounds('Jean Baptiste')).toEqual(all(13, 14))
  expect(await sounds('Pierre')).toEqual(all(7, 8))
  expect(await sounds('Louis')).toEqual(all(9, 10))
  expect(await sounds('François')).toEqual(all(16, 17))
  expect(await found('mode=sonore&nom=lefevre&prenom=jean')).toEqual(all(0, 1, 2, 3))
  expect(await found('mode=sonore&nom=lefevre&prenom=jean&role=principal')).toEqual(all(0, 1, 2, 3))
  expect(await found('mode=sonore&nom=lefevre&prenom=jean&role=pere')).toEqual([])
})

test('spellings found are marked, and may be left out', async () => {
  const { admin, found, all } = await archive()
  const { page } = await admin.get('/recherche?mode=sonore&nom=lefevre')
  expect(page.all('tbody mark').map((mark) => mark.textContent)).toEqual([
    'Lefèvre',
    'LEFEBVRE',
    'Le Febvre',
    'Lefébure',
  ])
  expect(await found('mode=sonore&nom=lefevre&sauf=lefebure')).toEqual(all(0, 1, 2))
  expect(await found('mode=sonore&nom=lefevre&sauf=Lefébure&sauf=lefebvre')).toEqual(all(0))
  expect(await found('mode=sonore&nom=lefevre&sauf=lefebure&sauf=lefebvre&sauf=lefevre')).toEqual([])
  expect(await found('mode=exact&nom=lefevre&sauf=lefevre')).toEqual(all(0))
  const narrowed = await admin.get('/recherche?mode=sonore&nom=lefevre&sauf=lefebure')
  expect(squeeze(narrowed.page.one('.recherche-compte').textContent)).toContain('3 relevés')
})

test('a spelling that comes later is found at once', async () => {
  const { t, source, found } = await archive()
  await t.make.releve(source, { nom: 'Lefaivre', prenom: 'Yvon' })
  expect((await found('mode=sonore&nom=lefevre')).length).toBe(5)
})
