// Cells of a spreadsheet pasted into the table: the dry run of the import, filled from the column of the cursor.
import { expect, test } from 'vitest'
import { readPasted } from '../../../src/features/releves/rules/pasted.ts'
import { testApp } from '../../support/app.ts'
import { importOf, messagesOf, work } from '../imports/support.ts'
import { releves } from './support.ts'
import { burials, grid } from './tableau-support.ts'

const rowsOf = (text: string) => {
  const read = readPasted(text)
  return read.ok ? read.rows : read.message
}

test('cells are read as LibreOffice and Excel copy them', () => {
  expect(rowsOf('A\tB\r\nC\tD\r\n')).toEqual([
    ['A', 'B'],
    ['C', 'D'],
  ])
  // A line break, a tab and a quote inside a cell.
  expect(rowsOf('"deux\nlignes"\t"un\ttab"\nx\t"dit ""Petit"""\n')).toEqual([
    ['deux\nlignes', 'un\ttab'],
    ['x', 'dit "Petit"'],
  ])
  // Excel leaves quotes alone that stand in the middle, and those that close nothing are signs like others.
  expect(rowsOf('dit "Petit"\tB\n"Petit" Jean\tC\n"ouvert\tD')).toEqual([
    ['dit "Petit"', 'B'],
    ['"Petit" Jean', 'C'],
    ['"ouvert', 'D'],
  ])
  expect(rowsOf('\n \t \n')).toContain('Collez ici')
  expect(rowsOf('x\n'.repeat(2001))).toContain('2000 lignes au plus')
  expect(rowsOf('x'.repeat(300_001))).toContain('trop long')
})

test('rows are filled from the first column on, with the view and what is carried over, then confirmed and undone', async () => {
  const t = await testApp()
  const { path, row } = await burials(t)
  await row('45', 'Le Goff', { numero: 12, prenom: 'Jean', notes: 'x' })
  const marie = await t.as(t.marie)
  const { page } = await marie.get(`${path}/coller?vue=45`)
  expect(page.all('select[name=colonne] option').map(({ text }) => text)).toEqual([
    'N° d’acte',
    'Nom',
    'Prénom',
    'Notes',
  ])
  const texte = 'MORIN\tAnne\t"enterrée\nla nuit"\nBRIAND\t\t\n\t\tsans nom\n'
  const sent = { _envoi: page.value('_envoi'), vue: '45', colonne: 'nom', texte }
  const answer = await marie.post(`${path}/coller`, sent)
  expect(answer.location).toMatch(/^\/imports\/\d+$/)
  expect((await marie.post(`${path}/coller`, sent)).location).toBe(answer.location)
  await work(t)
  const id = Number(answer.location?.split('/')[2])
  expect(await importOf(t, id)).toMatchObject({ etat: 'pret', a_creer: 2, refusees: 1 })
  expect((await messagesOf(t, id)).map(({ message }) => message).join()).toContain('ce champ est obligatoire')
  await marie.post(`/imports/${id}/confirmer`)
  await work(t)
  const made = (await releves(t)).slice(1).map(({ data }) => data)
  expect(made).toEqual([
    { vue: '45', numero: 13, nom: 'MORIN', prenom: 'Anne', notes: 'enterrée\nla nuit' },
    { vue: '45', numero: 14, nom: 'BRIAND' },
  ])
  await marie.post(`/imports/${id}/annuler`)
  await work(t)
  expect(await releves(t)).toHaveLength(1)
  expect(t.failures).toEqual([])
})

test('pasted rows stand in the register in the order in which they were pasted, whatever their days', async () => {
  const t = await testApp()
  const { path, row } = await burials(t)
  await row('45', 'Le Goff', {
    numero: 12,
    date_evenement: { valeur: '1787-01-02', calendrier: 'gregorien', iso: '1787-01-02' },
  })
  const marie = await t.as(t.marie)
  const texte = '3/1/1787\tDEUX\n\tTROIS\n1/1/1787\tQUATRE\n2/1/1787\tCINQ\n'
  const { location } = await marie.post(`${path}/coller`, { vue: '45', colonne: 'date_evenement', texte })
  await work(t)
  await marie.post(`${location}/confirmer`)
  await work(t)
  const { page } = await marie.get(`${path}?vue=45`)
  expect(grid(page).map((line) => line.split('|')[3])).toEqual([
    'Le Goff',
    'DEUX',
    'TROIS',
    'QUATRE',
    'CINQ',
    undefined,
  ])
  expect(t.failures).toEqual([])
})

test('what does not fit is said beside its field, the text still there, and nothing is kept', async () => {
  const t = await testApp()
  const { path, row } = await burials(t)
  await row('45', 'Le Goff', { numero: 12, prenom: 'Jean' })
  const marie = await t.as(t.marie)
  const post = (more: Record<string, string>) =>
    marie.post(`${path}/coller`, { vue: '45', colonne: 'nom', texte: 'A', ...more })
  const wide = await post({ texte: 'A\tB\tC\tD' })
  expect([wide.status, wide.page.error('texte')]).toEqual([422, expect.stringContaining('4 cases')])
  expect(wide.page.value('texte')).toBe('A\tB\tC\tD')
  expect((await post({ texte: ' ' })).page.error('texte')).toContain('Collez ici')
  expect((await post({ colonne: 'ailleurs' })).page.error('colonne')).toContain('Choisissez une colonne')
  // Without the column of the name no line could be stored.
  expect((await post({ colonne: 'prenom' })).page.error('texte')).toContain('est obligatoire')
  expect((await post({ entete: '1', texte: 'Nom' })).status).toBe(422)
  expect(await t.db.selectFrom('imports').selectAll().execute()).toEqual([])
  expect(t.failures).toEqual([])
})
