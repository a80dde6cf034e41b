// A site that left as a whole comes back into an empty site of the other engine, to the last sign; whatever is wrong is refused in words.
import { appendFileSync, cpSync, createWriteStream, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { expect, test, vi } from 'vitest'
import { ZipFile } from 'yazl'
import type { Db } from '../../../src/db/schema.ts'
import { writeArchive } from '../../../src/features/emporter/actions/write.ts'
import { heldBySite } from '../../../src/features/emporter/queries/emptiness.ts'
import { archivePhotos, countMissing, restorePhotos } from '../../../src/features/vues/actions/archive.ts'
import { testApp } from '../../support/app.ts'
import { factories } from '../../support/factories.ts'
import { pngOf } from '../../support/pictures.ts'
import { drawing } from '../export/drawn-acts.ts'
import { everything } from '../export/source.ts'
import { sendOne } from '../vues/sending.ts'
import { AT, comeBack, elsewhere, filesIn, furnish, leave, newFolder, newSite } from './sites.ts'

vi.setConfig({ testTimeout: 60_000 })

async function furnished() {
  const t = await testApp()
  const { source, lieu } = await everything(t)
  await t.make.lieu({ nom: '\'=Étrange; "lieu"', parent: lieu, latitude: 48.64739999999999 })
  await furnish(t, source)
  return t
}

const refusalOf = (db: Db, path: string): Promise<string> =>
  comeBack(db, path).then(
    () => '',
    (error: Error) => error.message.replaceAll('\u00a0', ' '),
  )

/** Rows of whatever a remise could have written. */
const rowsIn = async (db: Db): Promise<number> => {
  const counts = await Promise.all(
    (['lieux', 'sections', 'sources', 'releves', 'releve_versions'] as const).map((table) =>
      db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
    ),
  )
  return counts.reduce((sum, { n }) => sum + Number(n), 0)
}

test('out, into an empty site of the other engine, and out again: every file is the same to the last byte', async () => {
  const t = await furnished()
  const first = await leave(t.db)
  const there = await elsewhere()
  const compared = await comeBack(there, first)
  expect(compared.filter(({ isSame }) => !isSame)).toEqual([])
  const second = await leave(there)
  expect(filesIn(second)).toEqual(filesIn(first))
  const back = await newSite()
  await comeBack(back, second)
  const [before, after] = [filesIn(first), filesIn(await leave(back))]
  for (const [name, text] of before) expect([name, after.get(name)]).toEqual([name, text])
  // The bin still has what was deleted, and the search knows what came back.
  const words = await back.selectFrom('mots').select('terme').execute()
  expect(words.map(({ terme }) => terme)).toContain('nouveau')
  const { id } = await back
    .insertInto('abreviations')
    .values({ user_id: 1, abreviation: 'fe', texte: 'femme', recherche: 'fe femme', created_at: AT, updated_at: AT })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(id).toBe(2)
  const sources = await back.selectFrom('sources').select(['nb_releves', 'retrait_at']).execute()
  expect(sources).toEqual([{ nb_releves: 12, retrait_at: null }])
})

test('an archive of the page is put back as the folder is, packed again by hand in a folder of its own too', async () => {
  const t = await furnished()
  const path = join(newFolder(), 'tout.zip')
  await writeArchive(t.db, path, { site: 'Relevés', at: AT })
  const there = await elsewhere()
  expect((await comeBack(there, path)).every(({ isSame }) => isSame)).toBe(true)
  const folder = await leave(there)
  const inventory = readFileSync(join(folder, 'inventaire.json'), 'utf8')
  const files = filesIn(folder).set('inventaire.json', inventory)
  const again = join(newFolder(), 'refait.zip')
  const zip = new ZipFile()
  for (const [name, text] of files) zip.addBuffer(Buffer.from(text), `mon dossier/${name}`)
  zip.addBuffer(Buffer.from('rien'), 'mon dossier/.DS_Store')
  zip.end()
  await finished(zip.outputStream.pipe(createWriteStream(again)))
  expect((await comeBack(await newSite(), again)).every(({ isSame }) => isSame)).toBe(true)
})

test('stopped anywhere, it goes on with the row after: nothing is missing, nothing is there twice', async () => {
  const t = await furnished()
  const folder = await leave(t.db)
  const wanted = filesIn(folder)
  const there = await elsewhere()
  const draw = drawing(21)
  let stops = 0
  const cut = async (part: number) => {
    if (part < 0.8 && draw.next() < 0.4) {
      stops += 1
      throw new Error('coupure')
    }
  }
  for (let left = 60; left > 0; left -= 1) {
    const done = await comeBack(there, folder, left === 1 ? undefined : cut).then(
      () => true,
      (error: Error) => error.message !== 'coupure' && Promise.reject(error),
    )
    if (done) break
  }
  expect(stops).toBeGreaterThan(3)
  expect(filesIn(await leave(there))).toEqual(wanted)
})

test('a site that holds anything is refused, and nothing is written', async () => {
  const t = await furnished()
  const folder = await leave(t.db)
  const there = await newSite()
  await there.insertInto('sections').values({ nom: 'Une', nom_key: 'une' }).execute()
  const said = await refusalOf(there, folder)
  expect(said).toMatch(/n’est pas vide : il contient déjà 1 section\. .*Rien n’a été écrit/)
  expect(await rowsIn(there)).toBe(1)
  await comeBack(await elsewhere(), folder)
})

/** Each line harms an archive in its way, and says what the site must answer. */
const HARM: [name: string, harm: (folder: string) => void, said: RegExp][] = [
  [
    'a file that is missing',
    (f) => rmSync(join(f, 'reprise/releves.jsonl')),
    /Il manque à cette archive : reprise\/releves/,
  ],
  ['a readable file that is missing', (f) => rmSync(join(f, 'lieux.csv')), /Il manque à cette archive : lieux\.csv/],
  ['one sign more', (f) => appendFileSync(join(f, 'reprise/releves.jsonl'), ' '), /ne sont plus tels .*releves\.jsonl/],
  ['no inventory', (f) => rmSync(join(f, 'inventaire.json')), /n’est pas une archive de Relevés/],
  ['half an inventory', (f) => writeFileSync(join(f, 'inventaire.json'), '{"format":1,'), /inventaire\.json est abîmé/],
  [
    'an inventory of something else',
    (f) => writeFileSync(join(f, 'inventaire.json'), '[]'),
    /n’est pas celui d’une archive/,
  ],
  ['a way out of the folder', (f) => rename(f, 'lieux.csv', '../../../etc/passwd'), /n’est pas celui d’une archive/],
  ['a later version', (f) => replace(f, '"format": 1', '"format": 2'), /version plus récente/],
]

function replace(folder: string, what: string, by: string): void {
  const path = join(folder, 'inventaire.json')
  writeFileSync(path, readFileSync(path, 'utf8').replace(what, by))
}
const rename = (folder: string, name: string, by: string) => replace(folder, `"nom": "${name}"`, `"nom": "${by}"`)

test('whatever is wrong with an archive is said, and nothing of it is written', async () => {
  const t = await furnished()
  const good = await leave(t.db)
  const there = await newSite()
  for (const [name, harm, said] of HARM) {
    const folder = join(newFolder(), 'abime')
    cpSync(good, folder, { recursive: true })
    harm(folder)
    await there.deleteFrom('remises').execute()
    expect([name, await refusalOf(there, folder)]).toEqual([name, expect.stringMatching(said)])
    expect(await rowsIn(there)).toBe(0)
  }
  const torn = join(newFolder(), 'dechiree.zip')
  await writeArchive(t.db, torn, { site: 'Relevés', at: AT })
  const bytes = readFileSync(torn)
  for (const [n, content] of [
    bytes.subarray(0, bytes.length / 2),
    Buffer.from('PK, dit-elle'),
    Buffer.alloc(0),
  ].entries()) {
    writeFileSync(torn, content)
    expect([n, await refusalOf(there, torn)]).toEqual([
      n,
      expect.stringMatching(/abîmée, ou n’est pas arrivée en entier/),
    ])
  }
  expect(await refusalOf(there, join(newFolder(), 'nulle-part'))).toMatch(/rien à cet endroit/)
})

test('a bomb is refused before it is unpacked, and names that lead elsewhere are never opened', async () => {
  const there = await newSite()
  const path = join(newFolder(), 'bombe.zip')
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from('{"format":1}'), 'inventaire.json')
  zip.addBuffer(Buffer.alloc(64 * 1024 ** 2), 'reprise/releves.jsonl')
  zip.end()
  await finished(zip.outputStream.pipe(createWriteStream(path)))
  expect(await refusalOf(there, path)).toMatch(/démesurée une fois décompressée.*import:tout/)
  const t = await furnished()
  const good = join(newFolder(), 'tout.zip')
  await writeArchive(t.db, good, { site: 'Relevés', at: AT })
  // Written over in place, so that sizes and sums stay: a library of ours would not write such a name.
  const bytes = Buffer.from(readFileSync(good).toString('latin1').replaceAll('sections.csv', '../../xx.csv'), 'latin1')
  writeFileSync(good, bytes)
  expect(await refusalOf(there, good)).toMatch(/abîmée|Il manque à cette archive : sections\.csv/)
  expect(await rowsIn(there)).toBe(0)
})

