import { describe, expect, test } from 'vitest'
import { CellReader, mappingFor } from '../../../src/features/echanges/rules/cells.ts'
import { actDate, readForeignDate, republicanWords } from '../../../src/features/echanges/rules/dates.ts'
import { cellsOf, champsOf, readLines, v3, WORKED } from './support.ts'

const baptism = (cells: Record<number, string>, cle = 'baptemes') =>
  cellsOf(v3('N', { 7: '08/12/1787', 11: 'DUPONT', ...cells }), cle)
const kept = async (cells: Record<number, string>, cle?: string) => {
  const read = await baptism(cells, cle)
  if (!read.ok) throw new Error(read.message)
  const { date_evenement: _, nom: __, ...rest } = read.cells
  return rest
}

test.each([
  ['08/12/1787', '08/12/1787'],
  ['00/12/1787', '12/1787'],
  ['__/12/1787', '12/1787'],
  ['??/12/1787', '12/1787'],
  ['  /12/1787', '12/1787'],
  ['00/00/1787', '1787'],
  ['12/1787', '12/1787'],
  ['1787', '1787'],
  ['08.12.1787', '08/12/1787'],
  ['08-12-1787', '08/12/1787'],
  ['08 12 1787', '08/12/1787'],
  ['17??', '17??'],
  ['178?', '178?'],
  ['165x', '165?'],
  ['00/00/17??', '17??'],
  ['1756-1757', '1756-1757'],
  ['          ', ''],
  ['00/00/0000', ''],
])('the date « %s » is « %s »', (typed, cell) => {
  expect(readForeignDate(typed)).toEqual({ ok: true, cell })
})

test.each(['29/02/1700', '01/13/1788', 'inconnue', '08/12/87'])('« %s » is refused and named', (typed) => {
  expect(readForeignDate(typed)).toMatchObject({ ok: false, message: expect.stringContaining(typed) })
})

test('a day in a year of lost figures leaves the year, and the whole in the notes', () => {
  expect(readForeignDate('22/02/17??')).toMatchObject({ ok: true, cell: '17??', rest: '22/02/17??' })
})

describe('the Republican date beside the Gregorian one', () => {
  test('wins where both say the same day, or where they disagree, which is told', () => {
    expect(actDate('27/07/1794', '9 thermidor an 2')).toEqual({
      ...{ ok: true, cell: '9 thermidor an 2 (calendrier républicain)' },
    })
    expect(actDate('', '09/THE/02')).toEqual({ ok: true, cell: '9 thermidor an 2 (calendrier républicain)' })
    expect(actDate('28/07/1794', '9 thermidor an II')).toMatchObject({
      ...{ rest: '28/07/1794', warning: expect.stringContaining('«\u00a028/07/1794\u00a0»') },
    })
  })

  test('« VEN » is vendémiaire, or ventôse where the other column says so', () => {
    expect(actDate('27/02/1796', '08/VEN/04')).toEqual({ ok: true, cell: '8 ventôse an 4 (calendrier républicain)' })
    expect(actDate('', '08/VEN/04')).toEqual({ ok: true, cell: '8 vendémiaire an 4 (calendrier républicain)' })
  })

  test('leaves the day to the other where it cannot be read', () => {
    expect(actDate('00/00/1803', 'nonidi, 2e décade')).toEqual({
      ...{ ok: true, cell: '1803', republican: 'nonidi, 2e décade' },
    })
    expect(republicanWords('02/COM/07')).toBe('2e jour complémentaire an 7')
  })
})

test('death stands first in a comment, what follows it stays', async () => {
  for (const word of ['décédé', 'décédée', 'décédé(e)', 'DCD', 'feu', 'feue', '†', '+'])
    expect(await kept({ 17: word })).toEqual({ sexe: undefined, pere_decede: 'oui' } as never)
  expect(await kept({ 17: 'feu, de Cancale' })).toMatchObject({ notes: 'Commentaire (père)\u00a0: de Cancale' })
  expect(await kept({ 17: '† av. 1780' })).toMatchObject({
    pere_decede: 'oui',
    notes: expect.stringContaining('† av.'),
  })
  expect(await kept({ 17: 'feuillard' })).toEqual({ notes: 'Commentaire (père)\u00a0: feuillard' })
})

test('the comment on a child is read part by part', async () => {
  expect(await kept({ 14: 'ondoyée, légitime, née la veille' })).toEqual({
    ...{ ondoye: 'oui', legitimite: 'légitime', date_naissance: '07/12/1787' },
  })
  expect(await kept({ 14: 'né le 01/12/1787, illégitime, jumeau' })).toEqual({
    ...{ date_naissance: '01/12/1787', legitimite: 'naturel', notes: 'Commentaire\u00a0: jumeau' },
  })
  expect(await kept({ 14: 'ondoyé à la maison' })).toEqual({ notes: 'Commentaire\u00a0: ondoyé à la maison' })
})

