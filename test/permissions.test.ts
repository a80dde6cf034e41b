import { expect, test } from 'vitest'
import { type TestApp, testApp } from './support/app.ts'

const CANARY = 'canarizzz'

/** A source of Saint-Malo with one record and a place of its own: everything about it bears the canary. */
async function hiddenSource(t: TestApp) {
  const lieu = await t.make.lieu({ nom: 'Pleurtuit' })
  const depot = await t.make.depot()
  const source = await t.make.source({ titre: `Source ${CANARY}`, section: t.saintMalo, lieu, depot })
  const releve = await t.make.releve(source, { nom: CANARY, prenom: `${CANARY}ette` })
  const champ = await t.db
    .selectFrom('champs')
    .select('id')
    .where('type_source_id', '=', source.type.id)
    .executeTakeFirstOrThrow()
  return { lieu, depot, source, releve, champ: champ.id }
}

type Hidden = Awaited<ReturnType<typeof hiddenSource>>

/** The path of a route with the ids of hidden objects in it. */
function pathOf(t: TestApp, hidden: Hidden, route: string): string {
  const owners: [RegExp, number][] = [
    [/^\/sources/, hidden.source.id],
    [/^\/export\/source/, hidden.source.id],
    [/^\/releves/, hidden.releve],
    [/^\/(carte\/)?lieux/, hidden.lieu.id],
    [/^\/admin\/types-sources/, hidden.source.type.id],
    [/^\/admin\/utilisateurs/, t.marie.id],
    [/^\/admin\/depots/, hidden.depot.id],
    [/^\/admin\/sections/, t.saintMalo.id],
  ]
  const own = owners.find(([start]) => start.test(route))?.[1] ?? 1
  return route
    .replace(/:champ(\{[^}]*\})?/, String(hidden.champ))
    .replace(/:nom(\{[^}]*\})?/, 'nom')
    .replace(/:\w+(\{[^}]*\})?/g, String(own))
}

const routesOf = (t: TestApp, method: string) => [
  ...new Set(
    t.app.routes.filter((route) => route.method === method && !route.path.includes('*')).map((route) => route.path),
  ),
]

/** What anybody may post to, and what every signed-in user may: about themselves only. */
const OPEN = [
  '/login',
  '/2fa',
  '/2fa/renvoyer',
  '/logout',
  '/apparence',
  '/register',
  '/mot-de-passe/oubli',
  '/mot-de-passe/nouveau/:jeton',
  '/email/verification/:jeton',
]
const OWN = [
  '/profil',
  '/profil/mot-de-passe',
  '/profil/verification',
  '/profil/sessions/fermer',
  '/profil/suppression',
  '/profil/courriels',
  '/notifications/lues',
]

test('nobody without a session gets past the log-in page', async () => {
  const t = await testApp()
  const hidden = await hiddenSource(t)
  const visitor = t.anonymous()
  const open = new Set([...OPEN, '/logo/:nom', '/favicon.ico', '/sante', '/setup', '/setup/:etape', '/setup/base/test'])
  for (const method of ['GET', 'POST']) {
    for (const route of routesOf(t, method).filter((path) => !open.has(path))) {
      const path = pathOf(t, hidden, route)
      const answer = method === 'GET' ? await visitor.get(path) : await visitor.post(path, { nom: 'intrus' })
      expect([route, answer.status, answer.location?.split('?')[0]]).toEqual([route, 303, '/login'])
    }
  }
})

test('a member of another section posts to nothing of ours', async () => {
  const t = await testApp()
  const hidden = await hiddenSource(t)
  const etienne = await t.as(t.etienne)
  const routes = routesOf(t, 'POST').filter((path) => ![...OPEN, ...OWN].includes(path))
  expect(routes.length).toBeGreaterThan(20)
  for (const route of routes) {
    const answer = await etienne.post(pathOf(t, hidden, route), {
      nom: 'intrus',
      titre: 'intrus',
      version: 1,
      statut: 'validee',
      source: hidden.source.id,
      champ: 'nom',
      valeur: 'intrus',
      cle: 'abcdefghijklmnopqrstuvwxyz234567',
      releve: hidden.releve,
    })
    expect([route, [403, 404].includes(answer.status)]).toEqual([route, true])
  }
  expect(t.failures).toEqual([])
})

test('no byte of a hidden source reaches a member of another section, by any page', async () => {
  const t = await testApp()
  const hidden = await hiddenSource(t)
  const etienne = await t.as(t.etienne)
  const extra = [
    `/recherche?q=${CANARY}`,
    `/sources?q=${CANARY}`,
    `/lieux/suggestions?q=pleur`,
    `/recherche?lieu=${hidden.lieu.id}`,
  ]
  for (const route of [...routesOf(t, 'GET'), ...extra]) {
    const answer = await etienne.get(pathOf(t, hidden, route))
    // What was asked for may be shown again in the search box; nothing else may bear the word.
    const bytes = answer.text.replaceAll(`value="${CANARY}"`, '').replaceAll(`q=${CANARY}`, '')
    expect([route, answer.status < 500, bytes.includes(`${CANARY}ette`) || bytes.includes(`Source ${CANARY}`)]).toEqual(
      [route, true, false],
    )
  }
  expect(t.failures).toEqual([])
})

test('a word that stands only in hidden records is found by their readers alone', async () => {
  const t = await testApp()
  await hiddenSource(t)
  const [marie, etienne] = [await t.as(t.marie), await t.as(t.etienne)]
  expect((await marie.get(`/recherche?q=${CANARY}`)).text).toContain(`Source ${CANARY}`)
  expect((await etienne.get(`/recherche?q=${CANARY}`)).text).not.toContain(`Source ${CANARY}`)
})

test('every page opens for an administrator without an internal error', async () => {
  const t = await testApp()
  const hidden = await hiddenSource(t)
  const admin = await t.as(t.admin)
  for (const route of routesOf(t, 'GET')) {
    const answer = await admin.get(pathOf(t, hidden, route))
    expect([route, answer.status < 500]).toEqual([route, true])
  }
  expect(t.failures).toEqual([])
})
