import { expect, test } from 'vitest'
import { MAX_DRAFTS, saveDraft } from '../../../src/features/brouillons/actions.ts'
import { mergeLieux } from '../../../src/features/lieux/merge/actions.ts'
import { deleteReleve } from '../../../src/features/releves/actions/records.ts'
import { purgeSite } from '../../../src/process/purge.ts'
import { type TestApp, testApp, type Visitor } from '../../support/app.ts'
import { ACT, register, releves, traces } from './support.ts'

const QUEUE = { 'HX-Request': 'true', 'X-Releves-File': '1' }
const NOW = '2026-11-21T12:00:00.000Z'
/** The script static/js/file-depot.js mints tokens of this form. */
const token = (n: number) => `filefilefilefilefilefil${'abcdefghij'[n % 10]}${'abcdefghij'[Math.floor(n / 10)]}aa`

const drafts = (t: TestApp) => t.db.selectFrom('brouillons').selectAll().orderBy('id').execute()

async function desk(input: Parameters<typeof register>[1] = {}) {
  const t = await testApp()
  const made = await register(t, input)
  const marie = await t.as(t.marie)
  await marie.get('/')
  const send = async (n: number, more: Record<string, string> = {}, who: Visitor = marie, path = made.path) => {
    const { status, text } = await who.post(path, { ...ACT, ...more, _envoi: token(n) }, QUEUE)
    return { status, ...(text.startsWith('{') ? JSON.parse(text) : { text }) }
  }
  return { t, ...made, marie, send }
}

test('what waited is stored once, in the order in which it is sent, and its drafts go', async () => {
  const { t, source, send } = await desk()
  const draft = { user_id: t.marie.id, source_id: source.id, releve_id: null, cle: token(1), version: 0, now: NOW }
  await saveDraft(t.db, { ...draft, contenu: { 'data[nom]': 'à demi' } })
  const answers = []
  for (const n of [0, 1, 2, 1, 0]) answers.push(await send(n, { 'data[nom]': `Acte ${n}` }))
  const rows = await releves(t)
  expect(rows.map(({ nom }) => nom)).toEqual(['Acte 0', 'Acte 1', 'Acte 2'])
  expect(answers.map(({ status, id }) => [status, id])).toEqual([0, 1, 2, 1, 0].map((n) => [200, rows[n]?.id]))
  expect(await drafts(t)).toEqual([])
  expect(t.failures).toEqual([])
})

test('years later, and after the purge of forms, the token still counts', async () => {
  const { t, send } = await desk()
  const { id } = await send(0)
  await t.db.updateTable('envois').set({ created_at: '2020-01-01T00:00:00.000Z' }).execute()
  await purgeSite(t.deps, new Date('2029-01-01T00:00:00.000Z'))
  const marie = await t.as(t.marie)
  expect(await send(0, {}, marie)).toEqual({ status: 200, id })
  // A manager took it away: what comes again from a forgotten browser does not bring it back.
  await deleteReleve(t.db, { id, version: 1, user_id: t.rene.id, now: NOW })
  expect(await send(0, {}, marie)).toEqual({ status: 200, id })
  expect(await traces(t)).toMatchObject({ rows: 0, counted: 0 })
})

test('ten at once with one token: one record', async () => {
  const { t, send } = await desk()
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(0)))
  expect(new Set(answers.map(({ status, id }) => `${status} ${id}`)).size).toBe(1)
  expect(await traces(t)).toMatchObject({ rows: 1, versions: 1, counted: 1 })
})

test('stored already, then changed where it waited: a draft of the change, which no other draft pushes out', async () => {
  const { t, source, send } = await desk()
  const { id } = await send(0)
  const answer = await send(0, { 'data[prenom]': 'Anne Marthe' })
  expect(answer).toMatchObject({ status: 200, id, brouillon: `r${id}` })
  expect(answer.motif).toContain('déjà enregistré')
  for (let n = 0; n <= MAX_DRAFTS; n += 1) await pause(t, source.id, n)
  const kept = (await drafts(t)).find(({ cle }) => cle === `r${id}`)
  expect([kept?.contenu['data[prenom]'], kept?.motif]).toEqual(['Anne Marthe', answer.motif])
})

