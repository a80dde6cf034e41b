import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { iiifServer, secondManifest, thirdManifest } from './iiif-server.ts'

const base = (n: number) => `https://iiif.exemple.fr/2/p${n}`

/** A register in a repository that allows these servers. */
async function register(hosts: (host: string) => string, answer: RequestListener) {
  const t = await testApp()
  const { host, asked } = await iiifServer(answer)
  const depot = await t.make.depot()
  await t.db
    .updateTable('depots')
    .set({ hotes_images: hosts(host), diffusion: 'membres' })
    .execute()
  const source = await t.make.source({ section: t.saintMalo, depot })
  const path = `/sources/${source.id}/vues`
  const rows = () =>
    t.db.selectFrom('source_vues').select(['numero', 'libelle', 'iiif_base']).orderBy('numero').execute()
  return { t, host, asked, path, rows, marie: await t.as(t.marie) }
}

test.each([
  ['2', secondManifest],
  ['3', thirdManifest],
])('a manifest of version %s is read once, its views shown without it', async (_, manifest) => {
  const { t, host, asked, path, rows, marie } = await register(
    (one) => `${one}\niiif.exemple.fr`,
    (_request, response) => response.end(JSON.stringify(manifest([base(1), base(2)]))),
  )
  const added = await marie.post(path, { manifeste: `http://${host}/manifest.json` })
  expect((await marie.follow(added)).page.text).toMatch(/2.vues ajoutées/)
  expect(await rows()).toEqual([1, 2].map((n) => ({ numero: n, libelle: `f° ${n}`, iiif_base: base(n) })))
  const view = (await marie.get(`${path}/2`)).page
  expect(view.one('figure img').getAttribute('src')).toBe(`${base(2)}/full/!2000,2000/0/default.jpg`)
  expect([asked, t.failures]).toEqual([['/manifest.json'], []])
})

test('a manifest read again keeps the numbers and the names of its views', async () => {
  let bases = [base(1), base(2), base(3)]
  const { host, path, rows, marie } = await register(
    (one) => one,
    (_request, response) => response.end(JSON.stringify(thirdManifest(bases))),
  )
  await marie.post(path, { manifeste: `http://${host}/m` })
  await marie.post(`${path}/1`, { libelle: 'Couverture' })
  bases = [base(9), base(3), base(1), base(2)]
  expect((await marie.follow(await marie.post(`${path}/manifeste`))).page.text).toMatch(/1.vue nouvelle/)
  expect((await rows()).map(({ iiif_base }) => iiif_base)).toEqual([base(1), base(2), base(3), base(9)])
  expect((await rows())[0]?.libelle).toBe('Couverture')
  bases = [21, 22, 23, 24].map(base)
  await marie.post(`${path}/manifeste`)
  expect((await rows()).map(({ iiif_base }) => iiif_base)).toEqual(bases)
})

test.each<[string, (host: string) => string, (host: string) => string, RegExp]>([
  ['a host that nobody listed', () => 'ailleurs.exemple.fr', (host) => `http://${host}/m`, /n’est pas dans la liste/],
  ['another port of it', () => '127.0.0.1', (host) => `http://${host}/m`, /n’est pas dans la liste/],
  [
    'the same machine by another name',
    (host) => host,
    (host) => `http://${host.replace('127.0.0.1', 'localhost')}/m`,
    /n’est pas dans la liste/,
  ],
  ['a password', (host) => host, (host) => `http://moi:x@${host}/m`, /mot de passe/],
  ['a file', (host) => host, () => 'file:///etc/passwd', /adresse complète/],
  [
    'where clouds keep secrets, though listed',
    () => '169.254.169.254',
    () => 'http://169.254.169.254/latest/',
    /réseau privé/,
  ],
])('the server never asks %s', async (_, hosts, address, words) => {
  const { host, asked, path, rows, marie } = await register(hosts, (_request, response) => response.end('{}'))
  const typed = address(host)
  const { status, page } = await marie.post(path, { manifeste: typed })
  expect([status, page.value('manifeste')]).toEqual([422, typed])
  expect(page.one('#manifeste-erreur').textContent).toMatch(words)
  expect([asked, await rows()]).toEqual([[], []])
})

test.each<[string, RequestListener, RegExp]>([
  ['sends elsewhere', (_, res) => res.writeHead(302, { location: 'http://127.0.0.1:1/m' }).end(), /renvoie ailleurs/],
  ['goes round', (_, res) => res.writeHead(302, { location: '/m' }).end(), /renvoie ailleurs/],
  ['refuses', (_, res) => res.writeHead(403).end(), /refuse \(403\)/],
  ['says too much', (_, res) => res.end(' '.repeat(5 * 1024 * 1024 + 1)), /5.Mo au plus/],
  ['hangs up', (_, res) => res.destroy(), /ne répond pas/],
  [
    'stops in the middle',
    (_, res) => res.writeHead(200, { 'content-length': 999 }).write('{"it', () => res.destroy()),
    /ne répond pas/,
  ],
  ['shows a page', (_, res) => res.end('<html>'), /une page, pas un manifeste/],
])('nothing is stored where the server %s', async (_, answer, words) => {
  const { t, host, path, rows, marie } = await register((one) => one, answer)
  const { status, page } = await marie.post(path, { manifeste: `http://${host}/m` })
  expect([status, page.one('#manifeste-erreur').textContent]).toEqual([422, expect.stringMatching(words)])
  expect([await rows(), await t.db.selectFrom('source_registres').selectAll().execute(), t.failures]).toEqual([
    [],
    [],
    [],
  ])
})
