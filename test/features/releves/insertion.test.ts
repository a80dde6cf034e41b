// An act that was left out is entered between two others of its register.
import { describe, expect, test } from 'vitest'
import { deleteReleve } from '../../../src/features/releves/actions/records.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { ACT, NO_TRACE, register, releves, traces } from './support.ts'

const DAY = { valeur: '1787-12-08', calendrier: 'gregorien', iso: '1787-12-08' }
const NOW = '2026-11-21T10:00:00.000Z'
/** The script file-envoi.js sends these headers. */
const QUEUE = { 'HX-Request': 'true', 'X-Releves-File': '1' }
const plain = (text: string) => text.replace(/\s+/g, ' ')

/** A register of two acts, and marie at its desk. */
async function twoActs(t: TestApp) {
  const made = await register(t)
  const a = await t.make.releve(made.source, { nom: 'LE GOFF', prenom: 'Marie', date_evenement: DAY })
  const b = await t.make.releve(made.source, { nom: 'MARTIN', prenom: 'Yves' })
  return { ...made, a, b, marie: await t.as(t.marie) }
}

/** Surnames in the order of the register. */
async function namesIn(marie: Awaited<ReturnType<TestApp['as']>>, path: string) {
  const { page } = await marie.get(`${path}?tri=saisie`)
  return page.all('#releves tbody tr').map((row) => row.querySelector('[data-label="Nom"]')?.textContent.trim())
}

const drop = (t: TestApp, id: number) => deleteReleve(t.db, { id, user_id: t.admin.id, now: NOW })

describe('the form of an act to be inserted', () => {
  test('says where the act goes, and takes over from the act before', async () => {
    const t = await testApp()
    const { path, a, marie } = await twoActs(t)
    await t.db.updateTable('champs').set({ politique: 'repris' }).where('nom', '=', 'date_evenement').execute()
    const { page } = await marie.get(`${path}/nouveau?apres=${a}`)
    expect(plain(page.text)).toContain('Cet acte sera inséré après : LE GOFF Marie, 8 décembre 1787.')
    expect(page.value('apres')).toBe(String(a))
    expect(page.value('data[date_evenement][valeur]')).toBe('08/12/1787')
    expect(page.has(`[data-precedent*="LE GOFF"]`)).toBe(true)
    const first = await marie.get(`${path}/nouveau?apres=0`)
    expect(plain(first.page.text)).toContain('Cet acte sera inséré au début du registre')
  })

  test('stores it there; the desk goes on at the end, and more may follow the one inserted', async () => {
    const t = await testApp()
    const { path, a, b, marie } = await twoActs(t)
    const saved = await marie.follow(await marie.post(path, { ...ACT, 'data[nom]': 'OUBLIÉ', apres: a }))
    const rows = await releves(t)
    const x = rows.at(-1)?.id ?? 0
    expect(plain(saved.page.text)).toContain('Acte inséré après : LE GOFF Marie, 8 décembre 1787.')
    expect(saved.page.has('input[name="apres"]')).toBe(false)
    expect(saved.page.has('[data-precedent*="MARTIN"]')).toBe(true)
    expect(saved.page.has(`a[href="${path}/nouveau?apres=${x}"]`)).toBe(true)
    expect(await namesIn(marie, path)).toEqual(['LE GOFF', 'OUBLIÉ', 'MARTIN'])
    const more = await marie.post(path, { ...ACT, 'data[nom]': 'AUSSI', apres: x, suite: 'inserer' })
    expect((await marie.follow(more)).page.value('apres')).toBe(String((await releves(t)).at(-1)?.id))
    await marie.post(path, { ...ACT, 'data[nom]': 'PREMIER', apres: 0 })
    await marie.post(path, { ...ACT, 'data[nom]': 'DERNIER' })
    expect(await namesIn(marie, path)).toEqual(['PREMIER', 'LE GOFF', 'OUBLIÉ', 'AUSSI', 'MARTIN', 'DERNIER'])
    const edit = await marie.get(`/releves/${b}/modifier`)
    expect(edit.page.has(`a[rel="prev"][href^="/releves/${(await releves(t))[3]?.id}/modifier"]`)).toBe(true)
  })

  test('sent twice, as after a lost answer, stands there once', async () => {
    const t = await testApp()
    const { path, a, marie } = await twoActs(t)
    const form = await marie.get(`${path}/nouveau?apres=${a}`)
    const sent = { ...ACT, apres: a, _envoi: form.page.value('_envoi') }
    await marie.post(path, sent)
    await drop(t, a)
    const again = await marie.post(path, sent)
    expect(again.status).toBe(303)
    expect(await namesIn(marie, path)).toEqual(['Lefèvre', 'MARTIN'])
  })

  test('may be given up: what is typed stays, and goes to the end', async () => {
    const t = await testApp()
    const { path, a, marie } = await twoActs(t)
    const given = await marie.post(path, { ...ACT, 'data[nom]': 'TAPÉ', apres: a, renoncer: 'insertion' })
    expect(given.status).toBe(200)
    expect(given.page.value('data[nom]')).toBe('TAPÉ')
    expect(given.page.has('input[name="apres"]')).toBe(false)
    expect(given.page.text).toContain('il ira à la fin du registre')
    expect((await releves(t)).length).toBe(2)
  })

  test('with a mistake comes back with its place and all that was typed', async () => {
    const t = await testApp()
    const { path, a, marie } = await twoActs(t)
    const refused = await marie.post(path, { ...ACT, 'data[date_evenement][valeur]': '32/13/1787', apres: a })
    expect(refused.status).toBe(422)
    expect(refused.page.value('apres')).toBe(String(a))
    expect(refused.page.value('data[nom]')).toBe('Lefèvre')
  })
})

