import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { PASSWORD } from '../../support/characters.ts'

const PATH = '/profil/donnees'

test('everything the site knows of a person comes as one JSON file', async () => {
  const t = await testApp()
  const source = await t.make.source({ titre: 'Baptêmes', section: t.saintMalo, members: [t.marie] })
  const visitor = t.anonymous()
  await visitor.post('/login', { login: 'marie', password: PASSWORD })
  const act = { 'data[date_evenement][valeur]': '12/08/1787', 'data[date_evenement][calendrier]': 'gregorien' }
  for (const nom of ['MARTIN', 'DURAND'])
    await visitor.post(`/sources/${source.id}/releves`, { ...act, 'data[nom]': nom, _envoi: nom })
  await t.make.releve(source, { nom: 'DE QUELQU’UN D’AUTRE' })
  const answer = await visitor.get(PATH)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toContain('attachment; filename="mes donnees.json"')
  expect(answer.headers.get('cache-control')).toContain('no-store')
  const data = JSON.parse(answer.text)
  expect(data.compte).toMatchObject({ name: 'marie', email: 'marie@exemple.fr', role: 'membre' })
  expect(data.sections).toEqual([{ nom: 'Section de Saint-Malo', appartenance: 'saisie' }])
  expect(data.sources_attribuees).toEqual([{ id: source.id, titre: 'Baptêmes' }])
  expect(data.sessions).toHaveLength(1)
  expect(data.releves.map((releve: { data: { nom: string } }) => releve.data.nom)).toEqual(['MARTIN', 'DURAND'])
  expect(data.versions).toHaveLength(2)
  expect(data.journal.map((line: { action: string }) => line.action)).toEqual(['Connexion', 'Export'])
  expect(answer.text).not.toContain('QUELQU’UN')
  const hash = await t.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', t.marie.id)
    .executeTakeFirstOrThrow()
  for (const secret of [hash.password_hash, visitor.cookies.get('session') ?? '-'])
    expect(answer.text).not.toContain(secret)
  expect(t.failures).toEqual([])
})

test('of a source no longer seen it tells that something was entered, not what', async () => {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo, members: [t.marie] })
  const visitor = await t.as(t.marie)
  const act = { 'data[date_evenement][valeur]': '12/08/1787', 'data[date_evenement][calendrier]': 'gregorien' }
  await visitor.post(`/sources/${source.id}/releves`, { ...act, 'data[nom]': 'SECRET', _envoi: 'un' })
  await t.db.deleteFrom('source_membres').execute()
  await t.db.deleteFrom('section_membres').where('user_id', '=', t.marie.id).execute()
  const { text } = await visitor.get(PATH)
  expect(text).not.toContain('SECRET')
  expect(JSON.parse(text).releves).toEqual([expect.objectContaining({ source_id: source.id })])
})

test('of the reading over: corrections of one’s acts, one’s words and messages, not those of others', async () => {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo, status: 'a_valider' })
  const id = await t.make.releve(source, { nom: 'LE GOF' })
  await t.db.updateTable('releves').set({ created_by: t.marie.id }).execute()
  const [rene, marie] = [await t.as(t.rene), await t.as(t.marie)]
  const correction = { version: 1, champ: 'nom', verdict: 'corrige', 'data[nom]': 'LE GOFF', motif: 'deux f' }
  await rene.post(`/releves/${id}/correction`, correction)
  const ask = async (visitor: typeof rene, texte: string) => {
    const form = await visitor.get(`/releves/${id}/fils/nouveau`)
    await visitor.post(`/releves/${id}/fils`, { champ: '', texte, _envoi: form.page.value('_envoi') })
  }
  await ask(marie, 'Un seul f, je crois.')
  await ask(rene, 'REGARDEZ LA VUE 12')
  const data = JSON.parse((await marie.get(PATH)).text)
  expect(data.corrections_recues).toEqual([
    expect.objectContaining({ releve_id: id, champ: 'nom', motif: 'deux f', apres: { valeur: 'LE GOFF', etat: null } }),
  ])
  expect(data.messages.map(({ texte }: { texte: string }) => texte)).toEqual(['Un seul f, je crois.'])
  expect(data.avis_de_relecture).toEqual([])
  expect(JSON.parse((await rene.get(PATH)).text)).toMatchObject({
    corrections_recues: [],
    avis_de_relecture: [{ releve_id: id, verdict: 'corrige' }],
    messages: [{ texte: 'REGARDEZ LA VUE 12' }],
  })
  await t.db.deleteFrom('section_membres').where('user_id', '=', t.marie.id).execute()
  const text = (await marie.get(PATH)).text
  expect([text.includes('GOFF'), JSON.parse(text).corrections_recues.length]).toEqual([false, 1])
})

test('an empty account is valid JSON too, and a long one complete', async () => {
  const t = await testApp()
  const visitor = await t.as(t.etienne)
  expect(JSON.parse((await visitor.get(PATH)).text)).toMatchObject({ releves: [], versions: [] })
  const now = '2026-11-21T10:00:00.000Z'
  const line = { user_id: t.etienne.id, at: now, adresse: null, action: 'export', resultat: 'ok' as const }
  const rows = Array.from({ length: 1200 }, () => ({ ...line, objet: null, objet_id: null, requete: null }))
  for (let at = 0; at < rows.length; at += 300)
    await t.db
      .insertInto('journal')
      .values(rows.slice(at, at + 300))
      .execute()
  // Each download is a line of its own.
  expect(JSON.parse((await visitor.get(PATH)).text).journal).toHaveLength(1202)
})

test('nobody gets it without a session', async () => {
  const t = await testApp()
  expect((await t.anonymous().get(PATH)).location).toContain('/login')
})
