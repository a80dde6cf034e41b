import type { Context } from 'hono'
import { defaultChamps, defaultsToRaw } from '../../champs/defaults.ts'
import { foreignValues } from '../../champs/read.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { readBody, shown } from '../../web/form.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { lookupOf } from '../lieux/queries/lookup.ts'
import { champsOf } from '../types-sources/queries.ts'
import { updateDefaults } from './actions/sources.ts'
import { type DefaultsForm, readDefaults } from './defaults-form.ts'
import { findManagedSource } from './queries/managed-source.ts'
import { DEFAUTS_TITLE, DefaultsPage } from './views/defaults.tsx'
import { PATH } from './views/list.tsx'

/** Mounted at /sources/:id/defauts: defaults belong to one source, not to its type. */
export const defaultsRoutes = router()

async function opened(c: Context<AppEnv>) {
  const { db } = c.var.deps
  const source = await findManagedSource(db, c.var.user, idParam(c))
  return { source, champs: defaultChamps(await champsOf(db, source.type_source_id)), lookup: lookupOf(db) }
}

type Opened = Awaited<ReturnType<typeof opened>>

function defautsPage(
  c: Context<AppEnv>,
  { source, champs }: Opened,
  form: DefaultsForm,
  status: 200 | 409 | 422 = 200,
  version = String(source.version),
) {
  const canDesign = c.var.user.role === 'admin'
  const body = <DefaultsPage source={source} champs={champs} form={form} version={version} canDesign={canDesign} />
  const here = { href: `${PATH}/${source.id}`, label: source.titre }
  return page(c, DEFAUTS_TITLE, body, { status, breadcrumb: [{ href: PATH, label: 'Sources' }, here] })
}

defaultsRoutes.get('/', async (c) => {
  const desk = await opened(c)
  const raw = await defaultsToRaw(desk.champs, desk.source.defauts, desk.lookup)
  return defautsPage(c, desk, { raw, errors: {}, candidates: {} })
})

defaultsRoutes.post('/', async (c) => {
  const desk = await opened(c)
  const { source, champs, lookup } = desk
  const raw = await readBody(c)
  const read = await readDefaults(champs, raw, lookup)
  if (!read.ok) return defautsPage(c, desk, read.form, read.status, shown(raw, 'version'))
  // A field that takes no default any more keeps its own, in case it does again.
  const defauts = { ...foreignValues(champs, source.defauts), ...read.values }
  const now = c.var.deps.clock().toISOString()
  const saved = await updateDefaults(c.var.deps.db, source, { defauts, version: read.version }, now)
  if (saved.ok) return seeOther(c, `${PATH}/${source.id}`, 'Valeurs par défaut enregistrées.')
  return defautsPage(c, await opened(c), { ...read.form, errors: saved.errors }, 409)
})
