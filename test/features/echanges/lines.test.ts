import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { NumberedLine } from '../../../src/features/echanges/rules/act-file.ts'
import { ANCESTRIS_V5 } from '../../../src/features/echanges/rules/columns.ts'
import { FileError } from '../../../src/features/imports/rules/encoding.ts'
import { bytesOf, readBytes, readLines, v3, WORKED } from './support.ts'

const valuesOf = (line: NumberedLine | undefined) => (line && 'act' in line ? line.act.values : {})
const refusal = (line: NumberedLine | undefined) => (line && 'refused' in line ? line.refused : '')
const told = (line: NumberedLine | undefined) => (line && 'act' in line ? line.act.warnings.join(' ') : '')
const firstOf = async (line: string) => (await readLines([line]))?.[0]

test('the worked lines are read in one file, each of its type; the variant is no act', async () => {
  const lines = (await readLines(WORKED)) ?? []
  expect(lines.map((line) => ('act' in line ? line.act.lettre : Object.keys(line)[1]))).toEqual([
    ...['N', 'M', 'D', 'V', 'aside'],
  ])
  expect(valuesOf(lines[1])).toMatchObject({
    ...{ date_republicaine: '9 thermidor an 2', epouse_ex_commentaire: 'décédé', epouse_naissance: '00/00/1771' },
    ...{ commentaire_general: 'dispense de parenté', id: '88', photos: 'P7140021.jpg;P7140022.jpg' },
  })
  expect(valuesOf(lines[1])).not.toHaveProperty('naissance')
  expect(valuesOf(lines[3])).toMatchObject({ sigle: 'CM', second_nom: 'GUY', second_mere_prenom: 'Rose', id: '15' })
  expect(valuesOf(lines[0]).commentaire_general).toBe('Acte en marge\nrelié au mauvais mois')
})

test.each([
  ['CR LF', { end: '\r\n' }],
  ['LF', { end: '\n' }],
  ['CR alone', { end: '\r' }],
  ['UTF-8', { encodage: 'utf8' }],
  ['UTF-8 with its mark', { encodage: 'utf8', bom: true }],
])('the same acts with %s', async (_, written) => {
  expect(await readLines(WORKED, written)).toEqual(await readLines(WORKED))
})

test('letters that only Windows-1252 has are read', async () => {
  const line = await firstOf(v3('N', { 7: '01/01/1700', 11: 'LE BŒUF', 29: 'l’aînée – 3 € †…' }))
  expect(valuesOf(line)).toMatchObject({ nom: 'LE BŒUF', commentaire_general: 'l’aînée – 3 € †…' })
})

test('a byte that is no letter costs its line, which is named', async () => {
  const [good = '', bad = ''] = [v3('N', { 11: 'BON', 30: '1' }), v3('N', { 11: 'M#UVAIS', 30: '2' })]
  const lines = await readBytes(Buffer.from(bytesOf([good, bad]).map((byte) => (byte === 0x23 ? 0x81 : byte))))
  expect(lines?.map(({ ligne }) => ligne)).toEqual([1, 2])
  expect(refusal(lines?.[1])).toMatch(/octet/)
})

test('a blank line is none, and every line counts for those behind it', async () => {
  const all = [v3('N', { 11: 'UN', 30: '1' }), '', '   ', v3('N', { 11: 'DEUX', 30: '2' })]
  const lines = (await readLines(all)) ?? []
  expect(lines.map(({ ligne }) => ligne)).toEqual([1, 2, 3, 4])
  expect(lines.map((line) => 'act' in line)).toEqual([true, false, false, true])
})

test('each of the worked lines alone is a file, but for the variant, which holds no act', async () => {
  for (const [at, line] of WORKED.entries()) {
    const [read] = (await readLines([line])) ?? []
    expect([at, Object.keys(read ?? {}).includes('act')]).toEqual([at, at < 4])
  }
})