/** Something typed in a form and left there. */
const pause = (t: TestApp, source_id: number, n: number) =>
  saveDraft(t.db, {
    ...{
      user_id: t.marie.id,
      source_id,
      releve_id: null,
      cle: `aaaaaaaaaa${'abcdefghij'[n % 10]}${'abcdefghij'[(n - (n % 10)) / 10]}`,
    },
    ...{ version: 0, contenu: { 'data[nom]': `Nom ${n}` }, now: `2027-01-01T00:00:${10 + (n % 50)}.000Z` },
  })

test('refused acts become drafts, all of them, each with its reason; other drafts keep to fifty', async () => {
  const { t, source, send } = await desk()
  for (let n = 0; n < MAX_DRAFTS + 5; n += 1) {
    const answer = await send(n, { 'data[date_evenement][valeur]': '31/02/1787', 'data[nom]': `Faux ${n}` })
    expect(answer).toMatchObject({ status: 422, brouillon: token(n) })
    expect(answer.motif).toContain('Date de baptême')
  }
  for (let n = 0; n < MAX_DRAFTS + 5; n += 1) await pause(t, source.id, n)
  const kept = await drafts(t)
  expect(kept.filter(({ motif }) => motif !== null).map(({ contenu }) => contenu['data[nom]'])).toEqual(
    Array.from({ length: MAX_DRAFTS + 5 }, (_, n) => `Faux ${n}`),
  )
  expect(kept.filter(({ motif }) => motif === null)).toHaveLength(MAX_DRAFTS)
  expect(await traces(t)).toMatchObject({ rows: 0 })
})

test('the draft of a refused act says why, is put right at the desk, and is stored once', async () => {
  const { t, path, marie, send } = await desk()
  await send(0, { 'data[nom]': '' })
  const list = await marie.get('/brouillons')
  expect(list.page.text).toContain('Nouveau relevé, refusé à l’envoi : Nom : Ce champ est obligatoire')
  expect((await marie.get(`${path}/nouveau`)).page.text).toContain('Refusé à l’envoi : Nom : Ce champ est obligatoire')
  const { page } = await marie.get(`${path}/nouveau?brouillon=${token(0)}`)
  expect(page.text).toContain('Refusé à l’envoi : Nom : Ce champ est obligatoire')
  const answer = await marie.post(path, { ...ACT, _envoi: page.value('_envoi'), 'data[nom]': 'LE GOFF' })
  expect(answer.status).toBe(303)
  // The browser had not heard the answer, and sends the first text once more: what is stored now is not lost by it.
  expect(await send(0)).toMatchObject({ status: 200, brouillon: `r${(await releves(t))[0]?.id}` })
  expect((await releves(t)).map(({ nom }) => nom)).toEqual(['LE GOFF'])
})

test('a source that was closed or given to others meanwhile: a draft', async () => {
  const { t, source, send } = await desk()
  await t.db.updateTable('sources').set({ status: 'a_valider' }).execute()
  const closed = await send(0)
  expect(closed).toMatchObject({ status: 422, brouillon: token(0) })
  expect(closed.motif).toContain('la saisie y est fermée')
  await t.db.updateTable('sources').set({ status: 'en_cours' }).execute()
  await t.db.insertInto('source_membres').values({ source_id: source.id, user_id: t.rene.id }).execute()
  expect(await send(1)).toMatchObject({ status: 422, brouillon: token(1) })
  expect((await drafts(t)).map(({ user_id }) => user_id)).toEqual([t.marie.id, t.marie.id])
  expect(await traces(t)).toMatchObject({ rows: 0 })
})

test('a source that is gone or out of sight: refused, and the browser is told that it alone has the act', async () => {
  const { t, source, send } = await desk()
  const etienne = await t.as(t.etienne)
  await etienne.get('/')
  const unseen = await send(0, {}, etienne)
  expect([unseen.status, unseen.brouillon]).toEqual([422, undefined])
  await t.db.deleteFrom('sources').where('id', '=', source.id).execute()
  const gone = await send(0)
  expect([gone.status, gone.brouillon, gone.motif]).toEqual([422, undefined, unseen.motif])
  expect(await drafts(t)).toEqual([])
  expect(t.failures).toEqual([])
})

