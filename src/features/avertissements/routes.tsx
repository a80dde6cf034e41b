import type { Context } from 'hono'
import { releveTitle } from '../../champs/title.ts'
import { AppError } from '../../lib/errors.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { readBody, readQuery, shown } from '../../web/form.ts'
import { listUrl, readPaging } from '../../web/pagination.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther, seeOtherUndoable } from '../../web/render.tsx'
import { canManageSource } from '../droits/policy.ts'
import { relevesByIds } from '../releves/queries/records.ts'
import { findVisibleSource, type VisibleSource } from '../sources/queries/sources.ts'
import { wantWarnings } from '../sources/warnings-queue.ts'
import { champsOf } from '../types-sources/queries.ts'
import { type Accepted, accept, takeBack } from './actions/accept.ts'
import { refreshWarnings } from './actions/find.ts'
import { backOf, readAccepted } from './form.ts'
import { canAccept, ensureMayAccept, ensureSeesWarnings } from './policy.ts'
import { type ActWarning, countActs, countsByKind, listWarnings, progressOf, type Wanted } from './queries/warnings.ts'
import { isGenre } from './rules/kinds.ts'
import { SourceWarningsPage, titleOf } from './views/source.tsx'
import { warningsPath } from './warning-views.tsx'

/** The warnings of a source; mounted at /sources. */
export const avertissementsRoutes = router()

/** Sources of so many acts are looked through while one waits. */
const AT_ONCE = 1000

const sourceOf = (c: Context<AppEnv>): Promise<VisibleSource> =>
  findVisibleSource(c.var.deps.db, c.var.user, idParam(c))

async function titled(c: Context<AppEnv>, rows: (ActWarning & { par: string | null })[]) {
  const acts = await relevesByIds(c.var.deps.db, [...new Set(rows.map(({ releve_id }) => releve_id))])
  const titles = new Map(acts.map((act) => [act.id, releveTitle(act)]))
  return rows.map((row) => ({ ...row, titre: titles.get(row.releve_id) ?? `Relevé n°\u00a0${row.releve_id}` }))
}

avertissementsRoutes.get('/:id/avertissements', async (c) => {
  const { db } = c.var.deps
  const source = await sourceOf(c)
  ensureSeesWarnings(c.var.user, source)
  const query = readQuery(c)
  const paging = readPaging(query)
  const asked = shown(query, 'genre')
  const wanted: Wanted = { genre: isGenre(asked) ? asked : null, isAccepted: shown(query, 'admis') === '1' }
  const counts = await countsByKind(db, source.id)
  const counted = counts.filter(({ genre }) => wanted.genre === null || genre === wanted.genre)
  const total = counted.reduce((sum, { ouverts, admis }) => sum + (wanted.isAccepted ? admis : ouverts), 0)
  const path = warningsPath(source)
  const props = {
    ...{ source, counts, wanted, total, paging },
    champs: await champsOf(db, source.type_source_id),
    progress: await progressOf(db, source),
    acts: await countActs(db, source.id),
    rows: await titled(c, await listWarnings(db, source.id, wanted, paging)),
    href: (n: number) => listUrl(path, query, { page: n }),
    here: listUrl(path, query, { page: paging.page > 1 ? paging.page : null }),
    canAccept: canAccept(c.var.user, source),
    section: canManageSource(c.var.user, source) ? source.section_id : null,
  }
  const breadcrumb = [
    { href: '/sources', label: 'Sources' },
    { href: `/sources/${source.id}`, label: source.titre },
  ]
  return page(c, titleOf(source), <SourceWarningsPage {...props} />, { breadcrumb })
})

/** Looks through a small source while one waits; what fails here the task tries again, and the page says so. */
async function foundAtOnce(c: Context<AppEnv>, source: VisibleSource): Promise<boolean> {
  const { db, clock, log } = c.var.deps
  try {
    return await refreshWarnings(db, source.id, clock)
  } catch (error) {
    log.error('the warnings of a source were not found', { error, source: source.id })
    return false
  }
}

avertissementsRoutes.post('/:id/avertissements/chercher', async (c) => {
  const { db, clock } = c.var.deps
  const source = await sourceOf(c)
  ensureSeesWarnings(c.var.user, source)
  await db.transaction().execute((trx) => wantWarnings(trx, source.id, clock()))
  const isFound = source.nb_releves <= AT_ONCE && (await foundAtOnce(c, source))
  return seeOther(c, warningsPath(source), isFound ? 'Les points à revoir ont été cherchés.' : undefined)
})

const NOT_A_WARNING = 'Ce point à revoir n’existe pas, ou plus\u00a0: rechargez la page.'

async function named(c: Context<AppEnv>, source: VisibleSource) {
  const raw = { ...readQuery(c), ...(await readBody(c)) }
  const accepted = readAccepted(raw, source.id)
  if (!accepted) throw new AppError('introuvable', NOT_A_WARNING)
  return { accepted, back: backOf(raw, `${warningsPath(source)}?genre=${accepted.genre}`) }
}

const takeBackPath = (source: VisibleSource, { genre, champ, valeur }: Accepted, retour: string): string =>
  listUrl(`${warningsPath(source)}/admis/retirer`, {}, { genre, champ, valeur, retour })

avertissementsRoutes.post('/:id/avertissements/admis', async (c) => {
  const source = await sourceOf(c)
  ensureMayAccept(c.var.user, source)
  const { accepted, back } = await named(c, source)
  await accept(c.var.deps.db, accepted, c.var.user.id, c.var.deps.clock())
  return seeOtherUndoable(
    c,
    back,
    'C’est noté\u00a0: bien ainsi, dans toute la source.',
    takeBackPath(source, accepted, back),
  )
})

avertissementsRoutes.post('/:id/avertissements/admis/retirer', async (c) => {
  const source = await sourceOf(c)
  ensureMayAccept(c.var.user, source)
  const { accepted, back } = await named(c, source)
  const isBack = await takeBack(c.var.deps.db, accepted)
  return isBack ? seeOther(c, back, 'De nouveau à revoir.') : seeOther(c, back)
})
