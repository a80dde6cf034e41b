import { type AddressInfo, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import {
  type PostgresTarget,
  postgresDriverVersion,
  postgresUrl,
  probePostgres,
  probePostgresUrl,
  sqliteDriverVersion,
} from '../../src/db/dialect/probe.ts'
import { openDatabase } from '../../src/db/open.ts'
import { isPostgres } from '../support/db.ts'
import { databaseUrl, runSql } from '../support/postgres.ts'

const TARGET: PostgresTarget = { host: '127.0.0.1', port: 1, database: 'b', user: 'u', password: 'p', ssl: 'sans' }

/** A port where `answer` speaks. */
async function listening(answer: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    answer(socket)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((closed) => server.close(closed))
  })
  return (server.address() as AddressInfo).port
}

/** An ErrorResponse of the PostgreSQL protocol: what a server says before it hangs up. */
function errorResponse(fields: Record<string, string>): Buffer {
  const body = Buffer.from(
    `${Object.entries(fields)
      .map(([key, value]) => `${key}${value}\0`)
      .join('')}\0`,
  )
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const SECRET_BANNER = 'banniere-secrete'
const refusing = (code: string, routine = 'auth_failed') =>
  listening((socket) =>
    socket.once('data', () => socket.end(errorResponse({ S: 'FATAL', C: code, M: SECRET_BANNER, R: routine }))),
  )

describe('what a server says, in our words', () => {
  test.each([
    ['28P01', 'auth_failed', 'mot_de_passe'],
    ['28000', 'InitializeSessionUserId', 'utilisateur_inconnu'],
    ['28000', 'ClientAuthentication', 'acces_refuse'],
    ['3D000', 'InitPostgres', 'base_inconnue'],
    ['53300', 'InitProcess', 'reponse_inattendue'],
  ])('%s of %s is %s', async (code, routine, reason) => {
    const probe = await probePostgres({ ...TARGET, port: await refusing(code, routine) })
    expect(probe).toEqual({ ok: false, reason })
  })

  test('nobody listens', async () => {
    expect(await probePostgres(TARGET)).toEqual({ ok: false, reason: 'refusee' })
    expect(await probePostgres({ ...TARGET, host: '/nulle/part' })).toEqual({ ok: false, reason: 'refusee' })
  })

  test('a server that never answers is given up after five seconds', async () => {
    const port = await listening(() => undefined)
    const start = performance.now()
    expect(await probePostgres({ ...TARGET, port })).toEqual({ ok: false, reason: 'delai' })
    expect(performance.now() - start).toBeLessThan(6000)
  })

  test('something that is no PostgreSQL gives nothing of its answer away', async () => {
    const port = await listening((socket) =>
      socket.once('data', () => socket.end(`HTTP/1.1 400 ${SECRET_BANNER}\r\n\r\n`)),
    )
    const probe = await probePostgres({ ...TARGET, port })
    expect(probe.ok).toBe(false)
    expect(JSON.stringify(probe)).not.toContain(SECRET_BANNER)
  })

  test('a server without encryption, asked for it', async () => {
    const port = await listening((socket) => socket.once('data', () => socket.write('N')))
    expect(await probePostgres({ ...TARGET, port, ssl: 'verifie' })).toEqual({ ok: false, reason: 'sans_chiffrement' })
  })

  test.each([
    '169.254.169.254',
    '169.254.1.1',
    'fe80::1',
    'fd00:ec2::254',
    '::ffff:169.254.169.254',
    '0.0.0.0',
    '2852039166',
    '100.100.100.200',
  ])('the address %s is not connected to', async (host) => {
    const start = performance.now()
    expect(await probePostgres({ ...TARGET, host })).toEqual({ ok: false, reason: 'adresse_interdite' })
    expect(performance.now() - start).toBeLessThan(1000)
  })
})

test('the address of a target survives any password and host', async () => {
  const password = 'à/b?c#d@e:f%g é&='
  const url = new URL(postgresUrl({ ...TARGET, password, database: 'café', host: '::1', ssl: 'verifie' }))
  expect(decodeURIComponent(url.password)).toBe(password)
  expect([url.hostname, url.port, decodeURIComponent(url.pathname), url.search]).toEqual([
    '[::1]',
    '1',
    '/café',
    '?sslmode=verify-full',
  ])
  const socket = new URL(postgresUrl({ ...TARGET, host: '/var/run/postgresql', password: '' }))
  expect([socket.searchParams.get('host'), socket.password]).toEqual(['/var/run/postgresql', ''])
})

test('the drivers tell their versions', () => {
  expect(sqliteDriverVersion()).toMatch(/^3\.\d+\.\d+$/)
  expect(postgresDriverVersion()).toMatch(/^8\./)
})

describe.runIf(isPostgres)('a real server', () => {
  const target = (database: string, more: Partial<PostgresTarget> = {}): PostgresTarget => {
    const url = new URL(inject('pgUrl'))
    const host = url.searchParams.get('host') ?? url.hostname
    const password = decodeURIComponent(url.password)
    return { host, port: Number(url.port || 5432), database, user: url.username, password, ssl: 'sans', ...more }
  }
  async function database(name: string, options = ''): Promise<string> {
    const full = `sonde_${process.pid}_${name}`
    await runSql(inject('pgUrl'), `create database ${full} ${options}`)
    onTestFinished(() => runSql(inject('pgUrl'), `drop database if exists ${full} with (force)`))
    return full
  }

  test('an empty base is good, by fields and by address alike', async () => {
    const name = await database('vide')
    const good = { ok: true, version: expect.stringMatching(/^1[5-9]|^[2-9]\d/) }
    expect(await probePostgres(target(name))).toEqual(good)
    expect(await probePostgresUrl(databaseUrl(inject('pgUrl'), name))).toEqual(good)
  })

  test('the address made of the fields opens the same base', async () => {
    const name = await database('adresse')
    const db = openDatabase(postgresUrl(target(name)))
    const { rows } = await sql<{ n: string }>`select current_database() as n`.execute(db)
    await db.destroy()
    expect(rows).toEqual([{ n: name }])
  })

  test('unknown base, unknown user', async () => {
    expect(await probePostgres(target('nulle_part'))).toEqual({ ok: false, reason: 'base_inconnue' })
    const unknown = await probePostgres(target('postgres', { user: 'inconnu_des_essais' }))
    expect(unknown).toEqual({ ok: false, reason: 'utilisateur_inconnu' })
  })

  test('a user who may not create tables', async () => {
    const name = await database('droits')
    const role = `role_${process.pid}`
    await runSql(inject('pgUrl'), `create role ${role} login`)
    onTestFinished(() => runSql(inject('pgUrl'), `drop role if exists ${role}`))
    expect(await probePostgres(target(name, { user: role }))).toEqual({ ok: false, reason: 'droits' })
  })

  test('another encoding, another program’s tables', async () => {
    const latin = await database('latin', `encoding 'LATIN1' template template0`)
    expect(await probePostgres(target(latin))).toEqual({ ok: false, reason: 'encodage' })
    const foreign = await database('autre')
    await runSql(databaseUrl(inject('pgUrl'), foreign), 'create table users (id int)')
    expect(await probePostgres(target(foreign))).toEqual({ ok: false, reason: 'autre_logiciel' })
  })
})
