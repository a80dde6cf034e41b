// The help: a page for each screen, that says what it says in few and plain words.
import { expect, test } from 'vitest'
import type { UserRole } from '../../../src/db/schema.ts'
import { type HelpPage, partId } from '../../../src/features/aide/rules/page.ts'
import { helpPage, offeredPages } from '../../../src/features/aide/rules/pages.ts'
import { helpPath } from '../../../src/web/help.ts'
import { testApp } from '../../support/app.ts'
import { PAGE_QUERIES } from '../../support/page-queries-table.ts'

const ALL = Object.values(offeredPages('admin')).flat()

test('the link of every page of the site leads to a page of help that is there', () => {
  // Those stand before the log-in, are the help itself, or parts of a page.
  const without = /^\/(mot-de-passe|register|setup|code-source|aide|completions|dates)/
  const led = Object.keys(PAGE_QUERIES).filter((path) => !without.test(path))
  expect(led.length).toBeGreaterThan(70)
  const lost = led.filter((path) => helpPage(helpPath(path.replace(/\?.*/, '')).replace('/aide/', '')) === undefined)
  expect(lost).toEqual([])
  expect(
    ['/', '/sources/3/releves/nouveau', '/releves/4/modifier', '/lieux/import', '/ailleurs'].map(helpPath),
  ).toEqual(['/aide/tableau-de-bord', '/aide/saisie', '/aide/saisie', '/aide/imports', '/aide'])
  expect(['/revue/3/acte', '/revue/3/arbitrage', '/inventaire', '/registres'].map(helpPath)).toEqual(
    ['revue', 'lectures', 'inventaire', 'couverture'].map((cle) => `/aide/${cle}`),
  )
})

test('a page that goes on elsewhere leads there, and back', async () => {
  const t = await testApp()
  const marie = await t.as(t.marie)
  for (const { cle, voir } of ALL.filter((page) => page.voir !== undefined)) {
    const { page } = await marie.get(`/aide/${cle}`)
    expect(page.all('main .lignes a').map((link) => link.getAttribute('href'))).toEqual(
      voir?.map((to) => `/aide/${to}`),
    )
    for (const to of voir ?? []) expect([to, helpPage(to)?.voir]).toEqual([to, expect.arrayContaining([cle])])
  }
})

const lines = ({ titre, chapeau, parties }: HelpPage) => [
  titre,
  chapeau,
  ...parties.flatMap((part) => [part.titre, ...part.lignes]),
]

test('pages are short, their lines too, and none has the words of those who program', () => {
  expect(new Set(ALL.map(({ cle }) => cle)).size).toBe(ALL.length)
  const long = ALL.filter((page) => lines(page).length > 20).map(({ cle }) => cle)
  expect(long).toEqual([])
  const words = /\b(nom long|socket|pilote|backend|SMTP|JSON|URL|cache|token|jeton|statut HTTP|serveur web)\b/i
  const hard = ALL.filter(({ cle }) => cle !== 'mots').flatMap(lines)
  expect(hard.filter((line) => words.test(line) || line.length > 160)).toEqual([])
})

test('its typography is that of a book', () => {
  const wrong = / [;:?!»]|« |'|\.\.\./
  expect(ALL.flatMap(lines).filter((line) => wrong.test(line))).toEqual([])
})

test('each person is offered what concerns them, and may read the rest', async () => {
  const keys = (role: UserRole) => offeredPages(role).roles.map(({ cle }) => cle)
  expect(keys('membre')).toEqual(['lecteur', 'membre'])
  expect(keys('gestionnaire')).toEqual(['lecteur', 'membre', 'gestionnaire'])
  const t = await testApp()
  const marie = await t.as(t.marie)
  const index = await marie.get('/aide')
  expect([index.status, index.page.h1]).toEqual([200, 'Aide'])
  const offered = index.page.all('.lignes a').map((link) => link.getAttribute('href'))
  expect(offered).toContain('/aide/saisie')
  expect(offered).not.toContain('/aide/sauvegardes')
  for (const { cle, titre } of ALL) {
    const { status, page } = await marie.get(`/aide/${cle}`)
    expect([cle, status, page.h1]).toEqual([cle, 200, titre])
  }
  expect((await marie.get('/aide/rien')).status).toBe(404)
  expect((await t.anonymous().get('/aide')).location).toMatch(/^\/login/)
})

test('every page has the link to its help, the desk in a window of its own', async () => {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo, status: 'en_cours' })
  const marie = await t.as(t.marie)
  const link = async (path: string) =>
    (await marie.get(path)).page
      .all('header a[href^="/aide"]')
      .map((one) => [one.getAttribute('href'), one.getAttribute('target')])
  expect(await link('/sources')).toEqual([['/aide/sources', undefined]])
  expect(await link(`/sources/${source.id}/releves/nouveau`)).toEqual([['/aide/saisie', '_blank']])
})

test('every « ? » beside a field leads to a part of the help that is there, and says of which field', async () => {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo })
  const lieu = await t.make.lieu({ nom: 'Pleurtuit' })
  const type = `/admin/types-sources/${source.type.id}`
  const admin = await t.as(t.admin)
  const marks: Record<string, number> = {
    '/sources/nouvelle': 7,
    [`/sources/${source.id}`]: 1,
    [`/sources/${source.id}/defauts`]: 1,
    [`/lieux/${lieu.id}/modifier`]: 5,
    [`${type}/champs`]: 4,
    [`${type}/modifier`]: 1,
    '/parametres': 7,
    '/recherche': 3,
    '/imports/nouveau': 1,
  }
  for (const [path, n] of Object.entries(marks)) {
    const links = (await admin.get(path)).page.all('.aide-signe')
    expect([path, links.length >= n]).toEqual([path, true])
    for (const link of links) {
      const [, cle = '', part] = /^\/aide\/([a-z-]+)#([a-z-]+)$/.exec(link.getAttribute('href') ?? '') ?? []
      const parts = helpPage(cle)?.parties.map(({ titre }) => partId(titre)) ?? []
      expect([path, cle, parts]).toEqual([path, cle, expect.arrayContaining([part])])
      expect(link.getAttribute('aria-label')).toMatch(/^Aide.: ./)
    }
  }
})
