// Walks through forms by keys: whether the field that has the focus is seen whole, and under nothing.
import type { CdpBrowser } from '../support/cdp.ts'
import { factories } from '../support/factories.ts'
import { Page } from '../support/page.ts'
import { type Site, sessionOf } from '../support/site.ts'
import { landmarksOf } from './site-map.ts'

/** Where long forms are: ready types of 26 and 55 fields, their records, other forms. */
export async function longForms(site: Site): Promise<Record<string, string>> {
  const paths: Record<string, string> = {}
  const { db } = site.deps
  const make = factories(db)
  const { id: userId } = await db.selectFrom('users').select('id').where('name', '=', 'admin').executeTakeFirstOrThrow()
  for (const nom of ['Baptêmes', 'Mariages']) {
    const type = await db
      .selectFrom('types_sources')
      .select(['id', 'nom'])
      .where('nom', 'like', `${nom}%`)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const source = await make.source({ type, members: [{ id: userId }] })
    paths[nom] = `/sources/${source.id}/releves/nouveau`
    paths[`${nom}, un relevé`] = `/releves/${await make.releve(source)}/modifier`
    paths[`${nom}, ses champs`] = `/admin/types-sources/${type.id}/champs`
  }
  paths['une source'] = `/sources/${(await landmarksOf(site)).source}/modifier`
  paths['les réglages'] = '/parametres'
  return paths
}

/** Where the focus is, and whether it is seen whole and under nothing; `false` on what does not count (menus, the page itself). */
const LOOK = `(function () {
  var e = document.activeElement
  var name = e.name || e.id || e.textContent.trim().slice(0, 30)
  if (e === document.body || !e.closest('main')) return { name: name, isSeen: true, isOut: true }
  var r = e.getBoundingClientRect(), inset = 5
  var points = [[r.left + inset, r.top + inset], [r.right - inset, r.top + inset], [r.left + inset, r.bottom - inset], [r.right - inset, r.bottom - inset]]
  var isWhole = r.top > -1 && r.bottom < innerHeight + 1
  var isSeen = e.matches('a, button, summary, [type=file]') ? isWhole : isWhole && points.every(function (p) {
    var top = document.elementFromPoint(p[0], p[1])
    return !!top && (e === top || e.contains(top))
  })
  return { name: name, isSeen: isSeen, isOut: false, where: Math.round(r.top) + '-' + Math.round(r.bottom) }
})()`

interface Look {
  name: string
  isSeen: boolean
  isOut: boolean
  where: string
}

/** A browser may scroll a moment after the key. */
async function lookAt(page: Page): Promise<Look> {
  for (let tries = 0; ; tries += 1) {
    const look = await page.evaluate<Look>(LOOK)
    if (look.isSeen || tries === 10) return look
    await new Promise((later) => setTimeout(later, 20 * tries))
  }
}

/** Presses the key until the focus leaves the form; what was not seen on the way, and how many stops there were. */
async function walk(page: Page, key: string): Promise<{ stops: number; hidden: string[] }> {
  const hidden: string[] = []
  for (let stops = 0; ; stops += 1) {
    // In a text of several lines Enter is a line.
    const isText = await page.evaluate<boolean>("document.activeElement.tagName === 'TEXTAREA'")
    await page.press(isText && key === 'Enter' ? 'Tab' : key)
    const look = await lookAt(page)
    if (!look.isSeen) hidden.push(`${look.name} ${look.where}`)
    const isSave = key === 'Enter' && (await page.evaluate<boolean>(`document.activeElement.matches('button')`))
    if (look.isOut || isSave || stops > 250) return { stops, hidden }
  }
}

/** Those that can have the focus: the third witness is folded until the second one is named. */
const FIELDS = `Array.prototype.filter.call(
  document.querySelectorAll('main input:not([type=hidden]):enabled, main select:enabled, main textarea:enabled'),
  function (field) { return !field.closest('details:not([open])') })`
/** The last one that takes the focus: some are disabled, or in a part that is folded. */
const LAST = `(function (fields) {
  for (var i = fields.length - 1; i >= 0 && document.activeElement !== fields[i + 1]; i -= 1) fields[i].focus()
})(document.querySelectorAll('main button, main a'))`

interface Tour {
  site: Site
  browser: CdpBrowser
  paths: Record<string, string>
  windows: readonly (readonly [width: number, height: number])[]
  scripts: boolean
  /** Begins with the field so many before the last one; with the first where it is not given. */
  last?: number
}

const first = (last: number | undefined) =>
  `(function (fields) { fields[${last === undefined ? 0 : `Math.max(0, fields.length - ${last})`}].focus() })(${FIELDS})`

/** Forwards, backwards, and by Enter where that is a step; what was not seen, by form and window. */
export async function hiddenOn({
  site,
  browser,
  paths,
  windows,
  scripts,
  last,
}: Tour): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  const page = await Page.open(browser, { javaScript: scripts })
  await page.setCookie('session', await sessionOf(site, 'admin'), site.url)
  for (const [width, height] of windows) {
    await page.resize(width, height)
    for (const [form, path] of Object.entries(paths)) {
      const walks: { stops: number; hidden: string[] }[] = []
      const keys = scripts && path.endsWith('/nouveau') ? ['Tab', 'Shift+Tab', 'Enter'] : ['Tab', 'Shift+Tab']
      for (const key of keys) {
        await page.goto(site.url + path)
        await page.evaluate(key === 'Shift+Tab' && last === undefined ? LAST : first(last))
        walks.push(await walk(page, key))
      }
      const hidden = walks.flatMap((walked) => walked.hidden)
      if (walks.some(({ stops }) => stops < 2)) hidden.push('the walk ended at once')
      if (hidden.length > 0) found[`${form} ${width}×${height}`] = hidden
    }
  }
  return found
}
