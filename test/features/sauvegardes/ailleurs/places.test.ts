// Copies elsewhere against servers that really answer: SFTP by ssh2's own server, WebDAV and S3 (signatures checked) by small ones of ours.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { sendCopy } from '../../../../src/features/sauvegardes/ailleurs/actions/copy.ts'
import { fetchCopy, listCopies } from '../../../../src/features/sauvegardes/ailleurs/actions/fetch.ts'
import { tryPlace } from '../../../../src/features/sauvegardes/ailleurs/actions/trial.ts'
import { backupIn, copyName, siteMark } from '../../../../src/features/sauvegardes/ailleurs/rules/remote-names.ts'
import { backupName } from '../../../../src/features/sauvegardes/rules/names.ts'
import type { Elsewhere } from '../../../../src/lib/elsewhere.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { s3Server } from '../../../support/places/s3.ts'
import { newKey, sftpServer } from '../../../support/places/sftp.ts'
import { webdavServer } from '../../../support/places/webdav.ts'
import { fault, known, NOW, QUICK, type Server, STARTS, siteWith } from './places-support.ts'

// Megabytes are packed, sent and read back, often on a machine that has others to serve.
vi.setConfig({ testTimeout: 180_000 })

/** More than one part of S3, more pieces than SFTP has under way at once. */
const SIZES: Record<string, number> = { sftp: 3_000_000, webdav: 3_000_000, s3: 9_000_000 }

const OTHERS = ['photo.jpg', 'releves.tar.age', 'releves-20260101-000000-quotidienne.tar', 'autre.partiel']

/** A certificate that nobody vouches for. */
function selfSigned(): { key: string; cert: string } {
  const folder = temporaryFolder()
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=127.0.0.1', '-days', '2', '-nodes', '-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...subject], { stdio: 'ignore' })
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}

test.each(Object.keys(STARTS))(
  '%s: sent encrypted, read back, the old ones go, brought back as it was',
  async (kind) => {
    const server = await (STARTS[kind] as () => Promise<Server>)()
    const { site, name, content, file } = siteWith(SIZES[kind] ?? 0)
    const place = await known(server)
    const nights = [20, 19, 18].map(
      (day) => `${backupName(new Date(`2026-11-${day}T02:00:00.000Z`), 'quotidienne')}.age`,
    )
    const manual = [3, 2, 1].map((day) => `${backupName(new Date(`2026-11-0${day}T02:00:00.000Z`), 'manuelle')}.age`)
    for (const one of [...nights, ...manual, ...OTHERS]) server.put(one, one)
    server.put(`${name}.age.partiel`, 'ce qu’une copie tuée a laissé')
    const told: number[] = []
    const sent = await sendCopy(site, place, { ...QUICK, progress: (percent) => told.push(percent) })
    expect([backupIn(sent.fichier), sent.fichier.includes(site.marque)]).toEqual([name, true])
    expect(server.names()).toEqual([...OTHERS, sent.fichier, nights[0], manual[0], manual[1]].sort())
    expect(told.at(-1)).toBe(100)
    expect(told).toEqual(told.toSorted((a, b) => a - b))
    const bytes = server.bytes(sent.fichier) ?? Buffer.alloc(0)
    expect([bytes.length, bytes.subarray(0, 21).toString()]).toEqual([sent.taille, 'age-encryption.org/v1'])
    expect(bytes.includes(content.subarray(1000, 1100))).toBe(false)
    // A second time under another name, and the first goes once the second is whole.
    const again = await sendCopy(site, place, QUICK)
    expect(again.fichier).not.toBe(sent.fichier)
    expect((await listCopies(place)).map((copy) => copy.name)).toEqual([
      again.fichier,
      nights[0],
      ...manual.slice(0, 2),
    ])
    expect(readFileSync(file)).toEqual(content)
  },
)

test('s3: a service that does not list broken uploads is copied to all the same', async () => {
  const server = await s3Server()
  const { site } = siteWith(1000)
  server.site.mood = { listsNoUploads: true }
  expect(await fault(sendCopy(site, server.place, QUICK))).toBe('fait')
})

test.each(Object.keys(STARTS))(
  '%s: a second copy of a backup that reads back altered leaves the first',
  async (kind) => {
    const server = await (STARTS[kind] as () => Promise<Server>)()
    const { site } = siteWith(SIZES[kind] ?? 0)
    const place = await known(server)
    const { fichier } = await sendCopy(site, place, QUICK)
    const whole = server.bytes(fichier)
    server.site.mood = { alters: true }
    expect(await fault(sendCopy(site, place, QUICK))).toBe('altere')
    expect([server.names(), server.bytes(fichier)]).toEqual([[fichier], whole])
  },
)

