/**
 * Builds what the browser loads: static/ → dist/assets/, each file named after its content, with .gz and .br beside it,
 * and manifest.json, which `Layout` takes as its `assets`. The same sources give the same bytes.
 * Run by bin/build; what the files may weigh is checked by bin/checks/budgets.ts.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { leanAlpine } from './alpine.ts'
import { type BaseMap, baseMap } from './map/base.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const OUT = path.join(ROOT, 'dist', 'assets')

/** Old browsers read ES2017 as one closed function, and the CSS of Chromium 72. */
async function bundle(entry: string, define: Record<string, string> = {}): Promise<Buffer> {
  const result = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: entry.endsWith('.css') ? 'chrome72' : 'es2017',
    charset: 'utf8',
    legalComments: 'none',
    define,
    // The icons of Leaflet's style sheet: ours are drawn by CSS (static/css/carte.css).
    loader: { '.png': 'empty' },
    logLevel: 'warning',
    plugins: [leanAlpine],
  })
  const [file] = result.outputFiles
  if (!file) throw new Error(`esbuild wrote nothing for ${entry}`)
  return Buffer.from(file.contents)
}

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex').slice(0, 12)

async function write(folder: string, fileName: string, content: Buffer): Promise<string> {
  const br = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  await writeFile(path.join(folder, fileName), content)
  await writeFile(path.join(folder, `${fileName}.gz`), gzipSync(content, { level: 9 }))
  await writeFile(path.join(folder, `${fileName}.br`), br)
  return `/assets/${fileName}`
}

/** Writes `content` as <name>.<hash>.<ext> with its compressed copies; tells its address. */
async function publish(folder: string, fileName: string, content: Buffer): Promise<string> {
  const { name, ext } = path.parse(fileName)
  return write(folder, `${name}.${hashOf(content)}${ext}`, content)
}

/** A script and a style that one page has beside those of all. */
async function publishPair(folder: string, name: string): Promise<{ js: string; css: string }> {
  return {
    js: await publish(folder, `${name}.js`, await bundle(`static/js/${name}.js`)),
    css: await publish(folder, `${name}.css`, await bundle(`static/css/${name}.css`)),
  }
}

/** Beside the old folder and swapped in at the end: a server that runs meanwhile never sees half of it. */
async function newFolder(): Promise<string> {
  const folder = `${OUT}.new`
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  return folder
}

async function main() {
  const folder = await newFolder()
  const css = await publish(folder, 'app.css', await bundle('static/app.css'))
  const bureau = await publish(folder, 'bureau.css', await bundle('static/bureau.css'))
  const grille = await publish(folder, 'grille.css', await bundle('static/grille.css'))
  const imprimes = await publish(folder, 'imprimes.css', await bundle('static/imprimes.css'))
  const amorce = await publish(folder, 'amorce.js', await bundle('static/js/amorce.js'))
  // Loaded by the pages of whoever has something that waits for a line.
  const file = await publish(folder, 'file.js', await bundle('static/js/file-page.js'))
  const app = await publish(folder, 'app.js', await bundle('static/js/app.js', { __FILE__: JSON.stringify(file) }))
  const script = async (name: string) => publish(folder, `${name}.js`, await bundle(`static/js/${name}.js`))
  const pages = await script('pages')
  const saisie = await script('saisie')
  const ordre = await script('ordre')
  const recherche = await script('recherche')
  const [tableau, photos, cle] = [await script('tableau'), await script('photos'), await script('cle')]
  const relecture = await publishPair(folder, 'relecture')
  const carte = await publishCarte(folder)
  const volet = await publishPair(folder, 'volet')
  const favicon = await publish(folder, 'favicon.svg', await readFile(path.join(ROOT, 'static', 'favicon.svg')))
  const manifest = {
    css,
    bureau,
    grille,
    imprimes,
    amorce,
    js: [app],
    pages: [pages],
    saisie: [saisie],
    ordre: [ordre],
    recherche: [recherche],
    tableau: [tableau],
    photos: [photos],
    cle: [cle],
    relecture,
    carte,
    volet,
    favicon,
  }
  await writeFile(path.join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await rm(OUT, { recursive: true, force: true })
  await rename(folder, OUT)
}

const json = (value: object): Buffer => Buffer.from(JSON.stringify(value))

/** The parts of the map for those who look nearer, all under the hash of all: the base names them by it and the code of a département. */
async function publishParts(folder: string, { parts }: BaseMap): Promise<string> {
  const hash = hashOf(json([...parts]))
  for (const [code, { departement, communes }] of parts) {
    await write(folder, `carte-departement-${code}.${hash}.json`, json(departement))
    await write(folder, `carte-communes-${code}.${hash}.json`, json(communes))
  }
  return hash
}

/** A map loads these when it is asked for: one script, one style sheet, and the base map that the script names by its hash. */
async function publishCarte(folder: string): Promise<{ js: string; css: string }> {
  const base = await baseMap()
  const fond = await publish(folder, 'carte-fond.json', json(base.fond))
  const monde = await publish(folder, 'carte-monde.json', json(base.monde))
  const parts = await publishParts(folder, base)
  const addresses = { __CARTE_FOND__: fond, __CARTE_MONDE__: monde, __CARTE_PARTIES__: parts }
  const define = Object.fromEntries(Object.entries(addresses).map(([name, value]) => [name, JSON.stringify(value)]))
  const js = await publish(folder, 'carte.js', await bundle('static/js/carte.js', define))
  const css = await publish(folder, 'carte.css', await bundle('static/css/carte.css'))
  return { js, css }
}

await main()
