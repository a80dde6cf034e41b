import { describe, expect, test } from 'vitest'
import { MAX_DRAFTS, saveDraft } from '../../../src/features/brouillons/actions.ts'
import { type TestApp, testApp, type Visitor } from '../../support/app.ts'
import { ACT, register, releves } from '../releves/support.ts'

const drafts = (t: TestApp) => t.db.selectFrom('brouillons').selectAll().orderBy('id').execute()
const KEY = 'abcdefghijklmnop'
const typed = (source: { id: number }, more: object = {}) => ({
  source: source.id,
  releve: '',
  cle: KEY,
  version: 0,
  'data[nom]': 'Lefèvre',
  'data[prenom]': 'Anne',
  ...more,
})

describe('what is typed is kept on the server', () => {
  test('one draft for each form, in the place of the one before; an empty form leaves none', async () => {
    const t = await testApp()
    const { source } = await register(t)
    const marie = await t.as(t.marie)
    expect((await marie.post('/brouillons', typed(source))).status).toBe(204)
    expect((await marie.post('/brouillons', typed(source, { 'data[prenom]': 'Anne Marie' }))).status).toBe(204)
    const [draft, ...others] = await drafts(t)
    expect(others).toEqual([])
    expect(draft).toMatchObject({
      user_id: t.marie.id,
      source_id: source.id,
      releve_id: null,
      cle: KEY,
      contenu: { 'data[nom]': 'Lefèvre', 'data[prenom]': 'Anne Marie' },
      updated_at: '2026-11-21T10:00:00.000Z',
    })
    const emptied = { 'data[nom]': '', 'data[prenom]': '', 'data[date_evenement][calendrier]': 'gregorien' }
    await marie.post('/brouillons', typed(source, emptied))
    expect(await drafts(t)).toEqual([])
  })

  test('fields of the record only, without what no engine stores, bounded', async () => {
    const t = await testApp()
    const { source } = await register(t)
    const marie = await t.as(t.marie)
    const odd = { _csrf: marie.token(), role: 'admin', 'data[x][__proto__]': '1', 'data[nom]': 'a\0b\ud800' }
    await marie.post('/brouillons', typed(source, { ...odd, 'data[notes]': 'x'.repeat(100_000) }))
    const [draft] = await drafts(t)
    expect(Object.keys(draft?.contenu ?? {}).sort()).toEqual(['data[nom]', 'data[notes]', 'data[prenom]'])
    expect(draft?.contenu['data[nom]']).toMatch(/^ab\ufffd?$/)
    expect(String(draft?.contenu['data[notes]']).length).toBeLessThanOrEqual(60_000)
    expect(t.failures).toEqual([])
  })

  test('refused where one may not write, and for a form that is none', async () => {
    const t = await testApp()
    const { source } = await register(t)
    const refused = async (visitor: Visitor, more: object = {}) =>
      (await visitor.post('/brouillons', typed(source, more))).status
    expect(await refused(await t.as(t.etienne))).toBe(404)
    expect(await refused(t.anonymous())).toBe(303)
    const marie = await t.as(t.marie)
    expect(await refused(marie, { cle: '' })).toBe(422)
    expect(await refused(marie, { cle: '../x' })).toBe(422)
    expect(await refused(marie, { source: '' })).toBe(422)
    expect(await refused(marie, { _csrf: 'faux' })).toBe(403)
    await t.db.insertInto('source_membres').values({ source_id: source.id, user_id: t.rene.id }).execute()
    expect(await refused(marie)).toBe(403)
    expect(await drafts(t)).toEqual([])
  })

  test('fifty at most, the oldest go', async () => {
    const t = await testApp()
    const { source } = await register(t)
    for (let n = 0; n < MAX_DRAFTS + 3; n += 1) {
      const now = new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString()
      const contenu = { 'data[nom]': `Nom ${n}` }
      const cle = `r${n + 1}`
      await saveDraft(t.db, {
        user_id: t.marie.id,
        source_id: source.id,
        releve_id: null,
        cle,
        version: 0,
        contenu,
        now,
      })
    }
    const left = await drafts(t)
    expect([left.length, left[0]?.cle]).toEqual([MAX_DRAFTS, 'r4'])
  })
})

