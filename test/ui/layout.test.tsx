import { expect, test } from 'vitest'
import { Form } from '../../src/ui/form.tsx'
import { Flash, Layout, type Shell } from '../../src/ui/layout.tsx'
import { dom, HOSTILE, html } from './render.tsx'

const shell: Shell = {
  title: 'Lieux',
  siteName: 'Cercle de Pleurtuit',
  path: '/lieux/12',
  aide: '/aide/lieux',
  user: { id: 1, name: 'marie', roleLabel: 'Membre' },
  nav: [
    { href: '/', label: 'Tableau de bord' },
    { href: '/lieux', label: 'Lieux' },
    { href: '/lieux-dits', label: 'Lieux-dits' },
  ],
  flash: null,
  theme: 'sombre',
  taille: 'grande',
  densite: 'compacte',
  assets: { css: '/assets/app.1.css', js: ['/assets/app.2.js'], amorce: '/assets/amorce.3.js' },
  notifications: 0,
  corrections: 0,
  logo: null,
}
const layout = (changes: Partial<Shell> = {}) => (
  <Layout {...shell} {...changes}>
    <h1>Lieux</h1>
    <Form action="/lieux">
      <input name="nom" />
    </Form>
  </Layout>
)

test('the document is French, complete, and wears the theme before any script runs', () => {
  expect(html(layout())).toMatch(/^<!DOCTYPE html><html lang="fr" data-theme="sombre" data-taille="grande">/)
  const page = dom(layout())
  expect(page.querySelector('title')?.textContent).toBe('Lieux – Cercle de Pleurtuit')
  expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toContain('noindex')
  expect(page.querySelector('link[rel=stylesheet]')?.getAttribute('href')).toBe('/assets/app.1.css')
})

test('nothing needs an exception to the content policy', () => {
  const written = html(layout({ logo: '/logo.png', notifications: 3, flash: { tone: 'ok', text: 'Fait.' } }))
  expect(written).not.toMatch(/\sstyle=|\son[a-z]+=|hx-on|javascript:/)
  for (const script of dom(written).querySelectorAll('script')) {
    expect(script.getAttribute('src')).toMatch(/^\/assets\//)
    expect(script.textContent).toBe('')
  }
})

test('htmx may neither evaluate, nor leave the site, nor keep pages in the browser, and shows forms with errors', () => {
  const config = JSON.parse(dom(layout()).querySelector('meta[name=htmx-config]')?.getAttribute('content') ?? '')
  expect(config).toMatchObject({
    allowEval: false,
    allowScriptTags: false,
    selfRequestsOnly: true,
    historyCacheSize: 0,
  })
  const swaps = (status: number) =>
    config.responseHandling.find(({ code }: { code: string }) => new RegExp(code).test(String(status))).swap
  expect([200, 201, 204, 409, 422].map(swaps)).toEqual([true, true, false, true, true])
  expect([400, 403, 404, 413, 429, 500, 503].map(swaps)).toEqual(Array(7).fill(false))
})

test('only the entry of the navigation that holds the page is current', () => {
  const current = (path: string) =>
    dom(layout({ path }))
      .querySelectorAll('nav [aria-current]')
      .map((a) => [a.getAttribute('href'), a.getAttribute('aria-current')])
  expect(current('/lieux')).toEqual([['/lieux', 'page']])
  expect(current('/lieux/12')).toEqual([['/lieux', 'true']])
  expect(current('/')).toEqual([['/', 'page']])
  expect(current('/profil')).toEqual([])
})

test('forms in the page and in the bar carry the token of the session', () => {
  const tokens = dom(layout(), 'jeton').querySelectorAll('form[method=post] [name=_csrf]')
  expect(tokens.map((node) => node.getAttribute('value'))).toEqual(['jeton', 'jeton', 'jeton'])
})

test('the theme is chosen by a plain form that comes back to the page', () => {
  const form = dom(layout()).querySelector('form[action="/apparence"]')
  expect(form?.querySelector('[name=retour]')?.getAttribute('value')).toBe('/lieux/12')
  const chosen = form?.querySelectorAll('[checked]').map((node) => node.getAttribute('value'))
  expect(chosen).toEqual(['sombre', 'grande', 'compacte'])
})

test('who is not logged in sees neither search, nor notices, nor a way out', () => {
  const page = dom(layout({ user: null, nav: [] }))
  expect(page.querySelector('[role=search]')).toBeNull()
  expect(page.querySelector('a[href="/notifications"]')).toBeNull()
  expect(page.querySelector('form[action="/logout"]')).toBeNull()
  expect(page.querySelector('form[action="/apparence"]')).not.toBeNull()
})

test('unread notices are counted in words too', () => {
  const text = (notifications: number) =>
    dom(layout({ notifications })).querySelector('a[href="/notifications"]')?.textContent
  expect(text(0)).toBe('Notifications')
  expect(text(1)).toBe('Notifications 1 non lue')
  expect(text(140)).toBe('Notifications 99+ non lues')
})

test('the flash message has its place even when there is none, and can be replaced from a fragment', () => {
  expect(dom(layout()).querySelector('#flash[role=status]')?.textContent).toBe('')
  const oob = dom(<Flash flash={{ tone: 'err', text: 'Refusé.' }} oob />).querySelector('#flash')
  expect(oob?.getAttribute('hx-swap-oob')).toBe('true')
  expect(oob?.textContent).toBe('Refusé.')
})

test('names and messages are text, never markup', () => {
  const written = html(
    layout({
      title: HOSTILE,
      siteName: HOSTILE,
      user: { id: 1, name: HOSTILE, roleLabel: HOSTILE },
      flash: { tone: 'ok', text: HOSTILE },
      path: HOSTILE,
      breadcrumb: [{ href: '/', label: HOSTILE }],
    }),
  )
  expect(written).not.toContain('<script>alert')
  expect(written).not.toContain('<b onclick')
})
