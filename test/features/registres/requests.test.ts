import { expect, test } from 'vitest'
import type { TestApp, Visitor } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { archives } from '../inventaire/support.ts'

const requests = (t: TestApp) => t.db.selectFrom('demandes_registres').selectAll().orderBy('id').execute()
const members = async (t: TestApp, source: number) =>
  (await t.db.selectFrom('source_membres').select('user_id').where('source_id', '=', source).execute()).map(
    ({ user_id }) => user_id,
  )
const badge = async (visitor: Visitor): Promise<string> => {
  const { page } = await visitor.get('/')
  return page.has('.lien-outil .compte') ? page.one('.lien-outil .compte').textContent : ''
}

async function world() {
  const site = await archives()
  const { t } = site
  const [marie, rene, admin] = [await t.as(t.marie), await t.as(t.rene), await t.as(t.admin)]
  const source = await t.make.source({ titre: 'Baptêmes de Dinard', section: t.saintMalo })
  return { ...site, marie, rene, admin, source }
}

test('a member asks for a source, its manager hears who asks and entrusts it by one click', async () => {
  const { t, marie, rene, admin, source } = await world()
  const done = await t.make.source({ titre: 'Finie', section: t.saintMalo, status: 'validee' })
  const typed = { user_id: t.marie.id, dernier_id: 1, derniere_at: '2026-11-02T10:00:00.000Z' }
  await t.db
    .insertInto('saisies')
    .values([
      { ...typed, source_id: done.id, mois: '2026-10', n: 40 },
      { ...typed, source_id: done.id, mois: '2026-11', n: 2 },
    ])
    .execute()
  const link = (await marie.get(`/sources/${source.id}`)).page.one('a[href^="/registres/demander"]')
  const form = (await marie.get(link.getAttribute('href') ?? '')).page
  expect([form.h1, form.value('source')]).toEqual(['Demander un registre', String(source.id)])
  for (const message of ['J’y ai mes ancêtres.', 'Encore une fois'])
    expect((await marie.post('/registres/demandes', { source: source.id, message })).location).toBe(
      '/registres/demandes',
    )
  expect(await requests(t)).toMatchObject([{ user_id: t.marie.id, message: 'J’y ai mes ancêtres.', etat: 'ouverte' }])
  expect([await badge(rene), await badge(admin)]).toEqual(['1', ''])
  expect((await rene.get('/')).page.text).toContain('1 registre est demandé')
  const list = (await rene.get('/registres/demandes')).page
  expect(squeeze(list.one('tbody tr').textContent)).toContain('marie1 registre terminé, 42 actes saisis, membre depuis')
  const [{ id = 0 } = {}] = await requests(t)
  const answer = await rene.post(`/registres/demandes/${id}`, { decision: 'accorder' })
  expect((await rene.follow(answer)).page.flash).toContain('marie a le registre')
  expect(await members(t, source.id)).toEqual([t.marie.id])
  expect((await marie.get('/notifications')).page.text).toContain('vous confie Baptêmes de Dinard')
  expect((await marie.get(`/registres/demander?source=${source.id}`)).status).toBe(409)
  expect((await rene.post(`/registres/demandes/${id}`, { decision: 'refuser' })).status).toBe(409)
  expect(t.failures).toEqual([])
})

test('a refusal is told with its word, and a request taken back is nobody’s any more', async () => {
  const { t, marie, rene, source } = await world()
  await marie.post('/registres/demandes', { source: source.id })
  const [{ id = 0 } = {}] = await requests(t)
  const bad = await rene.post(`/registres/demandes/${id}`, { decision: 'peut-être', reponse: 'Hum' })
  expect([bad.status, bad.page.one('textarea').textContent]).toEqual([422, 'Hum'])
  await rene.post(`/registres/demandes/${id}`, { decision: 'refuser', reponse: 'Yves y travaille.' })
  expect((await marie.get('/registres/demandes')).page.text).toContain('Yves y travaille.')
  expect(await members(t, source.id)).toEqual([])
  await marie.post('/registres/demandes', { source: source.id })
  const again = (await requests(t)).at(-1)?.id ?? 0
  await marie.post(`/registres/demandes/${again}/retirer`)
  const late = await rene.post(`/registres/demandes/${again}`, { decision: 'accorder' })
  expect([late.status, await members(t, source.id)]).toEqual([409, []])
  expect((await requests(t)).map(({ etat }) => etat)).toEqual(['refusee', 'retiree'])
})