test('marks of the register find their fields, the rest the notes', async () => {
  expect(await kept({ 10: 'vue 34' })).toEqual({ vue: '34' })
  expect(await kept({ 10: 'f° 3 v°' })).toEqual({ vue: 'f° 3 v°' })
  expect(await kept({ 10: 'n° 12, p. 4' })).toEqual({ numero_acte: '12', vue: 'p. 4' })
  expect(await kept({ 9: '4 E 112 A VERIFIER', 10: 'relié' })).toEqual({
    notes: 'Cote\u00a0: 4 E 112 A VERIFIER\nRepère\u00a0: relié',
  })
  const toCheck = await Promise.all(
    ['VERIF', '4 E 112 À VÉRIFIER', 'TARIF 3', 'a verifier'].map((cote) => baptism({ 9: cote })),
  )
  expect(toCheck.map((read) => read.ok && read.warnings.some((one) => one.startsWith('À vérifier')))).toEqual([
    ...[true, true, false, false],
  ])
  expect(await kept({ 13: 'h', 29: 'un§deux' })).toEqual({ sexe: '?', notes: 'un\ndeux\nSexe\u00a0: h' })
})

test('doubt and what cannot be read are states', async () => {
  const read = await cellsOf(v3('N', { 7: '1787', 11: 'LE?GOFF', 15: 'PETIT (?)', 19: 'illisible' }), 'baptemes')
  expect(read).toMatchObject({
    cells: { nom: 'LE?GOFF', nom_pere: 'PETIT' },
    etats: { nom: 'douteux', nom_pere: 'douteux', nom_mere: 'illisible' },
  })
  const [, , line = ''] = WORKED
  expect(await cellsOf(line, 'sepultures')).toMatchObject({
    cells: { date_evenement: '03/1709', age: '60 env.', notes: 'trouvé mort' },
    etats: { nom: 'illisible' },
  })
})

test('a marriage fills both sides; who was married before goes to the comment', async () => {
  const [, line = ''] = WORKED
  const read = await cellsOf(line, 'mariages_civils')
  expect(read).toMatchObject({
    cells: {
      ...{ nom: 'MARTIN', age_epoux: '25', origine_epoux: 'Cancale', decede_pere_epoux: 'oui' },
      ...{ nom_epouse: 'ROUX', date_naissance_epouse: '1771', profession_pere_epouse: 'tailleur' },
      ...{ nom_veuvage_epouse: 'PETIT', nom_temoin_2: 'GUY' },
      commentaire_epouse: 'Commentaire (conjoint précédent, épouse)\u00a0: décédé',
    },
  })
})

test('a burial has domicile, cause and widowhood in its comments', async () => {
  const line = v3('D', {
    ...{ 7: '08/12/1787', 11: 'DUPONT', 17: 'décédé le 07/12/1787, pauvre, Domicile : Dol, bourg, Cause : noyé' },
    ...{ 19: 'PETIT', 21: 'veuf de', 25: 'décédé', 37: 'Inhumation : église' },
  })
  expect(await cellsOf(line, 'sepultures')).toMatchObject({
    cells: {
      ...{ date_deces: '07/12/1787', domicile: 'Dol, bourg', cause: 'noyé', veuf: 'oui', lieu_inhumation: 'église' },
      notes: 'Commentaire\u00a0: pauvre\nCommentaire (père)\u00a0: décédé',
    },
  })
})

test('a deed has its kind by sigle and libellé, its notary and its other parties', async () => {
  const [, , , line = ''] = WORKED
  expect(await cellsOf(line, 'actes_notaries')).toMatchObject({
    cells: { type_acte: 'contrat de mariage', notaire: 'Me Hamon', nom_partie_2: 'GUY', domicile_partie_1: 'Dol' },
  })
  const other = v3('V', { 7: '1818', 11: 'PUB', 12: 'Publication', 13: 'BLIN', 51: 'ROUX', 52: 'Luc', 53: 'oncle' })
  expect(await cellsOf(other, 'actes_notaries')).toMatchObject({
    cells: { type_acte: 'autre', objet: 'Publication', autres_parties: 'ROUX Luc, oncle', notes: 'Sigle\u00a0: PUB' },
    etats: { notaire: 'absent' },
  })
})

test('a deed may become a marriage: its second party is the bride', async () => {
  const line = v3('V', { 7: '1788', 12: 'Divorce', 13: 'BLIN', 15: 'M', 32: 'ROUX', 33: 'Jeanne', 43: 'ROUX' })
  expect(await cellsOf(line, 'mariages_civils')).toMatchObject({
    cells: { nom: 'BLIN', nom_epouse: 'ROUX', prenom_epouse: 'Jeanne', nom_pere_epouse: 'ROUX' },
  })
})

test('a type that the association has changed is read by its fields, what it lacks goes to the notes', async () => {
  const champs = champsOf('baptemes').filter(({ nom }) => !/parrain|marraine/.test(nom))
  expect(mappingFor('N', champs).cle).toBe('baptemes')
  const reader = new CellReader(champs)
  expect(reader.unmapped('N')).toContain('temoin_1_nom')
  const [line] = (await readLines([v3('N', { 7: '1787', 11: 'DUPONT', 23: 'HERVÉ', 24: 'Louis' })])) ?? []
  const read = line && 'act' in line ? reader.read(line.act) : undefined
  expect(read).toMatchObject({ cells: { notes: 'Nom (témoin 1)\u00a0: HERVÉ\nPrénoms (témoin 1)\u00a0: Louis' } })
})

test.each(['baptemes', 'naissances', 'mariages_paroissiaux', 'mariages_civils', 'actes_notaries'])(
  '%s is found by its own fields',
  (cle) => {
    expect(mappingFor('D', champsOf(cle)).cle).toBe(cle)
  },
)
