import type { Body } from '../lib/body.ts'
import { shown } from '../lib/body.ts'

export interface Paging {
  page: number
  parPage: number
  offset: number
}

const SIZES = [25, 50, 100]
const DEFAULT_SIZE = 50
const LAST_PAGE = 100_000

/** `page` and `par_page` of a list; whatever makes no sense falls back to the first page of 50 rows. */
export function readPaging(query: Body): Paging {
  const size = Number(shown(query, 'par_page'))
  const asked = Number(shown(query, 'page'))
  const parPage = SIZES.includes(size) ? size : DEFAULT_SIZE
  const page = Number.isInteger(asked) && asked >= 1 && asked <= LAST_PAGE ? asked : 1
  return { page, parPage, offset: (page - 1) * parPage }
}

/** The address of a list with some parameters changed; empty ones left out, back to page 1 unless `page` is among them. */
export function listUrl(path: string, query: Body, change: Record<string, string | number | null> = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, page: '', ...change })) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined && one !== '') params.append(name, String(one))
    }
  }
  const text = params.toString()
  return text === '' ? path : `${path}?${text}`
}
