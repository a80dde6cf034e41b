import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'

/** Fourteen names of long words, no two alike, in an alphabet of four bytes a letter. */
const names = (field: number): string =>
  Array.from({ length: 14 }, (_, n) => String.fromCodePoint(0x1e900 + field, 0x1e900 + n).repeat(30)).join(' ')

const FIELDS = Array.from({ length: 20 }, (_, n) => `temoin_${n}`)

test('a record of many long names is saved, and its persons are found', async () => {
  const t = await testApp()
  const type = await t.make.typeSource({ champs: [{ nom: 'nom' }, ...FIELDS.map((nom) => ({ nom }))] })
  const source = await t.make.source({ type })
  const data = Object.fromEntries(FIELDS.map((nom, at) => [nom, names(at)]))
  await t.make.releve(source, { nom: 'ALLAIN', ...data })
  const admin = await t.as(t.admin)
  const found = async (nom: string, prenom: string) =>
    (await admin.get(`/recherche?${new URLSearchParams({ nom, prenom })}`)).page.text.includes('ALLAIN')
  const [first = '', second = ''] = names(19).split(' ')
  const [other = ''] = names(3).split(' ')
  expect(await found(first, second)).toBe(true)
  expect(await found(first, other)).toBe(false)
  expect(t.failures).toEqual([])
})
