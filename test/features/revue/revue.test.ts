import { expect, test } from 'vitest'
import { findWarningsHandlers } from '../../../src/features/avertissements/task.ts'
import { createReleve, deleteReleve, updateReleve } from '../../../src/features/releves/actions/records.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { testApp } from '../../support/app.ts'
import { countQueries } from '../../support/count-queries.ts'
import { squeeze } from '../../support/html.ts'

const CANARY = 'Zanzibarquette'

/** Three sources of Saint-Malo submitted by marie, an hour apart: « Deux » first, then « Un », then « Trois ». */
async function queue() {
  const t = await testApp()
  let now = Date.parse('2026-11-21T10:00:00.000Z')
  t.deps.clock = () => new Date(now)
  const later = (minutes = 60) => {
    now += minutes * 60_000
  }
  const type = await t.make.typeSource()
  const submit = async (source: { id: number }) => {
    const answer = await (await t.as(t.marie)).post(`/sources/${source.id}/statut`, { statut: 'a_valider' })
    expect(answer.status).toBe(303)
    later()
  }
  const register = async (titre: string) => {
    const source = await t.make.source({ titre, type, section: t.saintMalo })
    await t.make.releve(source, { nom: 'Martin' })
    return source
  }
  const [un, deux, trois] = [await register('Un'), await register('Deux'), await register('Trois')]
  for (const source of [deux, un, trois]) await submit(source)
  const status = async (source: { id: number }) =>
    (await t.db.selectFrom('sources').select('status').where('id', '=', source.id).executeTakeFirstOrThrow()).status
  return {
    ...t,
    un,
    deux,
    trois,
    later,
    submit,
    register,
    status,
    visitor: await t.as(t.rene),
    now: () => new Date(now).toISOString(),
  }
}

const titles = (page: { all(selector: string): { textContent: string }[] }) =>
  page.all('tbody th a').map((link) => link.textContent)

test('the queue says how many acts of each source the machine points at', async () => {
  const t = await queue()
  await t.make.releve(t.un, { nom: 'Martin' })
  const cells = async () =>
    (await t.visitor.get('/revue')).page
      .all('tbody tr')
      .map((row) => squeeze(row.querySelector('a[href$="/avertissements"]')?.textContent ?? '–'))
  expect(await cells()).toEqual(['0, à recompter', '0, à recompter', '0, à recompter'])
  t.later()
  await runTasks(t.deps, findWarningsHandlers)
  const [releve] = await t.db.selectFrom('releves').select('id').where('source_id', '=', t.un.id).execute()
  const about = { source_id: t.un.id, releve_id: releve?.id ?? 0, champ: 'nom', detail: '{}' }
  await t.db
    .insertInto('avertissements')
    .values([
      { ...about, genre: 'etat', valeur: 'Martin' },
      { ...about, genre: 'hors_liste', valeur: 'x' },
    ])
    .execute()
  expect(await cells()).toEqual(['0', '1', '0'])
})

test('the queue shows what waits, the oldest submission first, to those who decide', async () => {
  const t = await queue()
  await t.make.source({ titre: CANARY, section: t.vannes, status: 'a_valider' })
  await t.make.source({ titre: 'Sans section', status: 'a_valider' })
  await t.make.source({ titre: 'Pas encore', section: t.saintMalo })
  const { page } = await t.visitor.get('/revue')
  expect([page.h1, titles(page)]).toEqual(['Sources à valider', ['Deux', 'Un', 'Trois']])
  expect(squeeze(page.one('tbody tr').textContent)).toContain('Section de Saint-Malomarie21/11/2026 11:001')
  expect(page.one('.tete-actions a').getAttribute('href')).toBe(`/revue/${t.deux.id}`)
  expect(squeeze(page.one('nav a[href="/revue"]').textContent)).toBe('À valider (3)')
  const admin = (await (await t.as(t.admin)).get('/revue')).page
  expect(titles(admin).sort()).toEqual(['Deux', 'Sans section', 'Trois', 'Un', CANARY].sort())
  expect(t.failures).toEqual([])
})

