// A register of ten drawn pages is transcribed from wherever its pictures are: photos of one's own, a folder of the transcriber's disk, a
// server of IIIF, links to the viewer of an archive.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asCamera } from '../support/pictures.ts'
import { deskOfFile } from './at-desk.ts'
import { field, focused, save, signInto, text, until } from './desk.ts'
import { isThorough } from './driven.ts'
import { IMAGE, type PictureServer, photographed, pictureServer } from './register.ts'

/** Either is larger than the largest copy that is kept; a camera's takes four times as long. */
const PHOTO = isThorough ? ([3000, 4200] as const) : ([1500, 2100] as const)

interface Photo {
  name: string
  mimeType: string
  buffer: Buffer
}

let pictures: PictureServer
let photos: Photo[]
const at = deskOfFile()

beforeAll(async () => {
  pictures = await pictureServer()
  const drawn = await photographed(at.browser, PHOTO)
  photos = drawn.map((buffer, n) => ({ name: `IMG page ${n + 1}.jpg`, mimeType: 'image/jpeg', buffer }))
})

beforeEach(async () => {
  const { db } = at.site.deps
  await db.deleteFrom('releves').where('source_id', '=', at.source).execute()
  await db.deleteFrom('source_vues').where('source_id', '=', at.source).execute()
  await db.deleteFrom('source_registres').where('source_id', '=', at.source).execute()
  await db.deleteFrom('images').execute()
})

afterAll(() => pictures?.close())

/** The repository of the source: what of its pictures may be shown, and from which server. */
async function repository(diffusion: 'membres' | 'lien'): Promise<void> {
  const { db } = at.site.deps
  await db.updateTable('depots').set({ hotes_images: pictures.host, diffusion }).execute()
}

const viewsPath = () => `${at.site.url}/sources/${at.source}/vues`

/** The page of the views of the source, as marie has it. */
async function openViews() {
  const context = await at.browser.newContext({ viewport: { width: 1366, height: 768 } })
  await signInto(context, at.site)
  const page = await context.newPage()
  await page.goto(viewsPath())
  return { context, page }
}

const shows = (page: Page, n: number) =>
  until(page, `${IMAGE} && /^Vue ${n}( |$)/.test(${IMAGE}.alt) && ${IMAGE}.complete && ${IMAGE}.naturalWidth > 320`)

/** Types an act of each of the ten views by keys alone, the third with the ruler where it stands. */
async function transcribe(page: Page, isShown: (n: number) => Promise<unknown>): Promise<void> {
  await until(page, "document.querySelector('form[data-pret]')")
  await isShown(1)
  await page.focus(field('vue'))
  await page.keyboard.type('1')
  await page.fill(field('numero_acte'), '1')
  await page.focus(field('date_evenement][valeur'))
  for (let n = 1; n <= 10; n += 1) {
    if (n > 1) await page.keyboard.press('Alt+Shift+PageDown')
    await isShown(n)
    await page.keyboard.type(`${n}/8/1787`)
    for (const key of n === 1 ? ['Enter', 'Enter', 'Enter'] : ['Enter']) await page.keyboard.press(key)
    expect(await focused(page)).toBe('data[nom]')
    await page.keyboard.type(`LE GALL ${n}`)
    if (n === 3) for (let step = 0; step < 3; step += 1) await page.keyboard.press('Alt+ArrowDown')
    await save(page)
  }
}

/** Each act knows its view; gives the id of the third one. */
async function expectTyped(): Promise<number> {
  const rows = at.site.deps.db.selectFrom('releves').select(['id', 'data', 'repere'])
  const acts = await rows.where('source_id', '=', at.source).orderBy('id').execute()
  const views = Array.from({ length: 10 }, (_, n) => String(n + 1))
  expect(acts.map(({ data }) => data.vue)).toEqual(views)
  expect(acts.map(({ data }) => data.nom)).toEqual(views.map((n) => `LE GALL ${n}`))
  return acts[2]?.id ?? 0
}

