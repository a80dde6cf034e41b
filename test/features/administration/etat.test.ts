// How the site does: for its administrators on a page, for programs that have the token.
import { expect, test } from 'vitest'
import { recordCopy } from '../../../src/features/sauvegardes/ailleurs/task.ts'
import { enqueue } from '../../../src/features/taches/actions.ts'
import { keepIncidents, SLOW_REQUEST } from '../../../src/lib/incidents.ts'
import { silentLog } from '../../../src/lib/log.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { isPostgres } from '../../support/db.ts'
import { squeeze } from '../../support/html.ts'

const PATH = '/admin/etat'

/** A site where something went wrong: a slow search of today, one of last week, and an error with its reference. */
async function troubled() {
  const t = await testApp()
  const now = t.deps.clock()
  const at = (hours: number) => () => new Date(now.getTime() - hours * 3_600_000)
  const slow = { method: 'GET', path: '/recherche', ms: 2345, requestId: 'refrecherche' }
  keepIncidents(silentLog, t.deps.storage, at(7 * 24)).warn(SLOW_REQUEST, { ...slow, requestId: 'refancienne' })
  keepIncidents(silentLog, t.deps.storage, at(2)).warn(SLOW_REQUEST, slow)
  const error = new Error('disk I/O error <b>')
  const failed = { error, method: 'POST', path: '/sources/1/releves', requestId: 'referreur' }
  keepIncidents(silentLog, t.deps.storage, at(7 * 24)).error('request failed', failed)
  await t.make.releve(await t.make.source({}), { nom: 'Martin' })
  await enqueue(t.db, { kind: 'essai', payload: {} }, now)
  await t.db.updateTable('taches').set({ etat: 'garee' }).execute()
  return { t, boss: await t.as(t.admin) }
}

test('the page tells versions, sizes, work in the background, slow requests of the day and errors with their reference', async () => {
  const { t, boss } = await troubled()
  const { page } = await boss.get(PATH)
  const text = squeeze(page.text)
  expect(page.h1).toBe('État du site')
  expect(text).toContain(`Relevés 0.0.0-test, Node.js ${process.versions.node}`)
  expect(text).toMatch(isPostgres ? /BasePostgreSQL \d+\.\d+.*?, [\d,]+ [kM]o/ : /BaseSQLite 3\.\d+\.\d+, [\d,]+ [kM]o/)
  expect(text).toMatch(/Relevés1Disque/)
  expect(text).toMatch(/[\d,]+ Go libres sur [\d,]+ Go/)
  expect(text).toContain('1 en échec, dont 1 à l’arrêt')
  expect(text).toContain('Dernière sauvegardeaucune')
  expect(text).toContain('Dernière copie ailleursaucune')
  expect(text).toContain('GET /recherche2,3 srefrecherche')
  expect(text).not.toContain('refancienne')
  expect(text).toMatch(/Une demande n’a pas aboutiPOST \/sources\/1\/relevesError: disk I\/O error <b>referreur/)
  expect(t.failures).toEqual([])
})

test('the last copy elsewhere is told by the page, the JSON and the metrics', async () => {
  const { t, boss } = await troubled()
  const at = new Date(t.deps.clock().getTime() - 7_200_000)
  await recordCopy({ db: t.db, clock: () => at }, { fichier: 'releves.tar.age', taille: 1 })
  expect(squeeze((await boss.get(PATH)).page.text)).toMatch(/Dernière copie ailleursaujourd’hui/)
  const token = await tokenOf(t)
  const program = t.anonymous()
  expect(JSON.parse((await program.get('/sante?detail', bearer(token))).text).copie_ailleurs).toEqual({
    derniere: at.toISOString(),
    heures: 2,
  })
  expect((await program.get('/metrics', bearer(token))).text).toContain('releves_copy_age_seconds 7200\n')
})

test('nobody but an administrator sees it, or changes who may watch', async () => {
  const { t } = await troubled()
  for (const who of [t.rene, t.marie]) {
    const visitor = await t.as(who)
    expect((await visitor.get(PATH)).status).toBe(403)
    expect((await visitor.post(`${PATH}/jeton`)).status).toBe(403)
    expect((await visitor.post(`${PATH}/jeton/retirer`)).status).toBe(403)
  }
  expect(t.deps.settings.read().jeton_surveillance).toBe('')
})

