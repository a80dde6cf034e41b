import { expect, test } from 'vitest'
import { type TestApp, testApp, type Visitor } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { LIST, lineOf, makeLine, stored } from './support.ts'

const LINE = { genre: 'nom', nom1: 'LE GOFF', signe: 'egal', nom2: 'Le Goaff', source: 'deux actes' }

const onlyLine = (t: TestApp) => t.db.selectFrom('orthographes').selectAll().executeTakeFirstOrThrow()
const journal = async (t: TestApp) =>
  (await t.db.selectFrom('journal').select('action').orderBy('id').execute())
    .map(({ action }) => action)
    .filter((action) => action.startsWith('orthographe'))
const notices = async (visitor: Visitor) =>
  (await visitor.get('/notifications')).page.all('#notifications tbody tr th').map((cell) => squeeze(cell.textContent))
const errorsOf = async (visitor: Visitor, fields: Record<string, string | number>) => {
  const answer = await visitor.post(LIST, fields)
  return [answer.status, ...answer.page.all('.champ .erreur').map((one) => squeeze(one.textContent))]
}

test('a member proposes a line from a search, a manager accepts it, both are told', async () => {
  const t = await testApp()
  const [marie, rene] = [await t.as(t.marie), await t.as(t.rene)]
  const { page } = await marie.get(`${LIST}/nouvelle?nom1=LE+GOFF&genre=nom`)
  expect([page.h1, page.value('nom1')]).toEqual(['Proposer une ligne', 'LE GOFF'])
  const answer = await marie.post(LIST, { ...LINE, _envoi: page.value('_envoi') })
  const line = await onlyLine(t)
  expect(answer).toMatchObject({ status: 303, location: `${LIST}/${line.id}` })
  expect(line).toMatchObject({ cle_a: 'legoaff', nom_a: 'Le Goaff', cle_b: 'legoff', etat: 'proposee', version: 1 })
  expect(line).toMatchObject({ auteur_id: t.marie.id, decideur_id: null, source: 'deux actes' })
  expect((await notices(rene)).join()).toContain('marie propose l’orthographe Le Goaff = LE GOFF')
  const list = await rene.get(`${LIST}?etat=proposee`)
  expect(list.page.one('tbody form').getAttribute('action')).toBe(`${LIST}/${line.id}/accepter`)
  const accepted = await rene.post(`${LIST}/${line.id}/accepter`, { version: 1 })
  expect(accepted.status).toBe(303)
  // A second click finds it done.
  expect((await rene.post(`${LIST}/${line.id}/accepter`, { version: 1 })).status).toBe(303)
  expect(await onlyLine(t)).toMatchObject({ etat: 'acceptee', decideur_id: t.rene.id, version: 2 })
  expect((await notices(marie)).join()).toContain('rene a accepté l’orthographe Le Goaff = LE GOFF')
  expect(await journal(t)).toEqual(['orthographe.proposition', 'orthographe.acceptation'])
  expect(t.failures).toEqual([])
})

test('the same form sent twice proposes one line', async () => {
  const t = await testApp()
  const marie = await t.as(t.marie)
  const _envoi = (await marie.get(`${LIST}/nouvelle`)).page.value('_envoi')
  const answers = await Promise.all([1, 2, 3].map(() => marie.post(LIST, { ...LINE, _envoi })))
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
  expect(await stored(t)).toEqual(['Le Goaff = LE GOFF proposee'])
})

test('a manager’s own line holds at once', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  expect((await rene.get(`${LIST}/nouvelle`)).page.h1).toBe('Ajouter une ligne')
  await rene.post(LIST, LINE)
  expect(await onlyLine(t)).toMatchObject({ etat: 'acceptee', decideur_id: t.rene.id, auteur_id: t.rene.id })
  expect(await journal(t)).toEqual(['orthographe.ajout'])
})

test('a manager refuses with a reason, which the author reads', async () => {
  const t = await testApp()
  const [marie, rene] = [await t.as(t.marie), await t.as(t.rene)]
  await marie.post(LIST, LINE)
  const { id } = await onlyLine(t)
  const without = await rene.post(`${LIST}/${id}/refuser`, { version: 1, motif: ' ' })
  expect([without.status, without.page.one('#motif-erreur').textContent]).toEqual([
    422,
    'Dites pourquoi : la personne qui a proposé la ligne le lira.',
  ])
  expect((await rene.post(`${LIST}/${id}/refuser`, { version: 9, motif: 'x' })).status).toBe(409)
  await rene.post(`${LIST}/${id}/refuser`, { version: 1, motif: 'Ce sont deux familles.' })
  expect(await onlyLine(t)).toMatchObject({ etat: 'refusee', motif: 'Ce sont deux familles.', version: 2 })
  expect((await marie.get('/notifications')).page.text).toContain('Ce sont deux familles.')
  expect(await errorsOf(marie, LINE)).toEqual([
    422,
    'La ligne « Le Goaff = LE GOFF » (partout) a été refusée le 21 novembre 2026 : « Ce sont deux familles. ». Un gestionnaire peut revenir sur cette décision.',
  ])
  // The contrary is then what holds.
  expect((await marie.post(LIST, { ...LINE, signe: 'different' })).status).toBe(303)
  expect((await rene.post(`${LIST}/${id}/accepter`, { version: 2 })).status).toBe(409)
  expect(await stored(t)).toEqual(['Le Goaff = LE GOFF refusee', 'Le Goaff ≠ LE GOFF proposee'])
})

