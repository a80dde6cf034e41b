import type { Context } from 'hono'
import type { AppEnv } from '../../../web/env.ts'
import { readQuery, shown } from '../../../web/form.ts'
import { wantsFragment } from '../../../web/render.tsx'
import { allowImages } from '../../../web/security.ts'
import { paneOf } from '../../vues/queries/pane.ts'
import type { ReleveForm } from '../form.ts'

/**
 * The register beside a form, on the view that the address or the form says. It stands outside all that htmx swaps, so that an answer to
 * htmx has none. `path` gives the form again, on another view, to who has no script.
 */
export async function paneFor(c: Context<AppEnv>, sourceId: number, path: string, { raw }: ReleveForm) {
  if (wantsFragment(c)) return undefined
  const asked = readQuery(c)
  const looking = { numero: shown(asked, 'vue'), field: shown(raw, 'data[vue]') }
  const pane = await paneOf(c.var.deps.db, sourceId, looking)
  const others = Object.keys(asked).filter((name) => name !== 'vue' && name !== 'enregistre')
  const query = new URLSearchParams(others.map((name): [string, string] => [name, shown(asked, name)]))
  const isFolder = shown(asked, 'dossier') !== ''
  const isThere = isFolder || pane.register !== undefined
  if (isThere) allowImages(c, pane.register?.hosts ?? [], true)
  return {
    ...pane,
    isFolder,
    isThere,
    viewHref: (n: number) => `${path}?${withView(query, n)}`,
  }
}

function withView(query: URLSearchParams, n: number): string {
  const all = new URLSearchParams(query)
  all.set('vue', String(n))
  return all.toString()
}
