import { expect, test } from 'vitest'
import { deleteReleve, updateReleve } from '../../../src/features/releves/actions/records.ts'
import { type TestApp, testApp, type Visitor } from '../../support/app.ts'
import { day } from '../../support/factories.ts'
import { squeeze } from '../../support/html.ts'

type Answer = Awaited<ReturnType<Visitor['get']>>

/** A submitted register of so many acts by marie, of which some are pointed at; each step of the clock is a minute. */
async function submitted(acts = 4, set: { relecture?: 'tous' | 'aucune'; quatre_yeux?: boolean } = {}) {
  const t = await testApp()
  let now = Date.parse('2026-11-21T10:00:00.000Z')
  t.deps.clock = () => new Date(now)
  const later = (minutes = 1) => {
    now += minutes * 60_000
  }
  const source = await t.make.source({ titre: 'Baptêmes', section: t.saintMalo, status: 'en_cours' })
  const ids: number[] = []
  for (let n = 1; n <= acts; n += 1)
    ids.push(await t.make.releve(source, { nom: `NOM${n}`, numero: n, date_evenement: day('1787-08-12') }))
  await t.db.updateTable('releves').set({ created_by: t.marie.id }).execute()
  const row = { status: 'a_valider' as const, relecture: 'echantillon' as const, quatre_yeux: true, ...set }
  await t.db.updateTable('sources').set(row).where('id', '=', source.id).execute()
  const path = `/revue/${source.id}/acte`
  const rene = await t.as(t.rene)
  return { ...t, source, ids, path, rene, later, at: () => new Date(now).toISOString() }
}

