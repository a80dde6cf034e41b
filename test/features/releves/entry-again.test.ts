import { describe, expect, test } from 'vitest'
import { deleteReleve, updateReleve } from '../../../src/features/releves/actions/records.ts'
import { type Answer, type TestApp, testApp, type Visitor } from '../../support/app.ts'
import { ACT, register, releves, traces } from './support.ts'

const HTMX = { 'HX-Request': 'true' }
const NOW = '2026-11-21T12:00:00.000Z'

const drafts = (t: TestApp) => t.db.selectFrom('brouillons').selectAll().orderBy('id').execute()

/** All that the page sends, as a browser sends it with the button of this name; `change` is typed first. */
function sent({ page }: Answer, change: Record<string, string> = {}): Record<string, string> {
  const names = page.all('form[data-saisie] [name]').map((node) => node.getAttribute('name') ?? '')
  const fields = names.filter((name) => name !== '_csrf' && name !== 'chercher')
  return { ...Object.fromEntries(fields.map((name) => [name, page.value(name)])), ...change }
}

/** The record of ACT, whose answer was lost: its form is still there. */
async function lost(t: TestApp): Promise<{ marie: Visitor; path: string; form: Record<string, string>; id: number }> {
  const { path } = await register(t)
  const marie = await t.as(t.marie)
  const { page } = await marie.get(`${path}/nouveau`)
  const form = { ...ACT, _envoi: page.value('_envoi'), _auteur: page.value('_auteur') }
  expect((await marie.post(path, form)).status).toBe(303)
  return { marie, path, form, id: (await releves(t))[0]?.id ?? 0 }
}

