import { describe, expect, test } from 'vitest'
import { type TestApp, testApp, type Visitor } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { ACT, register, releves } from './support.ts'

async function entered(t: TestApp, change: Record<string, string> = {}) {
  const { source, path: list, lieu } = await register(t)
  const marie = await t.as(t.marie)
  await marie.post(list, { ...ACT, ...change })
  const [row] = await releves(t)
  return { source, lieu, marie, list, id: row?.id ?? 0, path: `/releves/${row?.id}` }
}

const stored = async (t: TestApp) => {
  const [row] = await releves(t)
  return { data: row?.data ?? {}, etats: row?.etats ?? {}, version: row?.version }
}

/** Posts as the script does: the answer is a fragment. */
const postHere = (visitor: Visitor, path: string, fields: Record<string, string | number>) =>
  visitor.post(path, fields, { 'HX-Request': 'true' })

describe('links', () => {
  test('stand beside each field of the record and each cell of the list, for those who may write', async () => {
    const t = await testApp()
    const { source, marie, path, list, id } = await entered(t)
    const links = (page: { all(selector: string): { getAttribute(name: string): string | undefined }[] }) =>
      page.all('main a.modifier').map((link) => link.getAttribute('href'))
    const fields = ['date_evenement', 'nom', 'prenom', 'sexe', 'ondoye', 'numero', 'notes', 'domicile']
    const record = (await marie.get(path)).page
    expect(links(record)).toEqual(fields.map((nom) => `${path}/champs/${nom}`))
    const link = record.one(`#champ-${id}-nom a.modifier`)
    expect(squeeze(link.getAttribute('aria-label') ?? '')).toBe('Modifier « Nom » de « Lefèvre Anne Marie »')
    const rows = (await marie.get(list)).page
    expect(links(rows).toSorted()).toEqual(
      ['nom', 'prenom', 'date_evenement', 'sexe', 'ondoye', 'numero'].map((nom) => `${path}/champs/${nom}`).toSorted(),
    )
    expect(rows.one('tbody th a').getAttribute('href')).toBe(path)
    await t.db.updateTable('sources').set({ status: 'validee' }).where('id', '=', source.id).execute()
    expect(links((await marie.get(path)).page)).toEqual([])
    expect(links((await marie.get(list)).page)).toEqual([])
    expect(t.failures).toEqual([])
  })
})

