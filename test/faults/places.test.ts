// Copies elsewhere where everything goes wrong, on lines that are slow, and of backups that are large.
import { truncateSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { sendCopy } from '../../src/features/sauvegardes/ailleurs/actions/copy.ts'
import { copyName, siteMark } from '../../src/features/sauvegardes/ailleurs/rules/remote-names.ts'
import { backupName } from '../../src/features/sauvegardes/rules/names.ts'
import type { Elsewhere } from '../../src/lib/elsewhere.ts'
import {
  fault,
  known,
  NOW,
  QUICK,
  type Server,
  STARTS,
  siteWith,
} from '../features/sauvegardes/ailleurs/places-support.ts'
import type { Mood } from '../support/places/mood.ts'
import { s3Server } from '../support/places/s3.ts'
import { webdavServer } from '../support/places/webdav.ts'

// Megabytes are packed, sent and read back, often on a machine that has others to serve.
vi.setConfig({ testTimeout: 180_000 })

test.each(Object.keys(STARTS))('%s: what goes wrong there is told, and nothing of a copy stays', async (kind) => {
  const server = await (STARTS[kind] as () => Promise<Server>)()
  const { site } = siteWith(12_000_000)
  const place = await known(server)
  const attempt = async (mood: Mood, other: Partial<Elsewhere> = {}) => {
    server.site.mood = mood
    return fault(sendCopy(site, { ...place, ...other }, QUICK))
  }
  expect(await attempt({}, { secret: 'un autre' })).toBe('identifiants')
  expect(
    await attempt(
      {},
      kind === 'webdav'
        ? { adresse: place.adresse.replace('/dav', '/ici') }
        : kind === 's3'
          ? { seau: 'autre' }
          : { dossier: '/ailleurs' },
    ),
  ).toBe('dossier')
  expect(await attempt({ roomFor: 9_000_000 })).toBe(kind === 'sftp' ? 'ecriture' : 'plein')
  expect(await attempt({ cutAfter: 3_000_000 })).toBe('coupee')
  expect(await attempt({ isSilent: true })).toBe('delai')
  expect(await attempt({ cutReadAfter: 3_000_000 })).toBe('coupee')
  expect(await attempt({ alters: true })).toBe('altere')
  expect(server.names().filter((name) => !name.endsWith('.partiel'))).toEqual(kind === 's3' ? expect.any(Array) : [])
  expect(await attempt({})).toBe('fait')
  expect(server.names()).toHaveLength(1)
  for (const one of server.names()) server.drop(one)
  // Where nobody may delete, copies stay, and that is no failure.
  server.put(`${backupName(new Date('2026-01-01T00:00:00.000Z'), 'quotidienne')}.age`, 'vieille')
  server.put(`${backupName(new Date('2026-01-02T00:00:00.000Z'), 'quotidienne')}.age`, 'vieille')
  expect(await attempt({ keepsAll: true })).toBe('fait')
  expect(server.names()).toHaveLength(3)
})

// The others send packets of 32 kB.
test('s3: a slow line is not a silent one, however long a part is on its way', async () => {
  const server = await s3Server()
  const { site } = siteWith(11_000_000)
  server.site.mood = { bytesPerSecond: 1_800_000 }
  const began = performance.now()
  expect(await fault(sendCopy(site, server.place, { ...QUICK, silenceMs: 3500 }))).toBe('fait')
  expect(performance.now() - began).toBeGreaterThan(5000)
})

test('s3: a wrong clock, region or key is told; what an upload in parts left is cleaned away; long lists are read to their end', async () => {
  const server = await s3Server()
  const { site } = siteWith(20_000_000)
  // Twenty megabytes are packed, sent and read back twice on a machine that has others to serve.
  const patient = { ...QUICK, silenceMs: 20_000 }
  server.site.aheadMs = 3_600_000
  expect(await fault(sendCopy(site, server.place, QUICK))).toBe('horloge')
  server.site.aheadMs = 0
  expect(await fault(sendCopy(site, { ...server.place, region: 'us-east-1' }, QUICK))).toBe('region')
  expect(await fault(sendCopy(site, { ...server.place, identifiant: 'autre' }, QUICK))).toBe('identifiants')
  const keyOf = (name: string) => ({ key: `${server.place.dossier}${name}`, parts: new Map() })
  server.site.uploads.set('mort', keyOf(`${backupName(NOW, 'manuelle')}.age`))
  server.site.uploads.set('mort aussi', keyOf(copyName(backupName(NOW, 'manuelle'), site.marque)))
  server.site.uploads.set('à d’autres', keyOf('film.mp4'))
  server.site.perPage = 2
  for (const day of [1, 2, 3])
    server.put(`${backupName(new Date(`2026-11-0${day}T02:00:00.000Z`), 'manuelle')}.age`, 'x')
  await sendCopy(site, server.place, patient)
  expect([...server.site.uploads.keys()]).toEqual(['à d’autres'])
  expect(server.names()).toHaveLength(3)
  // Another site keeps what it has under way.
  server.site.uploads.set('à l’autre', keyOf(copyName(backupName(NOW, 'manuelle'), siteMark('un autre secret'))))
  await sendCopy(site, server.place, patient)
  expect([...server.site.uploads.keys()]).toEqual(['à d’autres', 'à l’autre'])
})

test('memory stays flat however large the backup is', async () => {
  const server = await webdavServer()
  const { site, file } = siteWith(0)
  truncateSync(file, 300_000_000)
  server.site.mood = { drops: true }
  const before = process.memoryUsage().rss
  let most = 0
  const progress = () => {
    most = Math.max(most, process.memoryUsage().rss)
  }
  // The server keeps nothing of it, so that the reading back has nothing to read.
  expect(await fault(sendCopy(site, server.place, { ...QUICK, progress }))).toBe('altere')
  expect(most - before).toBeLessThan(150_000_000)
})
