import { expect, test } from 'vitest'
import { type Answer, testApp, type Visitor } from '../../support/app.ts'
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

/** Reads the list of spellings: word and number of each, with a sign for those that are left out. */
const spellings = ({ page }: Answer): string[] =>
  page.all('.cases > div').map((one) => {
    const isKept = one.querySelector('input[type=checkbox]')?.hasAttribute('checked')
    return `${isKept ? '' : '-'}${squeeze(one.querySelector('label')?.textContent ?? '')}`
  })

test('the spellings found are listed with their number, and those unticked are looked for no more', async () => {
  const { t, source, admin, found } = await archive()
  await t.make.releve(source, { nom: 'LEFEBVRE', prenom: 'Anne' })
  const search = '/recherche?mode=sonore&nom=lefevre'
  const later = (await admin.get(search)).page.one('#graphies')
  expect(later.getAttribute('hx-get')).toBe(later.querySelector('a')?.getAttribute('href'))
  const list = await admin.get(later.querySelector('a')?.getAttribute('href') ?? '')
  expect(list.page.h1).toBe('Graphies trouvées')
  expect(spellings(list)).toEqual(['lefebvre (3)', 'lefebure (1)', 'lefevre (1)'])
  // The form as a browser sends it, one box unticked.
  const sent = list.page
    .all('#graphies input')
    .filter((input) => input.getAttribute('type') === 'hidden' || input.getAttribute('value') !== 'lefebvre')
    .map((input) => `${input.getAttribute('name')}=${input.getAttribute('value')}`)
  const chosen = await admin.get(`/recherche/graphies/choix?${sent.join('&')}`)
  expect([chosen.status, chosen.location]).toEqual([303, '/recherche?nom=lefevre&mode=sonore&sauf=lefebvre'])
  expect(await found('nom=lefevre&mode=sonore&sauf=lefebvre')).toEqual(['Lefèvre Jean', 'Lefébure Jn'])
  const narrowed = await admin.get(`${search}&sauf=lefebvre`)
  expect(narrowed.page.one('a[aria-label*="sans la graphie"]').getAttribute('href')).toBe(
    '/recherche?nom=lefevre&mode=sonore',
  )
  const again = await admin.get('/recherche/graphies?mode=sonore&nom=lefevre&sauf=lefebvre')
  expect(spellings(again)).toEqual(['-lefebvre (3)', 'lefebure (1)', 'lefevre (1)'])
  expect((await admin.get('/recherche?nom=lefevre&sauf=lefebvre')).page.has('#graphies')).toBe(false)
})

test('spellings are counted under the other criteria, and a hidden source adds none', async () => {
  const { t, admin } = await archive()
  const hidden = await t.make.source({ section: t.vannes })
  await t.make.releve(hidden, { nom: 'Lephevre', prenom: 'Jean' })
  const list = async (visitor: Visitor, query: string) => spellings(await visitor.get(`/recherche/graphies?${query}`))
  const marie = await t.as(t.marie)
  expect(await list(admin, 'mode=sonore&nom=lefevre')).toContain('lephevre (1)')
  expect(await list(marie, 'mode=sonore&nom=lefevre')).toEqual(['lefebvre (2)', 'lefebure (1)', 'lefevre (1)'])
  expect((await marie.get('/recherche/graphies?mode=sonore&nom=lephevre')).text).not.toContain('lephevre (')
  expect(await list(admin, `mode=sonore&nom=lefevre&source=${hidden.id}`)).toEqual(['lephevre (1)'])
  expect(await list(marie, 'mode=sonore&nom=lefevre&prenom=jean')).toEqual([
    'lefebvre (2)',
    'lefebure (1)',
    'lefevre (1)',
    'jean (1)',
    'jehan (1)',
    'jn (1)',
    'johannes (1)',
  ])
  expect(await list(marie, 'q=~lefevre')).toEqual(['lefebvre (2)', 'lefebure (1)', 'lefevre (1)'])
  const wrong = await marie.get('/recherche/graphies?mode=sonore&nom=lefevre&annee_debut=x')
  expect([wrong.status, wrong.location]).toEqual([303, '/recherche?mode=sonore&nom=lefevre&annee_debut=x'])
})

test('a spelling that comes later is found at once', async () => {
  const { t, source, found } = await archive()
  await t.make.releve(source, { nom: 'Lefaivre', prenom: 'Yvon' })
  expect((await found('mode=sonore&nom=lefevre')).length).toBe(5)
})