test('a line that is there, or that says the contrary, is named', async () => {
  const t = await testApp()
  const marie = await t.as(t.marie)
  const lieu = await t.make.lieu({ nom: 'Finistère' })
  await makeLine(t, 'Le Goff = LEGOAFF', { lieu })
  expect((await marie.post(LIST, LINE)).status).toBe(303)
  expect(await errorsOf(marie, LINE)).toEqual([
    422,
    'La ligne « Le Goaff = LE GOFF » (partout) est déjà proposée, et attend une décision.',
  ])
  expect(
    await errorsOf(marie, { ...LINE, nom1: 'legoaff', nom2: 'le goff', signe: 'different', lieu: lieu.id }),
  ).toEqual([
    422,
    'La ligne contraire « LEGOAFF = Le Goff » (Finistère) est acceptée : elles ne peuvent pas valoir toutes les deux. Un gestionnaire doit d’abord la refuser ou la supprimer.',
  ])
  expect(await stored(t)).toHaveLength(2)
})

test('what cannot be a line is said beside its field, with what was typed', async () => {
  const t = await testApp()
  const marie = await t.as(t.marie)
  const same =
    'Pour la recherche, ces deux orthographes n’en font déjà qu’une : accents, majuscules, espaces et traits d’union n’y comptent pas.'
  expect(await errorsOf(marie, { ...LINE, nom2: 'LEGÔFF' })).toEqual([422, same])
  expect(await errorsOf(marie, { ...LINE, genre: 'prenom' })).toEqual([
    422,
    ...Array(2).fill('Un seul prénom à la fois : faites une ligne pour chacun.'),
  ])
  expect(await errorsOf(marie, { ...LINE, nom1: '?', nom2: '' })).toEqual([422, 'Écrivez une orthographe.'])
  expect(await errorsOf(marie, { ...LINE, nom1: '?', nom2: 'a b c d e f' })).toEqual([
    422,
    'Ce nom doit contenir au moins une lettre ou un chiffre.',
    'Un nom de famille compte au plus cinq mots.',
  ])
  const answer = await marie.post(LIST, { ...LINE, signe: 'autre', 'texte:lieu': 'Nulle part' })
  expect([answer.status, answer.page.value('nom1'), answer.page.value('texte:lieu')]).toEqual([
    422,
    'LE GOFF',
    'Nulle part',
  ])
  expect(await stored(t)).toEqual([])
})

test('a manager changes a line; whoever comes too late is told', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const id = await makeLine(t, 'LE GOFF = LE GOAFF')
  const form = await rene.get(`${LIST}/${id}/modifier`)
  expect([form.page.value('nom1'), form.page.value('nom2')]).toEqual(['LE GOAFF', 'LE GOFF'])
  expect((await rene.post(`${LIST}/${id}`, { ...LINE, nom2: 'Goaff', version: 1 })).location).toBe(`${LIST}/${id}`)
  expect(await stored(t)).toEqual(['Goaff = LE GOFF acceptee'])
  const late = await rene.post(`${LIST}/${id}`, { ...LINE, version: 1 })
  expect([late.status, late.page.value('version')]).toEqual([409, '2'])
  await makeLine(t, 'LE GOFF ≠ LE GOAFF')
  expect((await rene.post(`${LIST}/${id}`, { ...LINE, version: 2 })).status).toBe(422)
})

test('an author withdraws a proposal, until it is decided; a manager deletes any line', async () => {
  const t = await testApp()
  const [marie, etienne, rene] = [await t.as(t.marie), await t.as(t.etienne), await t.as(t.rene)]
  const mine = await makeLine(t, 'LE GOFF = LE GOAFF', { etat: 'proposee', auteur: t.marie })
  expect((await marie.get(`${LIST}/${mine}`)).page.text).toContain('Retirer ma proposition')
  expect((await etienne.post(`${LIST}/${mine}/supprimer`, { version: 1 })).status).toBe(403)
  expect((await marie.post(`${LIST}/${mine}/supprimer`, { version: 1 })).status).toBe(303)
  const accepted = await makeLine(t, 'LE GOFF = LE GOAFF', { auteur: t.marie })
  expect((await marie.post(`${LIST}/${accepted}/supprimer`, { version: 1 })).status).toBe(403)
  expect((await rene.post(`${LIST}/${accepted}/supprimer`, { version: 7 })).status).toBe(409)
  expect((await rene.post(`${LIST}/${accepted}/supprimer`, { version: 1 })).status).toBe(303)
  expect(await stored(t)).toEqual([])
  expect(await journal(t)).toEqual(['orthographe.suppression', 'orthographe.suppression'])
})

test('the page of a line says what it brings together', async () => {
  const t = await testApp()
  const marie = await t.as(t.marie)
  await makeLine(t, 'LE GOFF = LE GOAFF')
  const id = await makeLine(t, 'LE GOFF = GOFFIC', { etat: 'proposee' })
  expect(squeeze((await marie.get(`${LIST}/${id}`)).page.text)).toContain(
    'Seraient cherchés ensemble, une fois la ligne acceptée : goffic, legoaff, legoff.',
  )
  expect((await marie.get(`${LIST}/${id}`)).page.has('#refus')).toBe(false)
  expect((await lineOf(t, id)).etat).toBe('proposee')
})