test('a line of the inventory becomes a source of whoever asked, and of the next who asked for it too', async () => {
  const { t, marie, rene, line, baptemes } = await world()
  const anne = await t.make.user({ name: 'anne' })
  await t.make.membre(t.saintMalo, anne)
  const registre = await line({ cote: '10 NUM 1' })
  const link = (await marie.get('/inventaire')).page.one('a[href^="/registres/demander"]')
  expect(link.getAttribute('href')).toBe(`/registres/demander?registre=${registre}`)
  for (const visitor of [marie, await t.as(anne)]) await visitor.post('/registres/demandes', { registre })
  const [first, second] = await requests(t)
  const button = (await rene.get('/registres/demandes')).page.one(`form[action$="/${first?.id}"]`)
  expect(button.querySelectorAll('input').map((input) => input.getAttribute('value'))).toEqual(
    expect.arrayContaining([String(baptemes.id), String(t.saintMalo.id)]),
  )
  const none = await rene.post(`/registres/demandes/${first?.id}`, { decision: 'accorder' })
  expect([none.status, none.page.error('choix_type_bapteme')]).toEqual([422, 'Choisissez le type dans la liste.'])
  const choice = { choix_type_bapteme: baptemes.id, choix_section: t.saintMalo.id }
  await rene.post(`/registres/demandes/${first?.id}`, { decision: 'accorder', ...choice })
  const made = await t.db.selectFrom('registre_sources').selectAll().executeTakeFirstOrThrow()
  expect(made.registre_id).toBe(registre)
  await rene.post(`/registres/demandes/${second?.id}`, { decision: 'accorder' })
  expect((await members(t, made.source_id)).toSorted((a, b) => a - b)).toEqual([t.marie.id, anne.id])
  expect((await t.db.selectFrom('sources').select('id').execute()).length).toBe(2)
  expect(t.failures).toEqual([])
})

test('nobody asks, reads or answers what is not theirs, and what is closed is not entrusted', async () => {
  const { t, marie, rene, admin, line, source } = await world()
  const other = await t.make.source({ titre: 'À Vannes', section: t.vannes })
  const lost = await line({ etat: 'perdu' })
  const etienne = await t.as(t.etienne)
  const asking = async (visitor: Visitor, fields: Record<string, number>) =>
    (await visitor.post('/registres/demandes', fields)).status
  expect([
    await asking(marie, { source: other.id }),
    await asking(marie, { registre: lost }),
    await asking(marie, { registre: 9999 }),
    await asking(marie, {}),
    await asking(rene, { source: source.id }),
    await asking(rene, { registre: lost }),
  ]).toEqual([404, 409, 404, 404, 409, 403])
  await marie.post('/registres/demandes', { source: source.id })
  const [{ id = 0 } = {}] = await requests(t)
  for (const visitor of [marie, etienne]) expect((await visitor.get(`/registres/demandes/${id}`)).status).toBe(404)
  expect((await etienne.get('/registres/demandes')).page.text).not.toContain('marie')
  await t.db.updateTable('sources').set({ status: 'validee' }).where('id', '=', source.id).execute()
  const late = await rene.post(`/registres/demandes/${id}`, { decision: 'accorder' })
  expect([late.status, late.page.text.includes('n’est plus ouverte')]).toEqual([422, true])
  await t.db.updateTable('sources').set({ status: 'en_cours' }).where('id', '=', source.id).execute()
  await t.db.updateTable('users').set({ is_active: false }).where('id', '=', t.marie.id).execute()
  expect((await admin.post(`/registres/demandes/${id}`, { decision: 'accorder' })).status).toBe(422)
  expect([await members(t, source.id), (await requests(t)).map(({ etat }) => etat)]).toEqual([[], ['ouverte']])
  await admin.post(`/sources/${source.id}/supprimer`, { version: 1 })
  expect(t.failures).toEqual([])
})
