import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { day } from '../../support/factories.ts'

/** A submitted act of marie’s, LE GOF, and another. */
async function submitted(quatre_yeux = true) {
  const t = await testApp()
  const source = await t.make.source({ titre: 'Baptêmes', section: t.saintMalo })
  const data = { nom: 'LE GOF', prenom: 'Marie', numero: 1, date_evenement: day('1787-08-12') }
  const id = await t.make.releve(source, data, { prenom: 'douteux' })
  const other = await t.make.releve(source, { ...data, nom: 'RIOU', numero: 2 })
  await t.db.updateTable('releves').set({ created_by: t.marie.id }).execute()
  const row = { status: 'a_valider' as const, quatre_yeux }
  await t.db.updateTable('sources').set(row).where('id', '=', source.id).execute()
  const path = `/revue/${source.id}/acte`
  const stored = () => t.db.selectFrom('releves').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const verdicts = () => t.db.selectFrom('releve_avis').select(['version', 'verdict', 'poids', 'user_id']).execute()
  return { ...t, source, id, other, path, stored, verdicts, reviewer: t.rene, rene: await t.as(t.rene) }
}

const GOFF = { version: 1, champ: 'nom', verdict: 'corrige', 'data[nom]': 'LE GOFF', 'etats[nom]': 'sur' }

test('a field is corrected by the rules of the entry form; the next act follows', async () => {
  const t = await submitted()
  const { page } = await t.rene.get(`${t.path}?releve=${t.id}&champ=nom`)
  expect(page.value('data[nom]')).toBe('LE GOF')
  const done = await t.rene.post(`/releves/${t.id}/correction`, GOFF)
  expect(done.location).toBe(t.path)
  const next = await t.rene.follow(done)
  expect(next.page.flash).toBe('Corrigé : Nom.')
  expect(next.page.one('#relecture-acte').textContent).toContain('RIOU')
  const { data, etats, version, updated_by } = await t.stored()
  expect({ nom: data.nom, prenom: data.prenom, etats, version, updated_by }).toEqual({
    ...{ nom: 'LE GOFF', prenom: 'Marie', etats: { prenom: 'douteux' } },
    ...{ version: 2, updated_by: t.reviewer.id },
  })
  expect(await t.verdicts()).toMatchObject([{ version: 2, verdict: 'corrige', poids: 3 }])
  const [correction] = await t.db.selectFrom('corrections').selectAll().execute()
  expect(correction).toMatchObject({
    ...{ champ: 'nom', version: 2, poids: 3, pour_id: t.marie.id },
    ...{ avant: { valeur: 'LE GOF', etat: null }, apres: { valeur: 'LE GOFF', etat: null } },
  })
  expect((await t.db.selectFrom('sources').select('status').executeTakeFirstOrThrow()).status).toBe('a_valider')
  expect(t.failures).toEqual([])
})

test('the reviewer says how much it mattered and why, and may stay on the act', async () => {
  const t = await submitted()
  const fields = { ...GOFF, poids: '1', motif: 'Le f est double', rester: '1' }
  const done = await t.rene.post(`/releves/${t.id}/correction`, fields)
  expect(done.location).toBe(`${t.path}?releve=${t.id}`)
  expect(await t.verdicts()).toMatchObject([{ poids: 1 }])
  const row = await t.db.selectFrom('corrections').select(['poids', 'motif']).executeTakeFirst()
  expect(row).toEqual({ poids: 1, motif: 'Le f est double' })
})

test('a doubt is a state of the field', async () => {
  const t = await submitted()
  const { page } = await t.rene.get(`${t.path}?releve=${t.id}&champ=nom&geste=douteux`)
  expect(page.one('select[name="etats[nom]"] option[selected]').getAttribute('value')).toBe('douteux')
  const doubt = { ...GOFF, verdict: 'douteux', 'data[nom]': 'LE GOF', 'etats[nom]': 'douteux' }
  await t.rene.post(`/releves/${t.id}/correction`, doubt)
  expect((await t.stored()).etats).toEqual({ prenom: 'douteux', nom: 'douteux' })
  expect(await t.verdicts()).toMatchObject([{ version: 2, verdict: 'douteux' }])
})

