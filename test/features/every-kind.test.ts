// A kind of field is in the registry or it is not: each goes from the designer to the search by itself, on the site as it is.
import { expect, test } from 'vitest'
import { fieldName, KINDS } from '../../src/champs/index.ts'
import type { FieldType } from '../../src/db/schema.ts'
import { FIELD_TYPES } from '../../src/db/schema.ts'
import { indexWords } from '../../src/search/field-words.ts'
import { VALUES } from '../champs/values.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { squeeze } from '../support/html.ts'
import { importOf, sendFile, work } from './imports/support.ts'

const NAME = fieldName({ nom: 'essai' })
const INPUT = { label: 'Essai', nom: 'essai', options_raw: 'M\nF\n?' }

const stored = async (t: TestApp, sourceId: number) =>
  (await t.db.selectFrom('releves').select('data').where('source_id', '=', sourceId).execute()).map(({ data }) => data)

/** Two registers of a type whose designer has just added a field of this kind. */
async function designed(t: TestApp, type: FieldType) {
  const kind = await t.make.typeSource({ nom: 'Registre', champs: [{ nom: 'nom', label: 'Nom' }] })
  const admin = await t.as(t.admin)
  expect((await admin.post(`/admin/types-sources/${kind.id}/champs`, { ...INPUT, type })).status).toBe(303)
  const make = () => t.make.source({ type: kind, section: t.saintMalo })
  return { first: await make(), second: await make() }
}

/** A value that this site can hold: a place is one of its own. */
async function valueFor(t: TestApp, type: FieldType): Promise<unknown> {
  if (type !== 'place') return VALUES[type][0]
  const { id, nom_long } = await t.make.lieu({ nom: 'Pleurtuit' })
  return { id, nom_long }
}

test.each(FIELD_TYPES)('%s: designed, entered, shown, found, exported, imported', async (type) => {
  const t = await testApp()
  const marie = await t.as(t.marie)
  const kind = KINDS[type]
  const value = await valueFor(t, type)
  const { first, second } = await designed(t, type)

  const desk = await marie.get(`/sources/${first.id}/releves/nouveau`)
  const raw = kind.toRaw(value, NAME)
  for (const name of Object.keys(raw)) expect(desk.page.value(name)).toBeDefined()
  const entry = { 'data[nom]': 'Kerguelen', ...raw, _envoi: desk.page.value('_envoi') }
  expect((await marie.post(`/sources/${first.id}/releves`, entry as Record<string, string>)).status).toBe(303)
  expect(await stored(t, first.id)).toEqual([{ nom: 'Kerguelen', essai: value }])
  const [{ id } = { id: 0 }] = await t.db.selectFrom('releves').select('id').execute()
  expect(squeeze((await marie.get(`/releves/${id}`)).page.text)).toContain(squeeze(kind.toText(value)))

  const found = await marie.get(`/recherche?q=${encodeURIComponent(indexWords(kind.toSearch(value)).join(' '))}`)
  if (kind.toSearch(value) !== '') expect(found.page.text).toContain('Kerguelen')

  const csv = await marie.get(`/export/source/${first.id}/csv`)
  await sendFile(marie, `/sources/${second.id}/import`, csv.text)
  await work(t)
  await marie.post(`/imports/${(await importOf(t)).id}/confirmer`)
  await work(t)
  expect(await stored(t, second.id)).toEqual([{ nom: 'Kerguelen', essai: value }])
  expect(t.failures).toEqual([])
})
