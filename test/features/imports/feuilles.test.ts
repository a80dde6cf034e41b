// Workbooks are read as tables: what each cell says, which line has the names of the columns, which sheet is taken.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openTable, readTable, sheetsOf, type TableChoice } from '../../../src/features/imports/rules/table-file.ts'
import { inlineRows, odsOf, odsRows, xlsxOf } from '../../support/classeurs.ts'

function fileOf(content: Uint8Array | string): string {
  const folder = mkdtempSync(join(tmpdir(), 'releves-feuilles-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // The name says nothing: what is in it does.
  const path = join(folder, 'essai.csv')
  writeFileSync(path, content)
  return path
}

async function read(content: Uint8Array | string, choice: Partial<TableChoice> = {}) {
  const path = fileOf(content)
  const file = await openTable(path, { encodage: 'auto', ...choice })
  const records: unknown[] = []
  const heard: number[] = []
  for await (const batch of readTable(
    file,
    () => 2,
    (bytes) => heard.push(bytes),
  ))
    for (const record of batch) records.push([record.ligne, 'cells' in record ? record.cells : record.problem])
  expect(readdirSync(join(path, '..'))).toEqual(['essai.csv'])
  return { ...file, records, heard }
}

test('a sheet of Excel: shared, rich and inline texts, numbers, formulas, booleans', async () => {
  const sheet = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="inlineStr"><is><r><t>no</t></r><r><t>te</t></r></is></c></row>
    <row r="3"><c r="A3" t="s"><v>2</v></c><c r="B3"><f>SUM(1,1)</f><v>1787</v></c><c r="D3" t="str"><f>HYPERLINK("http://x","y")</f><v>calculé &amp; gardé</v></c></row>
    <row><c t="s"><v>3</v></c><c><v>0.30000000000000004</v></c><c t="b"><v>1</v></c><c t="b"><v>0</v></c></row>
    <row r="6" spans="1:4"><c r="B6" s="1"/><c r="D6" s="1"/></row>
    <row r="7"><c r="D7"><v>1.5E+3</v></c><c r="B7"><v>1.0E-3</v></c></row>`
  const texts = [
    'Nom',
    'année',
    '<r><t>Saint-</t></r><r><rPr><b/></rPr><t>Malo</t></r><rPh><t>x</t></rPh>',
    'deux\nlignes_x0009_!',
  ]
  const file = await read(await xlsxOf({ sheets: { Actes: sheet }, texts }))
  expect(file).toMatchObject({ encodage: 'xlsx', feuille: 'Actes', feuilles: ['Actes'], headerLine: 1 })
  expect(file.headers).toEqual(['Nom', 'année', '', 'note'])
  expect(file.records).toEqual([
    [3, ['Saint-Malo', '1787', '', 'calculé & gardé']],
    [4, ['deux\nlignes\t!', '0,3', 'oui', 'non']],
    [7, ['', '0,001', '', '1500']],
  ])
  expect(file.heard.at(-1)).toBeGreaterThan(0)
})

const day = (value: string, style: number) => `<row><c s="${style}"><v>${value}</v></c></row>`

test('a date cell is a date whatever its look, in both ways of counting days', async () => {
  const formats = [
    0,
    14,
    '[$-40C]d mmmm yyyy;@',
    'mmm-yy',
    22,
    'h:mm',
    '[h]:mm',
    '00000',
    '0.00" dh"',
    '"jour" General',
  ]
  const cases: [string, number, string, string][] = [
    ['1', 1, '01/01/1900', '02/01/1904'],
    ['59', 1, '28/02/1900', '29/02/1904'],
    ['60', 1, '29/02/1900', '01/03/1904'],
    ['61', 1, '01/03/1900', '02/03/1904'],
    ['43831', 1, '01/01/2020', '02/01/2024'],
    ['2780', 2, '11/08/1907', '12/08/1911'],
    ['2770', 3, '08/1907', '02/08/1911'],
    ['2780', 3, '11/08/1907', '12/08/1911'],
    ['2780.604166666667', 4, '11/08/1907 14:30', '12/08/1911 14:30'],
    ['0.604166666667', 5, '14:30', '14:30'],
    ['1.5', 6, '36:00', '36:00'],
    // LibreOffice counts backwards from 1899.
    ['-41047', 1, '12/08/1787', '13/08/1791'],
    ['1004', 7, '01004', '01004'],
    ['12.5', 8, '12,5', '12,5'],
    ['12', 9, '12', '12'],
    ['99999999', 1, '99999999', '99999999'],
  ]
  const rows = inlineRows([['jour']]) + cases.map(([value, style]) => day(value, style)).join('')
  for (const is1904 of [false, true]) {
    const { records } = await read(await xlsxOf({ sheets: { A: rows }, formats, is1904 }))
    const told = records.map((record) => (record as [number, string[]])[1][0])
    expect(told).toEqual(cases.map((one) => one[is1904 ? 3 : 2]))
  }
})

test('numbers come as somebody types them', async () => {
  const cases = [
    ['1787', '1787'],
    ['1.0E3', '1000'],
    ['1E+20', '100000000000000000000'],
    ['1.2345678901234568E+22', '12345678901234600000000'],
    ['1E-7', '0,0000001'],
    ['-0', '0'],
    ['-12.10', '-12,1'],
    ['2.2999999999999998', '2,3'],
    ['1e400', '1e400'],
  ]
  const rows = inlineRows([['n']]) + cases.map(([value]) => `<row><c><v>${value}</v></c></row>`).join('')
  const { records } = await read(await xlsxOf({ sheets: { A: rows } }))
  expect(records.map((record) => (record as [number, string[]])[1][0])).toEqual(cases.map(([, text]) => text))
})

test('a sheet of LibreOffice: types, repeated cells and lines, notes, merged cells', async () => {
  const typed = (type: string, value: string, shown: string) =>
    `<table:table-cell office:value-type="${type}" office:${value}><text:p>${shown}</text:p></table:table-cell>`
  const rows = `<table:table-header-rows>${odsRows([['nom', 'date', 'code', 'note']])}</table:table-header-rows>
    <table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="string"><office:annotation><dc:date>x</dc:date><text:p>une remarque</text:p></office:annotation><text:p>Le<text:s text:c="2"/>Goff <text:span>Jean</text:span></text:p><text:p>fils</text:p></table:table-cell>
      ${typed('date', 'date-value="1787-08-12"', '12 août 1787')}${typed('float', 'value="1004"', '01004')}
      <table:table-cell office:value-type="string"><draw:frame><draw:text-box><text:p>dessin</text:p></draw:text-box></draw:frame><text:p>vu<text:line-break/>lu</text:p></table:table-cell></table:table-row>
    <table:table-row table:number-rows-repeated="100000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
    <table:table-row><table:table-cell table:number-columns-repeated="2" office:value-type="float" office:value="3.5" table:formula="of:=1+2.5"><text:p>3,50</text:p></table:table-cell>
      <table:covered-table-cell office:value-type="string"><text:p>caché</text:p></table:covered-table-cell>${typed('boolean', 'boolean-value="true"', 'VRAI')}</table:table-row>
    <table:table-row>${typed('date', 'date-value="1907-08-01"', 'août 1907')}${typed('date', 'date-value="1907-08-01T14:30:00"', '01/08/07 14:30')}${typed('time', 'time-value="PT08H05M00S"', '08:05')}<table:table-cell/></table:table-row>
    <table:table-row table:number-rows-repeated="948472"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`
  const begun = performance.now()
  const file = await read(await odsOf({ 'Baptêmes & co': rows }))
  expect(performance.now() - begun).toBeLessThan(2000)
  const first = ['Le  Goff Jean\nfils', '12/08/1787', '01004', 'vu\nlu']
  expect(file).toMatchObject({ encodage: 'ods', feuille: 'Baptêmes & co' })
  expect(file.records).toEqual([
    [2, first],
    [3, first],
    [100_004, ['3,5', '3,5', '', 'oui']],
    [100_005, ['08/1907', '01/08/1907 14:30', '08:05', '']],
  ])
})

test('the header may stand below titles, in a sheet as in a text; a line may be said', async () => {
  const fits = (headers: string[]) => headers.includes('nom')
  const lines = [['Relevés de Saint-Malo, 1787', ''], [], ['nom', 'prénom', 'date'], ['Martin', 'Jean', '1787']]
  const found = [[4, ['Martin', 'Jean', '1787']]]
  const files = [
    await xlsxOf({ sheets: { A: inlineRows(lines) } }),
    await odsOf({ A: odsRows(lines) }),
    lines.map((cells) => cells.join(';')).join('\n'),
  ]
  for (const content of files) {
    for (const choice of [{ fits }, {}, { entete: 3 }]) {
      const { headerLine, headers, records } = await read(content, choice)
      expect([headerLine, headers, records]).toEqual([3, ['nom', 'prénom', 'date'], found])
    }
    expect((await read(content, { entete: 4 })).headers).toEqual(['Martin', 'Jean', '1787'])
    await expect(read(content, { entete: 2 })).rejects.toThrow('La ligne 2 est vide')
    await expect(read(content, { entete: 9 })).rejects.toThrow('La ligne 9 est vide')
  }
  // A short first line is a header, whatever commas stand below.
  expect((await read('Lieu\nDol, Ille-et-Vilaine, Bretagne, France\n')).headers).toEqual(['Lieu'])
})

test('the sheet is the one said, else the first that fits, hidden ones last', async () => {
  const fits = (headers: string[]) => headers.includes('nom')
  const note = [['À lire avant de commencer']]
  const acts = [['nom'], ['Martin']]
  const xlsx = await xlsxOf({
    sheets: { '!Listes': inlineRows(acts), Notice: inlineRows(note), 'Actes "1787"': inlineRows(acts), Vide: '' },
  })
  const ods = await odsOf({ Notice: odsRows(note), 'Actes "1787"': odsRows(acts), Listes: odsRows(acts), Vide: '' })
  for (const [content, names] of [
    [xlsx, ['Notice', 'Actes "1787"', 'Vide', 'Listes']],
    [ods, ['Notice', 'Actes "1787"', 'Listes', 'Vide']],
  ] as const) {
    expect(await sheetsOf(fileOf(content))).toEqual(names)
    expect(await read(content, { fits })).toMatchObject({ feuille: 'Actes "1787"', records: [[2, ['Martin']]] })
    expect((await read(content)).feuille).toBe('Notice')
    expect((await read(content, { fits, feuille: ' listes ' })).feuille).toBe('Listes')
    await expect(read(content, { feuille: 'Décès' })).rejects.toThrow(
      /pas de feuille «\u00a0Décès\u00a0».*«\u00a0Notice\u00a0», /,
    )
    await expect(read(content, { feuille: 'Vide' })).rejects.toThrow('La feuille «\u00a0Vide\u00a0» est vide.')
  }
  expect(await sheetsOf(fileOf('nom\nMartin\n'))).toEqual([])
})

test('a line that cannot be taken says why, in both formats', async () => {
  const long = 'x'.repeat(70_000)
  const lines = [
    ['nom', 'note'],
    ['A', '', '', 'à côté'],
    [long, long, long],
    ['B', 'bien'],
  ]
  const error = '<row r="9"><c r="A9" t="s"><v>0</v></c><c r="B9" t="e"><v>#N/A</v></c></row>'
  const odsError =
    '<table:table-row table:number-rows-repeated="4"><table:table-cell/></table:table-row><table:table-row><table:table-cell/><table:table-cell office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#N/A</text:p></table:table-cell></table:table-row>'
  for (const content of [
    await xlsxOf({ sheets: { A: inlineRows(lines) + error }, texts: ['C'] }),
    await odsOf({ A: odsRows(lines) + odsError }),
  ]) {
    const { records } = await read(content)
    expect(records).toEqual([
      [2, 'Cette ligne a trop de cases\u00a0: la colonne D, qui n’a pas de titre, contient «\u00a0à côté\u00a0».'],
      [3, expect.stringMatching(/trop longue/)],
      [4, ['B', 'bien']],
      [9, 'La colonne B contient une erreur du tableur (#N/A). Corrigez-la ou videz la case.'],
    ])
  }
})

test('a line of 16,000 cells is told, whatever of them is filled', async () => {
  const far =
    '<row r="2"><c r="XFD2" t="inlineStr"><is><t>loin</t></is></c></row><row r="3"><c r="ZZZ3" t="s"><v>0</v></c></row>'
  const odsFar =
    '<table:table-row><table:table-cell table:number-columns-repeated="16384" office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row>'
  const odsLast =
    '<table:table-row><table:table-cell table:number-columns-repeated="16383"/><table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row>'
  for (const content of [
    await xlsxOf({ sheets: { A: inlineRows([['nom']]) + far }, texts: ['loin'] }),
    await odsOf({ A: odsRows([['nom']]) + odsFar + odsLast }),
  ]) {
    const { records } = await read(content, { entete: 1 })
    expect(records).toEqual([2, 3].map((ligne) => [ligne, expect.stringMatching(/^Cette ligne a trop de cases/)]))
  }
})

test('shared texts are kept on the disk: met in any order', async () => {
  const count = 300_000
  const texts = Array.from({ length: count }, (_, n) => `Le Goff ${n} né à Évry`)
  const numbers = Array.from({ length: 5000 }, (_, n) => (n * 7919) % count)
  const rows = numbers.map((n) => `<row><c t="s"><v>${n}</v></c></row>`).join('')
  const { records } = await read(await xlsxOf({ sheets: { A: inlineRows([['nom']]) + rows }, texts }))
  expect(records.map((record) => (record as [number, string[]])[1][0])).toEqual(numbers.map((n) => texts[n]))
})
