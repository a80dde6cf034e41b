import { describe, expect, test } from 'vitest'
import { mergeOf } from '../../../src/features/releves/rules/conflict.ts'
import { type Answer, type TestApp, testApp } from '../../support/app.ts'
import { BAPTEME } from '../../support/factories.ts'
import { squeeze } from '../../support/html.ts'
import { ACT, register, releves } from './support.ts'

/** A record that marie has opened, and rene has changed since. */
async function collision(t: TestApp, byRene: Record<string, string>) {
  const { source, path: list, lieu } = await register(t)
  const [marie, rene] = [await t.as(t.marie), await t.as(t.rene)]
  await marie.post(list, ACT)
  const [row] = await releves(t)
  const path = `/releves/${row?.id}`
  expect((await rene.post(path, { ...ACT, ...byRene, version: 1 })).status).toBe(303)
  return { marie, rene, path, list, source, lieu, id: row?.id ?? 0 }
}

/** The fields of the form as a browser sends them: hidden ones, and the radios that are checked. */
function sent(answer: Answer, action: string): Record<string, string> {
  const form = answer.page.one(`form[action="${action}"]`)
  const inputs = form.querySelectorAll('input').filter((input) => input.getAttribute('name') !== '_csrf')
  const kept = inputs.filter((input) => input.getAttribute('type') !== 'radio' || input.hasAttribute('checked'))
  return Object.fromEntries(kept.map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']))
}

const choices = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name.startsWith('choix')))

const stored = async (t: TestApp) => {
  const [row] = await releves(t)
  return { data: row?.data ?? {}, etats: row?.etats ?? {}, version: row?.version }
}

describe('what I typed waits as a draft until it is decided', () => {
  const drafts = (t: TestApp) => t.db.selectFrom('brouillons').select(['cle', 'version', 'contenu']).execute()

  test('left without an answer, it is told on the page of the form, and leads to the same choice', async () => {
    const t = await testApp()
    const { marie, path, id } = await collision(t, { 'data[nom]': 'Durand' })
    await marie.post(path, { ...ACT, 'data[nom]': 'Dupont', version: 1 })
    expect(await drafts(t)).toEqual([
      { cle: `r${id}`, version: 1, contenu: expect.objectContaining({ 'data[nom]': 'Dupont' }) },
    ])
    const form = await marie.get(`${path}/modifier`)
    expect(form.page.value('data[nom]')).toBe('Durand')
    expect(form.page.one('[data-brouillon-attend]').textContent).toContain('Dupont')
    const link = form.page.one('[data-brouillon-attend] a').getAttribute('href') ?? ''
    const resumed = await marie.get(link)
    expect([resumed.page.value('data[nom]'), resumed.page.value('version')]).toEqual(['Dupont', '1'])
    expect(resumed.page.has('[data-brouillon-attend]')).toBe(false)
    expect((await marie.post(path, { ...ACT, 'data[nom]': 'Dupont', version: 1 })).status).toBe(409)
    // Nobody else is told.
    expect((await (await t.as(t.rene)).get(`${path}/modifier`)).page.has('[data-brouillon-attend]')).toBe(false)
  })

  test('decided, it goes; so it does when both typed the same', async () => {
    const t = await testApp()
    const { marie, path } = await collision(t, { 'data[nom]': 'Durand' })
    const conflict = await marie.post(path, { ...ACT, 'data[nom]': 'Dupont', version: 1 })
    expect(await drafts(t)).toHaveLength(1)
    await marie.post(`${path}/conflit`, { ...sent(conflict, `${path}/conflit`), 'choix[nom]': 'actuel' })
    expect(await drafts(t)).toEqual([])
    expect((await marie.post(path, { ...ACT, 'data[nom]': 'Durand', version: 1 })).status).toBe(303)
    expect(await drafts(t)).toEqual([])
  })

  test('stored as a new record in the place of one that was deleted, it goes too', async () => {
    const t = await testApp()
    const { marie, path, list } = await collision(t, { 'data[nom]': 'Durand' })
    await (await t.as(t.rene)).post(`${path}/supprimer`)
    const gone = await marie.post(path, { ...ACT, 'data[nom]': 'Dupont', version: 1 })
    expect([gone.status, (await drafts(t)).length]).toEqual([409, 1])
    expect((await marie.post(list, sent(gone, list))).location).toContain('enregistre=')
    expect(await drafts(t)).toEqual([])
  })

  test('a change of one’s own in another page is told as one', async () => {
    const t = await testApp()
    const { path: list } = await register(t)
    const marie = await t.as(t.marie)
    await marie.post(list, ACT)
    const path = `/releves/${(await releves(t))[0]?.id}`
    await marie.post(path, { ...ACT, 'data[nom]': 'Durand', version: 1 })
    const { page, status } = await marie.post(path, { ...ACT, 'data[nom]': 'Dupont', version: 1 })
    expect(status).toBe(409)
    expect(page.text).toContain('Vous avez modifié ce relevé le 21 novembre 2026 à 11:00, dans une autre page.')
    expect(page.text).toContain('Cette saisie : DupontCe que vous avez enregistré : Durand')
  })
})