describe('the form of one field', () => {
  test('is a page of its own without script: it posts, the record is shown', async () => {
    const t = await testApp()
    const { marie, path, id } = await entered(t, { 'etats[prenom]': 'douteux' })
    const { page } = await marie.get(`${path}/champs/prenom`)
    expect(page.h1).toBe('Prénoms : Lefèvre Anne Marie')
    expect(page.title).toContain('Prénoms : Lefèvre Anne Marie')
    expect([page.value('data[prenom]'), page.value('etats[prenom]'), page.value('version')]).toEqual([
      'Anne Marie',
      'douteux',
      '1',
    ])
    expect(page.all(`#champ-${id}-prenom form [name^="data["]`)).toHaveLength(1)
    expect(page.has('form[hx-post]')).toBe(false)
    const saved = await marie.post(`${path}/champs/prenom`, { 'data[prenom]': 'Jeanne', version: 1 })
    expect([saved.status, saved.location]).toEqual([303, path])
    expect((await marie.follow(saved)).page.flash).toContain('Champ modifié.')
    expect(await stored(t)).toMatchObject({
      version: 2,
      data: { nom: 'Lefèvre', prenom: 'Jeanne', sexe: 'F', numero: 12.5, notes: 'Marraine\nabsente' },
      etats: {},
    })
    expect(t.failures).toEqual([])
  })

  test('comes as a fragment to the script, and gives way to the value', async () => {
    const t = await testApp()
    const { marie, path, id } = await entered(t)
    const at = `${path}/champs/date_evenement`
    const form = await marie.fragment(`${at}?vue=fiche`)
    expect(form.text).not.toContain('<html')
    const place = `#champ-${id}-date_evenement`
    expect(form.page.one(`${place} form`).getAttribute('hx-post')).toBe(`${at}?vue=fiche`)
    expect(form.page.one(`${place} [data-annuler]`).getAttribute('hx-get')).toBe(`${at}/valeur?vue=fiche`)
    const value = await postHere(marie, `${at}?vue=fiche`, {
      'data[date_evenement][valeur]': '14 thermidor an II',
      'data[date_evenement][calendrier]': 'republicain',
      version: 1,
    })
    expect(value.status).toBe(200)
    expect(squeeze(value.page.one(place).textContent)).toBe(
      '14 thermidor an II (calendrier républicain) = vendredi 1er août 1794 Modifier',
    )
    const given = await marie.fragment(`${at}/valeur?vue=fiche`)
    expect(given.page.one(place).textContent).toBe(value.page.one(place).textContent)
    const page = await marie.get(`${at}/valeur`)
    expect(page.page.h1).toBe('Date de baptême : Lefèvre Anne Marie')
    expect(t.failures).toEqual([])
  })

  test('in the list: shortened, the head of the row still leads to the record', async () => {
    const t = await testApp()
    const { marie, path, id } = await entered(t)
    const value = await postHere(marie, `${path}/champs/nom?vue=tete`, { 'data[nom]': 'x'.repeat(200), version: 1 })
    const link = value.page.one(`#champ-${id}-nom a`)
    expect([link.getAttribute('href'), link.textContent]).toEqual([path, `${'x'.repeat(120)}…`])
    const etat = await postHere(marie, `${path}/champs/sexe?vue=liste`, { 'etats[sexe]': 'illisible', version: 2 })
    expect(squeeze(etat.page.one(`#champ-${id}-sexe`).textContent)).toBe('illisible')
    expect(await stored(t)).toMatchObject({ etats: { sexe: 'illisible' } })
    expect((await stored(t)).data).not.toHaveProperty('sexe')
    expect(t.failures).toEqual([])
  })

  test('a place: under its name of today, offered where several match, chosen', async () => {
    const t = await testApp()
    const { marie, path, lieu } = await entered(t)
    const at = `${path}/champs/domicile`
    const unknown = await marie.post(at, { 'texte:data[domicile]': 'Pleur', 'data[domicile]': '', version: 1 })
    expect(unknown.status).toBe(422)
    expect(unknown.page.text).toContain('Choisissez le lieu dans la liste.')
    const saved = await marie.post(at, { 'texte:data[domicile]': 'Pleurtuit', 'data[domicile]': '', version: 1 })
    expect(saved.status).toBe(303)
    expect((await stored(t)).data.domicile).toEqual({ id: lieu.id, nom_long: 'Pleurtuit' })
    await t.db.updateTable('lieux').set({ nom_long: 'Pleurtuit-sur-Rance' }).where('id', '=', lieu.id).execute()
    expect((await marie.get(at)).page.value('texte:data[domicile]')).toBe('Pleurtuit-sur-Rance')
    // Saved as it is: only the copied name is older, nothing to write.
    await marie.post(at, { 'texte:data[domicile]': 'Pleurtuit-sur-Rance', 'data[domicile]': lieu.id, version: 2 })
    expect((await stored(t)).version).toBe(2)
    // An id beside an empty text is the place, unless it is the one that the emptied box was drawn with.
    const other = await t.make.lieu({ nom: 'Dinard' })
    await marie.post(at, { 'texte:data[domicile]': '', 'data[domicile]': other.id, version: 2 })
    expect((await stored(t)).data.domicile).toEqual({ id: other.id, nom_long: 'Dinard' })
    const left = {
      'data[domicile]': other.id,
      'montre:data[domicile]': (await marie.get(at)).page.value('montre:data[domicile]'),
    }
    await marie.post(at, { ...left, 'texte:data[domicile]': '', version: 3 })
    expect((await stored(t)).data).not.toHaveProperty('domicile')
    expect(t.failures).toEqual([])
  })

  test('an option that is no longer offered may stay', async () => {
    const t = await testApp()
    const { marie, path } = await entered(t)
    await t.db
      .updateTable('champs')
      .set({ options: JSON.stringify(['M']) })
      .where('nom', '=', 'sexe')
      .execute()
    expect((await marie.post(`${path}/champs/sexe`, { 'data[sexe]': 'F', version: 1 })).status).toBe(303)
    expect((await marie.post(`${path}/champs/sexe`, { 'data[sexe]': '?', version: 1 })).status).toBe(422)
    expect((await stored(t)).version).toBe(1)
  })
})