test('columns that are too few or too many are counted in words', async () => {
  const short = v3('N', {}).split(';').slice(0, 29).join(';')
  expect(refusal(await firstOf(short))).toMatch(/Il manque des colonnes.*29 au lieu de 30/)
  expect(refusal(await firstOf('NIMEGUEV3'))).toMatch(/sixième colonne/)
  const lacking = v3('N', { 30: '1204' }).split(';').toSpliced(20, 1).join(';')
  expect(refusal(await firstOf(lacking))).toMatch(/29 au lieu de 30/)
  const many = v3('N', { 11: 'DUPONT', 29: 'avant ; après', 30: 'douze' })
  expect(refusal(await firstOf(many))).toMatch(/point-virgule/)
})

test('a `;` in a text is put back where the number stands behind it, and told', async () => {
  const general = await firstOf(v3('N', { 11: 'DUPONT', 13: 'F', 29: 'voir;12', 30: '1026' }))
  expect(valuesOf(general)).toMatchObject({ commentaire_general: 'voir;12', id: '1026' })
  expect(told(general)).toContain('«\u00a0voir;12\u00a0»')
  const photo = await firstOf(`${v3('N', { 11: 'DUPONT', 29: 'avant ; après', 30: '1026' })}P0001026.jpg`)
  expect(valuesOf(photo)).toMatchObject({ commentaire_general: 'avant ; après', id: '1026', photos: 'P0001026.jpg' })
  const comment = await firstOf(v3('N', { 11: 'DUPONT', 13: 'F', 14: 'né ; ondoyé', 15: 'DUPONT', 29: 'mot', 30: '7' }))
  expect(valuesOf(comment)).toMatchObject({ commentaire: 'né ; ondoyé', pere_nom: 'DUPONT', id: '7' })
})

test('a photo is no number, a number of nothing is no number of an act', async () => {
  const photos = await firstOf(`${v3('D', { 11: 'DUPONT', 38: '3' })}C:\\Photos\\1.jpg;2.jpg`)
  expect(valuesOf(photos)).toMatchObject({ id: '3', photos: 'C:\\Photos\\1.jpg;2.jpg' })
  for (const id of ['0', '12abc', '-5', '12.5'])
    expect(told(await firstOf(v3('D', { 11: 'DUPONT', 38: id })))).toContain('numéro')
  expect(told(await firstOf(v3('D', { 11: 'DUPONT', 38: '' })))).toBe('')
})

test('Nimègue V2 has its own order: profession first, one text for a former spouse', async () => {
  const cells = Array.from({ length: 54 }, (_, i) => `c${i + 1}`)
  Object.assign(cells, { 0: 'NIMEGUE-V2', 5: 'M', 53: '9' })
  expect(valuesOf(await firstOf(cells.join(';')))).toMatchObject({
    ...{ profession: 'c16', ex_nom: 'c17', commentaire: 'c18', pere_nom: 'c19', mere_commentaire: 'c25' },
    ...{ epouse_nom: 'c26', temoin_1_nom: 'c41', commentaire_general: 'c53', id: '9' },
  })
})

test('a backup of ExpoActes keeps `;` and quotes, and says that it goes on elsewhere', async () => {
  const cells = Array.from({ length: 38 }, () => '')
  const at = { 5: '"N"', 6: '"17??"', 10: '"DUPONT"', 28: '"dit ""le Grand""; sic"', 29: '"4"', 30: '"a.jpg;b.jpg"' }
  const more = { 31: '"0017-01-01"', 34: '"A. Gicquel"', 35: '"H. Bœuf"' }
  const line = ['EA32', ...Object.assign(cells.slice(1), {}), ''].map((cell, i) => ({ ...at, ...more })[i] ?? cell)
  const lines = (await readLines([`${line.join(';')};`, 'EA_NEXT;2'], { encodage: 'utf8' })) ?? []
  expect(valuesOf(lines[0])).toMatchObject({
    ...{ commentaire_general: 'dit "le Grand"; sic', photos: 'a.jpg;b.jpg', photographe: 'A. Gicquel' },
    ...{ releveur: 'H. Bœuf', date: '17??', id: '4' },
  })
  expect(lines[1]).toMatchObject({ aside: expect.stringContaining('suite') })
})

