// Files that are no table, or would do harm: each is refused in words, beside the field, and nothing of it stays.
import { readdirSync } from 'node:fs'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { importFolder } from '../../../src/features/imports/rules/files.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { inlineRows, ODS_TYPE, odsFiles, odsOf, odsRows, xlsxFiles, xlsxOf, zipOf } from '../../support/classeurs.ts'
import { squeeze } from '../../support/html.ts'
import { importLieux, importOf, messagesOf, sendFile, work } from './support.ts'

const ROWS = inlineRows([['nom'], ['Dol']])

const oleWith = (...parts: string[]): Buffer =>
  Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(300_000),
    ...parts.map((part) => iconv.encode(part, 'utf16-le')),
  ])

/** Puts a text in place of another of the same length, and leaves sums and sizes of the zip as they were. */
function changed(zip: Buffer, from: string, to: string): Buffer {
  const bytes = Buffer.from(zip)
  const at = bytes.indexOf(from)
  expect([at === -1, from.length]).toEqual([false, to.length])
  bytes.write(to, at)
  return bytes
}

/** The zip with another count of its files at its end. */
function claiming(zip: Buffer, count: number): Buffer {
  const bytes = Buffer.from(zip)
  for (const at of [8, 10]) bytes.writeUInt16LE(count, bytes.length - 22 + at)
  return bytes
}

/** A file that unpacks to so many times its size. */
const hollow = (megabytes: number): Record<string, Buffer> => ({
  'xl/worksheets/sheet1.xml': Buffer.alloc(megabytes * 1024 * 1024, ' '),
})

async function files(): Promise<[name: string, content: Buffer, message: RegExp][]> {
  const xlsx = await xlsxOf({ sheets: { A: ROWS } })
  const plain = await zipOf(xlsxFiles({ sheets: { A: ROWS } }), false)
  const book = xlsxFiles({ sheets: { A: ROWS } })
  const sheet = (xml: string) => zipOf({ ...book, 'xl/worksheets/sheet1.xml': xml })
  const wide = inlineRows([Array.from({ length: 1000 }, (_, n) => `colonne ${n}`)])
  const locked = `<m:manifest xmlns:m="urn:m"><m:file-entry m:full-path="content.xml"><m:encryption-data/></m:file-entry></m:manifest>`
  return [
    ['actes-1997.xls', oleWith('Workbook'), /ancien Excel \(xls\).*format xlsx, ods ou CSV/],
    ['secret.xlsx', oleWith('EncryptionInfo', 'EncryptedPackage'), /protégé par un mot de passe/],
    ['lettre.doc', oleWith('WordDocument'), /n’est pas un tableau/],
    ['secret.ods', await zipOf({ ...odsFiles({ A: '' }), 'META-INF/manifest.xml': locked }), /mot de passe/],
    ['secret2.ods', await zipOf({ mimetype: ODS_TYPE, 'encrypted-package': 'x' }), /mot de passe/],
    ['bombe.xlsx', await zipOf({ ...book, ...hollow(33) }), /une fois décompressé, il serait démesuré/],
    ['bombe2.xlsx', claiming(xlsx, 60_000), /il contient 60 000 fichiers/],
    ['coupé.xlsx', xlsx.subarray(0, xlsx.length - 200), /classeur est abîmé/],
    ['abîmé.xlsx', changed(plain, '>Dol<', '>Dal<'), /classeur est abîmé/],
    ['faux.xlsx', await sheet('<worksheet><sheetData><row><c></row>'), /classeur est abîmé/],
    ['entités.xlsx', await sheet('<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>'), /classeur est abîmé/],
    ['lettre.docx', await zipOf({ '[Content_Types].xml': '', 'word/document.xml': '' }), /bureautique, mais pas un/],
    ['lettre.odt', await zipOf(odsFiles({ A: '' }, 'application/vnd.oasis.opendocument.text')), /pas un classeur/],
    ['classeur.xlsb', await zipOf({ 'xl/workbook.bin': 'x' }), /classeur binaire \(xlsb\)/],
    ['classeur.numbers', await zipOf({ 'Index/Document.iwa': 'x' }), /Dans Numbers, exportez-le/],
    ['actes.zip', await zipOf({ 'actes.csv': 'nom\nDol\n' }), /archive zip. Décompressez-la/],
    ['vide.xlsx', await xlsxOf({ sheets: { A: '' } }), /La feuille de ce classeur est vide/],
    ['vides.ods', await odsOf({ A: '', B: odsRows([['', ' ']]) }), /Toutes les feuilles de ce classeur sont vides/],
    ['sans.xlsx', await xlsxOf({ sheets: {} }), /aucune feuille de calcul/],
    ['large.xlsx', await xlsxOf({ sheets: { A: wide } }), /1 000 colonnes : 500 au plus/],
    ['large.csv', Buffer.from(`nom${';x'.repeat(999)}\n`), /1 000 colonnes : 500 au plus/],
    ['jumelles.xlsx', await xlsxOf({ sheets: { A: inlineRows([['nom', 'Nom ']]) } }), /plusieurs fois : « nom »/],
    ['autre.ods', await odsOf({ A: odsRows([['prénom', 'date']]) }), /pas de colonne « nom »/],
  ]
}

