// The site lacks for a while what it needs: disk, database, mail server, the right time (reliability.md T29 to T32).
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import { settingsStore } from '../../src/features/parametres/store.ts'
import { randomToken } from '../../src/lib/crypto.ts'
import { silentLog } from '../../src/lib/log.ts'
import { isPostgres } from '../support/db.ts'
import { factories } from '../support/factories.ts'
import { temporaryFolder } from '../support/folder.ts'
import { databaseLine, type LineState } from '../support/line.ts'
import { releve } from '../support/process.ts'
import { smtpSink } from '../support/smtp.ts'
import {
  type Broken,
  brokenSite,
  formOf,
  lost,
  pause,
  percentile,
  post,
  read,
  SECRET,
  save,
  serve,
  stored,
  tell,
  work,
} from './support.ts'

const isRoot = process.getuid?.() === 0
const KB = 1024

/** A disk of its own of that many MB. */
function disk(megabytes: number): string {
  const folder = temporaryFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'releves', folder])
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  return folder
}

const failuresIn = (log: string): string[] =>
  log.split('\n').flatMap((line) => (line.includes('request failed') ? [JSON.parse(line).error.message as string] : []))

/** Something else takes the room that is left, but for so many bytes; one page of them at most. */
function fill(folder: string, left: number): string {
  const { bavail, bsize } = statfsSync(folder)
  const filler = join(folder, `autre-chose-${randomToken(5)}`)
  writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - left)))
  return filler
}

/** Sends a file of places; the status of the answer. */
async function sendImport(site: Broken, address: string, bytes: number): Promise<number> {
  const body = new FormData()
  body.append('_csrf', formOf(site, {}).get('_csrf') ?? '')
  body.append('encodage', 'auto')
  body.append('fichier', new Blob([Buffer.alloc(bytes, 'nom\nFrance\n')]), 'lieux.csv')
  const headers = { cookie: `session=${site.session}` }
  const signal = AbortSignal.timeout(10_000)
  const answer = await fetch(new URL('/lieux/import', address), { method: 'POST', body, headers, signal })
  await answer.arrayBuffer()
  return answer.status
}

async function expectWhole({ db }: Broken): Promise<void> {
  if (isPostgres) return
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  expect(rows).toEqual([{ integrity_check: 'ok' }])
}

