// Files and forms that were made to harm the choice of columns: nothing of it is a 500, on either engine.
import { readdirSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importFolder } from '../../../src/features/imports/rules/files.ts'
import { testApp } from '../../support/app.ts'
import { inlineRows, xlsxOf } from '../../support/classeurs.ts'
import { BAPTEME } from '../../support/factories.ts'
import { squeeze } from '../../support/html.ts'
import { register, releves } from '../releves/support.ts'
import { importOf, sendFile, work } from './support.ts'

const TITLES = ['Date', 'PATRONYME', 'Prénom', 'Sexe', 'tr\u0000uc']
const LINE = ['25/03/1789', 'LE GOFF', 'Anne', 'F', 'z']
const CSV = `${TITLES.join(';')}\n${LINE.join(';')}\n`

async function site(more: { nom: string; label: string; required?: boolean }[] = []) {
  const t = await testApp()
  const type = await t.make.typeSource({ champs: [...BAPTEME, ...more] })
  const { source } = await register(t, { type })
  const marie = await t.as(t.marie)
  const asked = async (content: string | Uint8Array) =>
    (await sendFile(marie, `/sources/${source.id}/import`, content)).location ?? ''
  return { t, marie, asked }
}

test('a value that no text may hold is refused wherever the form goes, and no draft keeps it', async () => {
  const { t, marie, asked } = await site()
  const path = await asked(CSV)
  for (const more of [{ action: 'apercu' }, { encodage: 'windows-1252' }, { ligne_entete: '2' }])
    for (const field of ['constantes[numero]', 'constantes[nom]']) {
      const answer = await marie.post(path, { [field]: 'a\u0000b', ...more })
      expect([field, more, answer.status]).toEqual([field, more, 422])
      expect(squeeze(answer.page.text)).toContain('Ce texte contient un caractère interdit.')
    }
  expect(await importOf(t)).toMatchObject({ etat: 'colonnes', correspondance: null })
  expect(t.failures).toEqual([])
})

test('a title is read without the signs that no text may hold, whether its column is left out or goes to the notes', async () => {
  const sheet = await xlsxOf({ sheets: { A: inlineRows([[...TITLES.slice(0, 4), 'tr_x0000_uc'], LINE]) } })
  for (const content of [CSV, sheet])
    for (const [vers, ignored, notes] of [
      ['ignorer', 'truc', undefined],
      ['notes', '', 'truc\u00a0: z'],
    ] as const) {
      const { t, marie, asked } = await site()
      const path = await asked(content)
      expect((await marie.post(path, { 'colonnes[4]': vers })).status).toBe(303)
      await work(t)
      expect(await importOf(t)).toMatchObject({ etat: 'pret', a_creer: 1, colonnes_ignorees: ignored })
      await marie.post(path.replace('/colonnes', '/confirmer'))
      await work(t)
      expect((await releves(t)).map(({ data }) => data.notes)).toEqual([notes])
      expect(t.failures).toEqual([])
    }
})

test('a file that is gone is told in words', async () => {
  const { t, marie, asked } = await site()
  const path = await asked(CSV)
  const folder = importFolder(t.deps.storage)
  for (const name of readdirSync(folder)) rmSync(`${folder}/${name}`)
  for (const answer of [await marie.get(path), await marie.post(path)]) {
    expect(answer.status).toBe(409)
    expect(answer.page.text).toContain('Envoyez-le de nouveau')
  }
  expect(t.failures).toEqual([])
})

test('a field may be called as what every object has', async () => {
  const { t, marie, asked } = await site([{ nom: 'constructor', label: 'Bâtisseur', required: true }])
  const path = await asked(CSV)
  expect((await marie.get(path)).status).toBe(200)
  const empty = await marie.post(path)
  expect([empty.status, empty.page.error('constantes[constructor]')]).toEqual([
    422,
    expect.stringContaining('obligatoire'),
  ])
  expect((await marie.post(path, { 'constantes[constructor]': 'Yves' })).status).toBe(303)
  await work(t)
  await marie.post(path.replace('/colonnes', '/confirmer'))
  await work(t)
  expect((await releves(t)).map(({ data }) => data)).toMatchObject([{ nom: 'LE GOFF', constructor: 'Yves' }])
  expect(t.failures).toEqual([])
})
