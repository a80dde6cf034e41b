// The act before is corrected on the desk while another one is in hand, half typed.
import { describe, expect, test } from 'vitest'
import { deleteReleve, updateReleve } from '../../../src/features/releves/actions/records.ts'
import { createTypeFromModel, modelByKey } from '../../../src/features/types-sources/actions/models.ts'
import { type Answer, type TestApp, testApp } from '../../support/app.ts'
import { register, releves } from './support.ts'

const HTMX = { 'HX-Request': 'true' }
const NOW = '2026-11-21T10:00:00.000Z'
const plain = (text: string) => text.replace(/\s+/g, ' ')
const BEFORE = {
  'data[date_evenement][valeur]': '08/12/1787',
  'data[date_evenement][calendrier]': 'gregorien',
  'data[vue]': '45 gauche',
  'data[numero_acte]': '40',
  'data[nom]': 'LE GOF',
  'data[prenom]': 'Marie Anne',
  'data[nom_mere]': 'HERVÉ',
  'data[prenom_mere]': 'Perrine',
}
/** Typed with its mistakes, and no further than the mother. */
const IN_HAND = {
  'data[date_evenement][valeur]': '32/12/1787',
  'data[date_evenement][calendrier]': 'julien',
  'data[vue]': '45 gauche',
  'data[numero_acte]': '41',
  'data[nom]': 'MARTIN',
  'data[prenom]': '',
  'etats[prenom]': 'illisible',
  'texte:data[domicile]': 'pleurt',
}

/** A register of baptisms with one act, and marie at its desk. */
async function desk() {
  const t = await testApp()
  const model = modelByKey('baptemes')
  if (!model) throw new Error('no model')
  const id = await createTypeFromModel(t.db, model)
  const made = await register(t, { type: { id, nom: model.nom } })
  const marie = await t.as(t.marie)
  const saved = await marie.follow(await marie.post(made.path, BEFORE))
  const [act] = await releves(t)
  const envoi = saved.page.value('_envoi')
  const open = (headers = {}) =>
    marie.post(`${made.path}/corriger`, { ...IN_HAND, _envoi: envoi, corriger: act?.id ?? 0 }, headers)
  return { t, ...made, marie, act: act?.id ?? 0, envoi, open }
}

const changed = (answer: Answer, fields: object) => ({
  ...BEFORE,
  version: answer.page.value('version'),
  _retour: answer.page.value('_retour'),
  ...fields,
})

function expectInHand(answer: Answer, envoi: string) {
  const { page } = answer
  for (const [name, value] of Object.entries(IN_HAND)) expect([name, page.value(name)]).toEqual([name, value])
  expect(page.value('_envoi')).toBe(envoi)
  expect(page.text).toContain('Voici de nouveau l’acte en cours')
}

const change = async (t: TestApp, id: number, data: object) =>
  updateReleve(t.db, { id, version: 1, data: { nom: 'LE GOF', ...data }, etats: {}, user_id: t.rene.id, now: NOW })