/** The page of an act shows its picture. */
async function expectShown(page: Page, act: number): Promise<void> {
  await page.goto(`${at.site.url}/releves/${act}/acte`)
  const src = await page.evaluate<string>(`(function () {
    var one = document.querySelector('main figure img, main figure image')
    return one.src || one.href.baseVal
  })()`)
  expect((await page.request.get(new URL(src, at.site.url).href)).status()).toBe(200)
}

/** Sends these photos, until the panel says that it is over; gives what it says. */
async function send(page: Page, files: readonly Photo[]): Promise<string> {
  await page.setInputFiles('input[name=images]', [...files])
  await page.click('form[data-photos] [type=submit]')
  return ended(page)
}

async function ended(page: Page): Promise<string> {
  await until(page, "document.querySelector('[data-photos-suivi] a')")
  return text(page, '[data-photos-suivi] [role=status]')
}

/** In the kept picture, shown by the browser, the stamp of the page is in this upper corner. */
const stampOf = (page: Page, numero: number) =>
  page.evaluate<string>(`new Promise(function (done, fail) {
    var image = new Image()
    image.onerror = fail
    image.onload = function () {
      var canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
      var context = canvas.getContext('2d')
      context.drawImage(image, 0, 0)
      var isRed = function (x) {
        var found = context.getImageData(x, 30, 1, 1).data
        return found[0] > 150 && found[1] < 60
      }
      done((isRed(30) ? 'left' : '') + (isRed(image.width - 30) ? 'right' : '') + ' ' + image.width + '×' + image.height)
    }
    image.src = '/sources/${at.source}/vues/${numero}/image?taille=2000'
  })`)

