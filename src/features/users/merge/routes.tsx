import type { Context } from 'hono'
import { type AppEnv, router } from '../../../web/env.ts'
import { type Body, type FormErrors, readBody, readQuery, shown } from '../../../web/form.ts'
import { ADMINISTRATION } from '../../../web/navigation.ts'
import { idParam } from '../../../web/params.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { role } from '../../auth/session-guard.tsx'
import { actorOf } from '../../journal/actor.tsx'
import { confirmationErrors, somebodyElse } from '../confirmed.tsx'
import { PATH } from '../list-views.tsx'
import { listUsers } from '../queries.ts'
import { isMerged, mergeAccounts, mergeRefusal } from './actions.ts'
import { askedId, parseVersions } from './form.ts'
import { accountToMerge, type MergeAccount, mergedInto, mergePreview } from './queries.ts'
import { CONFIRM_TITLE, ConfirmMergePage, MERGE_TITLE, MergePage } from './views.tsx'

/** One person has two accounts: one goes into the other. Mounted at /admin/utilisateurs; administrators only. */
export const mergeRoutes = router()

mergeRoutes.use('/:id/fusionner', role('admin'))

const OWN =
  'Votre propre compte ne peut pas disparaître dans un autre\u00a0: partez de l’autre compte, et gardez celui-ci.'
const NOT_CHOSEN = 'Choisissez le compte à garder.'
const TWICE = 'Ces deux comptes sont déjà fusionnés.'
/** More accounts than one looks through are found by more of a name. */
const FOUND_MOST = 25

const breadcrumbOf = ({ id, name }: { id: number; name: string }) => [
  ADMINISTRATION,
  { href: PATH, label: 'Utilisateurs' },
  { href: `${PATH}/${id}/modifier`, label: name },
]

const accountPage = (c: Context<AppEnv>, id: number, message: string) => seeOther(c, `${PATH}/${id}/modifier`, message)

interface Going {
  id: number
  name: string
  email: string
}

/** Searches by name or address; the account that goes is not among what is found. */
async function choosePage(c: Context<AppEnv>, user: Going, raw: Body, error?: string) {
  const q = shown(raw, 'q').trim().slice(0, 100)
  const filter = { q, role: null, status: null, tri: 'name', ordre: 'asc' } as const
  const list = q === '' ? undefined : await listUsers(c.var.deps.db, filter, { parPage: FOUND_MOST + 1, offset: 0 })
  const others = list?.users.filter(({ id }) => id !== user.id)
  const found = others && { users: others.slice(0, FOUND_MOST), hasMore: (list?.total ?? 0) > FOUND_MOST + 1 }
  const view = <MergePage {...{ user, q, found, error }} />
  return page(c, MERGE_TITLE, view, { status: error === undefined ? 200 : 422, breadcrumb: breadcrumbOf(user) })
}

interface Confirming {
  from: MergeAccount
  to: MergeAccount
  errors?: FormErrors
  status?: 200 | 409 | 422
}

async function confirmPage(c: Context<AppEnv>, { from, to, errors = {}, status = 200 }: Confirming) {
  const { db, settings } = c.var.deps
  const preview = await mergePreview(db, { from: from.id, to: to.id })
  const hasMail = settings.read().smtp !== null
  const view = <ConfirmMergePage {...{ from, to, preview, errors, hasMail }} isFresh={c.var.isFresh === true} />
  return page(c, CONFIRM_TITLE, view, { status, breadcrumb: breadcrumbOf(from) })
}

mergeRoutes.get('/:id/fusionner', async (c) => {
  const { db } = c.var.deps
  const other = await mergedInto(db, idParam(c))
  if (other) return accountPage(c, other.id, TWICE)
  const user = await somebodyElse(c, OWN)
  const raw = readQuery(c)
  const vers = askedId(raw)
  if (vers === 0) return choosePage(c, user, raw)
  const [from, to] = [await accountToMerge(db, user.id), await accountToMerge(db, vers)]
  const problem = mergeRefusal(from, to)
  return problem === undefined ? confirmPage(c, { from, to }) : choosePage(c, user, raw, problem)
})

mergeRoutes.post('/:id/fusionner', async (c) => {
  const { db, clock } = c.var.deps
  const raw = await readBody(c)
  const pair = { from: idParam(c), to: askedId(raw) }
  if (await isMerged(db, pair)) return accountPage(c, pair.to, TWICE)
  const user = await somebodyElse(c, OWN)
  if (pair.to === 0) return choosePage(c, user, raw, NOT_CHOSEN)
  const [from, to] = [await accountToMerge(db, user.id), await accountToMerge(db, pair.to)]
  const problem = mergeRefusal(from, to)
  if (problem !== undefined) return choosePage(c, user, raw, problem)
  const errors = await confirmationErrors(c, raw, from)
  if (errors) return confirmPage(c, { from, to, errors, status: 422 })
  const saved = await mergeAccounts(db, actorOf(c), { ...pair, ...parseVersions(raw) }, clock())
  if (saved.ok) return accountPage(c, to.id, saved.value === 'deja' ? TWICE : doneWords(from, to))
  const status = saved.version === undefined ? 422 : 409
  return confirmPage(c, {
    from: await accountToMerge(db, from.id),
    to: await accountToMerge(db, to.id),
    errors: saved.errors,
    status,
  })
})

const doneWords = (from: { name: string }, to: { name: string }): string =>
  `Le compte de ${from.name} est fusionné avec celui de ${to.name}.`
