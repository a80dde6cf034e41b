// Photos on their way while something breaks: the disk is full, the server is killed, there are two thousand of them.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { settingsStore } from '../../src/features/parametres/store.ts'
import { sweepPhotos } from '../../src/features/vues/actions/sweep.ts'
import { verifyPhotos } from '../../src/features/vues/actions/verify.ts'
import { silentLog } from '../../src/lib/log.ts'
import { storedFiles } from '../features/vues/sending.ts'
import { temporaryFolder } from '../support/folder.ts'
import { noisyPng } from '../support/pictures.ts'
import { type Broken, brokenSite, formOf, SECRET, serve, serving, tell } from './support.ts'

const KILLS = Number(process.env.FAULTS_KILLS ?? 20)
const PHOTOS = Number(process.env.FAULTS_PHOTOS ?? 200)
const MB = 1_000_000
/** Photos that are acknowledged between two kills: servers killed before they take one prove nothing. */
const BETWEEN = 3

interface Answer {
  status: number
  etat?: string
  motif?: string
}

const headersOf = ({ session }: Broken) => ({ cookie: `session=${session}`, accept: 'application/json' })
const pathOf = ({ sourceId }: Broken) => `/sources/${sourceId}/vues`

/** Sends a photo as static/js/photos.js does; status 0 where the connection broke. */
async function send(site: Broken, address: string, bytes: Buffer, name: string): Promise<Answer> {
  const body = new FormData()
  body.append('_csrf', formOf(site, {}).get('_csrf') ?? '')
  body.append('nom', name)
  body.append('images', new Blob([new Uint8Array(bytes)]), name)
  try {
    const answer = await fetch(new URL(pathOf(site), address), { method: 'POST', body, headers: headersOf(site) })
    const text = await answer.text()
    return { status: answer.status, ...(text.startsWith('{') && (JSON.parse(text) as object)) }
  } catch {
    return { status: 0 }
  }
}

const viewsOf = ({ db, sourceId }: Broken) =>
  db
    .selectFrom('source_vues')
    .innerJoin('images', 'images.id', 'source_vues.image_id')
    .select(['numero', 'libelle', 'sha256'])
    .where('source_id', '=', sourceId)
    .orderBy('numero')
    .execute()

const uploads = ({ storage }: Broken) => readdirSync(join(storage, 'app', 'tmp'))

/** The body of a form that stops in the middle of its photo until it is told to go on. */
function halting(site: Broken, bytes: Buffer, goOn: Promise<unknown>): ReadableStream<Uint8Array> {
  const head = `--x\r\nContent-Disposition: form-data; name="_csrf"\r\n\r\n${formOf(site, {}).get('_csrf')}\r\n--x\r\nContent-Disposition: form-data; name="images"; filename="a.png"\r\n\r\n`
  async function* parts() {
    yield Buffer.from(head)
    yield bytes.subarray(0, bytes.length / 2)
    await goOn
    yield bytes.subarray(bytes.length / 2)
    yield Buffer.from('\r\n--x--\r\n')
  }
  return ReadableStream.from(parts())
}

/** Takes what is left of the disk, to the last byte. */
function fill(folder: string): string {
  const filler = join(folder, 'autre-chose')
  const { bavail, bsize } = statfsSync(folder)
  const some = Buffer.alloc(10 * MB)
  for (let left = bavail * bsize; left > 0; left -= some.length)
    writeFileSync(filler, some.subarray(0, Math.min(left, some.length)), { flag: 'a' })
  return filler
}

test.runIf(process.getuid?.() === 0)(
  'the disk is full in the middle of a photo: refused in French, nothing half registered, nothing left behind',
  async () => {
    const folder = temporaryFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=620m', 'releves', folder])
    onTestFinished(() => void execFileSync('umount', ['-l', folder]))
    const site = await brokenSite(folder)
    const { address } = await serve(site, { PROCESSES: '1' })
    const photo = noisyPng(1500, 1)
    expect(await send(site, address, noisyPng(300, 2), 'avant.png')).toMatchObject({ status: 200, etat: 'ajoutee' })
    const files = storedFiles(site.storage)
    const filled = wait(1500).then(() => fill(folder))
    const headers = { ...headersOf(site), 'content-type': 'multipart/form-data; boundary=x' }
    const body = halting(site, photo, filled)
    const half = await fetch(new URL(pathOf(site), address), { method: 'POST', headers, body, duplex: 'half' } as never)
    expect([half.status, await half.text()]).toEqual([507, expect.stringMatching(/espace disque.*épuisé/)])
    // Another one is not even read.
    const late = await send(site, address, photo, 'après.png')
    expect([late.status, await viewsOf(site).then((views) => views.length)]).toEqual([409, 1])
    expect([storedFiles(site.storage), uploads(site)]).toEqual([files, []])
    rmSync(await filled)
    expect(await send(site, address, photo, 'après.png')).toMatchObject({ status: 200, etat: 'ajoutee' })
    expect(await verifyPhotos(site.db, site.storage)).toMatchObject({ present: 2, missing: [], damaged: [] })
    tell('full disk in the middle of a photo: 507 in French, no row, no file; taken as soon as there was room')
  },
  120_000,
)