test('others have neither the entry nor the pages', async () => {
  const t = await queue()
  const marked = await t.make.user({ role: 'membre' })
  await t.make.membre(t.saintMalo, marked, 'gestion')
  const plain = await t.make.user({ role: 'gestionnaire' })
  await t.make.membre(t.saintMalo, plain)
  for (const user of [t.marie, marked, plain]) {
    const visitor = await t.as(user)
    expect((await visitor.get('/')).page.has('nav a[href="/revue"]')).toBe(false)
    expect((await visitor.get('/revue')).status).toBe(403)
    expect((await visitor.get(`/revue/${t.un.id}`)).status).toBe(403)
    expect((await visitor.post(`/revue/${t.un.id}`, { statut: 'validee' })).status).toBe(403)
  }
  const etienne = await t.as(t.etienne)
  for (const path of [`/revue/${t.un.id}`, '/revue/x', '/revue/4000'])
    expect((await etienne.get(path)).status).toBe(404)
  expect((await etienne.post(`/revue/${t.un.id}`, { statut: 'validee' })).status).toBe(404)
  expect((await t.anonymous().get('/revue')).location).toBe('/login?suite=%2Frevue')
  expect((await t.anonymous().post(`/revue/${t.un.id}`, { statut: 'validee' })).location).toMatch(/^\/login/)
  expect(await t.status(t.un)).toBe('a_valider')
})

test('a decision leads on to the next, until nothing waits', async () => {
  const t = await queue()
  const decide = (source: { id: number }, fields: Record<string, string>) =>
    t.visitor.post(`/revue/${source.id}`, fields)
  const first = await decide(t.un, { statut: 'validee' })
  expect(first.location).toBe(`/revue/${t.trois.id}`)
  expect((await t.visitor.follow(first)).page.flash).toBe('« Un » est validée. Voici la suivante.')
  const second = await decide(t.trois, { statut: 'rejetee', motif: 'Pages 3 à 5' })
  expect(second.location).toBe(`/revue/${t.deux.id}`)
  const last = await decide(t.deux, { statut: 'validee' })
  expect(last.location).toBe('/revue')
  const { page } = await t.visitor.follow(last)
  expect(page.flash).toBe('« Deux » est validée. Plus aucune source n’attend votre décision.')
  expect(page.text).toContain('Aucune source à valider')
  expect([await t.status(t.un), await t.status(t.deux), await t.status(t.trois)]).toEqual([
    'validee',
    'validee',
    'rejetee',
  ])
  const motifs = await t.db.selectFrom('source_transitions').select('motif').where('vers', '=', 'rejetee').execute()
  expect(motifs).toEqual([{ motif: 'Pages 3 à 5' }])
  expect(t.failures).toEqual([])
})

test('one may pass over a source; after the last comes the first', async () => {
  const t = await queue()
  const next = async (source: { id: number }) =>
    (await t.visitor.get(`/revue/${source.id}`)).page.all('.tete-actions a')[1]?.getAttribute('href')
  expect(await next(t.deux)).toBe(`/revue/${t.un.id}`)
  expect(await next(t.un)).toBe(`/revue/${t.trois.id}`)
  expect(await next(t.trois)).toBe(`/revue/${t.deux.id}`)
})

test('a rejection without its reason comes back with what was typed', async () => {
  const t = await queue()
  for (const [motif, message] of [
    ['', /Indiquez le motif du rejet/],
    ['x'.repeat(2001), /trop long/],
    ['a\u0000b', /caractère interdit/],
  ] as const) {
    const answer = await t.visitor.post(`/revue/${t.un.id}`, { statut: 'rejetee', motif })
    expect([answer.status, squeeze(answer.page.h1)]).toEqual([422, 'Relecture : Un'])
    expect(answer.page.error('motif')).toMatch(message)
    if (motif.startsWith('x')) expect(answer.page.one('textarea#motif').textContent).toBe(motif)
  }
  const unknown = await t.visitor.post(`/revue/${t.un.id}`, { statut: 'en_cours' })
  expect([unknown.status, unknown.page.one('.erreurs').textContent]).toEqual([
    422,
    expect.stringContaining('Cochez au moins un acte à revoir'),
  ])
  const wrong = await t.visitor.post(`/revue/${t.un.id}`, { statut: 'perdue' })
  expect([wrong.status, wrong.page.one('.erreurs').textContent]).toEqual([422, expect.stringContaining('Choisissez')])
  expect([await t.status(t.un), t.failures]).toEqual(['a_valider', []])
})

