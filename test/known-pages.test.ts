// A page that the browser holds is not made anew as long as nothing is stored: whatever it shows, a change of it shows at once.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hold } from '../src/lib/held-file.ts'
import { testApp, type Visitor } from './support/app.ts'
import { countQueries } from './support/count-queries.ts'
import { isPostgres } from './support/db.ts'
import { BAPTEME } from './support/factories.ts'

const NOW = '2026-11-21T10:00:00.000Z'

/** A source with a place in one of its two records, as an administrator sees it. */
async function archive() {
  const t = await testApp()
  const lieu = await t.make.lieu({ nom: 'Cancale' })
  const champs = BAPTEME.filter(({ nom }) => ['nom', 'prenom', 'domicile'].includes(nom))
  const type = await t.make.typeSource({ champs })
  const source = await t.make.source({ section: t.saintMalo, titre: 'Baptêmes', type })
  const id = await t.make.releve(source, {
    nom: 'Martin',
    prenom: 'Jean',
    domicile: { id: lieu.id, nom_long: 'Cancale' },
  })
  await t.make.releve(source, { nom: 'Le Goff' })
  const paths = {
    list: `/sources/${source.id}/releves`,
    record: `/releves/${id}`,
    sources: '/sources',
    source: `/sources/${source.id}`,
    search: '/recherche?nom=martin',
    drafts: '/brouillons',
    places: '/lieux',
    notices: '/notifications',
    review: '/revue',
  }
  return { ...t, visitor: await t.as(t.admin), source, lieu, id, paths }
}

type Archive = Awaited<ReturnType<typeof archive>>

const tagOf = async (visitor: Visitor, path: string): Promise<string> =>
  (await visitor.get(path)).headers.get('etag') ?? ''

/** Asks for the page that the browser holds; tells how many statements that took. */
async function again({ deps, visitor }: Pick<Archive, 'deps' | 'visitor'>, path: string, tag: string) {
  let status = 0
  const statements = await countQueries(deps, async () => {
    status = (await visitor.get(path, { 'if-none-match': tag })).status
  })
  return { status, statements }
}

/** Whether the page is told to be held by the statement of the session alone. */
async function isKnown(site: Archive, path: string): Promise<boolean> {
  // Other tests store in other databases of the same PostgreSQL server, which counts as well.
  for (let tries = isPostgres ? 100 : 1; tries > 0; tries -= 1) {
    const { status, statements } = await again(site, path, await tagOf(site.visitor, path))
    expect(status).toBe(304)
    if (statements === 1) return true
  }
  return false
}

test('lists, records and searches that are held are answered by the statement of the session alone', async () => {
  const site = await archive()
  for (const path of Object.values(site.paths)) expect([path, await isKnown(site, path)]).toEqual([path, true])
})

test('the first page of a member is known too, that of an administrator tells the hour', async () => {
  const site = await archive()
  const member = { ...site, visitor: await site.as(site.marie) }
  expect([await isKnown(member, '/'), await isKnown(site, '/')]).toEqual([true, false])
})

test('such an answer is that of the page, without a text', async () => {
  const { visitor, paths } = await archive()
  const page = await visitor.get(paths.list)
  const tag = page.headers.get('etag') ?? ''
  const held = await visitor.get(paths.list, { 'if-none-match': `"autre", ${tag}` })
  expect([held.status, held.text, held.headers.get('etag')]).toEqual([304, '', tag])
  for (const name of ['cache-control', 'content-security-policy', 'x-robots-tag'])
    expect([name, held.headers.get(name)]).toEqual([name, page.headers.get(name)])
  expect(held.headers.get('vary')?.split(', ')).toEqual(expect.arrayContaining(['HX-Request', 'Accept-Encoding']))
})

type Page = keyof Archive['paths']
type Change = (site: Archive) => unknown

const changeReleve = (site: Archive, row: object) =>
  site.db.updateTable('releves').set(row).where('id', '=', site.id).execute()
const changeSources = (site: Archive, row: object) => site.db.updateTable('sources').set(row).execute()
const changeReader = (site: Archive, row: object) =>
  site.db.updateTable('users').set(row).where('id', '=', site.admin.id).execute()
const notice = { kind: 'SourceAValider', data: '{}', created_at: NOW } as const

/** Whatever these pages show, how it changes, and what they say then. */
const CHANGES: [what: string, pages: Page[], change: Change, says: RegExp][] = [
  [
    'a value',
    ['list', 'record'],
    (t) => changeReleve(t, { data: JSON.stringify({ nom: 'Martin', prenom: 'Yves' }) }),
    /Yves/,
  ],
  ['a new record', ['list', 'search'], (t) => t.make.releve(t.source, { nom: 'Martin', prenom: 'Anne' }), /Anne/],
  ['who entered it', ['record'], (t) => changeReleve(t, { created_by: t.marie.id }), /marie/],
  ['its day', ['list'], (t) => changeReleve(t, { created_at: '2019-04-05T10:00:00.000Z' }), /2019/],
  ['a place', ['list', 'record'], (t) => t.db.updateTable('lieux').set({ nom_long: 'Dol' }).execute(), /Dol/],
  ['a field', ['list', 'record'], (t) => t.db.updateTable('champs').set({ label: 'Porte' }).execute(), /Porte/],
  ['a title', ['list', 'record', 'sources', 'source', 'search'], (t) => changeSources(t, { titre: 'Noces' }), /Noces/],
  [
    'what waits',
    ['list', 'record', 'search'],
    (t) => changeSources(t, { status: 'a_valider' }),
    /À valider\u00a0\(1\)/,
  ],
  [
    'a notification',
    ['list', 'record', 'sources', 'search', 'places', 'review', 'notices'],
    (t) =>
      t.db
        .insertInto('notifications')
        .values({ user_id: t.admin.id, ...notice })
        .execute(),
    /class="compte">1</,
  ],
  ['the site’s name', ['list', 'sources'], (t) => t.deps.settings.write({ site_name: 'Racines' }), /Racines/],
  ['the reader’s name', ['list', 'record'], (t) => changeReader(t, { name: 'zoé' }), /zoé/],
  ['the theme', ['list', 'record'], (t) => t.visitor.cookies.set('theme', 'sombre'), /data-theme="sombre"/],
  ['the letters', ['list', 'search'], (t) => t.visitor.cookies.set('taille', 'grande'), /data-taille="grande"/],
]

