// A page of any of our browsers, old or new, with the few gestures that the browser tests need. Selectors are CSS.
import type { CdpBrowser, Params } from './cdp.ts'

export interface PageOptions {
  /** CSS pixels; 1280 × 800 by default. */
  width?: number
  height?: number
  /** False: the page runs no script at all, as in a browser where the user turned them off. */
  javaScript?: boolean
}

const TIMEOUT_MS = 15_000
const MOUSE_MS = 5000
const MOST_CLICKS = 3

export class Page {
  /** Uncaught exceptions, console.error, refused by the content security policy, failed loads: all that a page may not have. */
  readonly errors: string[] = []
  #browser: CdpBrowser
  #session: string
  #javaScript: boolean

  private constructor(browser: CdpBrowser, session: string, javaScript: boolean) {
    this.#browser = browser
    this.#session = session
    this.#javaScript = javaScript
  }

  /** Opens a page with its own cookies. */
  static async open(
    browser: CdpBrowser,
    { width = 1280, height = 800, javaScript = true }: PageOptions = {},
  ): Promise<Page> {
    const { browserContextId } = await browser.send('Target.createBrowserContext')
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', browserContextId })
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
    const page = new Page(browser, sessionId as string, javaScript)
    page.#listen()
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await page.#send(`${domain}.enable`)
    await page.resize(width, height)
    if (!javaScript) await page.#send('Emulation.setScriptExecutionDisabled', { value: true })
    return page
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false })
  }

  /** A command of the protocol that no gesture here has: a virtual authenticator. */
  send(method: string, params: Params = {}): Promise<Params> {
    return this.#send(method, params)
  }

  /** Goes to an address and waits for its `load` event. Throws when nothing answers. */
  async goto(url: string): Promise<void> {
    const loaded = this.#nextLoad()
    const { errorText } = await this.#send('Page.navigate', { url })
    if (errorText) {
      loaded.catch(() => undefined)
      throw new Error(`${url}: ${errorText}`)
    }
    await loaded
  }

  /** Does something that leads to another page (a click on a link, a plain form) and waits for that page. */
  async leaving(gesture: () => Promise<unknown>): Promise<void> {
    const loaded = this.#nextLoad()
    // A gesture that fails tells why itself.
    loaded.catch(() => undefined)
    await gesture()
    await loaded
  }

  /** Value of a JavaScript expression in the page, awaited if it is a promise. Works with `javaScript: false` too. */
  async evaluate<T = unknown>(expression: string): Promise<T> {
    const answer = await this.#send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    const { result, exceptionDetails } = answer as {
      result: { value?: T; description?: string }
      exceptionDetails?: Params
    }
    if (exceptionDetails) throw new Error(`${expression}: ${result.description ?? JSON.stringify(exceptionDetails)}`)
    return result.value as T
  }

  async setCookie(name: string, value: string, url: string): Promise<void> {
    await this.#send('Network.setCookie', { name, value, url })
  }

  /** Waits until an expression is true in the page; 15 s, then throws and says which. */
  async waitFor(expression: string): Promise<void> {
    const deadline = Date.now() + TIMEOUT_MS
    while (!(await this.evaluate<boolean>(`Boolean(${expression})`))) {
      if (Date.now() > deadline) throw new Error(`never true in the page: ${expression}`)
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
  }

  /** Visible text of an element, white space collapsed; waits for it. */
  async text(selector: string): Promise<string> {
    await this.waitFor(element(selector))
    return this.evaluate(`${element(selector)}.innerText.replace(/\\s+/g, ' ').trim()`)
  }

  /**
   * A real click, in the middle of the element (of its first line, where a link takes two), scrolled into view where it is not. What
   * comes late, a line of a facet or a count, may move the element from under the mouse: then it is clicked where it went.
   */
  async click(selector: string): Promise<void> {
    await this.waitFor(element(selector))
    for (let tries = 0; tries < MOST_CLICKS; tries += 1) {
      const mouse = { ...(await this.#restOf(selector)), button: 'left', clickCount: 1 }
      if (this.#javaScript) await this.evaluate(watchClick(selector))
      await this.#mouse({ ...mouse, type: 'mousePressed' })
      await this.#mouse({ ...mouse, type: 'mouseReleased' })
      // A document that has just been left answers nothing: the click led away from it.
      if (!this.#javaScript || (await this.evaluate(HAS_HIT).catch(() => true))) return
    }
    throw new Error(`${selector} was clicked ${MOST_CLICKS} times, and moved away each time`)
  }

  /** Where an element has come to rest in the window: a click falls beside one that still moves, as a menu does that opens. */
  async #restOf(selector: string): Promise<{ x: number; y: number }> {
    let box = await this.#place(selector)
    for (
      let tries = 0, before = box;
      tries === 0 || (tries < 20 && (box.x !== before.x || box.y !== before.y));
      tries += 1
    ) {
      await new Promise((go) => setTimeout(go, 40))
      before = box
      box = await this.#place(selector)
    }
    if (!box.seen) throw new Error(`${selector} cannot be clicked: it is hidden or covered`)
    return { x: box.x, y: box.y }
  }

  /** The middle of an element in the window, which is scrolled to it; `seen`: nothing else is on top. */
  async #place(selector: string): Promise<{ x: number; y: number; seen: boolean }> {
    return this.evaluate<{ x: number; y: number; seen: boolean }>(`(function () {
      var e = ${element(selector)}
      function found() {
        var r = e.getClientRects()[0] || e.getBoundingClientRect(), x = r.left + r.width / 2, y = r.top + r.height / 2
        var top = document.elementFromPoint(x, y)
        return { x: x, y: y, seen: !!top && e.contains(top) }
      }
      var at = found()
      if (at.seen) return at
      e.scrollIntoView({ block: 'center' })
      return found() })()`)
  }

  /** On a busy machine Chromium 79 loses an event of the mouse now and then, and its answer: it is sent once more. */
  async #mouse(event: Record<string, unknown>): Promise<void> {
    try {
      await this.#browser.send('Input.dispatchMouseEvent', event, this.#session, MOUSE_MS)
    } catch {
      await this.#send('Input.dispatchMouseEvent', event)
    }
  }

  /** Replaces what a field holds by typed text, with the events of a keyboard entry. */
  async fill(selector: string, text: string): Promise<void> {
    await this.waitFor(element(selector))
    await this.evaluate(`(function () { var e = ${element(selector)}; e.focus(); e.select() })()`)
    if (text === '') await this.press('Delete')
    else await this.#send('Input.insertText', { text })
  }

  /** One key on the focused element, by its name: Enter, Escape, Tab, ArrowDown, Delete…, or with Shift: « Shift+Tab ». */
  async press(keys: string): Promise<void> {
    const key = keys.replace('Shift+', '')
    const windowsVirtualKeyCode = KEY_CODES[key]
    if (windowsVirtualKeyCode === undefined) throw new Error(`unknown key ${key}: add it to KEY_CODES`)
    const modifiers = key === keys ? 0 : SHIFT
    const event = { key, code: key, modifiers, windowsVirtualKeyCode, ...(key === 'Enter' ? { text: '\r' } : {}) }
    await this.#send('Input.dispatchKeyEvent', { ...event, type: key === 'Enter' ? 'keyDown' : 'rawKeyDown' })
    await this.#send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' })
  }

  url(): Promise<string> {
    return this.evaluate('location.href')
  }

  /** A PNG of what the window shows. */
  async screenshot(): Promise<Buffer> {
    const { data } = await this.#send('Page.captureScreenshot', { format: 'png' })
    return Buffer.from(data as string, 'base64')
  }

  /** A command of the DevTools protocol for what no gesture above does. */
  command(method: string, params: Params = {}): Promise<Params> {
    return this.#send(method, params)
  }

  /** Calls back at each event of the protocol. Returns what stops it. */
  on(method: string, callback: (params: Params) => void): () => void {
    return this.#browser.on(method, this.#session, callback)
  }

  #send(method: string, params: Params = {}): Promise<Params> {
    return this.#browser.send(method, params, this.#session)
  }

  #nextLoad(): Promise<void> {
    // Made here, it tells who waited.
    const late = new Error(`no page loaded in ${TIMEOUT_MS} ms`)
    return new Promise((resolve, reject) => {
      const done = this.#browser.on('Page.loadEventFired', this.#session, () => {
        clearTimeout(timer)
        done()
        resolve()
      })
      const timer = setTimeout(() => {
        done()
        reject(late)
      }, TIMEOUT_MS)
    })
  }

  #listen(): void {
    type Thrown = { text: string; exception?: { description?: string } }
    type Call = { type: string; args: { value?: unknown; description?: string }[] }
    type Entry = { level: string; text: string; url?: string }
    this.#browser.on('Runtime.exceptionThrown', this.#session, ({ exceptionDetails }) => {
      const { text, exception } = exceptionDetails as Thrown
      this.errors.push(exception?.description ?? text)
    })
    this.#browser.on('Runtime.consoleAPICalled', this.#session, (call) => {
      const { type, args } = call as Call
      if (type === 'error') this.errors.push(args.map((arg) => arg.value ?? arg.description).join(' '))
    })
    this.#browser.on('Log.entryAdded', this.#session, ({ entry }) => {
      const { level, text, url } = entry as Entry
      if (level === 'error') this.errors.push(url ? `${text} (${url})` : text)
    })
  }
}

/** The protocol numbers the keys that modify: Shift is 8. */
const SHIFT = 8

const KEY_CODES: Record<string, number> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Escape: 27,
  Home: 36,
  End: 35,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Delete: 46,
}

const element = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`

/** The document notes whether the next click reaches the element; a page without scripts would not, and nothing moves there. */
const watchClick = (selector: string) => `(function () {
  document.hasHit = false
  var e = ${element(selector)}
  document.addEventListener('click', function (event) { document.hasHit = e.contains(event.target) }, { capture: true, once: true })
})()`

/** The click led to another document, or reached the element. */
const HAS_HIT = 'document.hasHit !== false'
