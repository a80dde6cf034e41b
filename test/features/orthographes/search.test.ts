// The lines of spellings change a search, on records whose names sound as they sound.
import { expect, test } from 'vitest'
import { writeUses } from '../../../src/features/orthographes/uses-actions.ts'
import { type Answer, testApp } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { lineOf, makeLine } from './support.ts'

const NAMES = [
  'Le Goff Jean', // 0
  'Legoff Yves', // 1
  'Le Goaffic Anne', // 2
  'Legoazou Paul', // 3
  'Lefèvre Jean', // 4
  'Lefebvre Jehan', // 5
  'Martin Zoltan', // 6
  'Le Goff Tugdual', // 7
]

const idsOf = (answer: Answer): number[] =>
  answer.page.all('tbody th a').map((link) => Number(link.getAttribute('href')?.split('/').at(-1)))

async function archive() {
  const t = await testApp()
  const bretagne = await t.make.lieu({ nom: 'Bretagne' })
  const finistere = await t.make.lieu({ nom: 'Finistère', parent: bretagne })
  const brest = await t.make.lieu({ nom: 'Brest', parent: finistere })
  const source = await t.make.source({ section: t.saintMalo, lieu: brest })
  const ids: number[] = []
  for (const name of NAMES) {
    const cut = name.lastIndexOf(' ')
    ids.push(await t.make.releve(source, { nom: name.slice(0, cut), prenom: name.slice(cut + 1) }))
  }
  const marie = await t.as(t.marie)
  const found = async (query: string) => {
    const answer = await marie.get(`/recherche?${query}`)
    expect(answer.status).toBe(200)
    return idsOf(answer).map((id) => ids.indexOf(id))
  }
  return { t, marie, found, bretagne, finistere, brest }
}

test('a line finds the other name where the name is to sound so, and nowhere else', async () => {
  const { t, found } = await archive()
  expect(await found('mode=sonore&nom=le goff')).toEqual([0, 1, 7])
  await makeLine(t, 'LE GOFF = Le Goaffic')
  expect(await found('mode=sonore&nom=le goff')).toEqual([0, 1, 2, 7])
  expect(await found('mode=sonore&nom=LEGOFF')).toEqual([0, 1, 2, 7])
  expect(await found('q=~legoff')).toEqual([0, 1, 2, 7])
  expect(await found('q=nom:~le goff')).toEqual([0, 1, 2, 7])
  expect(await found('mode=sonore&nom=Le Goaffic')).toEqual([0, 1, 2, 7])
  expect(await found('mode=exact&nom=le goff')).toEqual([0, 1, 7])
  expect(await found('mode=debut&nom=legof')).toEqual([0, 1, 7])
  expect(await found('q=legoff')).toEqual([0, 1, 7])
  expect(await found('mode=sonore&prenom=legoff')).toEqual([])
})

test('the name is borne by somebody in the role asked for, beside the first name asked for', async () => {
  const { t, found } = await archive()
  await makeLine(t, 'LE GOFF = Le Goaffic')
  expect(await found('mode=sonore&nom=le goff&role=principal')).toEqual([0, 1, 2, 7])
  expect(await found('mode=sonore&nom=le goff&role=pere')).toEqual([])
  expect(await found('mode=sonore&nom=le goff&prenom=anne')).toEqual([2])
  expect(await found('mode=sonore&nom=le goff&prenom=anne&role=principal')).toEqual([2])
})

test('a couple is found by a line of either name', async () => {
  const { t, found, brest } = await archive()
  const type = await t.make.typeSource({ champs: [{ nom: 'nom' }, { nom: 'prenom' }, { nom: 'nom_conjoint' }] })
  const source = await t.make.source({ section: t.saintMalo, lieu: brest, type })
  const wedding = await t.make.releve(source, { nom: 'Le Goaffic', prenom: 'Yann', nom_conjoint: 'Legoazou' })
  const couples = async () =>
    idsOf(await (await t.as(t.marie)).get('/recherche?mode=sonore&nom=le goff&nom2=riou')).includes(wedding)
  expect(await couples()).toBe(false)
  await makeLine(t, 'LE GOFF = LE GOAFFIC')
  expect(await couples()).toBe(false)
  await makeLine(t, 'RIOU = LEGOAZOU')
  expect(await couples()).toBe(true)
  expect(await found('mode=exact&nom=le goff&nom2=riou')).toEqual([])
})

test('first names have lines of their own', async () => {
  const { t, found } = await archive()
  expect(await found('mode=sonore&prenom=Tugdual')).toEqual([7])
  await makeLine(t, 'Tugdual = Zoltan', { genre: 'prenom' })
  expect(await found('mode=sonore&prenom=Tugdual')).toEqual([6, 7])
  expect(await found('mode=sonore&nom=martin&prenom=Tugdual')).toEqual([6])
  expect(await found('q=~zoltan')).toEqual([6, 7])
})

