import type { Context } from 'hono'
import { ensure } from '../../lib/errors.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, readBody, readQuery, shown } from '../../web/form.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { mergeCounts, mergedInto, mergeLieux, takenOver, twinChildren } from './merge.ts'
import { type MergeAsked, parseVersions, readMerge } from './merge-form.ts'
import { canMergeLieux } from './policy.ts'
import { findLieu, type Lieu } from './queries.ts'
import { CONFIRM_TITLE, ConfirmMergePage, MERGE_TITLE, MergePage } from './views/merge.tsx'

const PATH = '/lieux'

/** Mounted at /lieux, before the routes of places: an old address of a merged place leads to the one that took its place. */
export const mergeRoutes = router()

mergeRoutes.get('/:id{[0-9]+}', async (c, next) => {
  const other = await mergedInto(c.var.deps.db, idParam(c))
  return other ? seeOther(c, `${PATH}/${other.id}`, 'Ce lieu a été fusionné avec celui-ci.') : next()
})

mergeRoutes.get('/:id{[0-9]+}/fusionner', async (c) => {
  ensure(canMergeLieux(c.var.user))
  const { db } = c.var.deps
  const other = await mergedInto(db, idParam(c))
  if (other) return seeOther(c, `${PATH}/${other.id}`, 'Ces deux lieux sont déjà fusionnés.')
  const lieu = await findLieu(db, idParam(c))
  const raw = readQuery(c)
  const asked = await readMerge(db, lieu, raw, true)
  return asked.ok ? confirmPage(c, lieu, asked.into) : choosePage(c, lieu, raw, asked)
})

mergeRoutes.post('/:id{[0-9]+}/fusionner', async (c) => {
  ensure(canMergeLieux(c.var.user))
  const { db, clock } = c.var.deps
  const other = await mergedInto(db, idParam(c))
  if (other) return seeOther(c, `${PATH}/${other.id}`, 'Ces deux lieux sont déjà fusionnés.')
  const lieu = await findLieu(db, idParam(c))
  const raw = await readBody(c)
  const asked = await readMerge(db, lieu, raw, false)
  if (!asked.ok) return choosePage(c, lieu, raw, asked)
  const merge = { id: lieu.id, vers: asked.into.id, ...parseVersions(raw) }
  await mergeLieux(db, merge, c.var.user.id, clock().toISOString())
  return seeOther(c, `${PATH}/${asked.into.id}`, `Les deux lieux sont fusionnés en « ${asked.into.nom} ».`)
})

const breadcrumbOf = ({ id, nom }: Lieu) => [
  { href: PATH, label: 'Lieux' },
  { href: `${PATH}/${id}`, label: nom },
]

function choosePage(c: Context<AppEnv>, lieu: Lieu, raw: Body, { message, candidates }: MergeAsked & { ok: false }) {
  const view = <MergePage {...{ lieu, texte: shown(raw, 'texte:vers'), candidates, error: message }} />
  return page(c, MERGE_TITLE, view, { status: message === undefined ? 200 : 422, breadcrumb: breadcrumbOf(lieu) })
}

async function confirmPage(c: Context<AppEnv>, lieu: Lieu, into: Lieu) {
  const { db } = c.var.deps
  const counts = await mergeCounts(db, lieu.id)
  const twins = await twinChildren(db, lieu.id, into.id)
  const view = <ConfirmMergePage {...{ lieu, into, counts, twins, taken: takenOver(lieu, into) }} />
  return page(c, CONFIRM_TITLE, view, { breadcrumb: breadcrumbOf(lieu) })
}
