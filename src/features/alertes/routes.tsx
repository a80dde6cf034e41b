import type { Context } from 'hono'
import { z } from 'zod'
import type { Mark } from '../../db/schema-alertes.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { quoted } from '../../lib/typo.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, rawOf, readBody, readQuery, shown } from '../../web/form.ts'
import { readPaging } from '../../web/pagination.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, shownForm } from '../../web/saving.ts'
import { coveragePath } from '../couverture/rules.ts'
import { markReadOf } from '../notifications/actions.ts'
import { prepare } from '../recherche/queries/among.ts'
import { hitsOf } from '../recherche/queries/hits.ts'
import { awaitYears, forgetAwaited } from './actions/awaited.ts'
import { changeSearch, deleteSearch, keepSearch, markSeen, noteVisit, resumeSearch } from './actions/saved.ts'
import { parseAwaited, parseNewSaved, parseSaved } from './form.ts'
import { awaitedYears } from './queries/awaited.ts'
import { markNow } from './queries/marks.ts'
import { newsOf, type Watch } from './queries/news.ts'
import { findSaved, knownTo, looksOf, replay, savedSearches } from './queries/saved.ts'
import { PATH } from './rules/words.ts'
import * as views from './views/list.tsx'
import { NewsPage } from './views/news.tsx'

/** Mounted at /mes-recherches: each person has its own, and nobody sees those of another. */
export const alertesRoutes = router()

const breadcrumb = [{ href: PATH, label: views.TITLE }]

/** Acts of one search that are counted and listed. */
const MAX_COUNTED = 1000

/** Whoever looks has read the notices, and says that the searches are of use. What cannot be written keeps nobody from reading. */
async function noteLook(c: Context<AppEnv>): Promise<void> {
  const { db, clock, log } = c.var.deps
  if (c.var.isReadOnly) return
  const now = clock()
  try {
    await markReadOf(db, c.var.user.id, { kind: 'Alerte', prefix: '' }, now.toISOString())
    await noteVisit(db, c.var.user.id, { now, before: new Date(now.getTime() - DAY_MS) })
  } catch (error) {
    log.warn('look at the searches not kept', { error })
  }
}

alertesRoutes.get('/', async (c) => {
  const { db, clock } = c.var.deps
  const { user } = c.var
  await noteLook(c)
  const searches = await savedSearches(db, user.id)
  const known = await knownTo(db, user)
  const watches = new Map<number, Watch>()
  const replays = new Map<number, Awaited<ReturnType<typeof replay>>>()
  for (const search of searches) {
    const replayed = await replay(db, user, search.adresse, known)
    replays.set(search.id, replayed)
    const { criteria } = replayed
    if (criteria) watches.set(search.id, { user, adresse: search.adresse, criteria, looks: looksOf(search).seen })
  }
  const asked = { upTo: await markNow(db, clock()), most: MAX_COUNTED }
  const news = await newsOf(db, [...watches.values()], asked)
  const shownSearches = searches.flatMap((search): views.ShownSearch[] => {
    const replayed = replays.get(search.id)
    const watch = watches.get(search.id)
    return replayed ? [{ search, replayed, known, news: watch && news.get(watch) }] : []
  })
  const awaited = await awaitedYears(db, user.id)
  return page(c, views.TITLE, <views.SearchesPage searches={shownSearches} awaited={awaited} />)
})

alertesRoutes.post('/', async (c) => {
  const raw = await readBody(c)
  const form = parseNewSaved(raw)
  if (!form.ok) return newPage(c, raw, form)
  const { db, clock } = c.var.deps
  const saved = await keepSearch(db, c.var.user, form.value, clock())
  if (!saved.ok) return newPage(c, raw, saved)
  return seeOther(c, PATH, `Recherche enregistrée\u00a0: ${quoted(form.value.titre)}.`)
})

alertesRoutes.post('/attentes', async (c) => {
  const form = parseAwaited(await readBody(c))
  const { db, clock } = c.var.deps
  if (!form.ok) return seeOther(c, PATH, Object.values(form.errors)[0] ?? '', 'err')
  const saved = await awaitYears(db, c.var.user, form.value, clock().toISOString())
  const back = coveragePath(form.value.lieu)
  if (!saved.ok) return seeOther(c, back, Object.values(saved.errors)[0] ?? '', 'err')
  return seeOther(c, back, 'Vous serez prévenu quand toutes ces années seront validées.')
})

