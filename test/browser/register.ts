// A register of drawn pages for the pane of the desk: a picture server on loopback that answers as one of IIIF does, and a source whose
// views are its pages.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { secondManifest, thirdManifest } from '../features/vues/iiif-server.ts'
import type { Site } from '../support/site.ts'
import { until } from './desk.ts'

const PAGES = 10
const [WIDTH, HEIGHT] = [3000, 4200]
const LINES = 40

/** Lines as a hand writes them: the same for the same page. */
function lines(page: number): string {
  const drawn = []
  for (let line = 0; line < LINES; line += 1) {
    const y = 200 + line * 95
    let path = `M150 ${y}`
    for (let x = 150; x < 2800; x += 22)
      path += ` q ${8 + ((x * page) % 7)} ${((x * 13 + line * 29 + page) % 60) - 30} 22 0`
    drawn.push(`<path d="${path}" fill="none" stroke="#3a2a1a" stroke-width="4"/>`)
  }
  return drawn.join('')
}

/** The whole page, or a strip of it: shares in hundredths of where that begins and how high it is. */
const drawing = (page: number, side: number, [top, part] = [0, 100]): string => {
  const height = (HEIGHT * part) / 100
  const share = Math.min(1, side / Math.max(WIDTH, height))
  const size = `width="${Math.round(WIDTH * share)}" height="${Math.round(height * share)}"`
  const box = `0 ${(HEIGHT * top) / 100} ${WIDTH} ${height}`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="${box}"><rect width="${WIDTH}" height="${HEIGHT}" fill="#f3e8cf"/>
    <rect width="200" height="200" fill="#c00000"/>
    <text x="1400" y="140" font-size="110">Page ${page}</text>${lines(page)}</svg>`
}

/** The pages as a camera would bring them: JPEG of so many points, with a red stamp in the upper left corner. */
export async function photographed(browser: Browser, [width, height]: readonly [number, number]): Promise<Buffer[]> {
  const page = await browser.newPage()
  const photos: Buffer[] = []
  for (let n = 1; n <= PAGES; n += 1) {
    const url = await page.evaluate<string>(`new Promise(function (done, fail) {
      var image = new Image()
      image.onerror = fail
      image.onload = function () {
        var canvas = Object.assign(document.createElement('canvas'), { width: ${width}, height: ${height} })
        canvas.getContext('2d').drawImage(image, 0, 0, ${width}, ${height})
        done(canvas.toDataURL('image/jpeg', 0.6))
      }
      image.src = 'data:image/svg+xml,' + encodeURIComponent(${JSON.stringify(drawing(n, height))})
    })`)
    photos.push(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'))
  }
  await page.close()
  return photos
}

/** The register as IIIF tells it, at `/presentation/2` and `/presentation/3`. */
function manifestAt(path: string, host: string): object | undefined {
  const bases = Array.from({ length: PAGES }, (_, at) => `http://${host}/iiif/page-${at + 1}`)
  const size = { width: WIDTH, height: HEIGHT }
  if (path === '/presentation/2') return secondManifest(bases, undefined, size)
  return path === '/presentation/3' ? thirdManifest(bases, undefined, size) : undefined
}

export interface PictureServer {
  host: string
  /** Paths that were asked for. */
  asked: string[]
  /** Milliseconds that each answer waits. */
  wait: number
  isBroken: boolean
  close(): Promise<void>
}

export async function pictureServer(): Promise<PictureServer> {
  const asked: string[] = []
  const pictures = { host: '', asked, wait: 0, isBroken: false } as PictureServer
  const server: Server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const manifest = manifestAt(path, pictures.host)
    if (manifest) {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(manifest))
      return
    }
    const [, page = '1', strip, side = '2000'] = /\/page-(\d+)\/(?:full|pct:([\d.,]+))\/!(\d+),/.exec(path) ?? []
    const [, top = 0, , part = 100] = (strip ?? '').split(',').map(Number)
    setTimeout(() => {
      if (pictures.isBroken) response.writeHead(500).end()
      else
        response
          .writeHead(200, { 'Content-Type': 'image/svg+xml' })
          .end(drawing(Number(page), Number(side), [top, part]))
    }, pictures.wait)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  pictures.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  pictures.close = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return pictures
}

/** Chooses a folder of so many pages, `vue 1.svg` and on, in no order: the oldest Chromium takes no folder from playwright. */
export const folderOf = (pages: number): string => `(function () {
  var chosen = new DataTransfer(), input = document.querySelector('input[data-dossier]')
  for (var n = ${pages}; n > 0; n -= 1)
    chosen.items.add(new File([${JSON.stringify(drawing(1, 800))}], 'vue ' + n + '.svg', { type: 'image/svg+xml' }))
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
})()`

/** The source has ten views; its register counts two more. */
export async function makeViews(site: Pick<Site, 'deps'>, source: number, host: string, decalage = 2): Promise<void> {
  const { db } = site.deps
  const { depot_id } = await db
    .selectFrom('sources')
    .select('depot_id')
    .where('id', '=', source)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('depots')
    .set({ hotes_images: host, diffusion: 'membres', credit: 'Archives d’essai', licence: 'Licence ouverte 2.0' })
    .where('id', '=', depot_id)
    .execute()
  const nothing = { libelle: null, ark: null, ark_vue: null, lien_id: null, image_id: null }
  const views = Array.from({ length: PAGES }, (_, at) => ({
    ...nothing,
    source_id: source,
    numero: at + 1,
    adresse: `https://archives.exemple.fr/registre/${at + 1}`,
    iiif_base: `http://${host}/iiif/page-${at + 1}`,
    largeur: WIDTH,
    hauteur: HEIGHT,
  }))
  await db.insertInto('source_vues').values(views).execute()
  await db.insertInto('source_registres').values({ source_id: source, decalage }).execute()
}

export const IMAGE = "document.querySelector('[data-page] img')"

/** Until the picture of this page has come whole. */
export const showsPage = (page: Page, n: number) =>
  until(page, `${IMAGE} && /page-${n}\\/full\\/!(1200|2000|4000)/.test(${IMAGE}.src) && ${IMAGE}.complete`)

/** The point of the turned picture in the middle of its box, as shares. */
export const middleOf = (page: Page) =>
  page.evaluate<[number, number]>(`(function () {
    var box = document.querySelector('[data-cadre]'), page = document.querySelector('[data-page]')
    return [(box.scrollLeft + box.clientWidth / 2) / page.offsetWidth, (box.scrollTop + box.clientHeight / 2) / page.offsetHeight]
  })()`)