describe('a draft comes back', () => {
  test('offered on the desk, filled in on demand, gone once it is saved, saved once', async () => {
    const t = await testApp()
    const { source, path } = await register(t)
    const marie = await t.as(t.marie)
    await marie.post('/brouillons', typed(source, { 'data[date_evenement][valeur]': '12/08/1787' }))
    const desk = (await marie.get(`${path}/nouveau`)).page
    expect(desk.text).toContain('Une saisie du 21 novembre 2026 à 11:00 n’a pas été enregistrée : « Lefèvre Anne »')
    expect(desk.value('data[nom]')).toBe('')
    const link = desk.all('.retrouve a')[0]?.getAttribute('href') ?? ''
    const { page } = await marie.get(link)
    expect(page.text).toContain('Voici ce que vous aviez saisi le 21 novembre 2026 à 11:00.')
    expect(page.text).toContain('= dimanche 12 août 1787')
    expect([page.value('data[nom]'), page.value('data[prenom]'), page.value('_envoi')]).toEqual([
      'Lefèvre',
      'Anne',
      KEY,
    ])
    const form = { ...ACT, _envoi: page.value('_envoi') }
    expect((await marie.post(path, form)).location).toContain('enregistre=')
    await marie.post(path, form)
    expect([(await releves(t)).length, await drafts(t)]).toEqual([1, []])
    // The last pause of the form, on its way while the record was stored.
    await marie.post('/brouillons', typed(source))
    expect(await drafts(t)).toEqual([])
  })

  test('in the form of the record that was being changed, with the version it was made from', async () => {
    const t = await testApp()
    const { source } = await register(t)
    const id = await t.make.releve(source, { nom: 'Ancien' })
    const marie = await t.as(t.marie)
    await marie.post('/brouillons', typed(source, { releve: id, cle: `r${id}`, version: 1, 'data[nom]': 'Nouveau' }))
    const { page } = await marie.get(`/releves/${id}/modifier?brouillon=r${id}`)
    expect([page.value('data[nom]'), page.value('version')]).toEqual(['Nouveau', '1'])
    expect((await marie.get(`/releves/${id}/modifier`)).page.value('data[nom]')).toBe('Ancien')
    const saved = await marie.post(`/releves/${id}`, { ...ACT, version: 1 })
    expect([saved.status, await drafts(t)]).toEqual([303, []])
    await marie.post('/brouillons', typed(source, { releve: id, cle: `r${id}`, version: 1 }))
    expect(await drafts(t)).toEqual([])
  })

  test('to nobody else', async () => {
    const t = await testApp()
    const { source, path } = await register(t)
    await (await t.as(t.marie)).post('/brouillons', typed(source))
    const rene = await t.as(t.rene)
    for (const page of ['/brouillons', `${path}/nouveau`, `${path}/nouveau?brouillon=${KEY}`])
      expect((await rene.get(page)).text).not.toContain('Lefèvre')
    const [draft] = await drafts(t)
    expect((await rene.post(`/brouillons/${draft?.id}/supprimer`)).status).toBe(404)
    expect(await drafts(t)).toHaveLength(1)
  })

  test('listed with what they are, resumed or thrown away', async () => {
    const t = await testApp()
    const { source, path } = await register(t)
    const id = await t.make.releve(source, { nom: 'Ancien' })
    const marie = await t.as(t.marie)
    expect((await marie.get('/brouillons')).page.text).toContain('Aucun brouillon')
    await marie.post('/brouillons', typed(source))
    await marie.post(
      '/brouillons',
      typed(source, { releve: id, cle: `r${id}`, version: 1, 'data[nom]': '', 'data[prenom]': 'Zoé' }),
    )
    const { page } = await marie.get('/brouillons')
    expect(page.h1).toBe('Brouillons retrouvés')
    const cells = page
      .all('tbody tr')
      .map((row) => row.querySelectorAll('td, th').map((cell) => cell.textContent.trim()))
    expect(cells.map(([name, titre, nature]) => [name, titre, nature])).toEqual([
      ['Zoé', source.titre, 'Modification d’un relevé'],
      ['Lefèvre Anne', source.titre, 'Nouveau relevé'],
    ])
    expect(page.all('tbody th a').map((link) => link.getAttribute('href'))).toEqual([
      `/releves/${id}/modifier?brouillon=r${id}`,
      `${path}/nouveau?brouillon=${KEY}`,
    ])
    const [first] = await drafts(t)
    const thrown = await marie.post(`/brouillons/${first?.id}/supprimer`)
    expect((await marie.follow(thrown)).page.text).not.toContain('Lefèvre')
    const elsewhere = await marie.post(`/brouillons/${(await drafts(t))[0]?.id}/supprimer`, { retour: '//mal.example' })
    expect([elsewhere.location, await drafts(t)]).toEqual(['/', []])
  })

  test('a record deleted meanwhile: what was typed can be entered anew', async () => {
    const t = await testApp()
    const { source, path } = await register(t)
    const id = await t.make.releve(source, { nom: 'Ancien' })
    const marie = await t.as(t.marie)
    await marie.post('/brouillons', typed(source, { releve: id, cle: `r${id}`, version: 1 }))
    await marie.post(`/releves/${id}/supprimer`, { version: 1 })
    const list = (await marie.get('/brouillons')).page
    expect(list.text).toContain('Relevé supprimé depuis')
    const { page } = await marie.get(list.all('tbody th a')[0]?.getAttribute('href') ?? '')
    expect(page.value('data[nom]')).toBe('Lefèvre')
    await marie.post(path, { ...ACT, _envoi: page.value('_envoi'), _brouillon: page.value('_brouillon') })
    expect([(await releves(t)).length, await drafts(t)]).toEqual([1, []])
  })
})

