import { type HTMLElement, parse } from 'node-html-parser'

/** What a component writes, as it is sent. */
export const html = (node: unknown): string => String(node)

/** What a component writes, to be asked by selector. */
export const dom = (node: unknown): HTMLElement => parse(html(node))

/** A text that would act if it were written anywhere without being escaped. */
export const HOSTILE = `"><script>alert(1)</script>'&<b onclick=x>`
