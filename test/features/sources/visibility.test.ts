import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'

const CANARY = 'Zanzibarquette'
const READS = ['', '/modifier', '/supprimer']
const WRITES = ['', '/supprimer']

test('who is elsewhere sees nothing of a section: no page, no line, no count, no title', async () => {
  const t = await testApp()
  const hidden = await t.make.source({ titre: CANARY, section: t.saintMalo, status: 'validee' })
  const own = await t.make.source({ titre: 'Tables de Vannes', section: t.vannes })
  const etienne = await t.as(t.etienne)
  for (const path of READS) {
    const res = await etienne.get(`/sources/${hidden.id}${path}`)
    expect([res.status, res.text.includes(CANARY)], path).toEqual([404, false])
  }
  for (const path of WRITES) {
    const res = await etienne.post(`/sources/${hidden.id}${path}`, { titre: 'Prise', version: 1 })
    expect([res.status, res.text.includes(CANARY)], path).toEqual([404, false])
  }
  for (const query of [
    '',
    `?q=${CANARY}`,
    '?statut=validee',
    `?section=${t.saintMalo.id}`,
    `?type=${hidden.type.id}`,
  ]) {
    const res = await etienne.get(`/sources${query}`)
    expect([res.status, res.page.has(`a[href="/sources/${hidden.id}"]`)], query).toEqual([200, false])
    expect(res.page.text.includes('Section de Saint-Malo'), query).toBe(false)
  }
  const list = await etienne.get('/sources')
  expect(list.page.has('.liste-compte a[href$="statut=validee"]')).toBe(false)
  expect(list.page.has(`a[href="/sources/${own.id}"]`)).toBe(true)
  expect(await t.db.selectFrom('sources').select('titre').orderBy('id').execute()).toEqual([
    { titre: CANARY },
    { titre: 'Tables de Vannes' },
  ])
  expect(t.failures).toEqual([])
})

test('each role sees its own: section, assignment, and for managers what has no section', async () => {
  const t = await testApp()
  await t.make.source({ titre: 'A Saint-Malo', section: t.saintMalo })
  await t.make.source({ titre: 'B Vannes', section: t.vannes })
  await t.make.source({ titre: 'C Sans section' })
  await t.make.source({ titre: 'D Confiée', section: t.vannes, members: [t.marie] })
  const seen = async (user: { id: number }) =>
    (await (await t.as(user)).get('/sources')).page.all('tbody th a').map((link) => link.textContent)
  expect(await seen(t.admin)).toEqual(['A Saint-Malo', 'B Vannes', 'C Sans section', 'D Confiée'])
  expect(await seen(t.rene)).toEqual(['A Saint-Malo', 'C Sans section'])
  expect(await seen(t.marie)).toEqual(['A Saint-Malo', 'D Confiée'])
  expect(await seen(t.etienne)).toEqual(['B Vannes', 'D Confiée'])
})

test('a member reads, and is refused every write', async () => {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo, members: [t.marie] })
  const marie = await t.as(t.marie)
  expect((await marie.get('/sources')).page.has('a[href="/sources/nouvelle"]')).toBe(false)
  expect((await marie.get('/sources/nouvelle')).status).toBe(403)
  expect((await marie.post('/sources', { titre: 'x', type_source_id: source.type.id })).status).toBe(403)
  expect((await marie.get(`/sources/${source.id}`)).status).toBe(200)
  for (const path of READS.slice(1)) expect((await marie.get(`/sources/${source.id}${path}`)).status, path).toBe(403)
  for (const path of WRITES) expect((await marie.post(`/sources/${source.id}${path}`)).status, path).toBe(403)
  expect(await t.db.selectFrom('sources').select(['id', 'version']).execute()).toEqual([{ id: source.id, version: 1 }])
})

test('a manager is refused where he does not manage', async () => {
  const t = await testApp()
  const source = await t.make.source({ section: t.vannes, members: [t.rene] })
  const open = await t.make.source()
  const rene = await t.as(t.rene)
  for (const { id } of [source, open]) {
    expect((await rene.get(`/sources/${id}`)).status).toBe(200)
    for (const path of READS.slice(1)) expect((await rene.get(`/sources/${id}${path}`)).status, path).toBe(403)
    for (const path of WRITES) expect((await rene.post(`/sources/${id}${path}`)).status, path).toBe(403)
  }
})

test('a manager of no section creates no source', async () => {
  const t = await testApp()
  const lone = await t.make.user({ name: 'seul', role: 'gestionnaire' })
  await t.make.membre(t.vannes, lone)
  expect((await (await t.as(lone)).get('/sources/nouvelle')).status).toBe(403)
})

test('without a session there is only the log-in page', async () => {
  const t = await testApp()
  const source = await t.make.source({ titre: CANARY })
  const visitor = t.anonymous()
  for (const path of ['', '/nouvelle', ...READS.map((read) => `/${source.id}${read}`)]) {
    expect((await visitor.get(`/sources${path}`)).location, path).toMatch(/^\/login/)
  }
  for (const path of ['', `/${source.id}`, `/${source.id}/supprimer`]) {
    expect((await visitor.post(`/sources${path}`)).location, path).toMatch(/^\/login/)
  }
  expect(await t.db.selectFrom('sources').select('id').execute()).toHaveLength(1)
})

test('ids that cannot be are pages that do not exist', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  for (const id of ['0', 'abc', '2147483648', '1e2', '777']) {
    for (const path of READS) expect((await admin.get(`/sources/${id}${path}`)).status, id + path).toBe(404)
    for (const path of WRITES) expect((await admin.post(`/sources/${id}${path}`)).status, id + path).toBe(404)
  }
  expect(t.failures).toEqual([])
})
