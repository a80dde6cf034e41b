import type { Child } from 'hono/jsx'

/** Something that asks for attention before the rest of the page, until it is dealt with. `label`: what it is about. */
export function Notice({ label, tone = 'warn', children }: { label: string; tone?: 'warn' | 'err'; children: Child }) {
  return (
    <section class={`annonce annonce-${tone}`} aria-label={label}>
      {children}
    </section>
  )
}
