import type { Context } from 'hono'
import { plural } from '../../lib/text.ts'
import { type AppEnv, router } from '../../web/env.ts'
import type { Body } from '../../web/form.ts'
import { seeOther } from '../../web/render.tsx'
import { sendingOf } from '../../web/saving.ts'
import type { VisibleSource } from '../sources/queries/sources.ts'
import { fetchManifest } from './actions/fetch-manifest.ts'
import { addManifest, rereadManifest } from './actions/manifest.ts'
import { parseManifest } from './form.ts'
import { added, listPage } from './list-page.tsx'
import { changedSource, pathOf } from './opened-source.tsx'
import { registerOf, showingOf } from './queries/views.ts'
import { readManifest } from './rules/manifest.ts'
import { hostsOf } from './rules/pictures.ts'

/** The manifest of a source; mounted at /sources. */
export const manifestRoutes = router()

const NO_DEPOT =
  'Indiquez d’abord, sur la source, le dépôt qui la conserve : c’est lui qui dit quels serveurs sont permis.'

/** The views of a manifest, or why there are none. No transaction is open meanwhile: the server of the archive may be slow. */
async function viewsAt(c: Context<AppEnv>, source: VisibleSource, address: string) {
  if (source.depot_id === null) return { problem: NO_DEPOT }
  const { hotes_images } = await showingOf(c.var.deps.db, source.id)
  const fetched = await fetchManifest(address, hostsOf(hotes_images))
  return 'problem' in fetched ? fetched : readManifest(fetched.text)
}

/** « Lire le manifeste ». */
export async function manifestReceived(c: Context<AppEnv>, raw: Body, source: VisibleSource) {
  const form = parseManifest(raw)
  if (!form.ok) return listPage(c, source, form)
  const { manifeste, mode } = form.value
  const read = await viewsAt(c, source, manifeste)
  if ('problem' in read) return listPage(c, source, { raw, errors: { manifeste: read.problem } })
  const { canvases } = read
  const saved = await addManifest(c.var.deps.db, source.id, { manifeste, canvases, mode }, sendingOf(c, raw))
  return saved.ok ? added(c, source, saved.value) : listPage(c, source, { raw, ...saved })
}

/** « Relire le manifeste ». */
manifestRoutes.post('/:id/vues/manifeste', async (c) => {
  const { db, clock } = c.var.deps
  const source = await changedSource(c)
  const { manifeste } = await registerOf(db, source.id)
  if (manifeste === null) return listPage(c, source, { raw: {}, errors: { manifeste: 'Aucun manifeste n’a été lu.' } })
  const read = await viewsAt(c, source, manifeste)
  if ('problem' in read) return listPage(c, source, { raw: { manifeste }, errors: { manifeste: read.problem } })
  const saved = await rereadManifest(db, source.id, { manifeste, canvases: read.canvases }, clock().toISOString())
  if (!saved.ok) return listPage(c, source, { raw: { manifeste }, ...saved })
  const n = saved.value
  const news = n === 0 ? 'aucune vue nouvelle' : plural(n, 'vue nouvelle', 'vues nouvelles')
  return seeOther(c, pathOf(source), `Manifeste relu\u00a0: ${news}.`)
})