test('a text in quotes may go on in the next line', async () => {
  const cells = Array.from({ length: 38 }, () => '')
  const at = { 4: '"N"', 5: '"12/03/1787"', 9: '"DUPONT"', 27: '"première ligne\r\nseconde"', 28: '"4"' }
  const lines = (await readLines([`EA32;${Object.assign(cells, at).join(';')};`], { encodage: 'utf8' })) ?? []
  expect(valuesOf(lines[0])).toMatchObject({ nom: 'DUPONT', commentaire_general: 'première ligne seconde' })
})

test('what is no file of acts is not read, what nearly is one is refused in words', async () => {
  expect(await readLines(['Date;Nom', '1787;DUPONT'])).toBeUndefined()
  await expect(readBytes(Buffer.alloc(0))).rejects.toThrow(FileError)
  for (const key of ['NIMEGUE-V3', 'nimeguev3', '"NIMEGUEV3"', 'EA 32'])
    await expect(readLines([`${key};35288;Saint-Malo`])).rejects.toThrow(/autre programme/)
})

test.each(['N', 'M', 'D', 'V'] as const)(
  'ExpoActes’ own files say the same in both of its formats (%s)',
  async (letter) => {
    const folder = join(import.meta.dirname, 'exemples')
    const nimegue = await readBytes(await readFile(join(folder, `Saint_Malo_${letter}.TXT`)))
    const backup = await readBytes(await readFile(join(folder, `backup_2026-11-22_FULL_${letter}.001.bea`)))
    const acts = (lines: NumberedLine[] | undefined) =>
      new Map(lines?.map((line) => [valuesOf(line).id, valuesOf(line)]))
    const [ours, theirs] = [acts(nimegue), acts(backup)]
    expect(nimegue).toHaveLength(20)
    expect(backup).toHaveLength(20)
    for (const [id, values] of ours) {
      const { photographe: _, releveur: __, verificateur: ___, ...rest } = theirs.get(id) ?? {}
      const known = Object.fromEntries(
        Object.entries(rest).filter(
          ([column]) => !/^(date_tri|id_expoactes|deposant|depot|modification)$/.test(column),
        ),
      )
      const bare = (all: object) => JSON.stringify(all).replaceAll('\\\\', '')
      expect(bare(known)).toBe(bare(values))
    }
  },
)

test('Ancestris says who is dead, how old parents are and where they live', async () => {
  const at: Record<string, string> = {
    ...{ Key: 'ANCESTRISV5', CityName: 'Saint-Malo', CityCode: '35288', Type: 'N', EventDate: '08/12/1787' },
    ...{ IndiLastName: 'LE GOFF', IndiSex: 'F', IndiFatherLastName: 'LE GOFF', IndiFatherDead: 'DEAD' },
    ...{ IndiFatherAge: '34', IndiFatherResidence: 'Paramé', Notary: 'Me Hamon', GeneralComment: 'un "mot"; deux' },
  }
  const line = ANCESTRIS_V5.map((column) => `"${(at[column] ?? '').replaceAll('"', '""')}"`).join(';')
  const head = ANCESTRIS_V5.map((column) => (column === 'Type' ? 'N/M/D/V' : column)).join(';')
  const bare = (text: string) => text.replace(/^(?:"ANCESTRISV5"|Key)/, 'ANCESTRISV5')
  const lines = await readLines([bare(head), bare(line)], { encodage: 'utf8', bom: true })
  expect(lines?.[0]).toHaveProperty('aside')
  expect(valuesOf(lines?.[1])).toMatchObject({
    ...{ commune: 'Saint-Malo', nom: 'LE GOFF', sexe: 'F', pere_nom: 'LE GOFF', date: '08/12/1787' },
    pere_commentaire: 'décédé, 34\u00a0ans, Domicile\u00a0: Paramé',
    commentaire_general: 'un "mot"; deux\nnotaire\u00a0: Me Hamon',
  })
})