/** The token, as an administrator makes it and reads it on the page. */
async function tokenOf(t: TestApp): Promise<string> {
  const boss = await t.as(t.admin)
  const { page } = await boss.follow(await boss.post(`${PATH}/jeton`))
  return page.all('#surveillance dd code')[0]?.text ?? ''
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('a program with the token reads the state, without one it learns no more than before', async () => {
  const { t } = await troubled()
  const program = t.anonymous()
  expect(JSON.parse((await program.get('/sante')).text)).toMatchObject({ statut: 'ok' })
  for (const path of ['/sante?detail', '/metrics'])
    expect([path, (await program.get(path)).status]).toEqual([path, 404])
  const token = await tokenOf(t)
  expect(token).toMatch(/^[a-z2-7]{32}$/)
  expect(JSON.stringify(t.deps.settings.read())).not.toContain(token)
  for (const shown of ['', 'x', token.slice(1), `${token}a`]) {
    const answer = await program.get('/sante?detail', bearer(shown))
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="surveillance"'])
  }
  const state = JSON.parse((await program.get('/sante?detail', bearer(token))).text)
  expect(state).toMatchObject({
    ...{
      statut: 'ok',
      version: '0.0.0-test',
      node: process.version,
      sauvegarde: null,
      copie_ailleurs: null,
      lentes_jour: 1,
      erreurs_mois: 1,
    },
    taches: { attente: 0, en_cours: 0, garees: 1 },
    base: { moteur: expect.stringMatching(isPostgres ? /^PostgreSQL/ : /^SQLite/), releves: 1 },
  })
  const { base } = JSON.parse((await program.get(`/sante?detail&jeton=${token}`)).text)
  expect(base).toEqual(state.base)
})

test('the metrics are text as OpenMetrics 1.0 has it', async () => {
  const { t } = await troubled()
  const token = await tokenOf(t)
  const { headers, text } = await t.anonymous().get('/metrics', bearer(token))
  expect(headers.get('content-type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8')
  const lines = text.split('\n')
  expect(lines.slice(-2)).toEqual(['# EOF', ''])
  expect(lines).toContain('releves_records 1')
  expect(lines).toContain('releves_tasks{etat="garee"} 1')
  expect(lines).toContain(`releves_http_requests_total{process="${process.pid}",code="3xx"} 1`)
  const families = lines.flatMap((line) => /^# TYPE (\S+) (\S+)$/.exec(line)?.slice(1, 2) ?? [])
  expect(new Set(families).size).toBe(families.length)
  // Each sample stands below its own family, whose names may not be told apart by their order.
  let family = ''
  for (const line of lines.slice(0, -2)) {
    const begun = /^# TYPE (\S+)/.exec(line)?.[1]
    family = begun ?? family
    if (!line.startsWith('#'))
      expect(line).toMatch(new RegExp(`^${family}(_info|_total|_bucket|_count|_sum)?(\\{[^{}]*\\})? -?[\\d.]+$`))
  }
  const buckets = lines.filter((line) => line.startsWith('releves_http_wait_seconds_bucket'))
  expect(buckets.map((line) => /le="([^"]*)"/.exec(line)?.[1])).toEqual([
    '0.025',
    '0.05',
    '0.1',
    '0.25',
    '0.5',
    '1.0',
    '2.0',
    '5.0',
    '+Inf',
  ])
})

test('a token that was replaced or taken back opens nothing, and the journal says so', async () => {
  const { t, boss } = await troubled()
  const first = await tokenOf(t)
  const second = await tokenOf(t)
  const program = t.anonymous()
  expect((await program.get('/metrics', bearer(first))).status).toBe(401)
  expect((await program.get('/metrics', bearer(second))).status).toBe(200)
  const answer = await boss.post(`${PATH}/jeton/retirer`)
  expect(squeeze((await boss.follow(answer)).page.text)).toContain('Jeton retiré')
  expect((await program.get('/metrics', bearer(second))).status).toBe(404)
  const journal = await t.db.selectFrom('journal').select('detail').where('action', '=', 'reglages').execute()
  expect(journal.filter(({ detail }) => JSON.stringify(detail).includes('jeton_surveillance')).length).toBe(3)
})

test('a database that is away is said as the program understands it', async () => {
  const { t } = await troubled()
  const token = await tokenOf(t)
  await t.db.destroy()
  const answer = await t.anonymous().get('/sante?detail', bearer(token))
  expect([answer.status, JSON.parse(answer.text)]).toEqual([503, { statut: 'indisponible' }])
})