test.each(CHANGES)('%s, changed, is on the page at once', async (_what, pages, change, says) => {
  const site = await archive()
  const tags = new Map<Page, string>()
  for (const name of pages) {
    expect((await site.visitor.get(site.paths[name])).text).not.toMatch(says)
    expect(await isKnown(site, site.paths[name])).toBe(true)
    tags.set(name, await tagOf(site.visitor, site.paths[name]))
  }
  await change(site)
  for (const [name, tag] of tags) {
    const page = await site.visitor.get(site.paths[name], { 'if-none-match': tag })
    expect([name, page.status, page.text]).toEqual([name, 200, expect.stringMatching(says)])
  }
})

test('columns that somebody chooses are in the list at once', async () => {
  const { visitor, paths, source } = await archive()
  const tag = await tagOf(visitor, paths.list)
  const { page } = await visitor.get(`/sources/${source.id}/releves/colonnes`)
  const boxes = page.all('input[name=champs]').map((box) => box.getAttribute('value') ?? '')
  await visitor.post(`/sources/${source.id}/releves/colonnes`, { champs: boxes.slice(0, 1) })
  await visitor.get(paths.list)
  expect((await visitor.get(paths.list, { 'if-none-match': tag })).status).toBe(200)
})

test('a message is shown once: neither the page with it nor the one after it is taken for known', async () => {
  const { visitor, paths, id } = await archive()
  const plain = await tagOf(visitor, paths.list)
  const answer = await visitor.post(`/releves/${id}/supprimer`)
  const told = await visitor.get(answer.location ?? '', { 'if-none-match': plain })
  expect([told.status, told.text]).toEqual([200, expect.stringContaining('Relevé supprimé.')])
  const after = await visitor.get(paths.list, { 'if-none-match': told.headers.get('etag') ?? '' })
  expect([after.status, after.text]).toEqual([200, expect.not.stringContaining('Relevé supprimé.')])
})

test('whoever may see it no more is refused it: an account that was closed, a role or a section that was taken away', async () => {
  const t = await archive()
  const marie = await t.as(t.marie)
  const tag = await tagOf(marie, t.paths.list)
  await t.db.deleteFrom('section_membres').where('user_id', '=', t.marie.id).execute()
  expect((await marie.get(t.paths.list, { 'if-none-match': tag })).status).toBe(404)
  const mine = await tagOf(t.visitor, t.paths.list)
  await changeReader(t, { role: 'membre' })
  expect((await t.visitor.get(t.paths.list, { 'if-none-match': mine })).status).toBe(404)
  await changeReader(t, { is_active: false, role: 'admin' })
  expect((await t.visitor.get(t.paths.list, { 'if-none-match': mine })).location).toBe('/login')
})

test('another person, another address and a part for htmx are other pages', async () => {
  const t = await archive()
  const tag = await tagOf(t.visitor, t.paths.list)
  await again(t, t.paths.list, tag)
  const other = await (await t.as(t.rene)).get(t.paths.list, { 'if-none-match': tag })
  expect([other.status, other.text]).toEqual([200, expect.stringContaining('rene')])
  for (const path of [`${t.paths.list}?tri=saisie`, `${t.paths.list}?page=2`])
    expect([path, (await t.visitor.get(path, { 'if-none-match': tag })).status]).toEqual([path, 200])
  const part = await t.visitor.get(t.paths.list, { 'if-none-match': tag, 'HX-Request': 'true' })
  expect([part.status, part.text]).toEqual([200, expect.not.stringContaining('<html')])
})

test('while the site is in maintenance no page is taken for known', async () => {
  const t = await archive()
  expect(await isKnown(t, t.paths.list)).toBe(true)
  const release = hold(join(t.deps.storage, 'maintenance'))
  const { statements } = await again(t, t.paths.list, await tagOf(t.visitor, t.paths.list))
  release?.()
  expect(statements).toBeGreaterThan(1)
})

test('who has an application to set up, or a password to replace, is told no page that the browser holds', async () => {
  const site = await archive()
  const ask = async (tag: string) => {
    const { status, location } = await site.visitor.get(site.paths.sources, { 'if-none-match': tag })
    return [status, location]
  }
  const tag = await tagOf(site.visitor, site.paths.sources)
  expect(await isKnown(site, site.paths.sources)).toBe(true)
  // The very object that the page was made with: the guard alone keeps it back.
  Object.assign(site.deps.settings.read(), { facteur_exige: true })
  expect(await ask(tag)).toEqual([303, '/profil/application?suite=%2Fsources'])
  Object.assign(site.deps.settings.read(), { facteur_exige: false })
  await site.db.updateTable('users').set({ must_change_password: true }).where('id', '=', site.admin.id).execute()
  expect((await ask(tag))[0]).toBe(303)
})