alertesRoutes.post('/attentes/:id/supprimer', async (c) => {
  await forgetAwaited(c.var.deps.db, c.var.user.id, idParam(c))
  return seeOther(c, PATH, 'Vous n’attendez plus ces années.')
})

const found = (c: Context<AppEnv>) => findSaved(c.var.deps.db, c.var.user, idParam(c))

alertesRoutes.get('/:id', async (c) => {
  const { db, clock } = c.var.deps
  const { user } = c.var
  const search = await found(c)
  await noteLook(c)
  const paging = readPaging(readQuery(c))
  const known = await knownTo(db, user)
  const replayed = await replay(db, user, search.adresse, known)
  const upTo = await markNow(db, clock())
  const { criteria } = replayed
  if (!criteria) return seeOther(c, PATH, replayed.gone ?? '', 'err')
  const watch = { user, adresse: search.adresse, criteria, looks: looksOf(search).seen }
  const news = (await newsOf(db, [watch], { upTo, most: MAX_COUNTED })).get(watch) ?? { keys: [], isMore: false }
  const { highlights } = (await prepare(db, criteria)).plan
  const hits = await hitsOf(db, news.keys.slice(paging.offset, paging.offset + paging.parPage), highlights)
  const at = { page: paging.page, perPage: paging.parPage }
  const view = <NewsPage {...{ search, replayed, known, news, hits, highlights, upTo }} {...at} />
  return page(c, search.titre, view, { breadcrumb })
})

const Reached = z.object({
  id: z.number().int().nonnegative(),
  trous: z.array(z.tuple([z.number().int(), z.number().int()])).max(10_000),
})
const MarkInput = z.object({ releve: Reached, transition: Reached })

/** Up to where the page showed what is new; now, where it does not say it. */
async function shownUpTo(c: Context<AppEnv>, raw: Body): Promise<Mark> {
  const now = await markNow(c.var.deps.db, c.var.deps.clock())
  const read = z
    .string()
    .transform((text): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        return null
      }
    })
    .pipe(MarkInput)
    .safeParse(shown(raw, 'jusque'))
  const isPast = read.success && read.data.releve.id <= now.releve.id && read.data.transition.id <= now.transition.id
  return isPast ? read.data : now
}

alertesRoutes.post('/:id/vue', async (c) => {
  const { db, clock } = c.var.deps
  const search = await found(c)
  const upTo = await shownUpTo(c, await readBody(c))
  await markSeen(db, c.var.user.id, search.id, { upTo, now: clock() })
  return seeOther(c, PATH, `${quoted(search.titre)}\u00a0: tout est marqué comme vu.`)
})

alertesRoutes.post('/:id/reprendre', async (c) => {
  const search = await found(c)
  await resumeSearch(c.var.deps.db, c.var.user.id, search.id, c.var.deps.clock())
  return seeOther(c, PATH, `${quoted(search.titre)} reprend.`)
})

alertesRoutes.get('/:id/modifier', async (c) => {
  const search = await found(c)
  const { titre, frequence } = search
  return editPage(c, search.id, rawOf({ titre, frequence }))
})

alertesRoutes.post('/:id', async (c) => {
  const search = await found(c)
  const raw = await readBody(c)
  const form = parseSaved(raw)
  if (!form.ok) return editPage(c, search.id, raw, form)
  await changeSearch(c.var.deps.db, c.var.user.id, search.id, form.value)
  return seeOther(c, PATH, `Recherche enregistrée\u00a0: ${quoted(form.value.titre)}.`)
})

alertesRoutes.post('/:id/supprimer', async (c) => {
  const search = await found(c)
  await deleteSearch(c.var.deps.db, c.var.user.id, search.id)
  return seeOther(c, PATH, `Recherche supprimée\u00a0: ${quoted(search.titre)}.`)
})

async function newPage(c: Context<AppEnv>, raw: Body, refusal: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  return page(c, views.NEW_TITLE, <views.NewSearchPage {...form} />, { status, breadcrumb })
}

async function editPage(c: Context<AppEnv>, id: number, raw: Body, refusal?: Refusal) {
  const search = await findSaved(c.var.deps.db, c.var.user, id)
  const { status, ...form } = shownForm(raw, refusal)
  return page(c, views.EDIT_TITLE, <views.EditSearchPage {...form} search={search} />, { status, breadcrumb })
}
