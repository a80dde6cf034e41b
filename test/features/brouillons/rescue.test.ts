import { expect, test } from 'vitest'
import { createSession } from '../../../src/features/auth/sessions.ts'
import { MAX_DRAFTS, MAX_RESCUED, saveDraft } from '../../../src/features/brouillons/actions.ts'
import { behindProxy, type Visitor } from '../../support/app.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { PASSWORD } from '../../support/characters.ts'
import { withApplication } from '../auth/factor-support.ts'
import { DAY, from, HOUR, logIn, MINUTE, siteWithClock } from '../auth/support.ts'
import { ACT, register } from '../releves/support.ts'

useFastPasswords()

type Site = Awaited<ReturnType<typeof siteWithClock>>

const drafts = (t: Site) => t.db.selectFrom('brouillons').selectAll().orderBy('id').execute()
const NEW = 'sept chevaux bleus dansent'

async function logInAgain(marie: Visitor, password = PASSWORD): Promise<void> {
  await marie.get('/login')
  expect((await logIn(marie, 'marie', password)).status).toBe(303)
}

/** Marie's form of a new record, in her browser, whose session is open. */
async function marieTypes() {
  const t = await siteWithClock()
  const { source, path } = await register(t)
  const marie = await t.as(t.marie)
  const { page } = await marie.get(`${path}/nouveau`)
  const form = { _envoi: page.value('_envoi'), _auteur: page.value('_auteur'), _csrf: marie.token() }
  /** Sends it without a session, as somebody with this text of it. */
  const send = (more: object = {}, headers: Record<string, string> = {}, visitor: Visitor = t.anonymous()) =>
    visitor.post(path, { ...ACT, ...form, ...more }, headers)
  return { t, source, path, marie, form, send }
}

test('who saw the form plants nothing as long as its session is open', async () => {
  const { t, send, marie } = await marieTypes()
  expect((await send()).status).toBe(403)
  expect(await drafts(t)).toEqual([])
  // Signed out in another tab: now it is the person’s own browser that has no session any more.
  await marie.post('/logout')
  expect((await send()).location).toContain('/login?suite=')
  expect(await drafts(t)).toHaveLength(1)
})

test('a desk with scripts is told where to log in, whatever is kept of what it sends', async () => {
  const { t, source, path, send } = await marieTypes()
  const htmx = { 'HX-Request': 'true' }
  const answers = [await send({}, htmx), await send({ _auteur: '' }, htmx)]
  const login = `/login?suite=${encodeURIComponent(`${path}/nouveau`)}`
  for (const { status, headers } of answers) expect([status, headers.get('HX-Redirect')]).toEqual([401, login])
  // One that is not there has the same answer.
  const nowhere = await t.anonymous().post('/sources/987654/releves', { ...ACT, _csrf: '' }, htmx)
  expect(nowhere.headers.get('HX-Redirect')).toBe(login.replace(`${source.id}`, '987654'))
  expect(await drafts(t)).toEqual([])
})

test('what the browser brought back into another form is kept under its own key', async () => {
  const { t, path, marie, form, send } = await marieTypes()
  await marie.post('/logout')
  const answer = await send({ _envoi: 'abcdefghijkl', _forme_de: form._envoi })
  expect(answer.location).toContain(encodeURIComponent(`${path}/nouveau?brouillon=abcdefghijkl`))
  expect((await drafts(t)).map(({ cle }) => cle)).toEqual(['abcdefghijkl'])
})

test('a form that was signed before signatures became shorter is kept, and no other length', async () => {
  const { t, send, marie, form } = await marieTypes()
  await marie.post('/logout')
  expect((await send({ _auteur: `${form._auteur}${'x'.repeat(20)}` })).status).toBe(403)
  expect(await drafts(t)).toEqual([])
  expect((await send({ _auteur: `${form._auteur}${'x'.repeat(21)}` })).location).toContain('/login?suite=')
  expect(await drafts(t)).toHaveLength(1)
})

