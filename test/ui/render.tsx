import type { Child } from 'hono/jsx'
import { type HTMLElement, parse } from 'node-html-parser'
import { markup } from '../../src/ui/markup.ts'

/** Writes a component as it is sent. `csrf`: the token of its page. */
export const html = (node: Child, csrf?: string): string => markup(node, csrf)

/** Parses a component, or what was written already, to be asked by selector. */
export const dom = (node: Child, csrf?: string): HTMLElement =>
  parse(typeof node === 'string' ? node : html(node, csrf))

/** A text that would act if it were written anywhere without being escaped. */
export const HOSTILE = `"><script>alert(1)</script>'&<b onclick=x>`
