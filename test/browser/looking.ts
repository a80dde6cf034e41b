// All that can be wrong with a page as it is shown: its markup and outline, what sticks out of the window, what axe finds.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import type { Page } from 'playwright-core'

const BOTH = ['tres-grande', 'normale']
/** A page that has room for very large letters has it for others: these are asked of the two windows that most people have. */
const VERY_LARGE = ['tres-grande']
const PHONE = { width: 390, height: 844 }
export const NOTEBOOK = { width: 1366, height: 768 }
/** With the notebook at 200 %, the smallest phone, and a tablet upright; the last one is left for what follows. */
const SIZES = [
  { ...NOTEBOOK, tailles: BOTH },
  { width: 768, height: 1024, tailles: VERY_LARGE },
  { width: 683, height: 384, tailles: VERY_LARGE },
  { width: 320, height: 568, tailles: VERY_LARGE },
  { ...PHONE, tailles: BOTH },
]

/** It makes its table of the elements of HTML anew for each page, which takes a third of the time of most. */
class ReadOnce extends StaticConfigLoader {
  #read: ReturnType<StaticConfigLoader['getConfigFor']> | undefined

  override getConfigFor(handle: string): ReturnType<StaticConfigLoader['getConfigFor']> {
    this.#read ??= super.getConfigFor(handle)
    return this.#read
  }
}

const CHECKED = new ReadOnce({
  extends: ['html-validate:recommended'],
  rules: {
    // hono writes void elements and boolean attributes its own way, which is valid HTML.
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    // For search engines, which are kept out; the titles of registers are as long as they are.
    'long-title': 'off',
    // A list is sent as one name several times: our own code reads the forms, and knows no `[]`.
    'form-dup-name': 'off',
    // The suggestions of the combobox are a listbox by the ARIA pattern that it follows.
    'prefer-native-element': ['error', { exclude: ['listbox'] }],
  },
})

const validator = new HtmlValidate(CHECKED)

/** Sent by a script when a field is dropped elsewhere; buttons beside each field do the same in forms of their own. */
const SENT_BY_SCRIPT = '#ordre-champs'

export async function markupFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results
    .flatMap(({ messages }) => messages)
    .filter(({ severity }) => severity === 2)
    .filter(({ ruleId, selector }) => ruleId !== 'wcag/h32' || selector !== SENT_BY_SCRIPT)
    .map(({ ruleId, message, line, column }) => `html ${ruleId}: ${message} (${line}:${column})`)
}

interface Outline {
  title: string
  headings: string[]
  twice: string[]
}

const OUTLINE = `(() => {
  const ids = Array.from(document.querySelectorAll('[id]'), (element) => element.id)
  return {
    title: document.title,
    headings: Array.from(document.querySelectorAll('h1'), (h1) => h1.textContent.trim()),
    twice: ids.filter((id, position) => ids.indexOf(id) !== position),
  }
})()`

export async function outlineFaults(page: Page): Promise<string[]> {
  const { title, headings, twice } = await page.evaluate<Outline>(OUTLINE)
  const faults = twice.map((id) => `id twice: ${id}`)
  if (headings.length !== 1) faults.push(`${headings.length} h1: ${headings.join(' | ')}`)
  else if (!title.startsWith(headings[0] ?? '')) faults.push(`h1 « ${headings[0]} », title « ${title} »`)
  return faults
}

async function overflows(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const { tailles, ...size } of SIZES) {
    await page.setViewportSize(size)
    for (const { taille, wide } of await page.evaluate<Width[]>(widths(tailles)))
      if (wide > 0) faults.push(`scrolls sideways by ${wide} px at ${size.width} × ${size.height}, text ${taille}`)
  }
  return faults
}

interface Width {
  taille: string
  wide: number
}

const widths = (tailles: string[]) => `${JSON.stringify(tailles)}.map((taille) => {
  document.documentElement.dataset.taille = taille
  return { taille, wide: document.documentElement.scrollWidth - innerWidth }
})`

