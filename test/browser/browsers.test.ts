// The old and new Chromiums themselves: what the other browser tests stand on works in each of them.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browsers, launch, start } from '../support/browsers.ts'
import { Page } from '../support/page.ts'

const SCRIPT = 'document.title = "Avec script"; console.error("boum", 1)'
const html = (received: string) => `<!doctype html><meta charset="utf-8"><title>Sans script</title><h1>À valider</h1>
  <p id="received">${received}</p><form method="post"><input id="nom" name="nom" value="avant"><button>Enregistrer</button></form>
  <script src="/script.js"></script>`

let server: Server
let address: string

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const script = request.url === '/script.js'
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html')
    response.end(script ? SCRIPT : html(decodeURIComponent(body)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})

afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const found = await browsers()

test.runIf(process.platform === 'linux' && process.arch === 'x64')('finds Chromium 79 and 109 in the packages', () => {
  expect(found.map((browser) => browser.name)).toEqual(expect.arrayContaining(['chromium-79', 'chromium-109']))
})

describe.each(found)('$name', ({ name, playwright }) => {
  test('runs scripts, reports errors, types, clicks, and takes pictures', async () => {
    const browser = await start(name)
    try {
      const page = await Page.open(browser, { width: 360, height: 640 })
      await page.goto(address)
      expect(await page.text('h1')).toBe('À valider')
      expect(await page.evaluate('document.title + innerWidth')).toBe('Avec script360')
      expect(page.errors).toEqual(['boum 1'])
      await page.fill('#nom', 'Zoé 😀')
      await page.leaving(() => page.click('button'))
      expect(await page.text('#received')).toMatch(/^nom=Zoé.😀$/)
      expect((await page.screenshot()).subarray(1, 4).toString()).toBe('PNG')
    } finally {
      await browser.close()
    }
  })

  test('turns scripts off, and plain forms still work', async () => {
    const browser = await start(name)
    try {
      const page = await Page.open(browser, { javaScript: false })
      await page.goto(address)
      expect(await page.evaluate('document.title')).toBe('Sans script')
      await page.fill('#nom', '')
      await page.leaving(() => page.press('Enter'))
      expect(await page.text('#received')).toBe('nom=')
      expect(page.errors).toEqual([])
    } finally {
      await browser.close()
    }
  })

  test('clicks what moves from under the mouse where it went', async () => {
    const browser = await start(name)
    try {
      const page = await Page.open(browser)
      await page.goto(address)
      await page.evaluate(`(function () {
        var button = document.querySelector('button')
        button.type = 'button'
        window.clics = 0
        button.addEventListener('click', function () { window.clics += 1 })
        document.addEventListener('mousedown', function () { button.style.marginLeft = '400px' }, { once: true })
      })()`)
      await page.click('button')
      expect(await page.evaluate('clics')).toBe(1)
    } finally {
      await browser.close()
    }
  })

  test.runIf(playwright)('is driven by playwright-core', async () => {
    const browser = await launch(name)
    try {
      const page = await browser.newPage()
      await page.goto(address)
      expect(await page.getByRole('heading').textContent()).toBe('À valider')
    } finally {
      await browser.close()
    }
  })
})