test('a file that a spreadsheet saved anew is told by its name; what comes back is what had left', async () => {
  const t = await furnished()
  const folder = await leave(t.db)
  const wanted = filesIn(folder)
  const path = join(folder, 'lieux.csv')
  writeFileSync(path, readFileSync(path, 'latin1').replaceAll('\r\n', '\n').replaceAll(';', ','))
  const there = await elsewhere()
  const compared = await comeBack(there, folder)
  const marked = compared.filter(({ isSame, isEdited }) => !isSame || isEdited)
  expect(marked.map(({ nom, isEdited }) => [nom, isEdited])).toEqual([['lieux.csv', true]])
  expect(filesIn(await leave(there)).get('lieux.csv')).toBe(wanted.get('lieux.csv'))
})

test('who is here already keeps role and password; an account with two of them is refused', async () => {
  const t = await furnished()
  const folder = await leave(t.db)
  const there = await newSite('secretaire')
  const compared = await comeBack(there, folder)
  expect(compared.filter(({ nom, isSame }) => nom.endsWith('.csv') && !isSame).map(({ nom }) => nom)).toEqual([
    'utilisateurs.csv',
  ])
  const people = await there
    .selectFrom('users')
    .select(['name', 'role', 'password_hash', 'note'])
    .orderBy('name_key')
    .execute()
  const without = people.filter(({ password_hash }) => password_hash === '!').map(({ name }) => name)
  expect(without).toEqual(['admin', 'etienne', 'inactif', 'marie', 'rene'])
  expect(people.find(({ name }) => name === 'marie')?.note).toContain('12 points')
  // The first account of the archive has the number that somebody has here: its acts follow it.
  const history = (folderOf: Map<string, string>) => folderOf.get('historique.csv')
  expect(history(filesIn(await leave(there)))).toBe(history(filesIn(folder)))
  // One account here has the name of one over there, another its address.
  const odd = await newSite('rene')
  await odd.updateTable('users').set({ email: 'x@y.fr', email_key: 'x@y.fr' }).execute()
  await factories(odd).user({ name: 'autre', email: 'rene@exemple.fr' })
  expect(await refusalOf(odd, folder)).toMatch(
    /« rene » de l’archive a le nom d’un compte de ce site, et l’adresse d’un autre/,
  )
  expect(await rowsIn(odd)).toBe(0)
})

