// The release server may answer anything: these tests say what is believed of it.
import { generateKeyPairSync, sign } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkForUpdate } from '../../../../src/features/mises-a-jour/releases/check.ts'
import { LATEST } from '../../../../src/features/mises-a-jour/releases/rules/announcement.ts'
import { isNewer, setAside, updateState } from '../../../../src/features/mises-a-jour/releases/rules/state.ts'
import { downloadRelease, lastRelease } from '../../../../src/features/mises-a-jour/releases/server.ts'
import {
  forgetUpdate,
  isBetweenVersions,
  noteStep,
  updateUnderWay,
} from '../../../../src/features/presence/update-note.ts'
import { AppError } from '../../../../src/lib/errors.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { type Versions, versionsServer } from '../delivery.ts'

const SHA = 'a'.repeat(64)
const ANNONCE = {
  nouveautes: [],
  ...{ nom: 'releves', version: '1.1.0', date: '2026-11-21T00:00:00.000Z', depuis: '1.0.0' },
  ...{ archive: 'releves-1.1.0.tar.gz', taille: 5, sha256: SHA },
}

function offer(versions: Versions, change: object = {}, { key = versions.key, alter = (text: string) => text } = {}) {
  const text = JSON.stringify({ ...ANNONCE, ...change })
  const signature = sign(null, Buffer.from(text), key).toString('base64')
  writeFileSync(join(versions.folder, LATEST), JSON.stringify({ annonce: alter(text), signature }))
}

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? error.message : error),
  )

const ask = ({ address, publicKey }: Versions, keys = publicKey) => outcome(lastRelease({ server: address, keys }))

test('an announcement is believed when one of the known keys signed it, and not otherwise', async () => {
  const versions = await versionsServer()
  const other = generateKeyPairSync('ed25519')
  const otherKey = other.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  offer(versions)
  expect(await ask(versions)).toBe('ok')
  expect(await ask(versions, `${otherKey}, ${versions.publicKey}`)).toBe('ok')
  expect(await ask(versions, otherKey)).toMatch(/pas signée/)
  expect(await ask(versions, '')).toMatch(/Aucune clé/)
  expect(await ask(versions, 'pas une clé')).toMatch(/pas une clé publique/)
  offer(versions, {}, { key: other.privateKey })
  expect(await ask(versions)).toMatch(/pas signée/)
  offer(versions, {}, { alter: (text) => text.replace('1.1.0', '1.1.1') })
  expect(await ask(versions)).toMatch(/pas signée/)
  writeFileSync(join(versions.folder, LATEST), JSON.stringify({ annonce: JSON.stringify(ANNONCE) }))
  expect(await ask(versions)).toMatch(/pas une annonce/)
  writeFileSync(join(versions.folder, LATEST), JSON.stringify(ANNONCE))
  expect(await ask(versions)).toMatch(/pas une annonce/)
  rmSync(join(versions.folder, LATEST))
  expect(await ask(versions)).toMatch(/erreur 404/)
})

test.for([
  { archive: '../../etc/passwd.tar.gz' },
  { archive: 'https://ailleurs.test/a.tar.gz' },
  { version: '../1.0.0' },
  { version: '1.2' },
  { taille: -1 },
  { sha256: 'court' },
  { nom: 'autre' },
  { nouveautes: [{ version: '../1', points: [] }] },
  { nouveautes: [{ version: '1.1.0', points: [7] }] },
])('a signed announcement that makes no sense is refused: %j', async (change) => {
  const versions = await versionsServer()
  offer(versions, change)
  expect(await ask(versions)).toMatch(/pas une annonce/)
})

test('redirections: a few, never to another site; answers: not without end', async () => {
  const versions = await versionsServer()
  offer(versions)
  versions.answer = (path, response) => path === `/${LATEST}` && !!response.writeHead(302, { location: '/b' }).end()
  writeFileSync(join(versions.folder, 'b'), readFileSync(join(versions.folder, LATEST)))
  expect(await ask(versions)).toBe('ok')
  versions.answer = (_path, response) => !!response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
  expect(await ask(versions)).toMatch(/autre site/)
  versions.answer = (_path, response) => !!response.writeHead(302, { location: '/encore' }).end()
  expect(await ask(versions)).toMatch(/sans fin/)
  versions.answer = (_path, response) => !!response.end(Buffer.alloc(70_000, ' '))
  expect(await ask(versions)).toMatch(/plus qu’il ne devrait/)
  versions.answer = (_path, response) => !!response.socket?.destroy()
  expect(await ask(versions)).toMatch(/ne répond pas|interrompu/)
  expect(await outcome(lastRelease({ server: undefined, keys: versions.publicKey }))).toMatch(/Aucun serveur/)
})