test('lines follow one another; what is deleted, refused or only proposed changes nothing', async () => {
  const { t, found } = await archive()
  const first = await makeLine(t, 'LE GOFF = LE GOAFFIC')
  await makeLine(t, 'LE GOAFFIC = LEGOAZOU')
  await makeLine(t, 'LE GOFF = MARTIN', { etat: 'proposee' })
  await makeLine(t, 'LE GOAFFIC = LEFEVRE', { etat: 'refusee' })
  expect(await found('mode=sonore&nom=le goff')).toEqual([0, 1, 2, 3, 7])
  await t.db.deleteFrom('orthographes').where('id', '=', first).execute()
  expect(await found('mode=sonore&nom=le goff')).toEqual([0, 1, 7])
})

test('≠ takes out a neighbour by sound, for that pair', async () => {
  const { t, found } = await archive()
  expect(await found('mode=sonore&nom=lefevre')).toEqual([4, 5])
  await makeLine(t, 'LEFEVRE ≠ LEFEBVRE')
  expect(await found('mode=sonore&nom=lefevre')).toEqual([4])
  expect(await found('mode=sonore&nom=lefebvre')).toEqual([5])
  expect(await found('q=~lefevre')).toEqual([4])
  expect(await found('mode=sonore&nom=lefebure')).toEqual([4, 5])
})

test('a line of a place holds there and below, and nowhere where no place is asked for', async () => {
  const { t, found, bretagne, finistere, brest } = await archive()
  await makeLine(t, 'LE GOFF = LE GOAFFIC', { lieu: finistere })
  expect(await found('mode=sonore&nom=le goff')).toEqual([0, 1, 7])
  expect(await found(`mode=sonore&nom=le goff&lieu=${bretagne.id}`)).toEqual([0, 1, 7])
  expect(await found(`mode=sonore&nom=le goff&lieu=${finistere.id}`)).toEqual([0, 1, 2, 7])
  expect(await found(`mode=sonore&nom=le goff&lieu=${brest.id}`)).toEqual([0, 1, 2, 7])
  await makeLine(t, 'LE GOFF ≠ LE GOAFFIC', { lieu: brest })
  expect(await found(`mode=sonore&nom=le goff&lieu=${finistere.id}`)).toEqual([0, 1, 2, 7])
  expect(await found(`mode=sonore&nom=le goff&lieu=${brest.id}`)).toEqual([0, 1, 7])
})

test('the list of spellings says what the site decided, and each can be struck out', async () => {
  const { t, marie, found } = await archive()
  await makeLine(t, 'LE GOFF = LE GOAFFIC')
  await makeLine(t, 'LE GOFF ≠ LE GOUFF')
  const { page } = await marie.get('/recherche/graphies?mode=sonore&nom=le goff')
  expect(page.all('.recherche-graphies .case label').map((label) => squeeze(label.textContent))).toEqual([
    'legoff (3)',
    'goff (2)',
    'legoaffic (1, par décision du site)',
  ])
  expect(squeeze(page.text)).toContain('Écarté par décision du site : legouff.')
  expect(page.one('.recherche-graphies fieldset a').getAttribute('href')).toBe(
    '/orthographes/nouvelle?nom1=le+goff&genre=nom',
  )
  expect(await found('mode=sonore&nom=le goff&sauf=legoaffic')).toEqual([0, 1, 7])
  const struck = await marie.get('/recherche?mode=sonore&nom=le goff&sauf=legoaffic')
  expect(struck.page.all('.jeton').map((chip) => squeeze(chip.textContent))).toContain('sans la graphie « legoaffic »')
})

test('searches are counted for the lines that had a say, and written later', async () => {
  const { t, found, finistere } = await archive()
  const used = await makeLine(t, 'LE GOFF = LE GOAFFIC')
  const apart = await makeLine(t, 'LE GOFF ≠ MARTIN')
  const elsewhere = await makeLine(t, 'LE GOFF = LEGOAZOU', { lieu: finistere })
  for (let n = 0; n < 3; n += 1) await found('mode=sonore&nom=le goff')
  await found('mode=exact&nom=le goff')
  expect((await lineOf(t, used)).usages).toBe(0)
  await writeUses(t.deps, t.deps.clock())
  await writeUses(t.deps, t.deps.clock())
  const lines = await Promise.all([used, apart, elsewhere].map((id) => lineOf(t, id)))
  expect(lines.map(({ usages, version }) => [usages, version])).toEqual([
    [3, 1],
    [3, 1],
    [0, 1],
  ])
  expect(lines[0]?.utilisee_at).toBe(t.deps.clock().toISOString())
  const { page } = await (await t.as(t.marie)).get('/orthographes')
  expect(page.all('tbody tr').map((row) => squeeze(row.querySelectorAll('td').at(-1)?.textContent ?? ''))).toEqual([
    '3 fois',
    'jamais',
    '3 fois',
  ])
})