test('a site that is far from empty is not counted to its end', async () => {
  const t = await testApp()
  const row = (n: number) => ({ nom: `Section ${n}`, nom_key: `section ${n}`, ouverte: false })
  for (let at = 0; at < 1001; at += 91)
    await t.db
      .insertInto('sections')
      .values(Array.from({ length: 91 }, (_, n) => row(at + n)))
      .execute()
  expect(await heldBySite(t.db)).toBe('plus de 1\u202f000 sections')
})

test('photos come back as rows, and the site says whose files are still to come; new ones get numbers of their own', async () => {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo })
  const rene = await t.as(t.rene)
  for (const shade of [1, 2]) await sendOne(rene, source.id, { images: pngOf(60, 40, shade) })
  const archive = join(newFolder(), 'photos')
  await archivePhotos(t.db, t.deps.storage, archive)
  const [there, storage] = [await newSite(), newFolder()]
  await comeBack(there, await leave(t.db))
  expect(await countMissing(there, storage)).toBe(2)
  expect(await restorePhotos(there, storage, archive)).toMatchObject({ copied: 2, missing: [], damaged: [] })
  expect(await countMissing(there, storage)).toBe(0)
  const row = {
    sha256: 'a',
    sha256_recu: 'a',
    format: 'jpeg',
    octets: 1,
    largeur: 1,
    hauteur: 1,
    created_at: AT,
  } as const
  const { id } = await there.insertInto('images').values(row).returning('id').executeTakeFirstOrThrow()
  expect(id).toBe(3)
})
