// Processes of two servers, each in a folder of its own, on one PostgreSQL and one S3 storage.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import { createSession } from '../../src/features/auth/sessions.ts'
import { keyedDigest } from '../../src/lib/crypto.ts'
import type { Elsewhere } from '../../src/lib/elsewhere.ts'
import { createDatabase, PASSWORD } from '../features/setup/bench.ts'
import { isPooled, isPostgres } from '../support/db.ts'
import { temporaryFolder } from '../support/folder.ts'
import { squeeze } from '../support/html.ts'
import { s3Server } from '../support/places/s3.ts'
import { addressOf, releve, start } from '../support/process.ts'

const WHO = ['--admin-name', 'anne', '--admin-email', 'anne@exemple.fr']

const told = ({ adresse, seau, region, dossier, identifiant, secret }: Elsewhere): Record<string, string> => ({
  ...{ FICHIERS_ADRESSE: adresse, FICHIERS_SEAU: seau, FICHIERS_REGION: region, FICHIERS_DOSSIER: dossier },
  ...{ FICHIERS_IDENTIFIANT: identifiant, FICHIERS_SECRET: secret },
})

/** A site that was installed on one server, with what the environment of all its servers says. */
async function installed() {
  const { url, drop } = await createDatabase(true)
  onTestFinished(drop)
  const storage = temporaryFolder()
  const done = await releve(
    ['app:install', ...WHO, '--site-name', 'Cercle d’Aleth', '--database', url],
    storage,
    `${PASSWORD}\n`,
  )
  expect([done.code, done.err]).toEqual([0, ''])
  const { secret } = JSON.parse(readFileSync(join(storage, 'config.json'), 'utf8')) as { secret: string }
  const s3 = await s3Server()
  return { url, storage, secret, s3, env: { DATABASE_URL: url, SITE_SECRET: secret, ...told(s3.place) } }
}

/** The administrator is signed in, on whatever server. */
async function signedIn(url: string, secret: string) {
  const db = openDatabase(url)
  onTestFinished(() => db.destroy())
  const session = await createSession(db, 1, 'test')
  const headers = { cookie: `session=${session}` }
  const post = (address: string, path: string, fields: Record<string, string>) =>
    fetch(new URL(path, address), {
      ...{ method: 'POST', redirect: 'manual' },
      headers: { ...headers, origin: new URL(address).origin },
      body: new URLSearchParams({ _csrf: keyedDigest(secret, 'csrf', session), ...fields }),
    })
  const get = async (address: string, path: string) => (await fetch(new URL(path, address), { headers })).text()
  return { db, post, get }
}

const nameAt = async (address: string) =>
  (await (await fetch(new URL('/login', address))).text()).match(/<title>.*?<\/title>/)?.[0]

describe.runIf(isPostgres && !isPooled)('servers with a folder each', () => {
  test('a second one starts in an empty folder, obeys what is set on the first, and waits while that is restored', async () => {
    const { url, storage, secret, env } = await installed()
    const folder = temporaryFolder()
    const [a, b] = [
      start('src/main.ts', [], { STORAGE_DIR: storage, ...env }),
      start('src/main.ts', [], { STORAGE_DIR: folder, ...env }),
    ]
    const [first, second] = [await addressOf(a.ended), await addressOf(b.ended)]
    expect(b.ended.out).toContain('Relevés est prêt')
    await expect.poll(() => nameAt(second), { timeout: 10_000 }).toContain('Cercle d’Aleth')
    const { post, get } = await signedIn(url, secret)
    const bare = await releve(['images:verify'], storage)
    expect([bare.code, bare.err]).toEqual([1, expect.stringContaining('donnez à cette commande les mêmes variables')])
    const general = { site_name: 'Cercle de Saint-Malo', journal_mois: '12' }
    expect((await post(first, '/parametres/general', general)).status).toBe(303)
    await expect.poll(() => nameAt(second), { timeout: 10_000 }).toContain('Cercle de Saint-Malo')
    const etat = await get(second, '/admin/etat')
    expect([
      etat.includes('Stockage partagé'),
      etat.includes('ne répond pas'),
      /Serveurs<.*?\(.*?\), .*?\(/s.test(etat),
    ]).toEqual([true, false, true])

    expect((await releve(['db:backup'], storage, '', env)).code).toBe(0)
    const backup = /releves-[\w-]+\.tar/.exec(await get(first, '/parametres/sauvegardes'))?.[0] ?? ''
    expect((await post(second, '/parametres/general', { ...general, site_name: 'Perdu' })).status).toBe(303)
    const restoring = releve(['db:restore', backup], storage, '', env)
    await expect
      .poll(async () => (await post(second, '/parametres/updates', {})).status, { timeout: 30_000, interval: 300 })
      .toBe(503)
    const { code, err } = await restoring
    expect([code, err]).toEqual([0, expect.any(String)])
    await expect.poll(() => nameAt(second), { timeout: 20_000 }).toContain('Cercle de Saint-Malo')
    await expect.poll(() => existsSync(join(folder, 'maintenance')), { timeout: 20_000 }).toBe(false)
    for (const server of [a, b]) server.child.kill('SIGTERM')
    expect([(await a.end).code, (await b.end).code]).toEqual([0, 0])
  }, 240_000)

  test('one with another secret does not serve beside the first; one whose storage is badly told does not start', async () => {
    const { storage, env } = await installed()
    const a = start('src/main.ts', [], { STORAGE_DIR: storage, ...env })
    await addressOf(a.ended)
    const stranger = start('src/main.ts', [], { STORAGE_DIR: temporaryFolder(), ...env, SITE_SECRET: 'x'.repeat(64) })
    const page = await fetch(await addressOf(stranger.ended))
    expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('Serveur sans la clé du site')])
    const transfer = await releve(['db:transfer', '--to', 'sqlite:ailleurs.sqlite'], temporaryFolder(), '', env)
    expect([transfer.code, transfer.err]).toEqual([
      1,
      expect.stringContaining('D’autres serveurs de ce site servent encore'),
    ])
    const wrong = start('src/main.ts', [], {
      STORAGE_DIR: storage,
      ...env,
      FICHIERS_ADRESSE: 'http://s3.exemple.fr',
      FICHIERS_SECRET: '',
      FICHIERS_SEAUX: 'a',
    })
    const { code, err } = await wrong.end
    expect([code === 0, err]).toEqual([false, expect.stringContaining('FICHIERS_ADRESSE doit être une adresse')])
    expect(err).toContain('FICHIERS_SECRET manque')
    expect(err).toContain('FICHIERS_SEAUX n’est pas une variable connue')
  }, 240_000)

  test('the first sends what its folder has, once', async () => {
    const { storage, s3, env } = await installed()
    const none = await releve(['fichiers:envoyer'], storage)
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('FICHIERS_ADRESSE')])
    mkdirSync(join(storage, 'app/images/ab'), { recursive: true })
    writeFileSync(join(storage, `app/images/ab/${'c'.repeat(62)}.jpg`), 'une photo')
    writeFileSync(join(storage, `app/images/ab/${'c'.repeat(62)}.jpg.0123.tmp`), 'une moitié')
    const sent = await releve(['fichiers:envoyer'], storage, '', env)
    expect([sent.code, squeeze(sent.out)]).toEqual([0, '1 fichier envoyé (0 Mo), 0 était déjà là.'])
    expect(s3.names()).toEqual([`app/images/ab/${'c'.repeat(62)}.jpg`])
    expect(squeeze((await releve(['fichiers:envoyer'], storage, '', env)).out)).toContain('1 était déjà là')
  }, 240_000)
})
