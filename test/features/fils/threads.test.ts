import { expect, test } from 'vitest'
import { namedIn } from '../../../src/features/fils/rules/mentions.ts'
import { testApp } from '../../support/app.ts'
import { actOfMarie, reader, threads, told } from './support.ts'

test('a question on a field is asked, answered, closed and opened again', async () => {
  const t = await testApp()
  const { id, path, source } = await actOfMarie(t)
  const [rene, marie] = [await t.as(t.rene), await t.as(t.marie)]
  const asked = await rene.post(`${path}/fils`, { champ: 'nom', texte: 'Est-ce bien LE GOFF ?' })
  expect([asked.status, asked.location]).toEqual([303, path])
  expect(await told(t)).toEqual(['marie LE GOF Marie, Nom : « Est-ce bien LE GOFF ? »'])
  const shown = (await marie.get(path)).page
  expect(shown.one('#fils blockquote').textContent).toBe('Est-ce bien LE GOFF ?')
  expect((await marie.get(`/sources/${source.id}`)).page.text).toContain('1 question ouverte')
  expect(
    (await marie.get(`/sources/${source.id}/releves/nouveau`)).page.one(`[href="/sources/${source.id}/fils"]`).text,
  ).toContain('1')
  const fil = shown.one('#fils .feuille a').getAttribute('href') ?? ''
  expect((await marie.get('/')).page.has('.lien-outil .compte')).toBe(true)
  await marie.post(fil, { texte: 'Oui, deux F.', clore: '1' })
  expect((await marie.get('/')).page.has('.lien-outil .compte')).toBe(false)
  expect((await told(t))[1]).toContain('rene')
  expect((await marie.get(`/sources/${source.id}/fils`)).page.text).toContain('Aucune question ouverte')
  const closed = (await rene.get(`/sources/${source.id}/fils?etat=clos`)).page
  expect(closed.text).toContain('Clos par marie')
  await rene.post(`${fil}/rouvrir`)
  await rene.post(`${fil}/clore`)
  const [row] = await threads(t)
  expect(row).toMatchObject({ releve_id: id, champ: 'nom', nature: 'fil', version: 1, resolu_par: t.rene.id })
  expect(t.failures).toEqual([])
})

test('refused: without words, too long, of no field, to a stranger; what was typed is still there', async () => {
  const t = await testApp()
  const { path } = await actOfMarie(t)
  const rene = await t.as(t.rene)
  const ask = async (fields: Record<string, string>) => {
    const { status, page } = await rene.post(`${path}/fils`, fields)
    return {
      status,
      error: page.one('.erreurs li').textContent.replace(/\s/g, ' '),
      typed: page.one('textarea').textContent,
    }
  }
  expect(await ask({ texte: ' ' })).toMatchObject({ status: 422, error: 'Message : Écrivez votre message.' })
  expect((await ask({ texte: 'a'.repeat(2001) })).error).toContain('2000 caractères au plus')
  expect(await ask({ texte: 'Quoi ?', champ: 'rien' })).toMatchObject({ status: 422, typed: 'Quoi ?' })
  const stranger = await ask({ texte: 'Quoi ?', mention: String(t.etienne.id) })
  expect(stranger).toMatchObject({ status: 422, typed: 'Quoi ?' })
  expect(stranger.error).toContain('ne voit pas cette source')
  expect([await threads(t), await told(t), t.failures]).toEqual([[], [], []])
})

test('a reader reads threads, answers where somebody names him, and begins none', async () => {
  const t = await testApp()
  const { path } = await actOfMarie(t)
  const yves = await t.as(await reader(t))
  expect((await yves.post(`${path}/fils`, { texte: 'Bonjour' })).status).toBe(403)
  const rene = await t.as(t.rene)
  await rene.post(`${path}/fils`, { texte: 'À voir.' })
  expect((await yves.post('/fils/1', { texte: 'Moi aussi' })).status).toBe(403)
  await rene.post('/fils/1', { texte: 'Merci @Yves et @étienne' })
  expect((await told(t)).map((line) => line.split(' ')[0])).toEqual(['marie', 'marie', 'yves'])
  expect((await yves.post('/fils/1', { texte: 'Vu' })).status).toBe(303)
  const etienne = await t.as(t.etienne)
  expect([(await etienne.get('/fils/1')).status, (await etienne.get(path)).status]).toEqual([404, 404])
})

test('a double click asks once', async () => {
  const t = await testApp()
  const { path } = await actOfMarie(t)
  const rene = await t.as(t.rene)
  const { page } = await rene.get(`${path}/fils/nouveau`)
  const fields = { texte: 'Deux fois', _envoi: page.one('[name=_envoi]').getAttribute('value') ?? '' }
  await Promise.all([rene.post(`${path}/fils`, fields), rene.post(`${path}/fils`, fields)])
  expect((await threads(t)).length).toBe(1)
  expect((await told(t)).length).toBe(1)
})

test('an act in the bin keeps its thread', async () => {
  const t = await testApp()
  const { path } = await actOfMarie(t)
  const [rene, marie] = [await t.as(t.rene), await t.as(t.marie)]
  await rene.post(`${path}/fils`, { texte: 'À voir.' })
  await marie.post(`${path}/supprimer`, { version: '1' })
  expect((await marie.get('/fils/1')).page.text).toContain('LE GOF Marie (relevé supprimé)')
  expect((await marie.post(`${path}/fils`, { texte: 'Encore' })).status).toBe(404)
})

test('a name after @ is a whole one', () => {
  const people = ['Jean', 'Jean-Paul', 'Élodie'].map((name, id) => ({ id, name }))
  expect(namedIn('Merci @jean-paul, et @ELODIE !', people)).toEqual([1, 2])
  expect(namedIn('à jean@exemple.fr', people)).toEqual([])
})
