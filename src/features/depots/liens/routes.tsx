import type { Context } from 'hono'
import { plural } from '../../../lib/text.ts'
import type { AppEnv } from '../../../web/env.ts'
import { router } from '../../../web/env.ts'
import { exportRoutes } from '../../../web/export.ts'
import { type Body, type FormErrors, readBody } from '../../../web/form.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { type Refusal, shownForm } from '../../../web/saving.ts'
import { takesFile } from '../../../web/upload.ts'
import { linksOf } from '../queries.ts'
import { prepareRule } from './actions/prepare.ts'
import { parseExamples } from './form.ts'
import { crumbsOf, type Depot, openedDepot, pathOf } from './opened-depot.tsx'
import { looksIn, weeksOf } from './queries/looks.ts'
import { plainCounts } from './queries/plain.ts'
import { rulesOf } from './queries/rules.ts'
import { ruleRows } from './rows.ts'
import { ruleRoutes } from './rule-routes.tsx'
import { rulesFileReceived, UPLOAD } from './upload.tsx'
import { CHANGE_TITLE, ChangePage } from './views/change.tsx'
import { LINKS_TITLE, LinksPage } from './views/links.tsx'

/** The links of a repository; mounted at /admin/depots/:id/liens, behind the rights of that page. */
export const linksRoutes = router()

async function weekOf(c: Context<AppEnv>, { id }: Depot) {
  const { db } = c.var.deps
  const [tally] = await weeksOf(db, id)
  return tally && { tally, looks: await looksIn(db, id, tally.semaine) }
}

async function linksPage(c: Context<AppEnv>, depot: Depot, errors: FormErrors = {}) {
  const { db } = c.var.deps
  const { status } = shownForm({}, Object.keys(errors).length > 0 ? { errors } : undefined)
  const lists = {
    links: await linksOf(db, depot.id),
    plain: await plainCounts(db, depot.id),
    rules: await rulesOf(db, depot.id),
    week: await weekOf(c, depot),
  }
  const view = <LinksPage depot={depot} path={pathOf(depot.id)} errors={errors} {...lists} />
  return page(c, LINKS_TITLE, view, { status, breadcrumb: crumbsOf(depot) })
}

linksRoutes.get('/', async (c) => linksPage(c, await openedDepot(c)))

function changePage(c: Context<AppEnv>, depot: Depot, raw: Body, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  const breadcrumb = [...crumbsOf(depot), { href: pathOf(depot.id), label: LINKS_TITLE }]
  return page(c, CHANGE_TITLE, <ChangePage path={pathOf(depot.id)} form={form} />, { status, breadcrumb })
}

linksRoutes.get('/changement', async (c) => changePage(c, await openedDepot(c), {}))

linksRoutes.post('/changement', async (c) => {
  const depot = await openedDepot(c)
  const raw = await readBody(c)
  const form = parseExamples(raw)
  if (!form.ok) return changePage(c, depot, form.raw, form)
  const now = c.var.deps.clock().toISOString()
  const saved = await prepareRule(c.var.deps.db, depot.id, form.value, { userId: c.var.user.id, now })
  if (saved.ok) return seeOther(c, `${pathOf(depot.id)}/regles/${saved.value}`)
  const fields = Object.fromEntries(
    form.value.flatMap(({ rang, ancien, nouveau }) => [
      [`ancien_${rang}`, ancien],
      [`nouveau_${rang}`, nouveau],
    ]),
  )
  return changePage(c, depot, fields, saved)
})

linksRoutes.route(
  '/',
  exportRoutes('/export', async (c) => {
    const { id, nom } = await openedDepot(c)
    return { title: `règles des liens ${nom}`, rows: ruleRows(c.var.deps.db, id) }
  }),
)

linksRoutes.post(
  '/import',
  takesFile({
    ...UPLOAD,
    before: openedDepot,
    received: async (c, came, depot) => {
      const read = await rulesFileReceived(c, came, depot.id)
      if (!read.ok) return linksPage(c, depot, read.errors)
      const { kept, left } = read.value
      const rest = left === 0 ? '' : ` ${plural(left, 'autre ne concerne', 'autres ne concernent')} pas ce dépôt.`
      return seeOther(c, pathOf(depot.id), `${plural(kept, 'règle lue', 'règles lues')}, à voir et à appliquer.${rest}`)
    },
  }),
)

linksRoutes.route('/regles', ruleRoutes)