describe('a form whose record is stored, changed and sent again', () => {
  test('leads to that record with the change in it, which is saved there', async () => {
    const t = await testApp()
    const { marie, path, form, id } = await lost(t)
    const answer = await marie.post(path, { ...form, 'data[prenom]': 'Anne Marthe' })
    expect([answer.status, answer.location]).toEqual([303, `/releves/${id}/modifier?brouillon=r${id}&deja=1`])
    expect(await traces(t)).toMatchObject({ rows: 1, versions: 1, counted: 1 })
    const edit = await marie.follow(answer)
    expect(edit.page.text).toContain('Ce relevé est déjà enregistré (le 21 novembre 2026 à 11:00).')
    expect(edit.page.value('data[prenom]')).toBe('Anne Marthe')
    expect(edit.page.value('data[nom]')).toBe('Lefèvre')
    const { _envoi, _brouillon, ...rest } = sent(edit)
    expect((await marie.post(`/releves/${id}`, rest)).location).toBe(`/releves/${id}`)
    expect((await releves(t)).map(({ prenom, version }) => [prenom, version])).toEqual([['Anne Marthe', 2]])
    expect(await drafts(t)).toEqual([])
    expect(t.failures).toEqual([])
  })

  test('or becomes a record of its own, if one says so', async () => {
    const t = await testApp()
    const { marie, path, form, id } = await lost(t)
    const edit = await marie.follow(await marie.post(path, { ...form, 'data[nom]': 'JUMEAU' }))
    const button = edit.page.one('button[formaction]')
    expect(button.getAttribute('formaction')).toBe(path)
    expect(button.textContent).toBe('Enregistrer comme nouveau relevé')
    const other = sent(edit, { [button.getAttribute('name') ?? '']: button.getAttribute('value') ?? '' })
    expect(other._envoi).not.toBe(form._envoi)
    // Refused once on its way, for a field that is empty: the draft still goes in the end.
    const refused = await marie.post(path, { ...other, 'data[nom]': '' })
    expect(refused.status).toBe(422)
    const again = sent(refused, { 'data[nom]': 'JUMEAU' })
    expect((await marie.post(path, again)).location).toContain('enregistre=')
    expect((await marie.post(path, again)).location).toContain('enregistre=')
    expect((await releves(t)).map((row) => [row.id === id, row.nom])).toEqual([
      [true, 'Lefèvre'],
      [false, 'JUMEAU'],
    ])
    expect(await drafts(t)).toEqual([])
  })

  test('by htmx: the same, as a page to go to', async () => {
    const t = await testApp()
    const { marie, path, form, id } = await lost(t)
    const answer = await marie.post(path, { ...form, 'data[prenom]': 'Anne Marthe' }, HTMX)
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect(answer.headers.get('HX-Redirect')).toBe(`/releves/${id}/modifier?brouillon=r${id}&deja=1`)
    expect(answer.headers.get('HX-Replace-Url')).toBeNull()
    expect((await drafts(t)).map(({ cle, contenu }) => [cle, contenu['data[prenom]']])).toEqual([
      [`r${id}`, 'Anne Marthe'],
    ])
    expect(await traces(t)).toMatchObject({ rows: 1 })
  })

  test('the draft of the form has become that change', async () => {
    const t = await testApp()
    const { path, source } = await register(t)
    const marie = await t.as(t.marie)
    const _envoi = (await marie.get(`${path}/nouveau`)).page.value('_envoi')
    await marie.post(path, { ...ACT, _envoi })
    // An old browser might send the draft of a form that it does not know to be stored.
    await t.db
      .insertInto('brouillons')
      .values({
        user_id: t.marie.id,
        source_id: source.id,
        releve_id: null,
        cle: _envoi,
        version: 0,
        contenu: JSON.stringify({ 'data[nom]': 'Lefebvre' }),
        updated_at: NOW,
      })
      .execute()
    await marie.post(path, { ...ACT, 'data[nom]': 'Lefebvre', _envoi })
    expect((await drafts(t)).map(({ cle }) => cle)).toEqual([`r${(await releves(t))[0]?.id}`])
  })

  test('ten times at once, with ten different texts: one record, and the change that came last', async () => {
    const t = await testApp()
    const { path } = await register(t)
    const marie = await t.as(t.marie)
    const _envoi = (await marie.get(`${path}/nouveau`)).page.value('_envoi')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => marie.post(path, { ...ACT, 'data[prenom]': `Prénom ${n}`, _envoi })),
    )
    expect(answers.filter(({ location }) => location?.includes('enregistre='))).toHaveLength(1)
    expect(answers.filter(({ location }) => location?.includes('deja=1'))).toHaveLength(9)
    expect(await traces(t)).toMatchObject({ rows: 1, versions: 1, counted: 1 })
    expect(await drafts(t)).toHaveLength(1)
    expect(t.failures).toEqual([])
  })

  test('somebody else changed the record meanwhile: both versions are shown', async () => {
    const t = await testApp()
    const { marie, path, form, id } = await lost(t)
    const [row] = await releves(t)
    const data = { ...row?.data, sexe: 'M' }
    await updateReleve(t.db, { id, version: 1, data, etats: {}, user_id: t.rene.id, now: NOW })
    const edit = await marie.follow(await marie.post(path, { ...form, 'data[prenom]': 'Anne Marthe' }))
    const { _envoi, _brouillon, ...rest } = sent(edit)
    const conflict = await marie.post(`/releves/${id}`, rest)
    expect(conflict.status).toBe(409)
    expect(conflict.page.text).toContain('Anne Marthe')
  })

  test('one changed the record oneself meanwhile: the older form overwrites nothing either', async () => {
    const t = await testApp()
    const { marie, path, form, id } = await lost(t)
    const [row] = await releves(t)
    const data = { ...row?.data, sexe: 'M' }
    await updateReleve(t.db, { id, version: 1, data, etats: {}, user_id: t.marie.id, now: NOW })
    const edit = await marie.follow(await marie.post(path, { ...form, 'data[prenom]': 'Anne Marthe' }))
    expect(edit.page.value('data[prenom]')).toBe('Anne Marthe')
    const { _envoi, _brouillon, ...rest } = sent(edit)
    expect((await marie.post(`/releves/${id}`, rest)).status).toBe(409)
  })

  test('the record was deleted meanwhile: what was changed is a record, once; what was not comes back to nothing', async () => {
    const t = await testApp()
    const { marie, path, form, id } = await lost(t)
    await deleteReleve(t.db, { id, version: 1, user_id: t.rene.id, now: NOW })
    expect((await marie.post(path, form)).location).toContain('enregistre=')
    expect(await releves(t)).toEqual([])
    const change = { ...form, 'data[prenom]': 'Anne Marthe' }
    for (let n = 0; n < 3; n += 1) expect((await marie.post(path, change)).location).toContain('enregistre=')
    expect((await releves(t)).map(({ prenom }) => prenom)).toEqual(['Anne Marthe'])
  })

  test('refused for what is wrong in it, nothing is led anywhere', async () => {
    const t = await testApp()
    const { marie, path, form } = await lost(t)
    const refused = await marie.post(path, { ...form, 'data[nom]': '' })
    expect(refused.status).toBe(422)
    expect(refused.page.value('_envoi')).toBe(form._envoi)
    expect(await drafts(t)).toEqual([])
  })

  test('the token of a form is worth nothing to anybody else, nor in another source', async () => {
    const t = await testApp()
    const { form } = await lost(t)
    const other = await register(t)
    const rene = await t.as(t.rene)
    expect((await rene.post(other.path, { ...form, 'data[prenom]': 'X' })).location).toContain('enregistre=')
    const marie = await t.as(t.marie)
    expect((await marie.post(other.path, { ...form, 'data[prenom]': 'Y' })).location).toContain('enregistre=')
    expect(await traces(t)).toMatchObject({ rows: 3 })
    const closed = await register(t, { status: 'a_valider' })
    expect((await marie.post(closed.path, form)).status).not.toBe(200)
    expect(await traces(t)).toMatchObject({ rows: 3 })
  })
})

test('the same form, sent again without « suite », or with it, is the same record', async () => {
  const t = await testApp()
  const { marie, path, form, id } = await lost(t)
  expect((await marie.post(path, { ...form, suite: 'vide' })).location).toBe(
    `${path}/nouveau?enregistre=${id}&sans_reprise=1`,
  )
  expect(await traces(t)).toMatchObject({ rows: 1 })
})

test('no way out of a change but for the draft that it is: without one the page is that of the record', async () => {
  const t = await testApp()
  const { marie, id } = await lost(t)
  const { page, status } = await marie.get(`/releves/${id}/modifier?brouillon=r${id}&deja=1`)
  expect(status).toBe(200)
  expect(page.has('button[formaction]')).toBe(false)
  expect(page.text).not.toContain('déjà enregistré')
})