/** Field by field: what was there, what marie typed, what rene stored. */
function expectBothVersions(conflict: Answer) {
  expect(conflict.page.h1).toBe('Deux versions du relevé : Durand Anne Marie')
  expect(conflict.page.text).toContain('rene a modifié ce relevé le 21 novembre 2026 à 11:00')
  const legends = conflict.page.all('main fieldset').map((set) => squeeze(set.textContent))
  expect(legends).toEqual([
    'Date de baptêmeAvant : 12/08/1787Ma version : 13/08/1787Version enregistrée par rene : 12/08/1787',
    'NomAvant : LefèvreMa version : DupontVersion enregistrée par rene : Durand',
    'PrénomsAvant : Anne MarieMa version : Anne MarieVersion enregistrée par rene : Anne Marie (douteux)',
    'SexeAvant : FMa version : FVersion enregistrée par rene : M',
    'Numéro d’acteAvant : 12,5Ma version : 13Version enregistrée par rene : 12,5',
  ])
  expect(conflict.page.text).toContain('3 autres champs sont les mêmes dans les deux versions.')
}

describe('two people change one record', () => {
  test('both versions side by side; what only one of them changed is proposed; the merge is stored', async () => {
    const t = await testApp()
    const byRene = { 'data[nom]': 'Durand', 'data[sexe]': 'M', 'etats[prenom]': 'douteux' }
    const { marie, path } = await collision(t, byRene)
    const mine = { 'data[nom]': 'Dupont', 'data[numero]': '13', 'data[date_evenement][valeur]': '13/08/1787' }
    const conflict = await marie.post(path, { ...ACT, ...mine, version: 1 })
    expect(conflict.status).toBe(409)
    expectBothVersions(conflict)
    const form = sent(conflict, `${path}/conflit`)
    expect(choices(form)).toEqual({
      'choix[date_evenement]': 'mien',
      'choix[prenom]': 'actuel',
      'choix[sexe]': 'actuel',
      'choix[numero]': 'mien',
    })
    expect((await stored(t)).data.nom).toBe('Durand')

    // The field that both changed has to be chosen.
    const refused = await marie.post(`${path}/conflit`, form)
    expect(refused.status).toBe(422)
    expect(refused.page.text).toContain('Nom : Choisissez l’une des deux versions.')
    expect(sent(refused, `${path}/conflit`)).toEqual(form)
    expect((await stored(t)).version).toBe(2)

    const saved = await marie.post(`${path}/conflit`, { ...sent(refused, `${path}/conflit`), 'choix[nom]': 'mien' })
    expect([saved.status, saved.location]).toEqual([303, path])
    expect(await stored(t)).toMatchObject({
      version: 3,
      data: {
        nom: 'Dupont',
        prenom: 'Anne Marie',
        sexe: 'M',
        numero: 13,
        notes: 'Marraine\nabsente',
        date_evenement: { valeur: '1787-08-13' },
      },
      etats: { prenom: 'douteux' },
    })
    const history = await t.db.selectFrom('releve_versions').select(['version', 'user_id']).orderBy('id').execute()
    expect(history.map(({ user_id }) => user_id)).toEqual([t.marie.id, t.rene.id, t.marie.id])
    expect(t.failures).toEqual([])
  })

  test('the same typed by both is no conflict', async () => {
    const t = await testApp()
    const { marie, path } = await collision(t, { 'data[nom]': 'Durand' })
    const answer = await marie.post(path, { ...ACT, 'data[nom]': 'Durand', version: 1 })
    expect([answer.status, answer.location]).toEqual([303, path])
    expect((await stored(t)).version).toBe(2)
  })

  test('a third version meanwhile: asked again, compared with what the page showed', async () => {
    const t = await testApp()
    const { marie, rene, path } = await collision(t, { 'data[nom]': 'Durand', 'data[sexe]': 'M' })
    const conflict = await marie.post(path, { ...ACT, 'data[nom]': 'Dupont', version: 1 })
    const third = { 'data[nom]': 'Durand', 'data[sexe]': '?', 'data[prenom]': 'Jeanne', version: 2 }
    expect((await rene.post(path, { ...ACT, ...third })).status).toBe(303)
    const form = { ...sent(conflict, `${path}/conflit`), 'choix[nom]': 'mien' }
    const again = await marie.post(`${path}/conflit`, form)
    expect(again.status).toBe(409)
    expect(choices(sent(again, `${path}/conflit`))).toEqual({
      'choix[nom]': 'mien',
      'choix[prenom]': 'actuel',
      'choix[sexe]': 'actuel',
    })
    expect((await stored(t)).data.nom).toBe('Durand')
    await marie.post(`${path}/conflit`, sent(again, `${path}/conflit`))
    expect(await stored(t)).toMatchObject({ version: 4, data: { nom: 'Dupont', prenom: 'Jeanne', sexe: '?' } })
    expect(t.failures).toEqual([])
  })

  test('a place of mine that was deleted meanwhile is told, and the rest can be stored', async () => {
    const t = await testApp()
    const { marie, path, lieu } = await collision(t, { 'data[nom]': 'Durand' })
    const mine = { 'texte:data[domicile]': 'Pleurtuit', 'data[domicile]': String(lieu.id) }
    const conflict = await marie.post(path, { ...ACT, ...mine, 'data[prenom]': 'Jeanne', version: 1 })
    await t.db.updateTable('sources').set({ lieu_id: null }).execute()
    await t.db.deleteFrom('lieux').where('id', '=', lieu.id).execute()
    const form = sent(conflict, `${path}/conflit`)
    const lost = await marie.post(`${path}/conflit`, { ...form, 'choix[nom]': 'actuel' })
    expect(lost.status).toBe(422)
    expect(lost.page.text).toContain('« Domicile » : votre texte « Pleurtuit » ne peut plus être enregistré.')
    expect((await stored(t)).version).toBe(2)
    await marie.post(`${path}/conflit`, sent(lost, `${path}/conflit`))
    expect(await stored(t)).toMatchObject({ version: 3, data: { nom: 'Durand', prenom: 'Jeanne' } })
    expect(t.failures).toEqual([])
  })

  test('refused: without a session, elsewhere, in a closed source, with nonsense; nothing moves', async () => {
    const t = await testApp()
    const { marie, path, source } = await collision(t, { 'data[nom]': 'Durand' })
    const conflict = await marie.post(path, { ...ACT, 'data[nom]': 'Dupont', version: 1 })
    const form = { ...sent(conflict, `${path}/conflit`), 'choix[nom]': 'mien' }
    expect((await t.anonymous().post(`${path}/conflit`, form)).status).toBe(303)
    expect((await (await t.as(t.etienne)).post(`${path}/conflit`, form)).status).toBe(404)
    expect((await marie.post('/releves/999999/conflit', form)).status).toBe(404)
    expect((await marie.post(`${path}/conflit`, { ...form, 'choix[nom]': 'autre' })).status).toBe(422)
    expect((await marie.post(`${path}/conflit`, { ...form, 'data[nom]': 'a\u0000b' })).status).toBe(422)
    expect((await marie.post(`${path}/conflit`, { ...form, 'data[nom]': 'x'.repeat(501) })).status).toBe(422)
    expect((await marie.post(`${path}/conflit`, {})).status).toBe(409)
    await t.db.updateTable('sources').set({ status: 'validee' }).where('id', '=', source.id).execute()
    expect((await marie.post(`${path}/conflit`, form)).status).toBe(403)
    expect(await stored(t)).toMatchObject({ version: 2, data: { nom: 'Durand' } })
    expect(t.failures).toEqual([])
  })
})

