import { expect, test } from 'vitest'
import { FilterBar } from '../../src/ui/filters.tsx'
import { Badge, Chips, Confirm, Definitions, Refusal, refusalTitle } from '../../src/ui/page.tsx'
import { CursorPager, Pagination, shownPages } from '../../src/ui/pagination.tsx'
import { Table } from '../../src/ui/table.tsx'
import { dom, HOSTILE, html } from './render.tsx'

const table = (target?: string) =>
  dom(
    <Table
      caption="Lieux"
      rows={[{ id: 7, nom: HOSTILE, sources: 12 }]}
      target={target}
      rowId={({ id }) => `lieu-${id}`}
      rowState={() => 'neuf'}
      actions={() => <a href="/lieux/7/modifier">Modifier</a>}
      columns={[
        { label: 'Nom', head: true, cell: ({ nom }) => nom, sort: { href: '?tri=-nom', dir: 'asc' } },
        { label: 'Sources', kind: 'nombre', cell: ({ sources }) => sources, sort: { href: '?tri=sources', dir: null } },
      ]}
    />,
  )

test('a table names itself, its columns and its rows', () => {
  const page = table()
  expect(page.querySelector('caption')?.textContent).toBe('Lieux')
  expect(page.querySelectorAll('thead th').map((th) => th.textContent)).toEqual(['Nom', 'Sources', 'Actions'])
  expect(page.querySelector('tbody th[scope=row]')?.textContent).toBe(HOSTILE)
  expect(page.querySelector('#lieu-7')?.getAttribute('class')).toBe('neuf')
})

test('each cell knows its label, for the cards of a phone', () => {
  const cells = table().querySelectorAll('tbody [data-label]')
  expect(cells.map((cell) => cell.getAttribute('data-label'))).toEqual(['Nom', 'Sources'])
})

test('the order in force is said on one column, each sort is a link, improved by htmx where there is a target', () => {
  const page = table('#lieux')
  expect(page.querySelectorAll('th').map((th) => th.getAttribute('aria-sort'))).toEqual([
    'ascending',
    undefined,
    undefined,
    undefined,
  ])
  const link = page.querySelector('thead a')
  expect(link?.attributes).toMatchObject({ href: '?tri=-nom', 'hx-get': '?tri=-nom', 'hx-target': '#lieux' })
  expect(table().querySelector('thead a')?.hasAttribute('hx-get')).toBe(false)
})

test('a wide table scrolls in a frame that the keyboard reaches', () => {
  const frame = dom(<Table wide caption="Relevés" rows={[]} columns={[]} />).querySelector('section')
  expect(frame?.getAttribute('tabindex')).toBe('0')
  expect(frame?.getAttribute('aria-label')).toBe('Relevés')
})

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [2, 25, [1, 2, 3, null, 25]],
  [4, 25, [1, 2, 3, 4, 5, null, 25]],
  [12, 25, [1, null, 11, 12, 13, null, 25]],
  [25, 25, [1, null, 24, 25]],
])('page %i of %i shows %j', (page, last, expected) => {
  expect(shownPages(page, last)).toEqual(expected)
})

test('pagination says where one is in words, and stops at both ends', () => {
  const at = (page: number, total = 120) =>
    dom(<Pagination paging={{ page, parPage: 50 }} total={total} href={(n) => `?page=${n}`} />)
  expect(at(3).querySelector('p')?.textContent).toBe('101 à 120 sur 120')
  expect(at(3).querySelector('[rel=next]')).toBeNull()
  expect(at(3).querySelector('[rel=prev]')?.getAttribute('href')).toBe('?page=2')
  expect(at(1).querySelector('[rel=prev]')).toBeNull()
  expect(at(2).querySelector('[aria-current=page]')?.textContent).toBe('2')
  expect(at(1, 30).querySelector('ul')).toBeNull()
  expect(at(1, 0).querySelector('nav')).toBeNull()
})

