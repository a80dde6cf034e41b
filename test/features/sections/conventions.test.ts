// How a section writes: who reads it, who changes it, where it is found.
import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'

const TEXT = 'Noms de famille en majuscules.\n« St » s’écrit en entier.'
const path = ({ id }: { id: number }) => `/sections/${id}/conventions`

test('a manager writes them, a member reads them, others know nothing of them', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const form = await rene.get(`${path(t.saintMalo)}/modifier`)
  const version = form.page.all('[name=version]')[0]?.getAttribute('value') ?? ''
  const saved = await rene.post(path(t.saintMalo), { conventions: TEXT, version })
  expect([saved.status, saved.location]).toEqual([303, path(t.saintMalo)])
  const marie = await t.as(t.marie)
  const read = await marie.get(path(t.saintMalo))
  expect(read.page.all('blockquote').map((one) => one.textContent)).toEqual([TEXT])
  expect(read.page.has('.tete-actions')).toBe(false)
  expect((await marie.get(`${path(t.saintMalo)}/modifier`)).status).toBe(403)
  expect((await marie.post(path(t.saintMalo), { conventions: 'x', version })).status).toBe(403)
  const etienne = await t.as(t.etienne)
  expect((await etienne.get(path(t.saintMalo))).status).toBe(404)
  expect((await rene.get(`${path(t.vannes)}/modifier`)).status).toBe(404)
})

test('the desk unfolds them, and carries nothing where there are none', async () => {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo, status: 'en_cours' })
  const marie = await t.as(t.marie)
  const desk = `/sources/${source.id}/releves/nouveau`
  expect((await marie.get(desk)).text).not.toContain('conventions')
  await t.db.updateTable('sections').set({ conventions: TEXT }).where('id', '=', t.saintMalo.id).execute()
  const { page, text } = await marie.get(desk)
  const fold = page.all('details[hx-get]')[0]
  expect(fold?.getAttribute('hx-get')).toBe(path(t.saintMalo))
  expect(text).not.toContain('majuscules')
  expect(page.all('.bureau-menu a').map((one) => squeeze(one.textContent))).toContain('Conventions de la section')
  const part = await marie.get(path(t.saintMalo), { 'HX-Request': 'true' })
  expect(part.text).toMatch(/^<blockquote>Noms de famille/)
})

test('whoever was given a source of another section reads how that section writes', async () => {
  const t = await testApp()
  await t.make.source({ section: t.vannes, status: 'en_cours', members: [t.marie] })
  expect((await (await t.as(t.marie)).get(path(t.vannes))).status).toBe(200)
})

test('text is text, too much of it is refused, and nobody is overwritten', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const send = (conventions: string, version: string) => rene.post(path(t.saintMalo), { conventions, version })
  const version = async () =>
    (await rene.get(`${path(t.saintMalo)}/modifier`)).page.all('[name=version]')[0]?.getAttribute('value') ?? ''
  const first = await version()
  expect((await send('<b>gras</b>', first)).status).toBe(303)
  expect((await rene.get(path(t.saintMalo))).text).toContain('&lt;b&gt;gras&lt;/b&gt;')
  const late = await send('autre texte', first)
  expect([late.status, late.page.all('textarea')[0]?.textContent]).toEqual([409, 'autre texte'])
  expect(late.page.text).toContain('modifiées entre-temps')
  expect((await send('x'.repeat(6001), await version())).status).toBe(422)
  expect((await send('', await version())).status).toBe(303)
  expect((await rene.get(path(t.saintMalo))).text).toContain('n’a pas écrit de conventions')
})

test('the lesson is a text of its own, and stands beside the corrections of those who typed', async () => {
  const t = await testApp()
  const lesson = ({ id }: { id: number }) => `/sections/${id}/lecon`
  const rene = await t.as(t.rene)
  const form = await rene.get(`${lesson(t.saintMalo)}/modifier`)
  const version = form.page.value('version')
  const long = await rene.post(lesson(t.saintMalo), { lecon: 'x'.repeat(6001), version })
  expect([long.status, long.page.error('lecon')]).toEqual([422, expect.stringContaining('trop long')])
  const words = 'Le s long ressemble à un f.'
  expect((await rene.post(lesson(t.saintMalo), { lecon: words, version })).status).toBe(303)
  const late = await rene.post(lesson(t.saintMalo), { lecon: 'autre', version })
  expect([late.status, late.page.value('lecon'), late.page.text]).toEqual([
    409,
    'autre',
    expect.stringContaining('Cette leçon a été modifiée'),
  ])
  const source = await t.make.source({ section: t.saintMalo, status: 'a_valider' })
  const id = await t.make.releve(source, { nom: 'LE GOF' })
  await t.db.updateTable('releves').set({ created_by: t.marie.id }).execute()
  const marie = await t.as(t.marie)
  expect((await marie.get('/profil/corrections')).text).not.toContain(lesson(t.saintMalo))
  await rene.post(`/releves/${id}/correction`, { version: 1, champ: 'nom', verdict: 'corrige', 'data[nom]': 'LE GOFF' })
  const link = (await marie.get('/profil/corrections')).page
    .all('a')
    .find((one) => one.getAttribute('href') === lesson(t.saintMalo))
  expect(squeeze(link?.textContent ?? '')).toBe('La leçon : Section de Saint-Malo')
  expect((await marie.get(lesson(t.saintMalo))).page.all('blockquote').map((one) => one.textContent)).toEqual([words])
  expect((await marie.get(path(t.saintMalo))).page.all('blockquote')).toEqual([])
  expect([(await marie.post(lesson(t.saintMalo), { lecon: 'x', version })).status, t.failures]).toEqual([403, []])
})
