// Weight of what a page loads, in bytes after brotli, against its budget: one line each, exit status 1 when one is passed.
// Use: node node_modules/tsx/dist/cli.mjs bin/checks/budgets.ts (after `sh bin/build assets`)
import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

/** bin/assets.ts writes addresses under /assets/. */
interface Manifest {
  css: string
  bureau: string
  grille: string
  imprimes: string
  amorce: string
  js: string[]
  pages: string[]
  saisie: string[]
  ordre: string[]
  recherche: string[]
  tableau: string[]
  photos: string[]
  cle: string[]
  relecture: { js: string; css: string }
  carte: { js: string; css: string }
  volet: { js: string; css: string }
  favicon: string
}

interface Budget {
  name: string
  urls: string[]
  maxBytes: number
}

const folder = join(import.meta.dirname, '../../dist/assets')
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
const core = [manifest.amorce, ...manifest.js]
const page = [...core, ...manifest.pages]

/** A first visit may weigh 60 kB all told; what is not here is left to the HTML of the page. */
const BUDGETS: Budget[] = [
  { name: 'style sheet', urls: [manifest.css], maxBytes: 9_250 },
  { name: 'style sheet of the desk', urls: [manifest.bureau], maxBytes: 8_000 },
  { name: 'style sheet of the table', urls: [manifest.grille], maxBytes: 8_000 },
  { name: 'style sheet of what is printed', urls: [manifest.imprimes], maxBytes: 10_000 },
  { name: 'scripts of any page', urls: page, maxBytes: 22_000 },
  { name: 'scripts of the entry page', urls: [...core, ...manifest.saisie], maxBytes: 53_800 },
  { name: 'scripts of the table', urls: [...core, ...manifest.tableau], maxBytes: 48_000 },
  { name: 'scripts of the field designer', urls: [...page, ...manifest.ordre], maxBytes: 36_000 },
  { name: 'scripts of the search page', urls: [...page, ...manifest.recherche], maxBytes: 23_000 },
  { name: 'scripts of the page of views', urls: [...page, ...manifest.photos], maxBytes: 25_500 },
  { name: 'script of passkeys', urls: manifest.cle, maxBytes: 1_200 },
  {
    name: 'the reading over, script and style',
    urls: [manifest.relecture.js, manifest.relecture.css],
    maxBytes: 2_000,
  },
  { name: 'maps, script and style', urls: [manifest.carte.js, manifest.carte.css], maxBytes: 50_000 },
  { name: 'script of the register beside a form', urls: [manifest.volet.js], maxBytes: 6_000 },
  { name: 'style of the register beside a form', urls: [manifest.volet.css], maxBytes: 1_800 },
  { name: 'first visit without its HTML', urls: [manifest.css, ...page, manifest.favicon], maxBytes: 35_000 },
]

const compressedBytes = (url: string): number => statSync(join(folder, `${basename(url)}.br`)).size

for (const { name, urls, maxBytes } of BUDGETS) {
  const bytes = urls.reduce((sum, url) => sum + compressedBytes(url), 0)
  const over = bytes > maxBytes
  if (over) process.exitCode = 1
  console.log(`${over ? 'OVER  ' : 'within'} ${name}: ${bytes} of ${maxBytes} bytes`)
}