describe('the record was deleted meanwhile', () => {
  async function deletedWhileEdited(t: TestApp) {
    const found = await collision(t, { 'data[nom]': 'Durand' })
    expect((await found.rene.post(`${found.path}/supprimer`, { version: 2 })).status).toBe(303)
    return found
  }
  const MINE = { ...ACT, 'data[nom]': 'Dupont', 'etats[prenom]': 'douteux' }

  test('a manager brings it back with what was typed; both steps stand in the history', async () => {
    const t = await testApp()
    const { rene, path } = await deletedWhileEdited(t)
    const answer = await rene.post(path, { ...MINE, version: 2 })
    expect(answer.status).toBe(409)
    expect(answer.page.text).toContain('rene a supprimé ce relevé le 21 novembre 2026')
    expect(answer.page.all('tbody tr').map((row) => squeeze(row.textContent))).toEqual(
      expect.arrayContaining(['NomDupont', 'PrénomsAnne Marie (douteux)']),
    )
    expect(await releves(t)).toEqual([])
    const restored = await rene.post(`${path}/conflit`, sent(answer, `${path}/conflit`))
    expect([restored.status, restored.location]).toEqual([303, path])
    expect(await stored(t)).toMatchObject({ version: 5, data: { nom: 'Dupont' }, etats: { prenom: 'douteux' } })
    const operations = await t.db.selectFrom('releve_versions').select('operation').orderBy('id').execute()
    expect(operations.map(({ operation }) => operation)).toEqual([
      'creation',
      'modification',
      'suppression',
      'restauration',
      'modification',
    ])
    // Sent twice: the record is there, with the same values.
    expect((await rene.post(`${path}/conflit`, sent(answer, `${path}/conflit`))).status).toBe(303)
    expect((await stored(t)).version).toBe(5)
    expect(t.failures).toEqual([])
  })

  test('a member keeps the text as a new record, and may not restore', async () => {
    const t = await testApp()
    const { marie, path, list } = await deletedWhileEdited(t)
    const answer = await marie.post(path, { ...MINE, version: 1 })
    expect(answer.status).toBe(409)
    expect(answer.page.has(`form[action="${path}/conflit"]`)).toBe(false)
    const form = sent(answer, list)
    expect((await marie.post(`${path}/conflit`, { ...form, retablir: 'oui' })).status).toBe(403)
    expect(await releves(t)).toEqual([])
    expect((await marie.post(list, form)).status).toBe(303)
    expect((await marie.post(list, form)).status).toBe(303)
    const rows = await releves(t)
    expect(rows.map(({ nom, etats }) => ({ nom, etats }))).toEqual([{ nom: 'Dupont', etats: { prenom: 'douteux' } }])
    expect(t.failures).toEqual([])
  })

  test('brought back by somebody else first: both versions are shown', async () => {
    const t = await testApp()
    const { rene, path } = await deletedWhileEdited(t)
    const answer = await rene.post(path, { ...MINE, version: 2 })
    await rene.post(`${path}/restauration`)
    const both = await rene.post(`${path}/conflit`, sent(answer, `${path}/conflit`))
    expect(both.status).toBe(409)
    expect(choices(sent(both, `${path}/conflit`))).toEqual({ 'choix[nom]': 'mien', 'choix[prenom]': 'mien' })
    expect((await stored(t)).data.nom).toBe('Durand')
    expect(t.failures).toEqual([])
  })

  test('what was typed and is wrong comes back first, with its message', async () => {
    const t = await testApp()
    const { marie, path } = await deletedWhileEdited(t)
    const answer = await marie.post(path, { ...MINE, 'data[nom]': '', version: 1 })
    expect(answer.status).toBe(422)
    expect(answer.page.error('data[nom]')).toContain('obligatoire')
    expect(answer.page.value('data[prenom]')).toBe('Anne Marie')
    expect(t.failures).toEqual([])
  })
})

test('a merge keeps the values and states of fields that are no more, and takes states with their values', () => {
  const champs = BAPTEME.map((champ, index) => ({
    id: index,
    label: champ.nom,
    type: 'text' as const,
    required: false,
    options: [],
    aide: null,
    politique: 'vide' as const,
    majuscules: false,
    completion: false,
    groupe: null,
    partie: null,
    ...champ,
  }))
  const merged = mergeOf(
    champs,
    { data: { nom: 'A', notes: 'mien' }, etats: { prenom: 'illisible' } },
    { data: { nom: 'B', prenom: 'C', ancien: 'x' }, etats: { nom: 'douteux', ancien: 'douteux' } },
    (nom) => nom !== 'nom',
  )
  expect({ ...merged.data }).toEqual({ nom: 'B', notes: 'mien', ancien: 'x' })
  expect({ ...merged.etats }).toEqual({ nom: 'douteux', prenom: 'illisible', ancien: 'douteux' })
})