describe('the act before', () => {
  test('is opened with its persons, saved, and the act in hand is there again as it was typed', async () => {
    const { t, path, marie, act, envoi, open } = await desk()
    const opened = await open()
    expect([opened.status, opened.location]).toEqual([303, `/releves/${act}/modifier?retour=${envoi}`])
    const edit = await marie.follow(opened)
    expect(plain(edit.page.text)).toContain(
      'L’acte en cours attend. Vous corrigez : Baptême de Marie Anne LE GOF, fille de Perrine HERVÉ, le 8 décembre 1787',
    )
    expect(edit.page.has(`a[data-revenir][href="${path}/nouveau?brouillon=${envoi}&corrige=0"]`)).toBe(true)
    const saved = await marie.post(`/releves/${act}`, changed(edit, { 'data[nom]': 'LE GOFF' }))
    expect(saved.location).toBe(`${path}/nouveau?brouillon=${envoi}&corrige=${act}`)
    const back = await marie.follow(saved)
    expectInHand(back, envoi)
    expect(plain(back.page.text)).toContain('Relevé modifié : LE GOFF Marie Anne, 8 décembre 1787.')
    expect((await releves(t)).map(({ nom }) => nom)).toEqual(['LE GOFF'])
  })

  test('by htmx comes and goes in one answer each', async () => {
    const { path, marie, act, envoi, open } = await desk()
    const edit = await open(HTMX)
    expect([edit.status, edit.headers.get('HX-Replace-Url')]).toEqual([200, `/releves/${act}/modifier?retour=${envoi}`])
    expect(edit.page.has(`#saisie-formulaire form[data-releve="${act}"][hx-post]`)).toBe(true)
    expect(edit.text).not.toContain('<html')
    const saved = await marie.post(`/releves/${act}`, changed(edit, { 'data[nom]': 'LE GOFF' }), HTMX)
    expect(saved.headers.get('HX-Replace-Url')).toBe(`${path}/nouveau?brouillon=${envoi}&corrige=${act}`)
    expect(saved.page.has('#saisie-formulaire form#saisie-acte')).toBe(true)
    expect(saved.page.one('#saisie-recents').textContent).toContain('LE GOFF')
    expectInHand(saved, envoi)
  })

  test('is left as it is: the act in hand comes back, its carried fields are passed again', async () => {
    const { path, marie, envoi, open } = await desk()
    await open()
    const back = await marie.get(`${path}/nouveau?brouillon=${envoi}&corrige=0`)
    expectInHand(back, envoi)
    expect(back.page.text).not.toContain('Relevé modifié')
    const carried = back.page.all('[data-repris]').map((champ) => champ.getAttribute('data-champ'))
    // The date is another one by now.
    expect(carried).toContain('vue')
    expect(carried).not.toContain('date_evenement')
  })

  test('with a mistake comes back with it, and with the way to the act in hand', async () => {
    const { marie, act, envoi, open } = await desk()
    const edit = await marie.follow(await open())
    const refused = await marie.post(`/releves/${act}`, changed(edit, { 'data[nom]': '' }))
    expect(refused.status).toBe(422)
    expect([refused.page.value('_retour'), refused.page.has('a[data-revenir]')]).toEqual([envoi, true])
  })

  test('leads on to those before it and back, the act in hand waiting', async () => {
    const { t, path, marie, envoi, open } = await desk()
    const first = await t.make.releve({ id: (await releves(t))[0]?.source_id ?? 0 }, { nom: 'PREMIER' })
    await t.db
      .insertInto('rangs')
      .values({ releve_id: first, source_id: (await releves(t))[0]?.source_id ?? 0, apres: 0, rang: 1 })
      .execute()
    const { page } = await marie.follow(await open())
    expect(page.has(`a[rel="prev"][href="/releves/${first}/modifier?retour=${envoi}"]`)).toBe(true)
    expect(page.has(`a[rel="next"][href="${path}/nouveau?brouillon=${envoi}&corrige=0"]`)).toBe(true)
  })
})

describe('somebody else meanwhile', () => {
  test('changed the act: the choice leads back to the act in hand', async () => {
    const { t, path, marie, act, envoi, open } = await desk()
    const edit = await open(HTMX)
    await change(t, act, { prenom: 'Anne' })
    const conflict = await marie.post(`/releves/${act}`, changed(edit, { 'data[nom]': 'LE GOFF' }), HTMX)
    expect([conflict.status, conflict.headers.get('HX-Retarget')]).toEqual([409, '#contenu'])
    expect(conflict.page.has(`a[href="${path}/nouveau?brouillon=${envoi}&corrige=0"]`)).toBe(true)
    const names = conflict.page.all('input[type=radio]').map((radio) => radio.getAttribute('name') ?? '')
    const mine = Object.fromEntries([...new Set(names)].map((name) => [name, 'mien']))
    const hidden = conflict.page
      .all('form input[type=hidden]')
      .map((field) => [field.getAttribute('name'), field.getAttribute('value')])
    const decided = await marie.post(`/releves/${act}/conflit`, { ...Object.fromEntries(hidden), ...mine })
    expect(decided.location).toBe(`${path}/nouveau?brouillon=${envoi}&corrige=${act}`)
    expectInHand(await marie.follow(decided), envoi)
    expect((await releves(t))[0]).toMatchObject({ nom: 'LE GOFF', prenom: 'Marie Anne' })
  })

  test('deleted it: what was typed of it becomes a record, and the act in hand is there', async () => {
    const { t, path, marie, act, envoi, open } = await desk()
    const edit = await open()
    const form = await marie.follow(edit)
    await deleteReleve(t.db, { id: act, user_id: t.admin.id, now: NOW })
    const gone = await marie.post(`/releves/${act}`, changed(form, { 'data[nom]': 'LE GOFF' }))
    expect(gone.status).toBe(409)
    expect(gone.page.value('_retour')).toBe(envoi)
    const kept = await marie.post(path, { ...BEFORE, _envoi: gone.page.value('_envoi'), _retour: envoi })
    expect(kept.location).toMatch(new RegExp(`nouveau\\?brouillon=${envoi}&corrige=\\d+$`))
    expectInHand(await marie.follow(kept), envoi)
  })

  test('deleted it before it was opened, or it is of another source: refused, nothing typed is lost', async () => {
    const { t, path, marie, act, envoi } = await desk()
    const elsewhere = await t.make.releve(await t.make.source({ section: t.saintMalo }), { nom: 'SECRET' })
    await deleteReleve(t.db, { id: act, user_id: t.admin.id, now: NOW })
    for (const corriger of [act, elsewhere, 'x', '', '99999999999']) {
      const refused = await marie.post(`${path}/corriger`, { ...IN_HAND, _envoi: envoi, corriger })
      expect(refused.status).toBe(422)
      expect(refused.page.text).toContain('L’acte à corriger n’est pas, ou n’est plus, dans cette source.')
      expect(refused.page.text).not.toContain('SECRET')
      expect([refused.page.value('data[nom]'), refused.page.value('_envoi')]).toEqual(['MARTIN', envoi])
    }
    expect(await t.db.selectFrom('brouillons').selectAll().execute()).toEqual([])
  })
})

