// The oldest browser that we serve (Chromium 72) lacks these, and esbuild does not lower them: they stay out of static/.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../static')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
const linesOf = (extension: string) =>
  files
    .filter((file) => file.endsWith(extension))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .map((line) => `${file}: ${line.trim()}`),
    )

const CSS =
  /:is\(|:where\(|:has\(|(^|[\s;{])(gap|row-gap|column-gap|aspect-ratio|inset):|\b(min|max|clamp|color-mix|light-dark)\(/
const JS =
  /\.(replaceAll|at|findLast|requestSubmit|replaceChildren)\(|\b(structuredClone|Object\.hasOwn)\(|innerHTML|insertAdjacentHTML/

test.each([
  [CSS, '.a { gap: 1rem; }', '.a { grid-gap: 1rem; grid-template-columns: minmax(0, 1fr); }'],
  [JS, 'place.innerHTML = answer', 'place.textContent = answer'],
])('%s tells one from the other', (pattern, guilty, innocent) => {
  expect(pattern.test(guilty)).toBe(true)
  expect(pattern.test(innocent)).toBe(false)
})

test.each([
  ['.css', CSS],
  ['.js', JS],
])('%s files hold to it', (extension, pattern) => {
  const lines = linesOf(extension)
  expect(lines.length).toBeGreaterThan(100)
  expect(lines.filter((line) => pattern.test(line))).toEqual([])
})
