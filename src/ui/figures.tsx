import type { Child } from 'hono/jsx'
import { formatNumber } from '../lib/text.ts'

export interface Figure {
  value: number
  label: string
  href: string
  /** Under the word: how it moves. */
  trend?: string
}

/** Large numerals, each with its word under it and a link to what it counts. */
export function Figures({ items }: { items: Figure[] }) {
  return (
    <ul class="chiffres">
      {items.map(({ value, label, href, trend }) => (
        <li>
          <a href={href}>
            <strong>{formatNumber(value)}</strong> <span>{label}</span>
            {trend !== undefined && <small>{` ${trend}`}</small>}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Two or three panels beside each other where there is room. */
export function Panels({ children }: { children: Child }) {
  return <div class="panneaux">{children}</div>
}

/** Panels one under the other in a column of `Panels`: a short one does not wait for the end of a long neighbour. */
export function Stack({ children }: { children: Child }) {
  return <div class="pile">{children}</div>
}

interface PanelProps {
  title: string
  /** Where the whole list is. */
  more?: string | undefined
  children: Child
}

/** A short list or a chart of the dashboard under its title, with « Tout voir ». */
export function Panel({ title, more, children }: PanelProps) {
  return (
    <section class="panneau">
      <div class="panneau-tete">
        <h2>{title}</h2>
        {more !== undefined && (
          <a href={more} aria-label={`Tout voir, ${title}`}>
            Tout voir
          </a>
        )}
      </div>
      {children}
    </section>
  )
}

interface Line {
  /** Left out where there is no page of it. */
  href?: string
  label: string
  /** At the right: a date, a state, a number. */
  detail?: Child
}

/** At most eight lines, each a link and a detail at its right. */
export function Lines({ items }: { items: Line[] }) {
  return (
    <ul class="lignes">
      {items.map(({ href, label, detail }) => (
        <li>
          {href === undefined ? <b>{label}</b> : <a href={href}>{label}</a>}
          {detail !== undefined && <span>{detail}</span>}
        </li>
      ))}
    </ul>
  )
}