test('a cursor shows only the ways there are', () => {
  const links = (previous: string | null, next: string | null) =>
    dom(<CursorPager previous={previous} next={next} />)
      .querySelectorAll('a')
      .map((a) => a.getAttribute('href'))
  expect(links(null, '?apres=9')).toEqual(['?apres=9'])
  expect(links('?avant=3', '?apres=9')).toEqual(['?avant=3', '?apres=9'])
  expect(links(null, null)).toEqual([])
})

test('who turns pages by the keyboard is told the keys beside the links', () => {
  const links = dom(<CursorPager previous="?avant=3" next="?apres=9" />).querySelectorAll('li')
  expect(links.map((line) => [line.querySelector('a')?.getAttribute('aria-keyshortcuts'), line.textContent])).toEqual([
    ['Alt+PageUp', 'Précédente Alt+Page préc.'],
    ['Alt+PageDown', 'Suivante Alt+Page suiv.'],
  ])
  // A screen reader has them from the link itself.
  expect(links[0]?.querySelector('[aria-hidden=true] kbd')?.textContent).toBe('Alt+Page préc.')
})

test('filters are a plain GET form with a button, applied on change by htmx', () => {
  const form = dom(
    <FilterBar action="/lieux" target="#lieux">
      <input name="q" />
    </FilterBar>,
  ).querySelector('form')
  expect(form?.attributes).toMatchObject({
    action: '/lieux',
    method: 'get',
    'hx-get': '/lieux',
    'hx-target': '#lieux',
    'hx-select': '#lieux',
    'hx-push-url': 'true',
  })
  expect(form?.querySelector('button[type=submit]')?.textContent).toBe('Filtrer')
})

test('a filter in force is removed by its own link', () => {
  const page = dom(
    <Chips
      clear="/lieux"
      items={[
        { label: 'Commune', href: '?q=a' },
        { label: '« a »', href: '?type=1' },
      ]}
    />,
  )
  expect(page.querySelectorAll('a').map((a) => a.getAttribute('href'))).toEqual(['?q=a', '?type=1', '/lieux'])
  expect(page.querySelector('a')?.getAttribute('aria-label')).toBe('Retirer le filtre Commune')
  expect(html(<Chips items={[]} />)).toBe('')
})

test('a record shows values, states as words, and silence as such', () => {
  const page = dom(
    <Definitions
      items={[
        { term: 'Nom', value: HOSTILE },
        { term: 'Père', value: '', etat: 'illisible' },
        { term: 'Mère', value: '' },
        { term: 'Âge', value: 0 },
      ]}
    />,
  )
  expect(page.querySelectorAll('dd').map((dd) => dd.textContent)).toEqual([HOSTILE, 'illisible', 'non renseigné', '0'])
  expect(html(<Badge tone="warn">douteux</Badge>)).toBe('<span class="etat etat-warn">douteux</span>')
})

test('a refusal has one title for the page and the heading', () => {
  expect(dom(<Refusal status={404} message={HOSTILE} />).querySelector('h1')?.textContent).toBe(refusalTitle(404))
  expect([403, 404, 409, 413, 422, 429, 500, 502].map(refusalTitle)).not.toContain('')
  expect(html(<Refusal status={403} message={HOSTILE} />)).not.toContain('<script>')
})

test('a destruction is asked in words, with what it takes along', () => {
  const page = dom(
    <Confirm
      title="Supprimer ce lieu ?"
      losses={['3 sources', '214 relevés']}
      action="/lieux/7/supprimer"
      submit="Supprimer le lieu"
      cancel="/lieux/7"
    />,
  )
  expect(page.querySelectorAll('li').map((li) => li.textContent)).toEqual(['3 sources', '214 relevés'])
  expect(page.querySelector('form')?.getAttribute('method')).toBe('post')
  expect(page.querySelector('button')?.textContent).toBe('Supprimer le lieu')
  expect(page.querySelector('a')?.getAttribute('href')).toBe('/lieux/7')
})