/** The act on the page. */
function shownAct({ page }: Answer) {
  const form = page.all('form.relecture-gestes')[0]
  return {
    title: squeeze(page.one('#relecture-acte a').textContent),
    id: Number(/\/releves\/(\d+)\//.exec(form?.getAttribute('action') ?? '')?.[1]),
    version: Number(form?.querySelector('[name=version]')?.getAttribute('value')),
  }
}

const say = (visitor: Visitor, act: { id: number; version: number }, fields: Record<string, string | number>) =>
  visitor.post(`/releves/${act.id}/avis`, { version: act.version, ...fields })

const verdicts = (t: Pick<TestApp, 'db'>) =>
  t.db.selectFrom('releve_avis').select(['releve_id', 'version', 'verdict', 'poids', 'user_id']).orderBy('id').execute()

const point = (t: Pick<TestApp, 'db'>, source_id: number, releve_id: number) =>
  t.db
    .insertInto('avertissements')
    .values({ source_id, releve_id, genre: 'nom_rare', champ: 'nom', valeur: 'x', detail: null })
    .execute()

test('acts that are pointed at come first, then the others; one key says that an act is good', async () => {
  const t = await submitted()
  await point(t, t.source.id, t.ids[2] ?? 0)
  let answer = await t.rene.get(t.path)
  const seen: string[] = []
  while (answer.page.has('#relecture-acte')) {
    seen.push(shownAct(answer).title)
    t.later()
    answer = await t.rene.follow(await say(t.rene, shownAct(answer), { verdict: 'bon' }))
  }
  expect(seen.map((title) => title.split(',')[0])).toEqual(['NOM3', 'NOM4', 'NOM1', 'NOM2'])
  expect(answer.page.text).toContain('Plus aucun acte n’attend')
  expect((await verdicts(t)).map(({ verdict }) => verdict)).toEqual(['bon', 'bon', 'bon', 'bon'])
  expect(t.failures).toEqual([])
})

test('an act that was passed over comes back at the end; where one stopped is kept; one goes back', async () => {
  const t = await submitted(3)
  const first = shownAct(await t.rene.get(t.path))
  const second = await t.rene.follow(await say(t.rene, first, { verdict: 'passe' }))
  expect(shownAct(second).id).toBe(t.ids[1])
  expect(shownAct(await t.rene.get(t.path)).id).toBe(t.ids[1])
  t.later()
  const third = await t.rene.follow(await say(t.rene, shownAct(second), { verdict: 'bon' }))
  const back = third.page.one('[data-touche=arrowleft]').getAttribute('href') ?? ''
  expect(shownAct(await t.rene.get(back)).id).toBe(t.ids[1])
  t.later()
  const again = await t.rene.follow(await say(t.rene, shownAct(third), { verdict: 'bon' }))
  expect(shownAct(again).id).toBe(first.id)
})

test('two readers get different acts, and know of each other; after ten minutes an act is anybody’s', async () => {
  const t = await submitted(3)
  const admin = await t.as(t.admin)
  const mine = shownAct(await t.rene.get(t.path))
  const theirs = await admin.get(t.path)
  expect(shownAct(theirs).id).not.toBe(mine.id)
  expect(theirs.page.text).toContain('rene lit l’acte n° 1.')
  // An act that is asked for by its number is shown, whoever reads it.
  expect(shownAct(await admin.get(`${t.path}?releve=${mine.id}`)).id).toBe(mine.id)
  t.later(11)
  await t.db.deleteFrom('revue_places').execute()
  expect(shownAct(await admin.get(t.path)).id).toBe(mine.id)
})

test('both say something of one act at once: both are kept, the act counts once', async () => {
  const t = await submitted(2)
  const admin = await t.as(t.admin)
  const act = shownAct(await t.rene.get(t.path))
  const answers = await Promise.all([
    say(t.rene, act, { verdict: 'bon' }),
    say(admin, act, { verdict: 'bon' }),
    say(t.rene, act, { verdict: 'bon' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
  expect(await verdicts(t)).toHaveLength(2)
  const { page } = await t.rene.get(t.path)
  expect(page.text).toContain('échantillon 1 / 2')
  expect(t.failures).toEqual([])
})

test('what moved on is not judged: the new version is shown', async () => {
  const t = await submitted(2)
  const act = shownAct(await t.rene.get(t.path))
  const change = { id: act.id, version: 1, data: { nom: 'AUTRE' }, etats: {}, user_id: t.marie.id, now: t.at() }
  await updateReleve(t.db, change)
  const late = await say(t.rene, act, { verdict: 'bon' })
  expect(late.status).toBe(409)
  expect(late.page.one('[role=alert]').textContent).toContain('modifié par marie')
  expect(shownAct(late)).toMatchObject({ id: act.id, version: 2, title: 'AUTRE' })
  for (const version of ['', 'x', '0', '3'])
    expect((await t.rene.post(`/releves/${act.id}/avis`, { version, verdict: 'bon' })).status).toBe(409)
  expect(await verdicts(t)).toEqual([])
  await deleteReleve(t.db, { id: act.id, user_id: t.marie.id, now: t.at() })
  const gone = await say(t.rene, { ...act, version: 2 }, { verdict: 'bon' })
  expect([gone.status, shownAct(gone).id]).toEqual([409, t.ids[1]])
  expect(gone.page.one('[role=alert]').textContent).toContain('supprimé par marie')
  expect([await verdicts(t), t.failures]).toEqual([[], []])
})

test('a source that is withdrawn meanwhile keeps what was said of its acts', async () => {
  const t = await submitted(2)
  const act = shownAct(await t.rene.get(t.path))
  await t.db.updateTable('sources').set({ status: 'en_cours' }).where('id', '=', t.source.id).execute()
  const answer = await t.rene.follow(await say(t.rene, act, { verdict: 'bon' }))
  expect(answer.location).toBe(`/sources/${t.source.id}`)
  expect(await verdicts(t)).toHaveLength(1)
  expect((await t.rene.follow(answer)).page.flash).toContain('n’est plus à valider')
})

test('nobody but who decides on the source reads it over, or says something of its acts', async () => {
  const t = await submitted(1)
  const [id = 0] = t.ids
  const plain = await t.make.user({ role: 'gestionnaire' })
  await t.make.membre(t.saintMalo, plain)
  for (const user of [t.marie, plain]) {
    const visitor = await t.as(user)
    expect((await visitor.get(t.path)).status).toBe(403)
    expect((await say(visitor, { id, version: 1 }, { verdict: 'bon' })).status).toBe(403)
    const wrong = { version: 1, champ: 'nom', 'data[nom]': 'FAUX' }
    expect((await visitor.post(`/releves/${id}/correction`, wrong)).status).toBe(403)
  }
  const etienne = await t.as(t.etienne)
  expect((await etienne.get(t.path)).status).toBe(404)
  expect((await say(etienne, { id, version: 1 }, { verdict: 'bon' })).status).toBe(404)
  expect((await etienne.post(`/releves/${id}/correction`, { champ: 'nom' })).status).toBe(404)
  expect((await t.rene.get(`${t.path}?releve=999999`)).status).toBe(404)
  expect([await verdicts(t), t.failures]).toEqual([[], []])
})

test('a word that cannot be read comes back with what was typed', async () => {
  const t = await submitted(1)
  const act = shownAct(await t.rene.get(t.path))
  for (const [fields, message] of [
    [{ verdict: 'oui' }, 'Choisissez ce que vous dites'],
    [{ verdict: 'douteux' }, 'Dites la gravité'],
    [{ verdict: 'douteux', poids: '9' }, 'Choisissez la gravité'],
    [{ verdict: 'question', texte: ' ' }, 'Écrivez votre question'],
    [{ verdict: 'question', texte: 'x'.repeat(2001) }, 'trop long'],
  ] as const) {
    const answer = await say(t.rene, act, fields)
    expect([answer.status, answer.page.one('[role=alert]').textContent]).toEqual([
      422,
      expect.stringContaining(message),
    ])
    if ('texte' in fields && fields.texte.length > 3) expect(answer.page.text).toContain(fields.texte)
  }
  expect([await verdicts(t), t.failures]).toEqual([[], []])
})

test('a question opens a thread on the act, once', async () => {
  const t = await submitted(2)
  const act = shownAct(await t.rene.get(t.path))
  const asked = { verdict: 'question', texte: 'Est-ce bien LE GOFF ?' }
  for (let n = 0; n < 2; n += 1) expect((await say(t.rene, act, asked)).status).toBe(303)
  const threads = await t.db
    .selectFrom('fils')
    .innerJoin('fil_messages', 'fil_messages.fil_id', 'fils.id')
    .select(['fils.releve_id', 'texte', 'resolu_at', 'version'])
    .execute()
  expect(threads).toEqual([{ releve_id: act.id, texte: asked.texte, resolu_at: null, version: 1 }])
  expect(shownAct(await t.rene.get(t.path)).id).not.toBe(act.id)
})

test('a source may ask that all its acts be read, or none', async () => {
  const all = await submitted(2, { relecture: 'tous' })
  expect((await all.rene.get(all.path)).page.has('#relecture-acte')).toBe(true)
  expect(await all.db.selectFrom('echantillons').selectAll().execute()).toEqual([])
  const none = await submitted(2, { relecture: 'aucune' })
  const { page } = await none.rene.get(none.path)
  expect(page.has('#relecture-acte')).toBe(false)
  expect(page.has(`a[href="${none.path}?suite=1"]`)).toBe(true)
  expect((await none.rene.get(`${none.path}?suite=1`)).page.has('#relecture-acte')).toBe(true)
})

test('the keys are switched off and on, by each reader', async () => {
  const t = await submitted(1)
  const keys = async () => (await t.rene.get(t.path)).page.one('#relecture').getAttribute('data-touches')
  expect(await keys()).toBe('oui')
  const off = await t.rene.post('/revue/touches', { touches: '0', retour: t.path })
  expect([off.location, await keys()]).toEqual([t.path, 'non'])
  const on = await t.rene.post('/revue/touches', { touches: '1', retour: '//ailleurs.fr' })
  expect([on.location, await keys()]).toEqual(['/', 'oui'])
})

test('a script gets the next act in the answer', async () => {
  const t = await submitted(2)
  const act = shownAct(await t.rene.get(t.path))
  const answer = await t.rene.post(
    `/releves/${act.id}/avis`,
    { version: act.version, verdict: 'bon' },
    { 'HX-Request': 'true' },
  )
  expect([answer.status, answer.headers.get('HX-Replace-Url')]).toEqual([200, t.path])
  expect(answer.text).not.toContain('<html')
  expect(shownAct(answer).id).toBe(t.ids[1])
})