test('what cannot be stored comes back with what was typed; nothing is written', async () => {
  const t = await submitted()
  const correct = (fields: Record<string, string | number>) => t.rene.post(`/releves/${t.id}/correction`, fields)
  const empty = await correct({ ...GOFF, 'data[nom]': '' })
  expect([empty.status, empty.page.error('data[nom]')]).toEqual([422, expect.stringContaining('obligatoire')])
  const same = await correct({ ...GOFF, 'data[nom]': 'LE GOF' })
  expect([same.status, same.page.text]).toEqual([422, expect.stringContaining('Le champ dit déjà cela')])
  const heavy = await correct({ ...GOFF, poids: '7' })
  expect([heavy.status, heavy.page.value('data[nom]')]).toEqual([422, 'LE GOFF'])
  const wrongDate = { version: 1, champ: 'date_evenement', 'data[date_evenement][valeur]': '32/13/1787' }
  expect((await correct(wrongDate)).status).toBe(422)
  expect((await correct({ ...GOFF, champ: 'rien' })).status).toBe(404)
  expect([(await t.stored()).version, await t.verdicts(), t.failures]).toEqual([1, [], []])
})

test('two reviewers correct one field: the second one sees what is there, with what was typed', async () => {
  const t = await submitted()
  const admin = await t.as(t.admin)
  const answers = await Promise.all([
    t.rene.post(`/releves/${t.id}/correction`, GOFF),
    admin.post(`/releves/${t.id}/correction`, { ...GOFF, 'data[nom]': 'LE GOFFE' }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
  const late = answers.find(({ status }) => status === 409)
  expect(late?.page.text).toContain('vient d’être modifié par')
  const { data, version } = await t.stored()
  expect(version).toBe(2)
  expect(late?.page.value('data[nom]')).not.toBe(data.nom)
  expect(await t.verdicts()).toHaveLength(1)
  expect(t.failures).toEqual([])
})

test('a validated source is not corrected here; one that was withdrawn is as any other', async () => {
  const t = await submitted()
  await t.db.updateTable('sources').set({ status: 'validee' }).execute()
  expect((await t.rene.post(`/releves/${t.id}/correction`, GOFF)).status).toBe(403)
  expect([(await t.stored()).version, await t.verdicts()]).toEqual([1, []])
  await t.db.updateTable('sources').set({ status: 'en_cours' }).execute()
  expect((await t.rene.post(`/releves/${t.id}/correction`, GOFF)).status).toBe(303)
  expect((await t.stored()).data.nom).toBe('LE GOFF')
})

test('quatre yeux: somebody else approves a correction, or its author says why', async () => {
  const t = await submitted()
  const admin = await t.as(t.admin)
  await t.rene.post(`/releves/${t.id}/correction`, GOFF)
  const refused = await t.rene.post(`/releves/${t.id}/avis`, { version: 2, verdict: 'bon' })
  expect([refused.status, refused.page.text]).toEqual([422, expect.stringContaining('quatre yeux')])
  const waiting = await admin.get(`${t.path}`)
  expect(waiting.page.text).toContain('1 correction à confirmer')
  const alone = { version: 2, verdict: 'bon', texte: 'Je suis seul à relire' }
  expect((await t.rene.post(`/releves/${t.id}/avis`, alone)).status).toBe(303)
  const reason = await t.db.selectFrom('fil_messages').select('texte').executeTakeFirst()
  expect(reason).toEqual({ texte: alone.texte })
  expect((await admin.get(t.path)).page.text).not.toContain('à confirmer')
})

test('without quatre yeux a correction is the end of it', async () => {
  const t = await submitted(false)
  await t.rene.post(`/releves/${t.id}/correction`, GOFF)
  expect((await (await t.as(t.admin)).get(t.path)).page.text).not.toContain('à confirmer')
  expect((await t.rene.post(`/releves/${t.id}/avis`, { version: 2, verdict: 'bon' })).status).toBe(303)
})