/** Small files that would keep the site busy, or its memory full, for as long as they are read. */
async function slowFiles(): Promise<[name: string, content: Buffer, message: RegExp][]> {
  const book = xlsxFiles({ sheets: { A: ROWS } })
  const ods = odsFiles({ A: odsRows([['nom'], ['Dol']]) })
  const deep = '<a>'.repeat(300_000)
  const many = Array.from({ length: 1001 }, (_, n) => `${n}`)
  const names = Object.fromEntries(many.map((name) => [name, '']))
  return [
    ['profond.xlsx', await zipOf({ ...book, 'xl/worksheets/sheet1.xml': deep }), /classeur est abîmé/],
    ['profond2.xlsx', await zipOf({ ...book, 'xl/workbook.xml': deep }), /classeur est abîmé/],
    ['profond.ods', await zipOf({ ...ods, 'content.xml': `<table:table table:name="A">${deep}` }), /est abîmé/],
    ['attributs.xlsx', await zipOf({ ...book, 'xl/styles.xml': `<a ${'b'.repeat(5_000_000)}="">` }), /est abîmé/],
    ['balises.ods', await zipOf({ ...ods, 'content.xml': '<table '.repeat(500_000) }), /aucune feuille de calcul/],
    ['feuilles.xlsx', await xlsxOf({ sheets: names }), /plus de 1 000 feuilles/],
    ['feuilles.ods', await odsOf(names), /plus de 1 000 feuilles/],
  ]
}

const left = (t: TestApp) => readdirSync(importFolder(t.deps.storage))

test('what is no table is told by what it is, beside the field', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  for (const [nom, content, message] of await files()) {
    const answer = await sendFile(rene, '/lieux/import', content, { nom })
    expect([nom, answer.status]).toEqual([nom, 422])
    expect([nom, squeeze(answer.page.error('fichier') ?? '')]).toEqual([nom, expect.stringMatching(message)])
  }
  expect(await t.db.selectFrom('imports').select('id').execute()).toEqual([])
  expect(left(t)).toEqual([])
  expect(t.failures).toEqual([])
})

test('a small file that is made to be read for ever is refused at once', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  for (const [nom, content, message] of await slowFiles()) {
    const begun = performance.now()
    const answer = await sendFile(rene, '/lieux/import', content, { nom })
    expect([nom, answer.status, performance.now() - begun < 5000]).toEqual([nom, 422, true])
    expect([nom, squeeze(answer.page.error('fichier') ?? '')]).toEqual([nom, expect.stringMatching(message)])
  }
  const format = await xlsxOf({ sheets: { A: ROWS }, formats: ['['.repeat(500_000)] })
  await importLieux(t, rene, format)
  expect(await t.db.selectFrom('lieux').select('nom').execute()).toEqual([{ nom: 'Dol' }])
  expect(t.failures).toEqual([])
})

test('what breaks behind the first lines is told by the dry run, and nothing is planned of it', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const lines = inlineRows([['nom'], ...Array.from({ length: 3000 }, (_, n) => [`Lieu ${n} ${n * 7919}`])])
  const cut = {
    ...xlsxFiles({ sheets: { A: lines } }),
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${lines}<row>`,
  }
  await sendFile(rene, '/lieux/import', await zipOf(cut))
  await work(t)
  const imported = await importOf(t)
  expect(imported).toMatchObject({ etat: 'echec', fichier: null, erreur: expect.stringContaining('est abîmé') })
  expect((await rene.get(`/imports/${imported.id}`)).page.text).toContain('Ce classeur est abîmé')
  expect(left(t)).toEqual([])
  expect(t.failures).toEqual([])
})

test('a sheet that is not there is refused beside its own field, which keeps what was typed', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const book = await xlsxOf({
    sheets: { Notice: inlineRows([['bonjour']]), 'Lieux 1': ROWS, 'Lieux 2': inlineRows([['nom'], ['Évry']]) },
  })
  const refused = await sendFile(rene, '/lieux/import', book, { feuille: 'Lieux' })
  expect([refused.status, refused.page.value('feuille')]).toEqual([422, 'Lieux'])
  expect(squeeze(refused.page.error('feuille') ?? '')).toBe(
    'Ce classeur n’a pas de feuille « Lieux ». Il contient : « Notice », « Lieux 1 », « Lieux 2 ».',
  )
  await sendFile(rene, '/lieux/import', book)
  await work(t)
  const page = await rene.get(`/imports/${(await importOf(t)).id}`)
  expect(squeeze(page.page.text)).toContain(
    'Ce classeur a d’autres feuilles : « Notice », « Lieux 2 ». Pour en lire une',
  )
  await importLieux(t, rene, book, { feuille: 'lieux 2', nom: 'lieux.xlsx' })
  expect(await t.db.selectFrom('lieux').select('nom').execute()).toEqual([{ nom: 'Évry' }])
  expect(await importOf(t)).toMatchObject({
    feuille: 'Lieux 2',
    feuilles: ['Notice', 'Lieux 1', 'Lieux 2'],
    encodage: 'xlsx',
  })
  expect(t.failures).toEqual([])
})

test('places come from a sheet as from a text, with titles above, refused lines by their number in the sheet', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const lines = [
    ['Lieux de l’association'],
    [],
    ['nom', 'code_insee', 'pays'],
    ['Dol', '35095', ''],
    ['', '35288', ''],
    ['=1+1', '', ''],
  ]
  for (const [content, encodage] of [
    [await xlsxOf({ sheets: { A: inlineRows(lines) } }), 'xlsx'],
    [await odsOf({ A: odsRows(lines) }), 'ods'],
  ] as const) {
    expect((await sendFile(rene, '/lieux/import', content)).status).toBe(303)
    await work(t)
    const imported = await importOf(t)
    expect(imported).toMatchObject({ etat: 'pret', encodage, ligne_entete: 3, nb_lignes: 3, a_creer: 2, refusees: 1 })
    expect((await messagesOf(t)).map(({ ligne }) => ligne)).toEqual([5])
    const page = squeeze((await rene.get(`/imports/${imported.id}`)).page.text)
    expect(page).toContain('FeuilleATitres des colonnesligne 3')
    expect(page).not.toContain('choisissez un autre encodage')
  }
  expect(t.failures).toEqual([])
})
