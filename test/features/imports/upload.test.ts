import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importFolder } from '../../../src/features/imports/rules/files.ts'
import { MAX_UPLOAD_BYTES } from '../../../src/web/upload.ts'
import { ORIGIN, type TestApp, testApp } from '../../support/app.ts'
import { importOf, sendFile, work } from './support.ts'

const FILE = 'nom\nFrance\n'

const filesOf = (t: TestApp): string[] =>
  existsSync(importFolder(t.deps.storage)) ? readdirSync(importFolder(t.deps.storage)) : []
const countOf = async (t: TestApp) => (await t.db.selectFrom('imports').select('id').execute()).length

test('a file is kept under a name of ours, with its digest, until the dry run is done', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const answer = await sendFile(rene, '/lieux/import', FILE, { nom: 'C:\\Mes docs\\..\\lieux d’Évry.csv' })
  const imported = await importOf(t)
  expect([answer.status, answer.location]).toEqual([303, `/imports/${imported.id}`])
  expect(imported).toMatchObject({
    etat: 'recu',
    nom_fichier: 'lieux d’Évry.csv',
    taille: FILE.length,
    encodage: 'utf-8',
    user_id: t.rene.id,
  })
  expect(imported.empreinte).toMatch(/^[0-9a-f]{64}$/)
  expect(filesOf(t)).toEqual([imported.fichier])
  await work(t)
  expect(filesOf(t)).toEqual([])
  expect(await importOf(t)).toMatchObject({ etat: 'pret', fichier: null })
  expect(t.failures).toEqual([])
})

test('without its token first, a file is refused before it is read', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  for (const csrf of [null, 'faux', '']) {
    const answer = await sendFile(rene, '/lieux/import', FILE, { csrf })
    expect([csrf, answer.status]).toEqual([csrf, 403])
  }
  const late = new FormData()
  late.append('fichier', new Blob([FILE]), 'lieux.csv')
  late.append('_csrf', rene.token())
  expect(
    (await rene.request('/lieux/import', { method: 'POST', body: late, headers: { origin: ORIGIN } })).status,
  ).toBe(403)
  const empty = new FormData()
  expect(
    (await rene.request('/lieux/import', { method: 'POST', body: empty, headers: { origin: ORIGIN } })).status,
  ).not.toBe(303)
  const foreign = new FormData()
  foreign.append('_csrf', rene.token())
  foreign.append('fichier', new Blob([FILE]), 'lieux.csv')
  const elsewhere = await rene.request('/lieux/import', {
    method: 'POST',
    body: foreign,
    headers: { origin: 'https://ailleurs.example' },
  })
  expect(elsewhere.status).toBe(403)
  expect([await countOf(t), filesOf(t)]).toEqual([0, []])
})

test('only those who may edit places may import them', async () => {
  const t = await testApp()
  const anonymous = await sendFile(t.anonymous(), '/lieux/import', FILE)
  expect([anonymous.status, anonymous.location]).toEqual([303, '/login'])
  const marie = await t.as(t.marie)
  expect((await marie.get('/lieux/import')).status).toBe(403)
  expect((await sendFile(marie, '/lieux/import', FILE)).status).toBe(403)
  for (const user of [t.rene, t.admin])
    expect((await (await t.as(user)).get('/lieux/import')).page.h1).toBe('Import de lieux')
  expect([await countOf(t), filesOf(t)]).toEqual([0, []])
})

test('what is wrong with the file stands beside its field, and nothing is kept', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const cases: [string | Uint8Array, RegExp][] = [
    ['', /vide/],
    [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), /image/],
    [Buffer.from('PK\x03\x04', 'latin1'), /classeur/],
    ['code;type\n1;Pays\n', /pas de colonne « nom »/],
    ['nom;Nom\nFrance;x\n', /plusieurs fois : « nom »/],
  ]
  for (const [content, message] of cases) {
    const answer = await sendFile(rene, '/lieux/import', content, { encodage: 'macroman' })
    expect(answer.status).toBe(422)
    expect(answer.page.error('fichier')).toMatch(message)
    expect(answer.page.value('encodage')).toBe('macroman')
  }
  const none = new FormData()
  none.append('_csrf', rene.token())
  const noFile = await rene.request('/lieux/import', { method: 'POST', body: none, headers: { origin: ORIGIN } })
  expect([noFile.status, noFile.page.error('fichier')]).toEqual([422, 'Choisissez un fichier csv, txt, xlsx ou ods.'])
  const plain = await rene.post('/lieux/import', { encodage: 'auto' })
  expect([plain.status, plain.page.error('fichier')]).toEqual([422, 'Choisissez un fichier csv, txt, xlsx ou ods.'])
  const encodage = await sendFile(rene, '/lieux/import', FILE, { encodage: 'ebcdic' })
  expect([encodage.status, encodage.page.error('encodage')]).toEqual([422, 'Choisissez une valeur dans la liste.'])
  expect([await countOf(t), filesOf(t), t.failures]).toEqual([0, [], []])
})