describe('the act in hand', () => {
  test('is saved once, its draft goes', async () => {
    const { t, path, marie, act, envoi, open } = await desk()
    const edit = await marie.follow(await open())
    await marie.post(`/releves/${act}`, changed(edit, {}))
    await marie.post(path, { ...BEFORE, 'data[nom]': 'MARTIN', _envoi: envoi })
    await marie.post(path, { ...BEFORE, 'data[nom]': 'MARTIN', _envoi: envoi })
    expect((await releves(t)).map(({ nom }) => nom)).toEqual(['LE GOF', 'MARTIN'])
    expect(await t.db.selectFrom('brouillons').selectAll().execute()).toEqual([])
  })

  test('in which nothing is typed leaves no draft, and comes back empty', async () => {
    const { t, path, marie, act, envoi } = await desk()
    const edit = await marie.follow(await marie.post(`${path}/corriger`, { _envoi: envoi, corriger: act }))
    expect(await t.db.selectFrom('brouillons').selectAll().execute()).toEqual([])
    const back = await marie.follow(await marie.post(`/releves/${act}`, changed(edit, { 'data[nom]': 'LE GOFF' })))
    expect(back.page.value('data[nom]')).toBe('')
    expect(plain(back.page.text)).toContain('Relevé modifié : LE GOFF')
  })

  test('whose form has made a record already waits under another key', async () => {
    const { t, path, marie, act, envoi } = await desk()
    await marie.post(path, { ...BEFORE, 'data[nom]': 'MARTIN', _envoi: envoi })
    const opened = await marie.post(`${path}/corriger`, {
      ...IN_HAND,
      'data[nom]': 'RETOUR',
      _envoi: envoi,
      corriger: act,
    })
    const [draft] = await t.db.selectFrom('brouillons').selectAll().execute()
    expect(draft?.cle).not.toBe(envoi)
    expect(opened.location).toBe(`/releves/${act}/modifier?retour=${draft?.cle}`)
    expect((await marie.get(`${path}/nouveau?brouillon=${draft?.cle}&corrige=0`)).page.value('data[nom]')).toBe(
      'RETOUR',
    )
  })

  test('to be inserted is inserted after all', async () => {
    const { path, marie, act, envoi } = await desk()
    await marie.post(`${path}/corriger`, { ...IN_HAND, _envoi: envoi, corriger: act, apres: act })
    const back = await marie.get(`${path}/nouveau?brouillon=${envoi}&corrige=0`)
    expect(back.page.value('apres')).toBe(String(act))
  })

  test('is kept when the session is over, and given back after the log-in', async () => {
    const { t, path, marie, act, envoi } = await desk()
    const { page } = await marie.get(`${path}/nouveau`)
    const form = { ...IN_HAND, _envoi: envoi, _auteur: page.value('_auteur'), _forme_de: page.value('_forme_de') }
    await t.db.deleteFrom('sessions').execute()
    const answer = await marie.post(`${path}/corriger`, { ...form, corriger: act })
    expect(answer.location).toContain(encodeURIComponent(`${path}/nouveau?brouillon=${envoi}`))
    const [draft] = await t.db.selectFrom('brouillons').selectAll().execute()
    expect(draft).toMatchObject({ cle: envoi, contenu: { 'data[nom]': 'MARTIN' } })
  })
})

test('who may not write in the source opens nothing on its desk', async () => {
  const { t, source, path, act, envoi } = await desk()
  const etienne = await t.as(t.etienne)
  const ask = { ...IN_HAND, _envoi: envoi, corriger: act }
  expect((await etienne.post(`${path}/corriger`, ask)).status).toBe(404)
  await t.db.updateTable('sources').set({ status: 'validee' }).where('id', '=', source.id).execute()
  expect((await (await t.as(t.marie)).post(`${path}/corriger`, ask)).status).toBe(403)
})