test('in the short names of the desk too', async () => {
  const { t, marie, form, path } = await marieTypes()
  const champs = await t.db.selectFrom('champs').select(['id', 'nom']).where('nom', 'in', ['nom', 'sexe']).execute()
  const [nom, sexe] = ['nom', 'sexe'].map((one) => champs.find((champ) => champ.nom === one)?.id.toString(36))
  await marie.post('/logout')
  await t.anonymous().post(path, { ...form, [`.${nom}`]: 'Lefèvre', [`!${sexe}`]: 'absent' })
  expect((await drafts(t)).map(({ contenu }) => contenu)).toEqual([{ 'data[nom]': 'Lefèvre', 'etats[sexe]': 'absent' }])
})

test('for a day and no longer, by a clock that is set forth or back', async () => {
  const { t, send, marie } = await marieTypes()
  await marie.post('/logout')
  t.later(-HOUR)
  expect((await send()).status).toBe(403)
  t.later(HOUR + DAY)
  expect((await send()).status).toBe(403)
  expect(await drafts(t)).toEqual([])
  t.later(-MINUTE)
  expect((await send()).location).toContain('/login?suite=')
})

test('a password that was changed, or an account that was closed, ends it', async () => {
  const { t, send, marie, form } = await marieTypes()
  const other = await t.as(t.marie)
  await other.post('/profil/mot-de-passe', { actuel: PASSWORD, nouveau: NEW, confirmation: NEW })
  expect((await marie.get('/')).location).toContain('/login')
  expect((await send()).status).toBe(403)
  // Nor does the next session of the same browser believe it.
  await logInAgain(marie, NEW)
  expect((await send({ _csrf: form._csrf }, {}, marie)).status).toBe(403)
  expect(await drafts(t)).toEqual([])

  const again = await marieTypes()
  await again.marie.post('/logout')
  await again.t.db.updateTable('users').set({ is_active: false }).where('id', '=', again.t.marie.id).execute()
  expect((await again.send()).status).toBe(403)
  expect(await drafts(again.t)).toEqual([])
})

test('a role that was changed signs out, but loses nothing', async () => {
  const { t, send } = await marieTypes()
  await t.db.deleteFrom('sessions').execute()
  await t.db.updateTable('users').set({ role: 'gestionnaire' }).where('id', '=', t.marie.id).execute()
  expect((await send()).location).toContain('/login?suite=')
})

test('it is good for its own form only', async () => {
  const { t, source, send, marie, form } = await marieTypes()
  const other = await t.make.source({ section: t.saintMalo })
  const id = await t.make.releve(source, { nom: 'Ancien' })
  const key = (await marie.get(`/sources/${source.id}/releves/nouveau`)).page.value('_envoi')
  await marie.post('/logout')
  const visitor = t.anonymous()
  expect((await send({ _envoi: key })).status).toBe(403)
  expect((await visitor.post(`/sources/${other.id}/releves`, { ...ACT, ...form })).status).toBe(403)
  expect((await visitor.post(`/releves/${id}`, { ...ACT, ...form, _source: source.id, version: 1 })).status).toBe(403)
  expect(await drafts(t)).toEqual([])
})