/** A body of `bytes` sent piece by piece, without its length, as a browser may do. */
function chunkedForm(
  token: string,
  bytes: number,
): { body: ReadableStream<Uint8Array>; headers: Record<string, string> } {
  const boundary = 'limite'
  const part = (name: string, file = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`
  const head = Buffer.from(`${part('_csrf')}${token}\r\n${part('fichier', '; filename="a.csv"')}nom\n`)
  const piece = Buffer.alloc(256 * 1024, 'x')
  let left = bytes - 4
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(head),
    pull(controller) {
      const size = Math.min(left, piece.length)
      left -= size
      if (size > 0) controller.enqueue(piece.subarray(0, size))
      else {
        controller.enqueue(Buffer.from(`\r\n--${boundary}--\r\n`))
        controller.close()
      }
    },
  })
  return { body, headers: { origin: ORIGIN, 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

test('64 MiB are taken, one byte more is refused in French, without its length told beforehand too', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const send = (bytes: number) =>
    rene.request('/lieux/import', { method: 'POST', duplex: 'half', ...chunkedForm(rene.token(), bytes) })
  const taken = await send(MAX_UPLOAD_BYTES)
  expect(taken.status).toBe(303)
  expect(await importOf(t)).toMatchObject({ taille: MAX_UPLOAD_BYTES })
  const refused = await send(MAX_UPLOAD_BYTES + 1)
  expect(refused.status).toBe(413)
  expect(refused.page.error('fichier')).toMatch(/dépasse la taille permise \(64 Mo\)/)
  const told = await rene.request('/lieux/import', {
    method: 'POST',
    body: 'x',
    headers: { origin: ORIGIN, 'content-type': 'multipart/form-data; boundary=a', 'content-length': '300000000' },
  })
  expect(told.status).toBe(413)
  expect([await countOf(t), filesOf(t).length, t.failures]).toEqual([1, 1, []])
}, 60_000)

test('a body that breaks off, or is no form, leaves nothing behind', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const whole = `--a\r\nContent-Disposition: form-data; name="_csrf"\r\n\r\n${rene.token()}\r\n--a\r\nContent-Disposition: form-data; name="fichier"; filename="a.csv"\r\n\r\nnom\nFra`
  const headers = { origin: ORIGIN, 'content-type': 'multipart/form-data; boundary=a' }
  const cut = await rene.request('/lieux/import', { method: 'POST', body: whole, headers })
  expect([cut.status, cut.page.error('fichier')]).toEqual([
    422,
    'Cet envoi n’a pas pu être lu. Choisissez le fichier de nouveau et recommencez.',
  ])
  const none = await rene.request('/lieux/import', { method: 'POST', body: 'n’importe quoi', headers })
  expect([403, 422]).toContain(none.status)
  const unbounded = await rene.request('/lieux/import', {
    method: 'POST',
    body: 'x',
    headers: { ...headers, 'content-type': 'multipart/form-data' },
  })
  expect([403, 422]).toContain(unbounded.status)
  expect([await countOf(t), filesOf(t), t.failures]).toEqual([0, [], []])
})

test('a double click imports once and keeps one file', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const answers = await Promise.all(
    [1, 2, 3].map(() => sendFile(rene, '/lieux/import', FILE, { jeton: 'un-seul-envoi' })),
  )
  expect(new Set(answers.map((answer) => answer.location)).size).toBe(1)
  expect([await countOf(t), filesOf(t).length]).toEqual([1, 1])
})

test('the file comes before what is said of it, in every form that sends one', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  for (const path of ['/lieux/import', '/admin/utilisateurs/import', '/imports/nouveau']) {
    const { page } = await admin.get(path)
    const names = page.all('main form [name]').map((one) => one.getAttribute('name') ?? '')
    const [file, encoding] = [names.indexOf('fichier'), names.indexOf('encodage')]
    expect([path, file !== -1 && file < encoding]).toEqual([path, true])
  }
})