describe('a form that cannot be stored is kept', () => {
  /** The form as it was shown, then the session is over. */
  async function expired(t: TestApp, page: string) {
    const marie = await t.as(t.marie)
    const form = (await marie.get(page)).page
    const hidden = { _envoi: form.value('_envoi'), _auteur: form.value('_auteur'), _csrf: marie.token() }
    await t.db.deleteFrom('sessions').execute()
    return { marie, hidden, more: { _source: form.value('_source'), version: form.value('version') } }
  }

  const logIn = (visitor: Visitor, suite: string) =>
    visitor.post('/login', { login: 'marie', password: 'une longue phrase de passe', suite })

  test('session ended, without JavaScript: log in, the form is there', async () => {
    const t = await testApp()
    const { path } = await register(t)
    const { marie, hidden } = await expired(t, `${path}/nouveau`)
    const answer = await marie.post(path, { ...ACT, ...hidden })
    expect(answer.status).toBe(303)
    expect(answer.location).toBe(`/login?suite=${encodeURIComponent(`${path}/nouveau?brouillon=${hidden._envoi}`)}`)
    const door = await marie.follow(answer)
    expect(door.page.text).toContain('Votre session s’est terminée : connectez-vous, votre saisie reviendra')
    const back = await marie.follow(await logIn(marie, door.page.value('suite')))
    expect(back.page.value('data[nom]')).toBe('Lefèvre')
    expect(back.page.value('data[notes]')).toBe('Marraine\nabsente')
    expect(await releves(t)).toEqual([])
    await marie.post(path, { ...ACT, _envoi: back.page.value('_envoi') })
    expect([(await releves(t)).length, await drafts(t), t.failures]).toEqual([1, [], []])
  })

  test('the same for a record that is changed, and for htmx, which is told where to go', async () => {
    const t = await testApp()
    const { source } = await register(t)
    const id = await t.make.releve(source, { nom: 'Ancien' })
    const { marie, hidden, more } = await expired(t, `/releves/${id}/modifier`)
    const answer = await marie.post(`/releves/${id}`, { ...ACT, ...hidden, ...more }, { 'HX-Request': 'true' })
    expect(answer.status).toBe(401)
    const target = `/releves/${id}/modifier?brouillon=r${id}`
    expect(answer.headers.get('HX-Redirect')).toBe(`/login?suite=${encodeURIComponent(target)}`)
    await logIn(marie, '')
    const { page } = await marie.get(target)
    expect([page.value('data[nom]'), page.value('version')]).toEqual(['Lefèvre', '1'])
  })

  test('kept for the person who typed, not for the next one at this computer', async () => {
    const t = await testApp()
    const { path } = await register(t)
    const { marie: browser, hidden } = await expired(t, `${path}/nouveau`)
    await browser.post(path, { ...ACT, ...hidden })
    const other = await browser.post('/login', { login: 'rene', password: 'une longue phrase de passe' })
    expect(other.status).toBe(303)
    expect((await browser.get(`${path}/nouveau?brouillon=${hidden._envoi}`)).page.value('data[nom]')).toBe('')
  })

  test('a signature that is not ours keeps nothing', async () => {
    const t = await testApp()
    const { path } = await register(t)
    const { marie, hidden } = await expired(t, `${path}/nouveau`)
    for (const _auteur of [
      '',
      String(t.marie.id),
      `${t.marie.id}.faux`,
      hidden._auteur.replace(/^\d+/, String(t.rene.id)),
    ]) {
      const answer = await marie.post(path, { ...ACT, ...hidden, _auteur })
      expect(answer.status).toBe(403)
    }
    expect(await drafts(t)).toEqual([])
  })

  test('logged in again in another tab: the form of before comes back to be sent anew', async () => {
    const t = await testApp()
    const { path } = await register(t)
    const { marie, hidden } = await expired(t, `${path}/nouveau`)
    await marie.get('/login')
    await logIn(marie, '')
    const answer = await marie.post(path, { ...ACT, ...hidden })
    expect(answer.location).toBe(`${path}/nouveau?brouillon=${hidden._envoi}`)
    const { page } = await marie.follow(answer)
    expect(page.value('data[nom]')).toBe('Lefèvre')
    expect(page.text).toContain('Votre saisie n’était pas enregistrée : la voici')
  })

  test('the source was closed meanwhile', async () => {
    const t = await testApp()
    const { source, path } = await register(t)
    const marie = await t.as(t.marie)
    const { page } = await marie.get(`${path}/nouveau`)
    await t.db.updateTable('sources').set({ status: 'validee' }).where('id', '=', source.id).execute()
    const answer = await marie.post(path, { ...ACT, _envoi: page.value('_envoi'), _auteur: page.value('_auteur') })
    expect((await marie.follow(answer)).status).toBe(403)
    expect((await marie.get('/brouillons')).page.text).toContain('Lefèvre Anne Marie')
    expect(await releves(t)).toEqual([])
  })

  test('an address that cannot be one leaves the refusal as it is', async () => {
    const t = await testApp()
    await register(t)
    const marie = await t.as(t.marie)
    const _auteur = (await marie.get(`${(await register(t)).path}/nouveau`)).page.value('_auteur')
    const form = { ...ACT, _auteur, _envoi: KEY }
    expect((await marie.post('/sources/4294967296/releves', form)).status).toBe(404)
    expect((await marie.post('/sources/999999/releves', form)).status).toBe(404)
    expect([await drafts(t), t.failures]).toEqual([[], []])
  })
})
