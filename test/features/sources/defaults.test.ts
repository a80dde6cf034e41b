import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../support/app.ts'

const BY_DEFAULT = ['domicile', 'sexe', 'numero']

/** A register whose type gives three of its fields the default value of the source. */
async function register() {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo, titre: 'Baptêmes de Pleurtuit' })
  await t.db.updateTable('champs').set({ politique: 'defaut' }).where('nom', 'in', BY_DEFAULT).execute()
  await t.db.updateTable('champs').set({ required: true }).where('nom', '=', 'sexe').execute()
  const lieu = await t.make.lieu({ nom: 'Pleurtuit' })
  const fields = {
    version: 1,
    'data[domicile]': lieu.id,
    'texte:data[domicile]': lieu.nom_long,
    'data[sexe]': 'F',
    'data[numero]': '12,5',
  }
  return { t, source, lieu, fields, path: `/sources/${source.id}/defauts` }
}

const stored = async (t: TestApp) =>
  await t.db.selectFrom('sources').select(['defauts', 'version']).executeTakeFirstOrThrow()

test('a manager sets default values with the controls of the fields; the next record starts with them', async () => {
  const { t, source, lieu, fields, path } = await register()
  const rene = await t.as(t.rene)
  expect((await rene.get(`/sources/${source.id}`)).page.has(`a[href="${path}"]`)).toBe(true)
  const form = await rene.get(path)
  expect([form.page.h1, form.page.title.startsWith('Valeurs par défaut')]).toEqual(['Valeurs par défaut', true])
  const named = form.page.all('main [name^="data["]').map((node) => node.getAttribute('name'))
  expect(named).toEqual(['data[sexe]', 'data[numero]', 'data[domicile]'])
  expect(form.page.has('main [required]')).toBe(false)
  expect(form.page.one('main form button[type=submit]').textContent).toBe('Enregistrer les valeurs par défaut')
  const res = await rene.post(path, fields)
  expect(res.location).toBe(`/sources/${source.id}`)
  const domicile = { id: lieu.id, nom_long: 'Pleurtuit' }
  expect(await stored(t)).toEqual({ defauts: { sexe: 'F', numero: 12.5, domicile }, version: 2 })
  const again = (await rene.get(path)).page
  expect([again.value('data[sexe]'), again.value('data[numero]')]).toEqual(['F', '12,5'])
  expect(again.value('texte:data[domicile]')).toBe('Pleurtuit')

  const marie = await t.as(t.marie)
  const entry = `/sources/${source.id}/releves/nouveau`
  const first = (await marie.get(entry)).page
  expect([first.value('data[sexe]'), first.value('data[domicile]')]).toEqual(['F', String(lieu.id)])
  expect(first.value('data[nom]')).toBe('')
  const saved = await marie.post(`/sources/${source.id}/releves`, {
    'data[date_evenement][valeur]': '1787',
    'data[nom]': 'Martin',
    'data[sexe]': 'M',
    'data[numero]': '3',
    'texte:data[domicile]': '',
  })
  const next = (await marie.follow(saved)).page
  expect([next.value('data[sexe]'), next.value('data[numero]'), next.value('data[nom]')]).toEqual(['F', '12,5', ''])
  expect(t.failures).toEqual([])
})

test('a default value that its field would no longer take is left out', async () => {
  const { t, source, lieu, fields, path } = await register()
  const admin = await t.as(t.admin)
  await admin.post(path, fields)
  const start = async () => {
    const { page } = await admin.get(`/sources/${source.id}/releves/nouveau`)
    return ['sexe', 'numero', 'domicile'].map((nom) => page.value(`data[${nom}]`))
  }
  await t.db.updateTable('lieux').set({ nom_long: 'Pleurtuit, Bretagne' }).where('id', '=', lieu.id).execute()
  expect(await start()).toEqual(['F', '12,5', String(lieu.id)])
  const renamed = await admin.get(`/sources/${source.id}/releves/nouveau`)
  expect(renamed.page.value('texte:data[domicile]')).toBe('Pleurtuit, Bretagne')
  await t.db.deleteFrom('lieux').where('id', '=', lieu.id).execute()
  await t.db
    .updateTable('champs')
    .set({ options: JSON.stringify(['M']) })
    .where('nom', '=', 'sexe')
    .execute()
  await t.db.updateTable('champs').set({ type: 'boolean' }).where('nom', '=', 'numero').execute()
  expect(await start()).toEqual(['', '', ''])
  expect((await admin.get(path)).status).toBe(200)
  expect(t.failures).toEqual([])
})