describe('an act after which nothing can be inserted', () => {
  test('is gone meanwhile: refused in words, the place where it stood is offered, one more click stores it there', async () => {
    const t = await testApp()
    const { path, a, b, marie } = await twoActs(t)
    await drop(t, b)
    await marie.post(path, { ...ACT, 'data[nom]': 'APRÈS' })
    const refused = await marie.post(path, { ...ACT, 'data[nom]': 'TAPÉ', apres: b })
    expect(refused.status).toBe(422)
    expect(refused.page.text).toContain('n’est plus, dans cette source')
    expect(refused.page.value('data[nom]')).toBe('TAPÉ')
    expect(refused.page.value('apres')).toBe(String(a))
    await marie.post(path, { ...ACT, 'data[nom]': 'TAPÉ', apres: refused.page.value('apres') })
    expect(await namesIn(marie, path)).toEqual(['LE GOFF', 'TAPÉ', 'APRÈS'])
  })

  test.each(['ailleurs', 'x', '-1', '99999999999', '2147483648'])(
    'is none of this source (%s): refused',
    async (asked) => {
      const t = await testApp()
      const { source, path } = await register(t)
      const other = await t.make.source({ section: t.saintMalo })
      const apres = asked === 'ailleurs' ? await t.make.releve(other, { nom: 'SECRET' }) : asked
      const marie = await t.as(t.marie)
      const shown = await marie.get(`${path}/nouveau?apres=${apres}`)
      expect(shown.status).toBe(200)
      expect(shown.page.text).toContain('n’est plus, dans cette source')
      expect(shown.page.text).not.toContain('SECRET')
      const refused = await marie.post(path, { ...ACT, apres })
      expect(refused.status).toBe(422)
      expect(refused.page.value('data[nom]')).toBe('Lefèvre')
      expect(refused.page.has('input[name="apres"]')).toBe(false)
      const left = await t.db.selectFrom('releves').select('id').where('source_id', '=', source.id).execute()
      expect(left).toEqual([])
      expect((await traces(t)).counted).toBe(NO_TRACE.counted)
    },
  )
})

describe('a draft of an act to be inserted', () => {
  const keep = (source: { id: number }, apres: number) => ({
    ...{ source: source.id, cle: 'abcdefghijklmnop', version: 0, 'data[nom]': 'TAPÉ', apres },
  })

  test('remembers its place', async () => {
    const t = await testApp()
    const { source, path, a, marie } = await twoActs(t)
    await marie.post('/brouillons', keep(source, a))
    const { page } = await marie.get(`${path}/nouveau?brouillon=abcdefghijklmnop`)
    expect(page.value('apres')).toBe(String(a))
    expect(page.value('data[nom]')).toBe('TAPÉ')
  })

  test('from the queue of a browser is stored there, or refused and kept', async () => {
    const t = await testApp()
    const { path, a, b, marie } = await twoActs(t)
    const queued = (fields: object) => marie.post(path, { ...ACT, ...fields }, QUEUE)
    expect((await queued({ _envoi: 'bcdefghijklmnopq', 'data[nom]': 'FILE', apres: a })).status).toBe(200)
    await drop(t, b)
    const refused = await queued({ _envoi: 'cdefghijklmnopqr', 'data[nom]': 'REFUSÉ', apres: b })
    expect(refused.status).toBe(422)
    expect(await namesIn(marie, path)).toEqual(['LE GOFF', 'FILE'])
    const { page } = await marie.get(`${path}/nouveau?brouillon=cdefghijklmnopqr`)
    expect(page.value('data[nom]')).toBe('REFUSÉ')
  })

  test('that holds nothing but its place is none', async () => {
    const t = await testApp()
    const { source, a, marie } = await twoActs(t)
    await marie.post('/brouillons', { ...keep(source, a), 'data[nom]': '' })
    expect(await t.db.selectFrom('brouillons').selectAll().execute()).toEqual([])
  })
})

test('who may write finds the way from the list, the record and the desk; who may not, nowhere', async () => {
  const t = await testApp()
  const { source, path, a, b, marie } = await twoActs(t)
  const link = (id: number) => `a[href="${path}/nouveau?apres=${id}"]`
  expect((await marie.get(path)).page.has(link(a))).toBe(true)
  expect((await marie.get(`${path}/nouveau`)).page.has(link(b))).toBe(true)
  const first = (await marie.get(`/releves/${a}`)).page
  expect([first.has(link(a)), first.has(link(0))]).toEqual([true, true])
  const second = (await marie.get(`/releves/${b}`)).page
  expect([second.has(link(b)), second.has(link(0))]).toEqual([true, false])
  await t.db.updateTable('sources').set({ status: 'validee' }).where('id', '=', source.id).execute()
  expect((await marie.get(path)).page.has('a[href*="apres="]')).toBe(false)
  expect((await marie.get(`/releves/${a}`)).page.has('a[href*="apres="]')).toBe(false)
  expect((await marie.get(`${path}/nouveau?apres=${a}`)).status).toBe(403)
  expect((await marie.post(path, { ...ACT, apres: a })).status).toBe(403)
})