test('photos of one’s own: sent in any order over a line that breaks, one on its side, one twice, then transcribed', async () => {
  const { context, page } = await openViews()
  const [first, second, ...others] = photos as [Photo, Photo, ...Photo[]]
  const turned = { ...second, buffer: asCamera(second.buffer, 6, 'Jean Dupont') }
  const twice = { ...first, name: 'copie de la page 1.jpg' }
  const wrong = { ...first, name: 'page 99.jpg', buffer: Buffer.from('<html>non</html>') }
  const heic = { name: 'page 98.heic', mimeType: 'image/heic', buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0') }
  let posts = 0
  await page.route('**/vues', (route) => {
    posts += route.request().method() === 'POST' ? 1 : 0
    return posts === 4 && route.request().method() === 'POST' ? route.abort() : route.continue()
  })
  const said = await send(page, [wrong, heic, ...others.toReversed(), first, turned, twice])
  expect(said).toContain('10 photos ajoutées, 1 était déjà là, 2 refusées.')
  const refused = await text(page, '.photos-refusees')
  expect(refused).toMatch(/page 98\.heic\s: Cette photo est au format HEIC/)
  expect(refused).toMatch(/page 99\.jpg\s: Ce fichier n’est pas une photo/)
  const names = at.site.deps.db.selectFrom('source_vues').select('libelle').where('source_id', '=', at.source)
  // « copie » stands before « IMG ».
  expect((await names.orderBy('numero').execute()).map(({ libelle }) => libelle)).toEqual([
    'copie de la page 1',
    ...photos.slice(1).map(({ name }) => name.replace('.jpg', '')),
  ])
  expect([await stampOf(page, 1), await stampOf(page, 2)]).toEqual(['left 1429×2000', 'right 2000×1429'])
  await context.close()
  const desk = await at.open()
  await transcribe(desk.page, (n) => shows(desk.page, n))
  await expectShown(desk.page, await expectTyped())
  expect(desk.errors).toEqual([])
  await desk.context.close()
}, 240_000)

test('a sending that was stopped goes on where it was, and the copies are those of the browser', async () => {
  const { context, page } = await openViews()
  let posts = 0
  await page.route('**/vues', async (route) => {
    const isPhoto = route.request().method() === 'POST'
    posts += isPhoto ? 1 : 0
    if (isPhoto && posts === 3) await page.click('[data-photos-suivi] button')
    await route.continue()
  })
  expect(await send(page, photos.slice(0, 6))).toMatch(/^Envoi arrêté\. 3 photos ajoutées\. Envoyez de nouveau/)
  await page.reload()
  expect(await send(page, photos.slice(0, 6))).toContain('3 photos ajoutées, 3 étaient déjà là.')
  expect(posts).toBe(6)
  const kept = await at.site.deps.db.selectFrom('images').selectAll().execute()
  expect(kept.map(({ largeur, hauteur, copie_320 }) => [largeur, hauteur, copie_320])).toEqual(
    Array.from({ length: 6 }, () => [1429, 2000, 'jpeg']),
  )
  await context.close()
}, 120_000)

test('where there is no room left, the sending ends with the sentence of the server', async () => {
  const { db, settings } = at.site.deps
  const size = { format: 'jpeg' as const, octets: 999_999_900, largeur: 1, hauteur: 1 }
  await db
    .insertInto('images')
    .values({ ...size, sha256: 'ab'.repeat(32), sha256_recu: 'ab', created_at: '' })
    .execute()
  settings.write({ photos_site_go: 1, photos_source_go: 1 })
  const { context, page } = await openViews()
  expect(await send(page, photos.slice(0, 2))).toMatch(
    /^Les photos du site prennent déjà 999.Mo sur 1.Go.* 0 photo ajoutée\. Envoyez de nouveau les mêmes photos/,
  )
  await context.close()
}, 60_000)

test('a folder of one’s own disk', async () => {
  const { context, page, errors } = await at.open()
  await until(page, "document.querySelector('form[data-pret]')")
  await page.click('.saisie-plus > summary')
  await page.click('a[href$="dossier=1"]')
  await until(page, "document.activeElement.matches('[data-dossier]')")
  // A field of a folder takes several files too where a script offers them.
  await page.evaluate("document.querySelector('[data-dossier]').removeAttribute('webkitdirectory')")
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  await page.setInputFiles('[data-dossier]', photos.toReversed())
  await transcribe(page, (n) => shows(page, n))
  await expectTyped()
  expect(sent.filter((path) => /vues|image/.test(path))).toEqual([])
  expect(await at.site.deps.db.selectFrom('images').selectAll().execute()).toEqual([])
  expect(errors).toEqual([])
  await context.close()
}, 120_000)

test.each(['2', '3'])(
  'a server of IIIF on loopback, version %s',
  async (version) => {
    await repository('membres')
    const { context, page } = await openViews()
    await page.fill('[name=manifeste]', `http://${pictures.host}/presentation/${version}`)
    await page.click('#iiif [type=submit]')
    await until(page, '/10.vues ajoutées/.test(document.body.textContent)')
    await context.close()
    pictures.asked.length = 0
    const desk = await at.open()
    await transcribe(desk.page, (n) => shows(desk.page, n))
    expect(pictures.asked.filter((path) => path.startsWith('/presentation'))).toEqual([])
    await expectShown(desk.page, await expectTyped())
    expect(desk.errors).toEqual([])
    await desk.context.close()
  },
  120_000,
)

test('links to the viewer of an archive, in a window that follows', async () => {
  await repository('lien')
  const { context, page } = await openViews()
  await page.fill('[name=modele]', `http://${pictures.host}/registre/{vue}`)
  await page.fill('[name=a]', '10')
  await page.click('#liens [value=apercu]')
  expect(await page.getAttribute('#liens li:last-child a', 'href')).toBe(`http://${pictures.host}/registre/10`)
  await page.click('#liens .principal')
  await until(page, '/10.vues ajoutées/.test(document.body.textContent)')
  await context.close()
  const desk = await at.open()
  await until(desk.page, "document.querySelector('.registre-vide')")
  const [archive] = await Promise.all([desk.context.waitForEvent('page'), desk.page.click('[data-v="ouvrir"]')])
  await transcribe(desk.page, (n) => archive.waitForURL(new RegExp(`/registre/${n}$`)))
  const act = await expectTyped()
  await desk.page.goto(`${at.site.url}/releves/${act}/acte`)
  expect(await desk.page.getAttribute('main a[target=registre]', 'href')).toBe(`http://${pictures.host}/registre/3`)
  await desk.context.close()
}, 120_000)