/** Three hands send photos while a killer waits for a few that were acknowledged, and falls upon those on their way. */
async function sentUnderFire(site: Broken, { address, ended }: Awaited<ReturnType<typeof serve>>) {
  const acknowledged = new Set<string>()
  let [kills, cut, sent] = [0, 0, 0]
  const until = async (n: number): Promise<void> => {
    const photo = noisyPng(500, n)
    for (;;) {
      const before = kills
      const { status, etat } = await send(site, address, photo, `page ${n}.png`)
      if (status === 200 && (etat === 'ajoutee' || etat === 'double')) break
      expect([status, ended.code]).toEqual([expect.toBeOneOf([0, 502, 503]), null])
      // The servers fell between its first byte and its answer; a connection that nobody took does not count.
      if (kills > before) cut += 1
      await wait(50)
    }
    acknowledged.add(`page ${n}`)
  }
  const hand = async () => {
    while (kills < KILLS) {
      sent += 1
      await until(sent)
    }
  }
  const killer = async () => {
    while (kills < KILLS) {
      const enough = acknowledged.size + BETWEEN
      while (acknowledged.size < enough) await wait(5)
      // The next photos are somewhere between their first byte and their row.
      await wait(Math.random() * 60)
      kills += 1
      for (const pid of serving(site)) process.kill(pid, 'SIGKILL')
      while (serving(site).length === 0) await wait(20)
    }
  }
  await Promise.all([hand(), hand(), hand(), killer()])
  return { acknowledged: [...acknowledged], kills, cut }
}

test('killed while photos come: what was acknowledged is there and whole, and who sends again makes no double', async () => {
  const site = await brokenSite()
  const { acknowledged, kills, cut } = await sentUnderFire(site, await serve(site))
  expect(acknowledged.length).toBeGreaterThanOrEqual(kills * BETWEEN)
  expect(cut).toBeGreaterThanOrEqual(kills)
  const views = await viewsOf(site)
  expect(views.map(({ libelle }) => libelle).toSorted()).toEqual(acknowledged.toSorted())
  expect(new Set(views.map(({ sha256 }) => sha256)).size).toBe(views.length)
  expect(await verifyPhotos(site.db, site.storage)).toMatchObject({ present: views.length, missing: [], damaged: [] })
  // The hourly sweep removes the drafts that killed processes left, and no photo.
  await sweepPhotos(site, new Date(Date.now() + 2 * 3_600_000))
  expect(storedFiles(site.storage).filter((name) => name.endsWith('.png'))).toHaveLength(views.length)
  expect(storedFiles(site.storage).filter((name) => name.endsWith('.tmp'))).toEqual([])
  tell(`${kills} kills, ${cut} photos cut on their way, ${views.length} acknowledged: all there, whole, each once`)
}, 600_000)

const rssOf = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000)

test(`${PHOTOS} photos of 3.5 MB: the server grows with none of them`, async () => {
  const site = await brokenSite()
  settingsStore(site.storage, silentLog, SECRET).write({ photos_site_go: 100, photos_source_go: 50 })
  const { address } = await serve(site, { PROCESSES: '1' })
  const told: string[] = []
  const rss: number[] = []
  for (let n = 1; n <= PHOTOS; n += 1) {
    const answer = await send(site, address, noisyPng(1870, n), `page ${n}.png`)
    expect(answer).toMatchObject({ status: 200, etat: 'ajoutee' })
    if (n % Math.ceil(PHOTOS / 10) > 0) continue
    rss.push(Math.max(...serving(site).map(rssOf)))
    told.push(`${n}: ${rss.at(-1)} MB`)
  }
  tell(`photos of 3.5 MB, memory of the server: ${told.join(', ')}`)
  expect(Math.min(...rss.slice(-3))).toBeLessThan((rss[0] ?? 0) + 60)
}, 3_600_000)
