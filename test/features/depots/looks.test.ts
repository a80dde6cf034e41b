// The weekly look at links of a repository, at a server of our own on loopback.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { enqueueLooks, LOOKS_TASK, looksHandlers } from '../../../src/features/depots/liens/task.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { testApp } from '../../support/app.ts'

const DAY_MS = 86_400_000

type Answering = (request: IncomingMessage, response: ServerResponse) => void

/** Says `host:port`, what was asked for, and how many requests were under way at once. */
async function archive(answer: Answering) {
  const asked: string[] = []
  let [now, most] = [0, 0]
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    now += 1
    most = Math.max(most, now)
    response.on('close', () => {
      now -= 1
    })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked, most: () => most }
}

const head =
  (status: number, headers: Record<string, string> = {}): Answering =>
  (_, response) =>
    response.writeHead(status, headers).end()

/** A repository whose sources have links at that server. */
async function site(answer: Answering, { sources = 4, listed = true, path = (n: number) => `/registre/${n}` } = {}) {
  const t = await testApp()
  const { host, ...served } = await archive(answer)
  const depot = await t.make.depot({ nom: 'Archives de la Lande' })
  await t.db
    .updateTable('depots')
    .set({ verifie_liens: true, hotes_images: listed ? host : null })
    .execute()
  for (let n = 1; n <= sources; n += 1) {
    const { id } = await t.make.source({ section: t.saintMalo, depot })
    await t.db
      .updateTable('sources')
      .set({ url: `http://${host}${path(n)}` })
      .where('id', '=', id)
      .execute()
  }
  /** Does what a process does on a day. */
  const day = async (n: number) => {
    const { db, clock } = t.deps
    await enqueueLooks(db, new Date(clock().getTime() + n * DAY_MS))
    const then = new Date(clock().getTime() + n * DAY_MS)
    await runTasks({ ...t.deps, clock: () => then }, looksHandlers(0))
  }
  // The first time ever is nobody's turn.
  await enqueueLooks(t.db, new Date(t.deps.clock().getTime() - DAY_MS))
  const results = async () =>
    (await t.db.selectFrom('depot_liens_verifies').select(['resultat', 'reponse']).orderBy('id').execute()).map(
      ({ resultat, reponse }) => `${resultat}: ${reponse}`,
    )
  return { t, depot, day, results, ...served, page: `/admin/depots/${depot.id}/liens` }
}

test.each<[string, Answering, string]>([
  ['answers', head(200), 'vit: répond'],
  ['asks for an account', head(401), 'vit: accès réservé (401)'],
  ['forbids', head(403), 'vit: accès réservé (403)'],
  ['has lost the page', head(404), 'mort: page introuvable (404)'],
  ['has given it up', head(410), 'mort: page introuvable (410)'],
  ['sends to its front page', head(302, { location: '/' }), 'mort: renvoie à la page d’accueil'],
  ['sends to its front page by name', head(301, { location: '/index.html' }), 'mort: renvoie à la page d’accueil'],
  ['goes round', head(302, { location: '/registre/1' }), 'incertain: renvoie sans fin'],
  ['is out of order', head(503), 'incertain: erreur du serveur (503)'],
  ['hangs up', (_, response) => response.destroy(), 'incertain: pas de réponse'],
  ['sends to no address of the web', head(302, { location: 'file:///etc/passwd' }), 'incertain: renvoie sans fin'],
])('a server that %s', async (_, answer, said) => {
  const { day, results, asked, t } = await site(answer, { sources: 1 })
  await day(1)
  expect(await results()).toEqual([said])
  expect(asked.every((one) => one.startsWith('HEAD '))).toBe(true)
  expect(t.failures).toEqual([])
})

test('a log-in page behind a link is no dead link', async () => {
  const { day, results } = await site(
    (request, response) =>
      request.url === '/connexion?vers=1'
        ? response.end()
        : response.writeHead(302, { location: '/connexion?vers=1' }).end(),
    { sources: 1 },
  )
  await day(1)
  expect(await results()).toEqual(['vit: répond'])
})

test.each([405, 501])('a server that knows no HEAD (%s) is asked for the first byte', async (status) => {
  let range: string | undefined
  const { day, results, asked } = await site(
    (request, response) => {
      if (request.method === 'HEAD') response.writeHead(status).end()
      else {
        range = request.headers.range
        response.writeHead(206).end('x')
      }
    },
    { sources: 1 },
  )
  await day(1)
  expect([asked, range, await results()]).toEqual([
    ['HEAD /registre/1', 'GET /registre/1'],
    'bytes=0-0',
    ['vit: répond'],
  ])
})

test('a server of a private network that nobody listed is not asked, nor one it sends to', async () => {
  const { day, results, asked } = await site(head(200), { listed: false, sources: 1 })
  await day(1)
  expect([asked, await results()]).toEqual([[], ['incertain: adresse privée, non demandée']])
  const other = await archive(head(200))
  const sent = await site(head(302, { location: `http://${other.host}/` }), { sources: 1, path: () => '/' })
  await sent.day(1)
  expect([other.asked, await sent.results()]).toEqual([[], ['incertain: adresse privée, non demandée']])
})

test('twenty registers a week, one at a time, each once; other weeks draw anew', async () => {
  const { day, asked, most } = await site(head(200), { sources: 26 })
  await day(1)
  expect([asked.length, new Set(asked).size, most()]).toEqual([20, 20, 1])
  // Tests begin on a Saturday, so that the third day is in the next week.
  await day(4)
  expect(asked).toHaveLength(40)
  await day(5)
  expect(asked).toHaveLength(40)
})

test('without the box nothing is asked', async () => {
  const { t, day, asked } = await site(head(404))
  await t.db.updateTable('depots').set({ verifie_liens: false }).execute()
  await day(1)
  expect([asked, await t.db.selectFrom('taches').select('id').where('kind', '=', LOOKS_TASK).execute()]).toEqual([
    [],
    [],
  ])
})

test('when most links are dead administrators are told once, with the way to the page that mends them', async () => {
  const { t, day, page, depot } = await site((request, response) =>
    response.writeHead(request.url === '/registre/1' ? 200 : 404).end(),
  )
  await day(1)
  const admin = await t.as(t.admin)
  const notices = (await admin.get('/notifications')).page
  const link = notices.all('#notifications a').map((one) => one.getAttribute('href'))
  expect(notices.text).toMatch(/ne mènent plus nulle part, au dépôt Archives de la Lande/)
  const target = await admin.get(link[0] ?? '')
  expect((target.location ? await admin.follow(target) : target).page.one('h1').textContent).toBe(
    'Les adresses ont changé',
  )
  await day(8)
  const rows = await t.db
    .selectFrom('notifications')
    .select(['user_id', 'cle'])
    .where('kind', '=', 'LiensMorts')
    .execute()
  expect(rows).toEqual([{ user_id: t.admin.id, cle: expect.stringMatching(new RegExp(`^${depot.id}:`)) }])
  const shown = (await admin.get(page)).page.text
  expect(shown).toMatch(/4.liens vérifiés, 3 morts \(75.%\)/)
  expect(t.failures).toEqual([])
})