describe('refused', () => {
  test('what the whole form refuses, with its message and what was typed; nothing moves', async () => {
    const t = await testApp()
    const { marie, path } = await entered(t)
    for (const [nom, fields, sentence] of [
      ['nom', { 'data[nom]': '' }, 'Ce champ est obligatoire'],
      ['nom', { 'data[nom]': 'x'.repeat(501) }, 'trop long'],
      ['nom', { 'data[nom]': 'a\u0000b' }, 'caractère interdit'],
      ['nom', { 'data[nom]': 'Riou', 'etats[nom]': 'illisible' }, 'Ce champ contient un texte'],
      ['nom', { 'data[nom]': 'Riou', 'etats[nom]': 'flou' }, 'Choisissez un état'],
      ['numero', { 'data[numero]': 'douze' }, 'Indiquez un nombre'],
    ] as const) {
      const answer = await postHere(marie, `${path}/champs/${nom}?vue=liste`, { ...fields, version: 1 })
      expect(answer.status).toBe(422)
      expect(answer.page.error(`data[${nom}]`)).toContain(sentence)
      const typed: Record<string, string> = fields
      if (!typed[`data[${nom}]`]?.includes('\u0000'))
        expect(answer.page.value(`data[${nom}]`)).toBe(typed[`data[${nom}]`])
    }
    expect((await stored(t)).version).toBe(1)
    expect(t.failures).toEqual([])
  })

  test('without a session, elsewhere, in a closed source, an unknown record or field', async () => {
    const t = await testApp()
    const { source, marie, path } = await entered(t)
    const etienne = await t.as(t.etienne)
    const statuses = async (visitor: Visitor, at: string) => [
      (await visitor.get(at)).status,
      (await visitor.get(`${at}/valeur`)).status,
      (await visitor.post(at, { 'data[nom]': 'Riou', version: 1 })).status,
    ]
    expect(await statuses(t.anonymous(), `${path}/champs/nom`)).toEqual([303, 303, 303])
    expect(await statuses(etienne, `${path}/champs/nom`)).toEqual([404, 404, 404])
    for (const at of [`${path}/champs/inconnu`, `${path}/champs/constructor`, '/releves/999999/champs/nom'])
      expect(await statuses(marie, at)).toEqual([404, 404, 404])
    await t.db.updateTable('sources').set({ status: 'a_valider' }).where('id', '=', source.id).execute()
    expect(await statuses(marie, `${path}/champs/nom`)).toEqual([403, 403, 403])
    expect(await stored(t)).toMatchObject({ version: 1, data: { nom: 'Lefèvre' } })
    expect(t.failures).toEqual([])
  })
})

describe('somebody else was faster', () => {
  test('on another field: both changes stand', async () => {
    const t = await testApp()
    const { marie, path } = await entered(t)
    const rene = await t.as(t.rene)
    await rene.post(`${path}/champs/prenom`, { 'data[prenom]': 'Jeanne', 'etats[prenom]': 'douteux', version: 1 })
    expect((await marie.post(`${path}/champs/nom`, { 'data[nom]': 'Riou', version: 1 })).status).toBe(303)
    expect(await stored(t)).toMatchObject({
      version: 3,
      data: { nom: 'Riou', prenom: 'Jeanne' },
      etats: { prenom: 'douteux' },
    })
  })

  test('on the same field: told, nothing overwritten; saved again on purpose', async () => {
    const t = await testApp()
    const { marie, path } = await entered(t)
    const rene = await t.as(t.rene)
    await rene.post(`${path}/champs/nom`, { 'data[nom]': 'Durand', version: 1 })
    for (const version of [1, '', 'abc', 77]) {
      const answer = await postHere(marie, `${path}/champs/nom?vue=fiche`, { 'data[nom]': 'Riou', version })
      expect(answer.status).toBe(409)
      expect(squeeze(answer.page.one('[role=alert]').textContent)).toBe(
        'Ce champ a été modifié entre-temps (dernière modification du relevé par rene, le 21 novembre 2026 à 11:00). Il contient maintenant : Durand. Enregistrez pour y mettre votre texte, ou annulez pour garder celui-là.',
      )
      expect([answer.page.value('data[nom]'), answer.page.value('version')]).toEqual(['Riou', '2'])
    }
    expect((await stored(t)).data.nom).toBe('Durand')
    expect((await marie.post(`${path}/champs/nom`, { 'data[nom]': 'Durand', version: 1 })).status).toBe(303)
    expect((await stored(t)).version).toBe(2)
    await marie.post(`${path}/champs/nom`, { 'data[nom]': 'Riou', version: 2 })
    expect(await stored(t)).toMatchObject({ version: 3, data: { nom: 'Riou' } })
    expect(t.failures).toEqual([])
  })

  test('of ten who save one field at once, one does', async () => {
    const t = await testApp()
    const { marie, path } = await entered(t)
    const save = (n: number) => marie.post(`${path}/champs/nom`, { 'data[nom]': `N${n}`, version: 1 })
    const statuses = (await Promise.all(Array.from({ length: 10 }, (_, n) => save(n)))).map((answer) => answer.status)
    expect(statuses.toSorted()).toEqual([303, ...Array(9).fill(409)])
    expect((await stored(t)).version).toBe(2)
    expect(t.failures).toEqual([])
  })

  test('the record is gone: what was typed is still there', async () => {
    const t = await testApp()
    const { marie, path } = await entered(t)
    await marie.post(`${path}/supprimer`, { version: 1 })
    const answer = await marie.post(`${path}/champs/nom`, { 'data[nom]': 'Riou', version: 1 })
    expect(answer.status).toBe(409)
    expect(answer.page.text).toContain('Ce relevé a été supprimé par marie')
    expect(answer.page.value('data[nom]')).toBe('Riou')
    expect((await marie.get(`${path}/champs/nom`)).status).toBe(404)
    expect(await releves(t)).toEqual([])
    expect(t.failures).toEqual([])
  })
})
