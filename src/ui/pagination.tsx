import { formatNumber } from '../lib/text.ts'
import { swap } from './table.tsx'

interface PaginationProps {
  /** Which page is shown, counted from 1, and of how many lines. */
  paging: { page: number; parPage: number }
  total: number
  href: (page: number) => string
  /** `#id` swapped by htmx; plain links without. */
  target?: string | undefined
}

/** « 51 à 100 sur 1 204 », previous and next in words, the first, last and neighbouring pages in numbers. */
export function Pagination({ paging: { page, parPage }, total, href, target }: PaginationProps) {
  if (total === 0) return null
  const last = Math.max(1, Math.ceil(total / parPage))
  const from = (page - 1) * parPage + 1
  const to = Math.min(page * parPage, total)
  return (
    <nav class="pagination" aria-label="Pagination">
      <p>
        {page > last
          ? `La liste s’arrête à la page ${formatNumber(last)}.`
          : `${formatNumber(from)} à ${formatNumber(to)} sur ${formatNumber(total)}`}
      </p>
      {(last > 1 || page > last) && (
        <ul>
          {page > 1 && <Step label="Précédente" rel="prev" href={href(Math.min(page - 1, last))} target={target} />}
          {shownPages(page, last).map((n) =>
            n === null ? (
              <li class="trou">…</li>
            ) : (
              <li class="numero">
                <a
                  href={href(n)}
                  aria-label={`Page ${n}`}
                  aria-current={n === page ? 'page' : undefined}
                  {...swap(href(n), target)}
                >
                  {formatNumber(n)}
                </a>
              </li>
            ),
          )}
          {page < last && <Step label="Suivante" rel="next" href={href(page + 1)} target={target} />}
        </ul>
      )}
    </nav>
  )
}

interface CursorPagerProps {
  /** Address of the page before, or null on the first. */
  previous: string | null
  next: string | null
  target?: string | undefined
}

/** Lists too long to be counted turn to the previous and the next page only. */
export function CursorPager({ previous, next, target }: CursorPagerProps) {
  if (previous === null && next === null) return null
  return (
    <nav class="pagination" aria-label="Pagination">
      <ul>
        {previous !== null && <Step label="Précédente" rel="prev" href={previous} target={target} />}
        {next !== null && <Step label="Suivante" rel="next" href={next} target={target} />}
      </ul>
    </nav>
  )
}

type Turn = 'prev' | 'next'

/** Browsers call these keys otherwise than they are labelled on a French keyboard. */
const TURN_KEYS: Record<Turn, { shortcut: string; name: string }> = {
  prev: { shortcut: 'Alt+PageUp', name: 'Alt+Page préc.' },
  next: { shortcut: 'Alt+PageDown', name: 'Alt+Page suiv.' },
}

interface TurnProps {
  label: string
  rel: Turn
  href: string
  target?: string | undefined
}

/** A link to what comes before or after, with the keys that follow it (static/js/tourner.js). */
export function TurnLink({ label, rel, href, target }: TurnProps) {
  const { shortcut, name } = TURN_KEYS[rel]
  return (
    <>
      <a href={href} rel={rel} aria-keyshortcuts={shortcut} {...swap(href, target)}>
        {label}
      </a>{' '}
      <span class="avec-js" aria-hidden="true">
        <kbd>{name}</kbd>
      </span>
    </>
  )
}

/** 1, the neighbours of `page`, the last; null where pages are left out (never for a single one). */
export function shownPages(page: number, last: number): (number | null)[] {
  const kept = [1, page - 1, page, page + 1, last].filter((n) => n >= 1 && n <= last)
  const pages = [...new Set(kept)].sort((a, b) => a - b)
  return pages.flatMap((n, i) => {
    const gap = n - (pages[i - 1] ?? n - 1)
    if (gap === 2) return [n - 1, n]
    return gap > 2 ? [null, n] : [n]
  })
}

function Step(props: TurnProps) {
  return (
    <li>
      <TurnLink {...props} />
    </li>
  )
}