test('nothing is kept of what comes from another site; a text browser tells nothing and is believed', async () => {
  const { t, path, send, marie, form } = await marieTypes()
  const elsewhere = [{ origin: 'https://mal.example' }, { 'sec-fetch-site': 'cross-site' }]
  // In an open session neither.
  for (const headers of elsewhere) expect((await send({}, headers, marie)).status).toBe(403)
  await marie.post('/logout')
  for (const headers of elsewhere) expect((await send({}, headers)).status).toBe(403)
  expect(await drafts(t)).toEqual([])
  const body = new URLSearchParams({ ...ACT, ...form }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await t.anonymous().request(path, { method: 'POST', body, headers })
  expect(answer.location).toContain('/login?suite=')
})

test('it takes the place of nothing: what is there stays, and what comes stands beside it', async () => {
  const { t, source, path, marie, form, send } = await marieTypes()
  const own = { source: source.id, releve: '', cle: form._envoi, version: 0, 'data[nom]': 'Le mien' }
  expect((await marie.post('/brouillons', own)).status).toBe(204)
  await marie.post('/logout')
  // Emptied it throws nothing away either.
  const empty = Object.fromEntries(Object.keys(ACT).map((name) => [name, '']))
  await send(empty)
  expect((await drafts(t)).map(({ contenu }) => contenu['data[nom]'])).toEqual(['Le mien'])
  const answer = await send()
  const [mine, beside, ...others] = await drafts(t)
  expect([mine?.contenu['data[nom]'], beside?.contenu['data[nom]'], others]).toEqual(['Le mien', 'Lefèvre', []])
  // A draft that is rescued once more makes nothing new.
  expect((await send()).location).toBe(answer.location)
  expect(await drafts(t)).toHaveLength(2)

  await logInAgain(marie)
  expect((await marie.get('/brouillons')).page.text).toContain('Nouveau relevé, gardé après la fin de la session')
  const back = (await marie.get(`${path}/nouveau?brouillon=${beside?.cle}`)).page
  expect(back.value('data[nom]')).toBe('Lefèvre')
  await marie.post(path, { ...ACT, _envoi: back.value('_envoi'), _brouillon: back.value('_brouillon') })
  expect((await drafts(t)).map(({ cle }) => cle)).toEqual([form._envoi])
})

test('the same for a record that is changed: both are offered, the one that is saved goes', async () => {
  const { t, source, marie } = await marieTypes()
  const id = await t.make.releve(source, { nom: 'Ancien' })
  const edit = `/releves/${id}/modifier`
  const { page } = await marie.get(edit)
  const hidden = { _auteur: page.value('_auteur'), _source: source.id, version: page.value('version') }
  await marie.post('/brouillons', { source: source.id, releve: id, cle: `r${id}`, version: 1, 'data[nom]': 'Le mien' })
  await marie.post('/logout')
  const answer = await t.anonymous().post(`/releves/${id}`, { ...ACT, ...hidden })
  const target = decodeURIComponent(answer.location?.split('suite=')[1] ?? '')
  await logInAgain(marie)
  const form = (await marie.get(target)).page
  expect([target === `${edit}?brouillon=r${id}`, form.value('data[nom]')]).toEqual([false, 'Lefèvre'])
  expect((await marie.get(`${edit}?brouillon=r${id}`)).page.value('data[nom]')).toBe('Le mien')
  const wrong = await marie.post(`/releves/${id}`, {
    ...{ ...ACT, 'data[date_evenement][valeur]': '99/99/1787', version: 1, _brouillon: form.value('_brouillon') },
  })
  expect([wrong.status, wrong.page.value('_brouillon')]).toEqual([422, form.value('_brouillon')])
  expect(
    (await marie.post(`/releves/${id}`, { ...ACT, version: 1, _brouillon: form.value('_brouillon') })).status,
  ).toBe(303)
  expect(await drafts(t)).toEqual([])
})

/** Leaves as many drafts as one person may. */
async function fill(t: Site, source: { id: number }): Promise<void> {
  const draft = {
    user_id: t.marie.id,
    source_id: source.id,
    releve_id: null,
    version: 0,
    now: '2026-11-20T10:00:00.000Z',
  }
  for (let n = 0; n < MAX_DRAFTS; n += 1)
    await saveDraft(t.db, { ...draft, cle: `abcdefghij${'a'.repeat(n)}`, contenu: { 'data[nom]': `Nom ${n}` } })
}

test('strangers push no draft out, and what they may plant is little, by form, person and address', async () => {
  const { t, source, path, marie, send } = await marieTypes()
  t.deps.trustProxy = behindProxy
  await fill(t, source)
  const forms = await Promise.all(Array.from({ length: MAX_RESCUED }, () => marie.get(`${path}/nouveau`)))
  await marie.post('/logout')
  const statuses: number[] = []
  for (let n = 0; n < 5; n += 1) statuses.push((await send({ 'data[nom]': `Intrus ${n}` }, from('192.0.2.1'))).status)
  expect(statuses).toEqual([303, 303, 303, 403, 403])
  for (const [n, { page }] of forms.entries())
    for (let m = 0; m < 2; m += 1)
      await send(
        { _envoi: page.value('_envoi'), _auteur: page.value('_auteur'), 'data[nom]': `Autre ${n} ${m}` },
        from(`198.51.100.${n}`),
      )
  const kept = await drafts(t)
  expect(kept.filter(({ hors_session }) => hors_session)).toHaveLength(MAX_RESCUED)
  expect(kept.filter(({ hors_session }) => !hors_session)).toHaveLength(MAX_DRAFTS)
  // Her next draft pushes out the oldest of her own, as ever.
  await logInAgain(marie)
  await marie.post('/brouillons', {
    source: source.id,
    releve: '',
    cle: 'zzzzzzzzzz',
    version: 0,
    'data[nom]': 'Suite',
  })
  const left = (await drafts(t)).filter(({ hors_session }) => !hors_session)
  expect([left.length, left.at(-1)?.cle]).toEqual([MAX_DRAFTS, 'zzzzzzzzzz'])
  const names = (await t.db.selectFrom('limites').select('cle').execute()).map(({ cle }) => cle.split(':')[0])
  expect([...new Set(names)].toSorted()).toEqual(['reprise', 'reprise-auteur', 'reprise-formulaire'])
})

test('thirty an hour from one address, the /64 of an IPv6 subscriber being one', async () => {
  const { t, send, marie } = await marieTypes()
  await marie.post('/logout')
  t.deps.trustProxy = behindProxy
  const perime = new Date(t.deps.clock().getTime() + HOUR).toISOString()
  const row = { cle: 'reprise:2001:db8:1:2::/64', n: 30, dernier: perime, perime }
  await t.db.insertInto('limites').values(row).execute()
  expect((await send({}, from('2001:db8:1:2:9::1'))).status).toBe(403)
  expect((await send({}, from('2001:db8:1:3::1'))).status).toBe(303)
})

test('the next form of the desk has a signature of its own', async () => {
  const { t, path, marie } = await marieTypes()
  const first = (await marie.get(`${path}/nouveau`)).page
  const saved = await marie.post(path, { ...ACT, _envoi: first.value('_envoi') })
  const shape = (await marie.follow(saved)).page.value('_forme')
  const second = (await marie.get(`${path}/nouveau`)).page.value('_envoi')
  const answer = await marie.post(path, { ...ACT, _envoi: second, _forme: shape }, { 'HX-Request': 'true' })
  const next = JSON.parse(answer.page.one('[data-suite]').getAttribute('data-suite') ?? '{}')
  await marie.post('/logout')
  const sent = await t.anonymous().post(path, { ...ACT, _envoi: next.cle, _auteur: next.auteur })
  expect(sent.location).toContain(encodeURIComponent(`brouillon=${next.cle}`))
})

test('in one’s own session nothing is lost after the day is over', async () => {
  const { t, source, path, marie, form } = await marieTypes()
  t.later(3 * DAY)
  await t.db.updateTable('sources').set({ status: 'validee' }).where('id', '=', source.id).execute()
  expect((await marie.post(path, { ...ACT, ...form })).location).toContain('brouillon=')
  expect((await drafts(t)).map(({ hors_session }) => hors_session)).toEqual([false])
})

const NONE = 987_654

/** Beside what marie types: a source that she may not see, and a record in it. */
async function withHidden() {
  const typing = await marieTypes()
  const hidden = await typing.t.make.source({ section: typing.t.vannes })
  return { ...typing, hidden, secret: await typing.t.make.releve(hidden, { nom: 'Caché' }) }
}

test('a draft about what one may not see is answered as one about what is not there', async () => {
  const { t, source, marie, hidden, secret } = await withHidden()
  const own = await t.make.releve(source, { nom: 'Ancien' })
  const say = async (fields: object) => {
    const { status, page } = await marie.post('/brouillons', { releve: '', cle: 'abcdefghijkl', version: 0, ...fields })
    return [status, status === 204 ? '' : page.text.replace(/\d{3,}/g, 'n')]
  }
  const typed = { 'data[nom]': 'Lefèvre' }
  expect(await say({ ...typed, source: hidden.id })).toEqual(await say({ ...typed, source: NONE }))
  const about = (releve: number) => say({ ...typed, source: source.id, releve, cle: `r${releve}` })
  expect(await about(secret)).toEqual(await about(NONE))
  expect((await about(secret))[0]).toBe(404)
  expect(await drafts(t)).toEqual([])
  expect((await about(own))[0]).toBe(204)
  // Nor does one that was posted before there was this question.
  await t.db.deleteFrom('brouillons').execute()
  const draft = { user_id: t.marie.id, source_id: source.id, version: 0, contenu: { 'data[nom]': 'x' }, now: '2026' }
  for (const releve_id of [secret, NONE]) await saveDraft(t.db, { ...draft, releve_id, cle: `r${releve_id}` })
  const cells = (await marie.get('/brouillons')).page.all('tbody td').map((cell) => cell.textContent.trim())
  expect(cells.filter((cell) => cell === 'Relevé supprimé depuis')).toHaveLength(2)
})

test('a record sent to what one may not see is answered as one sent to what is not there', async () => {
  const { t, source, path, marie, form, hidden, secret } = await withHidden()
  const stranger = t.anonymous()
  await stranger.get('/login')
  for (const visitor of [marie, stranger]) {
    const sent = async (target: string, more: object = {}) => {
      const answer = await visitor.post(target, { ...ACT, ...form, ...more, _csrf: visitor.token() })
      return [answer.status, answer.location]
    }
    const both = (of: (id: number) => string) => [of(hidden.id), of(NONE)]
    const [there, nowhere] = both((id) => `/sources/${id}/releves`)
    expect(await sent(there ?? '')).toEqual(await sent(nowhere ?? ''))
    expect(await sent(`/releves/${secret}`, { _source: hidden.id })).toEqual(
      await sent(`/releves/${NONE}`, { _source: hidden.id }),
    )
    expect(await sent(`/releves/${secret}`, { _source: source.id })).toEqual(
      await sent(`/releves/${NONE}`, { _source: source.id }),
    )
  }
  expect(await drafts(t)).toEqual([])
  // Access taken away while one typed.
  await t.db.deleteFrom('section_membres').where('user_id', '=', t.marie.id).execute()
  await t.db.deleteFrom('sessions').execute()
  expect((await t.anonymous().post(path, { ...ACT, ...form })).status).toBe(403)
  expect(await drafts(t)).toEqual([])
})

test('a signature of one’s own opens nobody else’s drafts', async () => {
  const { t, path, marie, form } = await marieTypes()
  await marie.post('/logout')
  const rene = await createSession(t.db, t.rene.id, 'test')
  const visitor = t.anonymous()
  visitor.cookies.set('session', rene)
  for (const _auteur of [
    form._auteur.replace(/^\d+/, String(t.rene.id)),
    `${form._auteur}x`,
    form._auteur.slice(0, -1),
  ])
    expect((await t.anonymous().post(path, { ...ACT, ...form, _auteur })).status).toBe(403)
  expect(await drafts(t)).toEqual([])
})

test('a second factor that is asked for while somebody types costs nothing of it', async () => {
  const t = await siteWithClock()
  const { path } = await register(t)
  const rene = await t.as(t.rene)
  const { page } = await rene.get(`${path}/nouveau`)
  const form = { _envoi: page.value('_envoi'), _auteur: page.value('_auteur'), ...ACT, 'data[nom]': 'QUILLEVÉRÉ' }
  t.deps.settings.write({ facteur_exige: true })
  // The desk with scripts is led away at once, a plain form by the answer.
  const htmx = await rene.post(path, form, { 'HX-Request': 'true' })
  expect([htmx.status, htmx.headers.get('HX-Redirect')]).toEqual([403, '/profil/application'])
  const answer = await rene.post(path, form)
  const back = `${path}/nouveau?brouillon=${form._envoi}`
  expect(answer.location).toBe(`/profil/application?suite=${encodeURIComponent(back)}`)
  const setUp = await rene.follow(answer)
  expect(setUp.page.flash).toContain('Votre saisie est gardée')
  expect(setUp.page.value('suite')).toBe(back)
  expect(await t.db.selectFrom('releves').select('id').execute()).toEqual([])
  await withApplication(t, t.rene)
  expect((await rene.get(back)).text).toContain('QUILLEVÉRÉ')
})
