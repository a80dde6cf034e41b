import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { randomToken } from '../../lib/crypto.ts'
import { ensure } from '../../lib/errors.ts'
import type { Rows } from '../../lib/rows.ts'
import { download } from '../../web/download.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { exportRoutes } from '../../web/export.ts'
import { readBody, readQuery, shown } from '../../web/form.ts'
import { csv } from '../../web/formats/csv.ts'
import { ADMINISTRATION } from '../../web/navigation.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { proofAddress, provedLately } from '../auth/fresh.tsx'
import { role } from '../auth/session-guard.tsx'
import { findImport } from '../imports/queries/imports.ts'
import { importUpload } from '../imports/upload-routes.tsx'
import type { UploadFormState } from '../imports/upload-views.tsx'
import { actorOf } from '../journal/actor.tsx'
import { userFilter } from './filter-form.ts'
import { convertExpoActes } from './import/actions/convert.ts'
import { countWithoutPassword, giveAllImportPasswords, giveImportPasswords } from './import/actions/passwords.ts'
import { usersImport } from './import/kind.ts'
import { GIVEN_TITLE, GivenPasswordsPage, ImportUsersPage } from './import/views.tsx'
import { PATH } from './list-views.tsx'
import { modelRows, passwordRows, userRows } from './rows.ts'

const breadcrumb = [ADMINISTRATION, { href: PATH, label: 'Utilisateurs' }]

/** Mounted at /admin/utilisateurs, before the pages of single accounts: these paths must not be taken for ids. */
export const usersCsvRoutes = router()

usersCsvRoutes.use(role('admin'))

usersCsvRoutes.route(
  '/',
  exportRoutes(
    '/export',
    (c) => ({ title: 'utilisateurs', rows: userRows(c.var.deps.db, userFilter.read(readQuery(c)).filter) }),
    provedLately,
  ),
)

/** These files go with an import, in its format. */
const csvFile = (c: Context<AppEnv>, title: string, rows: Rows) => download(c, title, csv, csv.write(rows))

usersCsvRoutes.get('/import', (c) => formPage(c, { raw: {}, errors: {}, jeton: randomToken() }))

usersCsvRoutes.get('/import/modele', (c) => csvFile(c, 'modele utilisateurs', modelRows()))

// The role is asked above for every path.
usersCsvRoutes.post(
  '/import',
  importUpload({
    kind: usersImport,
    before: () => undefined,
    cibleId: () => null,
    convert: convertExpoActes,
    formPage,
  }),
)

function formPage(c: Context<AppEnv>, form: UploadFormState, status: ContentfulStatusCode = 200) {
  return page(c, usersImport.titre, <ImportUsersPage {...form} />, { status, breadcrumb })
}

usersCsvRoutes.post('/import/:id/mots-de-passe', async (c) => {
  const { db, clock, secret } = c.var.deps
  const imported = await findImport(db, c.var.user, idParam(c))
  ensure(imported.kind === usersImport.kind, 'Cet import n’a pas créé de comptes.')
  // A button of that page: the password first, then the button again.
  if (!c.var.isFresh) return seeOther(c, proofAddress(`/imports/${imported.id}`))
  const raw = await readBody(c)
  const form = {
    importId: imported.id,
    jeton: shown(raw, '_envoi') || randomToken(),
    secret,
    by: actorOf(c),
    now: clock().toISOString(),
  }
  if (shown(raw, 'format') === 'csv') {
    return csvFile(c, `mots de passe import ${imported.id}`, passwordRows(giveAllImportPasswords(db, form)))
  }
  const given = await giveImportPasswords(db, form)
  const { n: left } = await countWithoutPassword(db, imported.id)
  c.header('Cache-Control', 'no-store')
  const view = <GivenPasswordsPage importId={imported.id} given={given} left={left} jeton={randomToken()} />
  return page(c, GIVEN_TITLE, view, { breadcrumb })
})