test.each(Object.keys(STARTS))(
  '%s: two sites in one folder: each takes away what is its own, and no more',
  async (kind) => {
    const server = await (STARTS[kind] as () => Promise<Server>)()
    const [one, other] = [siteWith(1000).site, { ...siteWith(1000).site, marque: siteMark('un autre secret') }]
    const place = await known(server)
    const night = (day: number) =>
      backupName(new Date(`2026-11-${String(day).padStart(2, '0')}T02:00:00.000Z`), 'quotidienne')
    const theirs = [10, 11, 12, 13].map((day) => copyName(night(day), other.marque))
    const ofOurs = [10, 11, 12, 13].map((day) => copyName(night(day), one.marque))
    const unmarked = [8, 9].map((day) => `${night(day)}.age`)
    const [half, ownHalf] = [
      `${copyName(night(14), other.marque)}.partiel`,
      `${copyName(night(14), one.marque)}.partiel`,
    ]
    for (const name of [...theirs, ...ofOurs, ...unmarked, half, ownHalf, ...OTHERS]) server.put(name, name)
    const { fichier } = await sendCopy(one, place, QUICK)
    expect(server.names()).toEqual([...OTHERS, ...theirs, ...unmarked, half, ofOurs[3], fichier].sort())
    const second = await sendCopy(other, place, QUICK)
    expect(server.names()).toEqual([...OTHERS, theirs[3], ...unmarked, ofOurs[3], fichier, second.fichier].sort())
    // Nobody could say which one the newest of all is meant to be.
    expect(await fault(fetchCopy(one.storage, place, '', QUICK))).toBe('plusieurs')
    expect((await fetchCopy(one.storage, place, fichier, QUICK)).name).toBe(backupIn(fichier))
  },
)

test.each(Object.keys(STARTS))(
  '%s: a clock that was years ahead, or is set back: tonight is copied, and no good copy goes for it',
  async (kind) => {
    const server = await (STARTS[kind] as () => Promise<Server>)()
    const { site, name } = siteWith(1000)
    const place = await known(server)
    const at = (day: string, origine: 'quotidienne' | 'manuelle' = 'quotidienne') =>
      backupName(new Date(`${day}T02:00:00.000Z`), origine)
    writeFileSync(join(site.storage, 'app', 'backups', at('2099-01-09')), 'd’une horloge en avance')
    const ahead = [
      ...['2099-01-07', '2099-01-08'].map((day) => at(day)),
      ...['2099-01-04', '2099-01-05', '2099-01-06'].map((day) => at(day, 'manuelle')),
    ].map((one) => copyName(one, site.marque))
    const good = [at('2026-11-20'), at('2026-11-01', 'manuelle'), at('2026-11-02', 'manuelle')].map((one) =>
      copyName(one, site.marque),
    )
    for (const one of [...ahead, ...good]) server.put(one, one)
    const sent = await sendCopy(site, place, QUICK)
    expect(backupIn(sent.fichier)).toBe(name)
    expect(server.names()).toEqual([...ahead, ...good, sent.fichier].sort())
    // It is opened, and is no archive; those of the future are nothing that the passphrase opens.
    expect(await fault(fetchCopy(temporaryFolder(), place, '', { ...QUICK, now: NOW }))).toContain(
      'abîmée ou incomplète',
    )
    // Back in 2019: what is made then is what is new, and everything else stays.
    const then = backupName(new Date('2019-01-01T02:00:00.000Z'), 'quotidienne')
    writeFileSync(join(site.storage, 'app', 'backups', then), 'd’une horloge en retard')
    const back = await sendCopy({ ...site, clock: () => new Date('2019-01-01T03:00:00.000Z') }, place, QUICK)
    expect(backupIn(back.fichier)).toBe(then)
    expect(server.names()).toEqual([...ahead, ...good, sent.fichier, back.fichier].sort())
  },
)

test('sftp: a private key opens the account, a server that shows another key gets nothing, nor one that nobody tested', async () => {
  const [mine, other] = [newKey(), newKey()]
  const server = await sftpServer({ allowed: mine.public })
  const { site } = siteWith(1000)
  const byKey = { ...(await known(server)), secret: '', cle_privee: mine.private }
  expect(await fault(sendCopy(site, byKey, QUICK))).toBe('fait')
  expect(await fault(sendCopy(site, { ...byKey, cle_privee: other.private }, QUICK))).toBe('identifiants')
  expect(await fault(sendCopy(site, { ...byKey, cle_privee: 'pas une clé' }, QUICK))).toBe('cle_privee')
  expect(await fault(sendCopy(site, { ...byKey, cle_hote: '' }, QUICK))).toBe('cle_inconnue')
  const impostor = await sftpServer({ allowed: mine.public })
  expect(await fault(sendCopy(site, { ...byKey, port: impostor.place.port }, QUICK))).toBe('cle_serveur')
  expect(impostor.names()).toEqual([])
})

test('what a connection runs into is told by name', async () => {
  const sftp = (await sftpServer()).place
  const dav = await webdavServer()
  const trial = async (place: Elsewhere) => (await tryPlace(place, 3000)).text
  expect(await trial({ ...sftp, adresse: 'nulle-part.invalid' })).toContain('introuvable')
  expect(await trial({ ...sftp, port: 1 })).toContain('refusée')
  expect(await trial({ ...sftp, adresse: '169.254.169.254' })).toContain('réservée')
  expect(await trial({ ...dav.place, adresse: 'https://169.254.169.254/' })).toContain('réservée')
  expect(await trial({ ...dav.place, adresse: 'http://127.0.0.1:1/' })).toContain('refusée')
  expect(await trial({ ...sftp, sorte: 'webdav', adresse: `http://127.0.0.1:${sftp.port}/` })).not.toContain('réussi')
  // Somebody who says where else to go gets no password there.
  const second = await webdavServer()
  dav.site.sentTo = second.place.adresse
  expect(await trial(dav.place)).toContain('renvoie à une autre adresse')
  expect(second.site.asked).toEqual([])
  const tls = await webdavServer(selfSigned())
  expect(await trial(tls.place)).toContain('certificat du serveur n’est pas valable')
  expect(tls.site.asked).toEqual([])
})