test('an archive is taken when every byte is the announced one', async () => {
  const versions = await versionsServer()
  const sha256 = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
  const folder = temporaryFolder()
  let tries = 0
  const download = (content: string, change: object = {}) => {
    writeFileSync(join(versions.folder, ANNONCE.archive), content)
    tries += 1
    const annonce = { ...ANNONCE, nom: 'releves' as const, sha256, ...change }
    return outcome(downloadRelease(versions.address, annonce, join(folder, String(tries))))
  }
  expect(await download('hello')).toBe('ok')
  expect(readFileSync(join(folder, '1'), 'utf8')).toBe('hello')
  expect(await download('hellO')).toMatch(/somme de contrôle/)
  expect(await download('hell')).toMatch(/somme de contrôle/)
  expect(await download('hello and more')).toMatch(/plus qu’il ne devrait/)
  expect(await download('hello', { taille: 1e12 })).toMatch(/trop grosse/)
  versions.answer = (_path, response) => {
    response.writeHead(200, { 'content-length': 5 }).write('he')
    setTimeout(() => response.socket?.destroy(), 50)
    return true
  }
  expect(await download('hello')).toMatch(/interrompu/)
})

test('the answer is kept for an hour, and older releases are none', async () => {
  const versions = await versionsServer()
  const storage = temporaryFolder()
  const check = (now: string, version = '1.0.1') =>
    checkForUpdate({
      storage,
      version,
      versions: { server: versions.address, keys: versions.publicKey },
      now: new Date(now),
    })
  offer(versions)
  expect(await check('2026-11-21T10:00:00Z')).toMatchObject({ nouvelle: '1.1.0', version: '1.0.1' })
  const nouveautes = [{ version: '1.2.0', points: ['Des nouveautés.'] }]
  offer(versions, { version: '1.2.0', nouveautes })
  expect(await check('2026-11-21T10:59:00Z')).toMatchObject({ nouvelle: '1.1.0' })
  expect(versions.asked).toHaveLength(1)
  expect(await check('2026-11-21T11:01:00Z')).toMatchObject({ nouvelle: '1.2.0', nouveautes })
  // A clock that went back by a day.
  expect(await check('2026-11-20T11:01:00Z')).toMatchObject({ nouvelle: '1.2.0' })
  expect(versions.asked).toHaveLength(3)
  offer(versions, { version: '0.9.0' })
  expect(await check('2026-11-22T10:00:00Z')).toMatchObject({ nouvelle: null, verifiee_at: '2026-11-22T10:00:00.000Z' })
  expect([isNewer('1.10.0', '1.9.9'), isNewer('1.0.1', '1.0.1'), isNewer('1.0.0', '1.0.1')]).toEqual([
    true,
    false,
    false,
  ])
})

test('a version that the site went back from is remembered beside what the server answers', async () => {
  const versions = await versionsServer()
  const storage = temporaryFolder()
  offer(versions)
  setAside(storage, '1.1.0')
  const now = new Date('2026-11-21T10:00:00Z')
  await checkForUpdate({
    storage,
    version: '1.0.1',
    versions: { server: versions.address, keys: versions.publicKey },
    now,
  })
  const known = { nouvelle: '1.1.0', ecartee: '1.1.0', verifiee_at: now.toISOString() }
  expect(updateState(storage, '1.0.1')).toMatchObject(known)
  setAside(storage, '1.1.1')
  expect(updateState(storage, '1.0.1')).toMatchObject({ ...known, ecartee: '1.1.1' })
})

test.for(['', '{', '[]', '{"etape":"migra'])(
  'a journal of steps that the disk has lost stops writing, and is not guessed: %j',
  (content) => {
    const storage = temporaryFolder()
    expect(isBetweenVersions(storage)).toBe(false)
    writeFileSync(join(storage, 'mise-a-jour-en-cours.json'), content)
    expect(isBetweenVersions(storage)).toBe(true)
    expect(() => updateUnderWay(storage)).toThrow(AppError)
    const release = { dossier: storage, version: '1.0.1' }
    noteStep(storage, {
      jeton: '',
      etape: 'sauvegarde',
      ancienne: release,
      nouvelle: release,
      sauvegarde: '',
      externe: '',
      migre: false,
      tables: [],
      essais: 0,
      choisi: false,
    })
    expect(isBetweenVersions(storage)).toBe(false)
    // A kill in the middle of a note leaves a file, which goes with it.
    writeFileSync(join(storage, 'mise-a-jour-en-cours.json.123.abcd.tmp'), '{')
    forgetUpdate(storage)
    expect(readdirSync(storage)).toEqual([])
  },
)
