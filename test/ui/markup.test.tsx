// Our writer of JSX against hono's own: they write the same, but where hono moves a <link> about in the page.
import { html as template } from 'hono/html'
import type { Child, JSXNode } from 'hono/jsx'
import { expect, test } from 'vitest'
import { markup } from '../../src/ui/markup.ts'
import { HOSTILE } from './render.tsx'

const Shown = ({ children, mark }: { children?: Child; mark?: Child }) => (
  <p>
    {mark}
    {children}
  </p>
)
const Nothing = () => null
const Several = () => ['un', <b>deux</b>, 3] as unknown as JSXNode

const WRITTEN: [what: string, node: Child][] = [
  ['texts', <p title={HOSTILE}>{HOSTILE}</p>],
  ['signs of ours', <p>« l’été » &amp; ’ {'\u202f'}</p>],
  ['numbers', <td colspan={3}>{0}</td>],
  ['what is not there', <p class={undefined}>{[null, undefined, false, true, '', []]}</p>],
  ['yes and no', <button type="submit" disabled={false} aria-expanded={true} data-x={false} hidden={true} />],
  [
    'void elements',
    <div>
      <br />
      <hr class="a" />
      <img src="/a?b=1&c=2" alt="" />
      <wbr />
    </div>,
  ],
  [
    'elements that hono knows',
    <form action="/a">
      <button type="submit">Oui</button>
      <input name="a" value={HOSTILE} />
    </form>,
  ],
  [
    'drawings',
    <svg viewBox="0 0 1 1" stroke-width="2" aria-hidden="true">
      <path d="M0 0" />
      <title>Sceau</title>
    </svg>,
  ],
  [
    'fragments',
    <>
      a<b>b</b>
      <b>{[<i>b</i>, ['c', [<u>{1.5}</u>]]]}</b>
    </>,
  ],
  [
    'components',
    <Shown mark={<b>{HOSTILE}</b>}>
      un
      <Nothing />
      {'deux'}
      <Several />
    </Shown>,
  ],
  ['attributes of scripts', <div x-on:click="f" hx-get="/a" data-a-b="1" {...{ '@input': 'g', ':class': 'h' }} />],
  [
    'templates',
    <div>
      {template`<!DOCTYPE html>`}
      {template`<p>${HOSTILE}</p>`}
    </div>,
  ],
  [
    'a head',
    <html lang="fr">
      <head>
        <meta charset="utf-8" />
        <title>{HOSTILE}</title>
        <link rel="stylesheet" href="/a.css" />
        <script src="/a.js" defer={true} />
      </head>
      <body>a</body>
    </html>,
  ],
]

test.each(WRITTEN)('%s are written as hono writes them', (_what, node) => {
  expect(markup(node)).toBe(String(node))
})

test('a <link> stays where it stands', () => {
  const head = (
    <head>
      <link rel="icon" href="/a.svg" />
      <title>a</title>
    </head>
  )
  expect(markup(head)).toBe('<head><link rel="icon" href="/a.svg"/><title>a</title></head>')
})

test('what would leave its quotes, or is no text, is refused', () => {
  for (const name of ['a b', 'a"', "a'", 'a>', 'a=b', 'a/', '<a', 'a\n', 'a`', ''])
    expect([name, () => markup(<p {...{ [name]: 'x' }} />)]).toEqual([name, expect.toSatisfy(throws)])
  for (const value of [{}, () => 'x', ['x'], Promise.resolve('x')])
    expect(() => markup(<p {...{ 'data-x': value }} />)).toThrow('no text')
  expect(() => markup(Promise.resolve('x'))).toThrow('at once')
  expect(() => markup(<p>{{ toString: () => '<b>' } as unknown as Child}</p>)).toThrow('at once')
})

const throws = (work: () => unknown): boolean => {
  try {
    work()
    return false
  } catch {
    return true
  }
}