test.runIf(isRoot)(
  'a full disk: refused in words, read all the time, and saved again once there is room',
  async () => {
    const site = await brokenSite(disk(60))
    const { address, child, ended, end } = await serve(site)
    expect(await save(site, address, 'avant')).toBe(303)
    const fillers = [fill(site.storage, isPostgres ? 0 : 256 * KB)]
    const saved = ['avant']
    let refused = 0
    // On PostgreSQL records are on another disk.
    for (let n = 0; !isPostgres && n < 400 && refused === 0; n += 1) {
      const status = await save(site, address, `acte ${n}`, 'x'.repeat(4000))
      if (status === 303) saved.push(`acte ${n}`)
      else refused = status
    }
    fillers.push(fill(site.storage, 0))
    const settings = await post(site, address, '/parametres/general', { site_name: 'Un autre nom', journal_mois: '12' })
    expect([failuresIn(ended.out), refused, settings.status, settings.text]).toEqual([
      expect.anything(),
      isPostgres ? 0 : 507,
      507,
      expect.stringContaining('L’espace disque du serveur est épuisé'),
    ])
    expect(await read(site, address)).toBe(200)
    const tmp = join(site.storage, 'app', 'tmp')
    for (const bytes of [100_000, 1_500_000, 20_000_000])
      expect([bytes, await sendImport(site, address, bytes)]).toEqual([bytes, 507])
    expect(await read(site, address, '/sante')).toBe(503)
    const backup = await releve(['db:backup'], site.storage)
    expect([backup.code, backup.err]).toEqual([
      1,
      expect.stringMatching(/^(Le disque du serveur est plein|Il reste )[^\n]*\n$/),
    ])
    expect(readdirSync(tmp, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'))).toEqual([])
    expect(readdirSync(site.storage).filter((name) => /\.tmp$|^\.essai/.test(name))).toEqual([])
    for (const filler of fillers) rmSync(filler, { force: true })
    expect(await save(site, address, 'après')).toBe(303)
    await expect.poll(() => read(site, address, '/sante'), { timeout: 8000, interval: 500 }).toBe(200)
    expect(
      (await post(site, address, '/parametres/general', { site_name: 'Un autre nom', journal_mois: '12' })).status,
    ).toBe(303)
    tell(`full disk: ${saved.length} saved before, then 507; saved again as soon as there was room`)
    expect(lost(await stored(site.db), [...saved, 'après'])).toEqual([])
    await expectWhole(site)
    child.kill('SIGTERM')
    expect((await end).code).toBe(0)
  },
  120_000,
)

/** Another program that holds a SQLite file, and lets go of it. */
function holding(site: Broken) {
  const other = openDatabase(site.base)
  onTestFinished(() => other.destroy())
  const hold = (statement: string) => async () => void (await sql.raw(statement).execute(other))
  return { fail: hold('begin exclusive'), mend: hold('rollback') }
}

/** Has the database of this run fail for a while: cut off, frozen or lost on PostgreSQL, held by another program on SQLite. */
async function failing(
  kind: LineState,
): Promise<{ site: Broken; fail: () => Promise<void>; mend: () => Promise<void> }> {
  const site = await brokenSite()
  if (!isPostgres) return { site, ...holding(site) }
  const { base, set } = await databaseLine(site.base)
  writeFileSync(join(site.storage, 'config.json'), JSON.stringify({ secret: SECRET, database: base }))
  return { site, fail: async () => set(kind), mend: async () => set('ok') }
}

test.each(isPostgres ? (['coupee', 'gelee', 'muette'] as const) : (['coupee'] as const))(
  'a database that is away (%s) and comes back: said within its time, whole again without a restart',
  async (kind) => {
    const { site, fail, mend } = await failing(kind)
    const { address, child, ended, end } = await serve(site)
    const stop = work(site, address, 3)
    await pause(1500)
    await fail()
    await pause(15_000)
    await mend()
    const before = performance.now()
    await expect.poll(() => save(site, address, 'de retour'), { timeout: 20_000, interval: 100 }).toBe(303)
    const back = performance.now() - before
    const { saved, refused, times } = await stop()
    tell(
      `database ${kind}: ${saved.length} saved, ${refused.length} refused (${[...new Set(refused)]}), slowest answer ${Math.round(Math.max(...times))} ms, back after ${Math.round(back)} ms`,
    )
    expect([failuresIn(ended.out), new Set(refused)]).toEqual([expect.anything(), new Set([503])])
    expect(lost(await stored(site.db), saved)).toEqual([])
    expect(await read(site, address, '/sante')).toBe(200)
    expect(back).toBeLessThan(5000)
    // SQLite waits five seconds for another program that writes.
    if (isPostgres) expect(Math.max(...times)).toBeLessThan(3000)
    await expectWhole(site)
    child.kill('SIGTERM')
    expect((await end).code).toBe(0)
  },
  120_000,
)

test.runIf(!isPostgres)(
  'another program that holds the file: people read as before, saves wait for it or are refused in words, none is lost or doubled',
  async () => {
    const site = await brokenSite()
    const { address, child, ended, end } = await serve(site)
    const { fail, mend } = holding(site)
    for (const seconds of [3, 10]) {
      const reads: number[] = []
      const stop = work(site, address, 3)
      await pause(1000)
      await fail()
      const until = performance.now() + seconds * 1000
      const asked: Promise<unknown>[] = []
      while (performance.now() < until) {
        const before = performance.now()
        asked.push(read(site, address).then(() => reads.push(performance.now() - before)))
        await pause(50)
      }
      await mend()
      await Promise.all(asked)
      await pause(1000)
      const { saved, refused, times } = await stop()
      tell(
        `file held ${seconds} s: ${reads.length} reads, p95 ${Math.round(percentile(reads, 0.95))} ms; ${saved.length} saved, ${refused.length} refused (${[...new Set(refused)]}), slowest save ${Math.round(Math.max(...times))} ms`,
      )
      expect([failuresIn(ended.out), refused.every((status) => status === 503)]).toEqual([expect.anything(), true])
      if (seconds < 5) expect(refused).toEqual([])
      expect(percentile(reads, 0.95)).toBeLessThan(250)
      expect(lost(await stored(site.db), saved)).toEqual([])
    }
    expect([...(await stored(site.db)).values()].every((n) => n === 1)).toBe(true)
    await expectWhole(site)
    child.kill('SIGTERM')
    expect((await end).code).toBe(0)
  },
  120_000,
)

/** The clock of a process, moved by as many milliseconds as a file says. */
const CLOCK = `
import { readFileSync } from 'node:fs'
const Real = Date
const offset = () => { try { return Number(readFileSync(process.env.DECALAGE, 'utf8')) } catch { return 0 } }
globalThis.Date = class extends Real {
  constructor(...given) { given.length === 0 ? super(Real.now() + offset()) : super(...given) }
  static now() { return Real.now() + offset() }
}`

const HOUR_MS = 3_600_000
const JUMPS: [string, number, number][] = [
  ['ten minutes on', HOUR_MS / 6, 200],
  ['an hour back', -HOUR_MS, 200],
  ['a year on', 365 * 24 * HOUR_MS, 303],
  ['back to the present', 0, 303],
]

test('a clock that jumps: nobody is let in who should not be, nothing falls over', async () => {
  const site = await brokenSite()
  const [program, offset] = [join(site.storage, 'horloge.mjs'), join(site.storage, 'decalage')]
  writeFileSync(program, CLOCK)
  writeFileSync(offset, '0')
  const env = { NODE_OPTIONS: `--import ${program}`, DECALAGE: offset }
  const { address, child, ended, end } = await serve(site, env)
  expect(await save(site, address, 'à l’heure')).toBe(303)
  for (const [what, ms, status] of JUMPS) {
    writeFileSync(offset, String(ms))
    const found = await read(site, address)
    tell(`clock ${what}: ${found}`)
    expect([what, found, await read(site, address, '/sante')]).toEqual([what, status, 200])
  }
  expect(ended.out).not.toContain('"level":"error"')
  child.kill('SIGTERM')
  expect((await end).code).toBe(0)
}, 60_000)

test('a mail server that says nothing, refuses or breaks off: the site is as quick as ever, each mail comes once', async () => {
  const sink = await smtpSink()
  const site = await brokenSite()
  await factories(site.db).user({ name: 'rene', role: 'admin' })
  mkdirSync(join(site.storage, 'app'), { recursive: true })
  settingsStore(site.storage, silentLog, SECRET).write({ smtp: sink.settings })
  const { address, child, end } = await serve(site)
  expect(await save(site, address, 'un')).toBe(303)
  const move = (statut: string) => post(site, address, `/sources/${site.sourceId}/statut`, { statut })
  const moods = ['muet', 450, 'coupe', 'muet après DATA'] as const
  for (const mood of moods) {
    sink.mood = mood
    const before = performance.now()
    expect([(await move('a_valider')).status, (await move('en_cours')).status]).toEqual([303, 303])
    tell(`mail server ${mood}: two moves in ${Math.round(performance.now() - before)} ms`)
    await pause(1500)
  }
  sink.mood = 'ok'
  const mails = () => site.db.selectFrom('taches').select(['etat', 'essais']).where('kind', '=', 'courriel').execute()
  const due = async () => {
    // The mail would be tried again in a minute, and then in five: the test does not wait for it.
    await site.db
      .updateTable('taches')
      .set({ pas_avant: '2026-01-01T00:00:00.000Z' })
      .where('etat', '!=', 'faite')
      .execute()
    return (await mails()).filter(({ etat }) => etat !== 'faite').length
  }
  await expect.poll(due, { timeout: 60_000, interval: 500 }).toBe(0)
  tell(`mails: ${sink.received.length} of ${moods.length}`)
  expect(sink.received.map(({ to }) => to)).toEqual(moods.map(() => ['rene@exemple.fr']))
  child.kill('SIGTERM')
  expect((await end).code).toBe(0)
}, 180_000)
