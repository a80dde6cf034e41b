// In which encoding a file is: what is recognised, what is refused, what the sender's own choice does.
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { expect, onTestFinished, test } from 'vitest'
import { type EncodingChoice, encodingOf, FileError } from '../../../src/features/imports/rules/encoding.ts'
import { testApp } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { register, releves } from '../releves/support.ts'
import { importLieux, importOf, messagesOf, sendFile, work } from './support.ts'

const LATIN = Buffer.from([0xe9])
const utf8 = (...lines: (string | Buffer)[]) =>
  Buffer.concat(lines.flatMap((line) => [typeof line === 'string' ? Buffer.from(line) : line, Buffer.from('\n')]))

function pathOf(content: Uint8Array | string): string {
  const folder = mkdtempSync(join(tmpdir(), 'releves-encodage-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'essai.csv')
  writeFileSync(path, content)
  return path
}

/** The encoding, or why not. */
async function told(content: Uint8Array | string, choice: EncodingChoice = 'auto'): Promise<string> {
  try {
    return await encodingOf(pathOf(content), choice)
  } catch (error) {
    if (error instanceof FileError) return squeeze(error.message)
    throw error
  }
}

const CHOOSE = 'ou choisissez vous-même l’encodage du texte dans la liste.'
const AGAIN = 'Corrigez-le, par exemple en l’enregistrant de nouveau en UTF-8'

test('one byte of something else in a file of UTF-8 is refused, with its line', async () => {
  const file = utf8(
    'nom;note',
    'Hélène;née à Évry',
    Buffer.concat([Buffer.from('Ren'), LATIN, Buffer.from(';x')]),
    'Zoé;',
  )
  expect(await told(file)).toBe(
    `Ce fichier mélange deux encodages : la ligne 3 n’est pas en UTF-8, les lignes 2 et 4 le sont sans aucun doute. ${AGAIN}, ${CHOOSE}`,
  )
  // The only accents of the file, one of each.
  expect(await told(utf8('nom', 'Zoé', LATIN))).toMatch(/^Ce fichier mélange deux encodages : la ligne 3 n’est/)
  // Cut off in the middle of a letter, as a copy that broke off.
  expect(await told(utf8('nom', 'Hélène', 'Zoé').subarray(0, -2))).toMatch(/la ligne 3 n’est pas en UTF-8/)
  const many = utf8('nom', ...Array.from({ length: 1500 }, (_, n) => (n % 3 === 0 ? LATIN : 'Hélène')))
  expect(await told(many)).toMatch(/les lignes 2, 5, 8, 11, 14, 17, 20, 23 et 492 autres ne sont pas en UTF-8/)
  const cyrillic = utf8('nom', 'Жуковский', 'Чехов', LATIN)
  expect(await told(cyrillic)).toMatch(/la ligne 4 n’est pas en UTF-8, le reste l’est\./)
})

test('a file of Windows-1252 is taken as such, whatever looks like UTF-8 in it by chance', async () => {
  const win = (text: string) => iconv.encode(text, 'win1252')
  for (const text of ['nom\nHélène\n', 'nom\nANDRÉ\u00a0: « RENÉ\u00a0», l’abbé…\n', 'nom\né\n', 'nom\nL’ABBÉ…\n'])
    expect([text, await told(win(text))]).toEqual([text, 'windows-1252'])
  // A cell that came wrong from elsewhere, in a thousand that are right: it is told in the dry run.
  expect(await told(win(`nom\nHÃ©l\n${'Zoé\n'.repeat(1000)}`))).toBe('windows-1252')
  expect(await told('nom\nHelene\n')).toBe('utf-8')
  expect(await told('nom\nHélène\n')).toBe('utf-8')
})

test('older files are known by their words, where these are sure', async () => {
  const text = 'nom;note\nHélène;née à Évry\nFrançois;père décédé\n'
  for (const encodage of ['cp850', 'macroman', 'windows-1252'] as const)
    expect([encodage, await told(iconv.encode(text, encodage.replace('windows-1252', 'win1252')))]).toEqual([
      encodage,
      encodage,
    ])
  expect(await told(iconv.encode('nom\nSœur Anne, née à Évry\n', 'iso885915'))).toBe('iso-8859-15')
  // Half a league, a quotation, an ellipsis: signs of Windows that are letters elsewhere.
  for (const one of ['nom\nà 3½ lieues, décédé\n', 'nom\nRené “le Jeune”, pâtre…\n', 'nom\nŽižka, Ančerl\n'])
    expect([one, await told(iconv.encode(one, 'win1252'))]).toEqual([one, 'windows-1252'])
})

test('the choice of the sender is followed; UTF-8 must be UTF-8, marked or chosen', async () => {
  const broken = utf8('nom', 'Hélène', LATIN, '', LATIN)
  const faults = 'Ce fichier n’est pas tout en UTF-8 : les lignes 3 et 5 contiennent autre chose.'
  expect(await told(broken, 'utf-8')).toBe(`${faults} ${AGAIN}, ${CHOOSE}`)
  const marked = Buffer.concat([Buffer.from('\ufeff'), broken])
  for (const choice of ['auto', 'utf-8', 'windows-1252'] as const)
    expect([choice, await told(marked, choice)]).toEqual([choice, `${faults} ${AGAIN}.`])
  for (const choice of ['windows-1252', 'iso-8859-15', 'cp850', 'macroman'] as const)
    expect(await told(broken, choice)).toBe(choice)
  expect(await told('nom\nHélène\n', 'utf-8')).toBe('utf-8')
  expect(await told(iconv.encode('nom\nÉvry\n', 'utf16-le', { addBOM: true }), 'utf-8')).toBe('utf-16le')
})

test('a wrong byte at the end of a long file is found, wherever letters are cut between pieces', async () => {
  const path = pathOf('')
  const piece = Buffer.from('Hélène;née à Évry l’été\n'.repeat(30_000))
  const file = createWriteStream(path)
  const count = Math.ceil(8_000_000 / piece.length)
  for (let n = 0; n < count; n += 1) file.write(piece)
  await new Promise<void>((resolve) => file.end(LATIN, resolve))
  const refused = await encodingOf(path, 'auto').catch((error: Error) => error.message)
  const line = (count * 30_000 + 1).toLocaleString('fr-FR')
  expect(refused).toContain(`la ligne ${line} n’est pas en UTF-8`)
})

test('places, records and users alike: refused beside the field, or read as chosen, with what to look at', async () => {
  const t = await testApp()
  const { path } = await register(t)
  const admin = await t.as(t.admin)
  const forms = ['/lieux/import', `${path.replace('/releves', '')}/import`, '/admin/utilisateurs/import']
  // A header that is read in either case: records ask for a column with an accent.
  const header = iconv.encode('nom;date de baptême;name;email', 'win1252')
  const broken = utf8(
    header,
    'Hélène;1787;helene;h@example.org',
    Buffer.concat([LATIN, Buffer.from(';1788;x;x@example.org')]),
  )
  for (const form of forms) {
    const refused = await sendFile(admin, form, broken)
    expect([form, refused.status]).toEqual([form, 422])
    expect(squeeze(refused.page.error('fichier') ?? '')).toContain('les lignes 1 et 3 ne sont pas en UTF-8')
    const options = refused.page.all('select[name="encodage"] option').map((one) => one.getAttribute('value'))
    expect(options).toEqual(['auto', 'utf-8', 'windows-1252', 'iso-8859-15', 'cp850', 'macroman'])
    const explicit = await sendFile(admin, form, broken, { encodage: 'utf-8' })
    expect(squeeze(explicit.page.error('fichier') ?? '')).toContain('les lignes 1 et 3 contiennent autre chose')
    expect(explicit.page.value('encodage')).toBe('utf-8')
  }
  expect(await t.db.selectFrom('imports').select('id').execute()).toEqual([])
  for (const form of forms) {
    const { status, location } = await sendFile(admin, form, broken, { encodage: 'windows-1252' })
    expect(status).toBe(303)
    // Records have nothing called name or email, and ask where they go.
    if (location?.endsWith('/colonnes'))
      await admin.post(location, { 'colonnes[2]': 'ignorer', 'colonnes[3]': 'ignorer' })
    await work(t)
    expect(await importOf(t)).toMatchObject({ etat: 'pret', encodage: 'windows-1252', nb_lignes: 2, a_creer: 2 })
    expect((await messagesOf(t)).map(({ ligne, message }) => `${ligne}: ${squeeze(message)}`)).toEqual([
      '2: À vérifier : « HÃ©lÃ¨ne » est lu « Hélène », car c’est sans doute de l’UTF-8 lu comme s’il était en Windows-1252 (Excel).',
    ])
  }
  expect(await releves(t)).toEqual([])
  expect(t.failures).toEqual([])
})

test('ISO-8859-15 has its œ and its euro; wrong text of before is told in UTF-8 too', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const latin9 = iconv.encode('nom;note\nŒuilly;5 €\n', 'iso885915')
  await importLieux(t, rene, latin9, { encodage: 'iso-8859-15' })
  expect(await t.db.selectFrom('lieux').select(['nom', 'note']).execute()).toEqual([{ nom: 'Œuilly', note: '5 €' }])
  await importLieux(t, rene, 'nom\nÃ‰vry\nÉvreux\nL’Âge\n')
  expect((await messagesOf(t)).map(({ ligne }) => ligne)).toEqual([2])
  for (const [encodage, text] of [
    ['cp850', '├®'],
    ['macroman', '√©'],
  ] as const) {
    await sendFile(rene, '/lieux/import', 'nom\nÉtrelles-lès-é\n', { encodage })
    await work(t)
    expect((await messagesOf(t))[0]?.message).toContain(text)
  }
  expect(t.failures).toEqual([])
})

test('nothing is stored that reads as « HÃ©lÃ¨ne »: it is mended and told, or its line is refused', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const lines = [
    ['Hélène l’œuvre « là »', 'Ren'],
    ['Ïle', ''],
    ['Dol', ''],
  ] as const
  // Two encodings in one file, and its sender insists on one of them.
  const file = utf8(
    'nom',
    ...lines.map(([text, end]) => Buffer.concat([Buffer.from(text + end), end ? LATIN : Buffer.alloc(0)])),
  )
  await importLieux(t, rene, file, { encodage: 'windows-1252' })
  const names = await t.db.selectFrom('lieux').select('nom').orderBy('id').execute()
  expect(names.map(({ nom }) => nom)).toEqual(['Hélène l’œuvre « là »René', 'Dol'])
  expect((await messagesOf(t)).map(({ ligne, message }) => [ligne, squeeze(message).slice(0, 22)])).toEqual([
    [2, 'À vérifier : « HÃ©lÃ¨n'],
    [3, expect.stringMatching(/^« Ã.le » est sans/)],
  ])
  for (const encodage of ['iso-8859-15', 'cp850', 'macroman'] as const) {
    await importLieux(t, rene, utf8('nom', `Île ${encodage} à l’été`), { encodage })
    const last = await t.db.selectFrom('lieux').select('nom').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(last.nom).toBe(`Île ${encodage} à l’été`)
  }
  expect(t.failures).toEqual([])
})
