// Writes the nodes of hono/jsx as HTML, in one walk and at once. Hono's own way looks for its context at each element, copies the
// properties of each component and searches the whole page for every <link> that could stand in the body: two thirds of its time.
import { tracingChannel } from 'node:diagnostics_channel'
import { type Child, isValidElement, type JSXNode, jsx } from 'hono/jsx'
import { escapeToBuffer } from 'hono/utils/html'

type Component = (props: object) => Child

/** Elements that hono makes components of its own of, by these components. Here they are elements like all others. */
const ELEMENTS = new Map(
  ['button', 'form', 'input', 'link', 'meta', 'script', 'style', 'title'].map((name) => [jsx(name, {}).tag, name]),
)

/** Hono wraps the children of <head> and <svg> in it. */
const [WRAPPER] = jsx('svg', {})
  .children.filter(isValidElement)
  .map(({ tag }) => tag)

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

/** Attributes whose presence says yes; any other is written with the word, « aria-expanded="false" ». */
const PRESENT = new Set(
  `allowfullscreen async autofocus autoplay checked controls default defer disabled download formnovalidate hidden inert ismap
  itemscope loop multiple muted nomodule novalidate open playsinline readonly required reversed selected`.split(/\s+/),
)

const known = new Set<string>()

/** Names of attributes are ours; one that is none would let a value out of its quotes. */
function checkName(name: string): void {
  if (known.has(name)) return
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are just what is refused
  if (!/^[^\s"'<>/=`\\\u0000-\u001f\u007f-\u009f]+$/.test(name))
    throw new Error(`not the name of an attribute: ${name}`)
  known.add(name)
}

/** The page so far; hono's `escapeToBuffer` wants it in a list. */
type Page = [string]

function writeAttribute(page: Page, name: string, value: unknown): void {
  if (value === undefined || value === null || name === 'children' || name === 'key') return
  checkName(name)
  if (typeof value === 'string' || typeof value === 'number') {
    page[0] += ` ${name}="`
    escapeToBuffer(String(value), page)
    page[0] += '"'
  } else if (typeof value !== 'boolean') throw new Error(`the attribute ${name} is no text`)
  else if (!PRESENT.has(name)) page[0] += ` ${name}="${value}"`
  else if (value) page[0] += ` ${name}=""`
}

function writeElement(page: Page, name: string, { props, children }: JSXNode): void {
  page[0] += `<${name}`
  for (const attribute in props) writeAttribute(page, attribute, props[attribute])
  if (VOID.has(name)) page[0] += '/>'
  else {
    page[0] += '>'
    for (const child of children) write(page, child)
    page[0] += `</${name}>`
  }
}

function writeNode(page: Page, node: JSXNode): void {
  const { tag, props, children } = node
  const name = typeof tag === 'string' ? tag : ELEMENTS.get(tag)
  if (name === '' || tag === WRAPPER) write(page, children)
  else if (name === undefined) write(page, (tag as Component)(props))
  else writeElement(page, name, node)
}

function write(page: Page, child: Child): void {
  if (typeof child === 'string') escapeToBuffer(child, page)
  else if (typeof child === 'number') page[0] += child
  else if (Array.isArray(child)) for (const one of child) write(page, one)
  else if (isValidElement(child)) writeNode(page, child)
  // html`…`, which is a String of its own.
  else if (child instanceof String && 'isEscaped' in child) page[0] += child
  else if (typeof child === 'object' && child !== null) throw new Error('a view is made at once, of texts and elements')
}

/** For the bench, which tells how long views take. */
const views = tracingChannel('releves:views')

let token = ''

/** The CSRF token of the page that is being written. */
export const tokenOfPage = (): string => token

/** The HTML of a view. `csrf`: the token that its forms carry. */
export function markup(view: Child, csrf = ''): string {
  return views.traceSync(() => {
    const [before, page] = [token, [''] as Page]
    token = csrf
    try {
      write(page, view)
    } finally {
      token = before
    }
    return page[0]
  })
}