interface Violation {
  id: string
  impact: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** Axe finds these in the page, with these options. Its passes stay there: to carry them over takes longer than to find them. */
const violationsOf = async (page: Page, context: string, options: string): Promise<Violation[]> =>
  page.evaluate(
    `axe.run(${context}, { ...${options}, resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )

const CONTRAST = ['color-contrast', 'link-in-text-block']

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Gives axe to every page that is opened here: sent to each by itself, its half a megabyte takes as long as all its rules. */
export const withAxe = (page: Page): Promise<unknown> => page.addInitScript(AXE)

async function bringAxe(page: Page): Promise<void> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE)
}

/**
 * Each rule of axe has one impact: those whose findings do not count take half its time. Contrast is asked in these elements of
 * `telling` and what they hold, so that one look at how the page is laid out serves both.
 */
const gravest = (fresh: number[]) => `(async () => {
  const some = ${JSON.stringify(fresh)}.map((n) => window.telling[n])
  const isContrast = ({ id }) => ${JSON.stringify(CONTRAST)}.includes(id)
  const counts = (rule) => isContrast(rule) ? some.length > 0 : rule.impact === 'serious' || rule.impact === 'critical'
  const all = axe._audit.rules
  const rules = Object.fromEntries(all.filter((rule) => !counts(rule)).map(({ id }) => [id, { enabled: false }]))
  const own = all.filter(isContrast).map((rule) => [rule, rule.matches])
  for (const [rule, matches] of own)
    rule.matches = (node, ...more) => some.some((one) => one.contains(node)) && matches.call(rule, node, ...more)
  const { violations } = await axe.run(document, { rules, resultTypes: ['violations'] })
  for (const [rule, matches] of own) rule.matches = matches
  return violations
})()`

const told = (kind: string, { id, nodes }: Violation): string[] =>
  nodes.map(({ target, failureSummary }) => `${kind} ${id}: ${target.join(' ')} ${failureSummary}`)

/**
 * Contrast takes axe as long as all the rest, and what it finds depends on the style alone: an element that stands in elements of the same
 * names, classes and other attributes as one that had enough is not asked about again. What tells one record from another is left out.
 */
const SHAPES = `(() => {
  const CONTENT = /^(id|href|src|action|formaction|name|value|for|title|alt|content|placeholder|datetime|list|form|hx-.*|aria-(label|labelledby|describedby|controls|owns|activedescendant)|data-.*)$/
  const own = (element) => {
    const others = Array.from(element.attributes, ({ name, value }) => (CONTENT.test(name) ? name : name + '=' + value))
    const stripe = element.localName === 'tr' ? Array.from(element.parentNode.children).indexOf(element) % 2 : ''
    return [element.localName, stripe].concat(others.sort()).join(' ')
  }
  const known = new Map()
  const chain = (element) => {
    if (!known.has(element)) known.set(element, (element.parentElement ? chain(element.parentElement) : '') + ' > ' + own(element))
    return known.get(element)
  }
  const says = (element) =>
    element.matches('input, select, textarea') ||
    Array.from(element.childNodes).some((node) => node.nodeType === 3 && node.textContent.trim() !== '')
  const isSeen = (element) => element.getClientRects().length > 0
  window.telling = Array.from(document.body.querySelectorAll('*')).filter((element) => says(element) && isSeen(element))
  const first = new Map()
  window.telling.forEach((element, n) => {
    const shape = chain(element)
    if (!first.has(shape)) first.set(shape, n)
  })
  return Array.from(first)
})()`

/** Shapes that had enough contrast, by theme. */
const legible = { clair: new Set<string>(), sombre: new Set<string>() }

type Theme = keyof typeof legible

/** Shapes of a page that nobody asked about in this theme yet, by their places in `telling`. */
async function freshShapes(page: Page, theme: Theme): Promise<Map<number, string>> {
  await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
  const shapes = await page.evaluate<[string, number][]>(SHAPES)
  return new Map(shapes.filter(([shape]) => !legible[theme].has(shape)).map(([shape, n]) => [n, shape]))
}

/** Tells what axe found too pale; without any, these shapes are legible from now on. */
function paleText(violations: Violation[], fresh: Map<number, string>, theme: Theme): string[] {
  const pale = violations.filter(({ id }) => CONTRAST.includes(id))
  if (pale.length === 0) for (const shape of fresh.values()) legible[theme].add(shape)
  return pale.flatMap((one) => told(`axe ${theme}`, one))
}

/** In the light theme: serious and critical findings, and what is too pale. */
async function barriers(page: Page): Promise<string[]> {
  const fresh = await freshShapes(page, 'clair')
  const violations = await page.evaluate<Violation[]>(gravest([...fresh.keys()]))
  const others = violations
    .filter(({ id }) => !CONTRAST.includes(id))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return [...paleText(violations, fresh, 'clair'), ...others.flatMap((one) => told('axe', one))]
}

async function paleInTheDark(page: Page): Promise<string[]> {
  const fresh = await freshShapes(page, 'sombre')
  if (fresh.size === 0) return []
  const include = `{ include: ${JSON.stringify([...fresh.keys()])}.map((n) => window.telling[n]) }`
  const violations = await violationsOf(page, include, `{ runOnly: ${JSON.stringify(CONTRAST)} }`)
  return paleText(violations, fresh, 'sombre')
}

/** The dark theme changes colours and nothing else: axe asks for all on a phone in the light one, and there only what is too pale. */
export async function faultsInWindow(page: Page): Promise<string[]> {
  const faults = await overflows(page)
  await bringAxe(page)
  faults.push(...(await barriers(page)))
  await page.setViewportSize(NOTEBOOK)
  return [...faults, ...(await paleInTheDark(page))]
}