test('the value of a field that takes no default any more waits for it to do so again', async () => {
  const { t, fields, path } = await register()
  const admin = await t.as(t.admin)
  await admin.post(path, fields)
  await t.db.updateTable('champs').set({ politique: 'repris' }).where('nom', '=', 'numero').execute()
  const forged = { version: 2, 'data[sexe]': 'M', 'data[numero]': '99', 'data[nom]': 'Intrus', 'data[inconnu]': 'x' }
  expect((await admin.post(path, forged)).status).toBe(303)
  expect((await stored(t)).defauts).toEqual({ sexe: 'M', numero: 12.5 })
})

test.each<[string, Record<string, string>, string, string]>([
  ['no number', { 'data[numero]': 'douze' }, 'data[numero]', 'Indiquez un nombre en chiffres'],
  ['not in the list', { 'data[sexe]': 'X' }, 'data[sexe]', 'Choisissez une valeur dans la liste.'],
  [
    'unknown place',
    { 'data[domicile]': '999', 'texte:data[domicile]': 'Nulle part' },
    'texte:data[domicile]',
    'Aucun lieu',
  ],
  ['control character', { 'data[sexe]': 'F\u0000' }, 'data[sexe]', 'caractère interdit'],
])('a default value is refused: %s', async (_why, change, name, message) => {
  const { t, fields, path } = await register()
  const res = await (await t.as(t.rene)).post(path, { ...fields, ...change })
  expect(res.status).toBe(422)
  expect(res.page.error(name)).toContain(message)
  if (!change['data[numero]']) expect(res.page.value('data[numero]')).toBe('12,5')
  expect(res.page.value('version')).toBe('1')
  expect(await stored(t)).toEqual({ defauts: {}, version: 1 })
  expect(t.failures).toEqual([])
})

test('without JavaScript a place is searched, then chosen; nothing is stored meanwhile', async () => {
  const { t, lieu, fields, path } = await register()
  const rene = await t.as(t.rene)
  const asked = { ...fields, 'data[domicile]': '', 'texte:data[domicile]': 'pleur', chercher: 'data[domicile]' }
  const res = await rene.post(path, asked)
  expect(res.status).toBe(200)
  expect(res.page.has(`select[name="data[domicile]"] option[value="${lieu.id}"]`)).toBe(true)
  expect([res.page.value('data[sexe]'), res.page.value('version')]).toEqual(['F', '1'])
  expect((await stored(t)).version).toBe(1)
})

test('of two who set default values, the second is told and keeps what was typed', async () => {
  const { t, fields, path } = await register()
  const rene = await t.as(t.rene)
  const admin = await t.as(t.admin)
  expect((await rene.post(path, fields)).status).toBe(303)
  const late = await admin.post(path, { ...fields, 'data[numero]': '7' })
  expect(late.status).toBe(409)
  expect(late.page.text).toContain('a été modifiée entre-temps')
  expect([late.page.value('data[numero]'), late.page.value('version')]).toEqual(['7', '2'])
  expect((await stored(t)).defauts).toMatchObject({ numero: 12.5 })
  expect((await admin.post(path, { ...fields, 'data[numero]': '7', version: 2 })).status).toBe(303)
  expect((await stored(t)).defauts).toMatchObject({ numero: 7 })
})

test('where no field takes a default value, the page says who can change that', async () => {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo })
  const path = `/sources/${source.id}/defauts`
  const forRene = (await (await t.as(t.rene)).get(path)).page
  expect([forRene.text.includes('Un administrateur peut le choisir.'), forRene.has('main form')]).toEqual([true, false])
  const forAdmin = (await (await t.as(t.admin)).get(path)).page
  expect(forAdmin.has(`a[href="/admin/types-sources/${source.type.id}/champs"]`)).toBe(true)
})

test('default values are those of whoever manages the source, and of nobody else', async () => {
  const { t, source, fields, path } = await register()
  expect((await t.anonymous().post(path, fields)).location).toMatch(/^\/login/)
  const marie = await t.as(t.marie)
  expect([(await marie.get(path)).status, (await marie.post(path, fields)).status]).toEqual([403, 403])
  expect((await marie.get(`/sources/${source.id}`)).page.has(`a[href="${path}"]`)).toBe(false)
  const etienne = await t.as(t.etienne)
  expect([(await etienne.get(path)).status, (await etienne.post(path, fields)).status]).toEqual([404, 404])
  const admin = await t.as(t.admin)
  for (const id of ['0', 'x', '777']) expect((await admin.post(`/sources/${id}/defauts`, fields)).status, id).toBe(404)
  expect(await stored(t)).toEqual({ defauts: {}, version: 1 })
})