test('an act too long for a draft stays where it is', async () => {
  const { t, send } = await desk()
  expect((await send(0, { 'data[notes]': 'x'.repeat(70_000) })).brouillon).toBeUndefined()
  expect(await drafts(t)).toEqual([])
})

test('a field was taken away meanwhile: nothing is dropped without a word', async () => {
  const { t, path, marie, send } = await desk()
  const answer = await send(0, { 'data[parrain]': 'Yves LE BIHAN', 'data[age]': '', 'etats[age]': 'sur' })
  expect(answer).toMatchObject({ status: 422, brouillon: token(0) })
  expect(answer.motif).toBe('Le champ «\u00a0parrain\u00a0» n’existe plus dans cette source.')
  const { page } = await marie.get(`${path}/nouveau?brouillon=${token(0)}`)
  expect(page.text).toContain('Le champ « parrain » n’existe plus ; vous y aviez saisi « Yves LE BIHAN ».')
  expect(await traces(t)).toMatchObject({ rows: 0 })
  expect(await send(1, { 'data[age]': '', 'etats[age]': 'sur' })).toMatchObject({ status: 200 })
})

test('a place renamed or merged meanwhile is still the place that was chosen', async () => {
  const { t, lieu, send } = await desk()
  const kept = await t.make.lieu({ nom: 'Dinard' })
  const place = { 'data[domicile]': String(lieu.id), 'texte:data[domicile]': lieu.nom_long }
  await t.db.updateTable('lieux').set({ nom_long: 'Pleurtuit, Bretagne' }).where('id', '=', lieu.id).execute()
  await send(0, place)
  await t.db.updateTable('sources').set({ lieu_id: null }).execute()
  await mergeLieux(t.db, { id: lieu.id, vers: kept.id, version: 1, version_vers: 1 }, t.rene.id, NOW)
  expect(await send(1, place)).toMatchObject({ status: 200 })
  expect((await releves(t)).at(-1)?.data.domicile).toEqual({ id: kept.id, nom_long: 'Dinard' })
  const nowhere = await send(2, { 'data[domicile]': '987654', 'texte:data[domicile]': 'Nulle Part' })
  expect(nowhere).toMatchObject({ status: 422, brouillon: token(2) })
})

test('stored, the answer lost, its place renamed or merged before it is sent again: it is no change', async () => {
  const { t, lieu, send } = await desk()
  const kept = await t.make.lieu({ nom: 'Dinard' })
  const place = { 'data[domicile]': String(lieu.id), 'texte:data[domicile]': lieu.nom_long }
  const { id } = await send(0, place)
  await t.db.updateTable('lieux').set({ nom_long: 'Pleurtuit, Bretagne' }).where('id', '=', lieu.id).execute()
  expect(await send(0, place)).toEqual({ status: 200, id })
  await t.db.updateTable('sources').set({ lieu_id: null }).execute()
  await mergeLieux(t.db, { id: lieu.id, vers: kept.id, version: 1, version_vers: 1 }, t.rene.id, NOW)
  expect(await send(0, place)).toEqual({ status: 200, id })
  expect(await drafts(t)).toEqual([])
  const other = await t.make.lieu({ nom: 'Ploubalay' })
  const moved = { 'data[domicile]': String(other.id), 'texte:data[domicile]': other.nom_long }
  expect(await send(0, moved)).toMatchObject({ id, brouillon: `r${id}` })
})

test('without a session, or with the token of another one, the answer says nothing of the act and keeps nothing', async () => {
  const { t, path, marie, send } = await desk()
  expect((await marie.post(path, { ...ACT, _envoi: token(0), _csrf: 'faux' }, QUEUE)).status).toBe(403)
  await marie.post('/logout')
  expect(await send(0)).toMatchObject({ status: 401 })
  expect(await drafts(t)).toEqual([])
  expect(await traces(t)).toMatchObject({ rows: 0 })
})
