// Somebody at a page, who looks, clicks, types and scrolls: what it takes of them is counted.
import type { Browser, Locator, Page } from 'playwright-core'
import { type Site, sessionOf } from '../support/site.ts'

/** Seconds that a person of some practice takes. */
const SECONDS = { clicks: 1, scrolls: 1, keys: 0.25, loads: 1.5 }

export class Person {
  readonly page: Page
  readonly counts = { clicks: 0, scrolls: 0, keys: 0, loads: 0 }

  constructor(page: Page) {
    this.page = page
    page.on('load', () => {
      this.counts.loads += 1
    })
  }

  get seconds(): number {
    return Object.entries(this.counts).reduce((sum, [what, n]) => sum + n * SECONDS[what as keyof typeof SECONDS], 0)
  }

  /** A person scrolls first to a control that stands outside the window. */
  async click(target: Locator): Promise<void> {
    const box = await target.boundingBox()
    const height = this.page.viewportSize()?.height ?? 0
    if (!box || box.y < 0 || box.y + box.height > height) this.counts.scrolls += 1
    this.counts.clicks += 1
    await target.click()
  }

  /** A click that leads to another page, or to the same one made anew. */
  async follow(target: Locator): Promise<void> {
    const loaded = this.page.waitForEvent('load')
    await this.click(target)
    await loaded
  }

  async keys(text: string): Promise<void> {
    this.counts.keys += text.length
    await this.page.keyboard.type(text)
  }

  async press(key: string): Promise<void> {
    this.counts.keys += 1
    await this.page.keyboard.press(key)
  }

  async fill(target: Locator, text: string): Promise<void> {
    await this.click(target)
    await this.keys(text)
  }

  /** Sends the form that the cursor is in, which leads to another page. */
  async enter(): Promise<void> {
    const loaded = this.page.waitForEvent('load')
    await this.press('Enter')
    await loaded
  }

  /** An option of a list: a click opens it, three letters choose. */
  async choose(target: Locator, label: string): Promise<void> {
    this.counts.clicks += 1
    this.counts.keys += 3
    await target.selectOption({ label })
  }

  button = (name: string | RegExp): Locator => this.page.getByRole('button', { name })
  link = (name: string | RegExp): Locator => this.page.getByRole('link', { name })
}

/** An administrator at a new site: nobody made a type of source yet. */
export async function newAdministrator(browser: Browser, site: Site, javaScriptEnabled = true): Promise<Person> {
  const { db } = site.deps
  for (const table of ['releve_versions', 'releves', 'sources', 'champs', 'groupes', 'types_sources'] as const)
    await db.deleteFrom(table).execute()
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, javaScriptEnabled })
  await context.addCookies([{ name: 'session', value: await sessionOf(site, 'admin'), url: site.url }])
  return new Person(await context.newPage())
}
