import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { chooseKeeper, isKeeper, otherKeeper } from '../../../src/features/presence/keeper.ts'
import {
  announceServer,
  announceWork,
  endWork,
  isWorkedOn,
  otherServers,
  serverName,
  servers,
} from '../../../src/features/presence/servers-queries.ts'
import { testApp } from '../../support/app.ts'

const NOW = new Date('2026-11-21T10:00:00.000Z')
const later = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000)

test('a server that is alone keeps the backups; of several the first by its name does', () => {
  const here = '/srv/un'
  expect([isKeeper(here), otherKeeper(here)]).toEqual([true, undefined])
  chooseKeeper(here, [serverName(here), '0autre 12345678'])
  expect([isKeeper(here), otherKeeper(here)]).toEqual([false, '0autre'])
  chooseKeeper(here, [serverName(here), '~autre 12345678'])
  expect([isKeeper(here), otherKeeper(here)]).toEqual([true, undefined])
  chooseKeeper(here, [])
  expect(isKeeper(here)).toBe(true)
})

test('servers find one another, and forget who has said nothing for a minute', async () => {
  const { db } = await testApp()
  const [one, two] = ['/srv/un', '/srv/deux']
  await announceServer(db, one, '1.0.1', NOW)
  await announceServer(db, two, '1.1.0', later(-50))
  await announceServer(db, two, '1.1.0', later(10))
  const names = [serverName(one), serverName(two)].sort()
  expect((await servers(db, later(20))).map(({ nom }) => nom)).toEqual(names)
  expect(await otherServers(db, one, later(20))).toMatchObject([{ nom: serverName(two), version: '1.1.0' }])
  expect((await otherServers(db, two, later(65))).length).toBe(0)
  expect(names[0]).toMatch(new RegExp(`^${hostname()} [0-9a-f]{8}$`))
})

test('a command of one keeps the others from writing, not itself, until it ends or falls silent', async () => {
  const { db } = await testApp()
  const [one, two] = ['/srv/un', '/srv/deux']
  await announceWork(db, one, NOW)
  expect([await isWorkedOn(db, one, NOW), await isWorkedOn(db, two, NOW)]).toEqual([false, true])
  expect(await isWorkedOn(db, two, later(61))).toBe(false)
  expect(await servers(db, NOW)).toEqual([])
  await endWork(db, one)
  expect(await isWorkedOn(db, two, NOW)).toBe(false)
})