test('what somebody else decided first is told, and not decided again', async () => {
  const t = await queue()
  await (await t.as(t.admin)).post(`/revue/${t.un.id}`, { statut: 'validee' })
  const late = await t.visitor.post(`/revue/${t.un.id}`, { statut: 'rejetee', motif: 'Non' })
  expect(late.status).toBe(409)
  expect(late.page.text).toContain('quelqu’un en a décidé avant vous')
  const back = await t.visitor.get(`/revue/${t.un.id}`)
  expect(back.location).toBe(`/sources/${t.un.id}`)
  expect((await t.visitor.follow(back)).page.flash).toBe('Cette source n’est plus à valider.')
  const stale = await t.visitor.post(`/revue/${t.deux.id}`, { statut: 'validee', version: 1 })
  expect([stale.status, await t.status(t.un), await t.status(t.deux)]).toEqual([409, 'validee', 'a_valider'])
})

test('a first submission is all to be read; after a rejection what changed is marked and counted', async () => {
  const t = await queue()
  const source = await t.register('Quatre')
  await t.make.releve(source, { nom: 'Le Goff' })
  const changed = await t.make.releve(source, { nom: 'Guillou' })
  const gone = await t.make.releve(source, { nom: 'Riou' })
  await t.submit(source)
  const first = (await t.visitor.get(`/revue/${source.id}`)).page
  expect(first.text).toContain('Première soumission')
  expect([first.all('tbody tr').length, first.all('tr.neuf').length]).toEqual([4, 0])
  expect(first.text).toContain('Soumise par marie, le 21 novembre 2026')
  await t.visitor.post(`/revue/${source.id}`, { statut: 'rejetee', motif: 'Les <parrains> manquent' })
  t.later()
  const author = { user_id: t.marie.id, now: t.now() }
  await updateReleve(t.db, { id: changed, version: 1, data: { nom: 'Guillou', prenom: 'Anne' }, etats: {}, ...author })
  await deleteReleve(t.db, { id: gone, version: 1, ...author })
  await createReleve(t.db, { source_id: source.id, data: { nom: 'Neuf' }, etats: {}, ...author })
  t.later()
  await t.submit(source)
  const { page } = await t.visitor.get(`/revue/${source.id}`)
  expect(page.text).toContain('2 relevés nouveaux ou modifiés, 1 supprimé')
  expect(page.text).toContain('Depuis le rejet du 21 novembre 2026')
  expect(page.one('blockquote').textContent).toBe('Les <parrains> manquent')
  const marks = Object.fromEntries(
    page.all('tbody tr').map((row) => {
      const name = row.querySelector('th a')?.textContent ?? ''
      return [name, [row.getAttribute('class') ?? '', row.querySelector('.etat')?.textContent ?? '']]
    }),
  )
  expect(marks).toEqual({
    Martin: ['', ''],
    'Le Goff': ['', ''],
    Guillou: ['neuf', 'modifié'],
    Neuf: ['neuf', 'nouveau'],
  })
  const only = (await t.visitor.get(`/revue/${source.id}?modifies=1`)).page
  expect(titles(only).sort()).toEqual(['Guillou', 'Neuf'])
  expect(only.has(`a[href="/revue/${source.id}"]`)).toBe(true)
  expect(t.failures).toEqual([])
})

test('lists have pages, and as many queries for many as for few', async () => {
  const t = await queue()
  for (let n = 0; n < 3; n += 1) await t.make.releve(t.un)
  const few = await countQueries(t.deps, () => t.visitor.get(`/revue/${t.un.id}`))
  const fewInQueue = await countQueries(t.deps, () => t.visitor.get('/revue'))
  for (let n = 0; n < 60; n += 1) await t.make.releve(t.un, { nom: `Nom ${n}` })
  for (let n = 0; n < 60; n += 1) await t.make.source({ type: t.un.type, section: t.saintMalo, status: 'a_valider' })
  expect(await countQueries(t.deps, () => t.visitor.get(`/revue/${t.un.id}`))).toBe(few)
  expect(await countQueries(t.deps, () => t.visitor.get('/revue'))).toBe(fewInQueue)
  expect((await t.visitor.get(`/revue/${t.un.id}`)).page.all('tbody tr')).toHaveLength(50)
  expect((await t.visitor.get(`/revue/${t.un.id}?page=2`)).page.all('tbody tr')).toHaveLength(14)
  expect((await t.visitor.get('/revue?page=2')).page.all('tbody tr')).toHaveLength(13)
  expect((await t.visitor.fragment('/revue?page=2')).text).not.toContain('<html')
})
