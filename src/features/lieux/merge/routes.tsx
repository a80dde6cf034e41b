import type { Context } from 'hono'
import type { Db } from '../../../db/schema.ts'
import { ensure } from '../../../lib/errors.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { type Body, readBody, readQuery, shown } from '../../../web/form.ts'
import { idParam } from '../../../web/params.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { canMergeLieux } from '../policy.ts'
import { findLieu, type Lieu } from '../queries/places.ts'
import { isMerged, mergeCounts, mergedInto, mergeLieux, takenOver, twinChildren } from './actions.ts'
import { type MergeAsked, parseVersions, postedId, readMerge } from './form.ts'
import { CONFIRM_TITLE, ConfirmMergePage, MERGE_TITLE, MergePage } from './views.tsx'

const PATH = '/lieux'
const MOVED = 'Ce lieu a été fusionné avec celui-ci.'
const TWICE = 'Ces deux lieux sont déjà fusionnés.'

/** Mounted at /lieux, before the routes of places: an old address of a merged place leads to the one that took its place. */
export const mergeRoutes = router()

mergeRoutes.get('/:id{[0-9]+}', async (c, next) => {
  const other = await mergedInto(c.var.deps.db, idParam(c))
  return other ? seeOther(c, `${PATH}/${other.id}`, MOVED) : next()
})

mergeRoutes.get('/:id{[0-9]+}/fusionner', async (c) => {
  ensure(canMergeLieux(c.var.user))
  const { db } = c.var.deps
  const other = await mergedInto(db, idParam(c))
  if (other) return seeOther(c, `${PATH}/${other.id}`, MOVED)
  const lieu = await findLieu(db, idParam(c))
  const raw = readQuery(c)
  const asked = await readMerge(db, lieu, raw, true)
  return asked.ok ? confirmPage(c, lieu, asked.into) : choosePage(c, lieu, raw, asked)
})

mergeRoutes.post('/:id{[0-9]+}/fusionner', async (c) => {
  ensure(canMergeLieux(c.var.user))
  const { db, clock } = c.var.deps
  const raw = await readBody(c)
  const id = idParam(c)
  const done = (vers: number, nom: string, result: 'faite' | 'deja') =>
    seeOther(c, `${PATH}/${vers}`, result === 'deja' ? TWICE : `Les deux lieux sont fusionnés en « ${nom} ».`)
  const asked = postedId(raw)
  const lieu = (await isMerged(db, id, asked)) ? undefined : await placeToMerge(db, id, asked)
  if (!lieu) return done(asked, '', 'deja')
  const choice = await readMerge(db, lieu, raw, false)
  if (!choice.ok) return choosePage(c, lieu, raw, choice)
  const { into } = choice
  const result = await mergeLieux(
    db,
    { id, vers: into.id, ...parseVersions(raw) },
    c.var.user.id,
    clock().toISOString(),
  )
  return done(into.id, into.nom, result)
})

/** Undefined where it was merged into that one a moment ago, by the same button pressed twice. AppError `introuvable`. */
async function placeToMerge(db: Db, id: number, into: number): Promise<Lieu | undefined> {
  try {
    return await findLieu(db, id)
  } catch (error) {
    if (await isMerged(db, id, into)) return undefined
    throw error
  }
}

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
