import type { Context } from 'hono'
import { champText, withPlaceNames } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { releveTitle } from '../../../champs/title.ts'
import { AppError, ensure } from '../../../lib/errors.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { readBody, readQuery } from '../../../web/form.ts'
import { listUrl, readPaging } from '../../../web/pagination.ts'
import { idParam } from '../../../web/params.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { canManageSource, canWriteReleves } from '../../droits/policy.ts'
import { restoreVersion } from '../actions/conflict.ts'
import { typedVersion } from '../form.ts'
import { canRestoreReleves } from '../policy.ts'
import { countDeleted, listDeleted, versionOf } from '../queries/corbeille.ts'
import { placeNamesOf } from '../queries/place-names.ts'
import { fieldsOf } from '../rules/display.ts'
import { authorName, changesBetween, OPERATION_LABELS, type VersionRow } from '../rules/history.ts'
import { DeletedRelevesPage, type DeletedRow, VersionPage } from '../views/corbeille.tsx'
import { authorOf, deskOf, releveCrumbs } from './desk.tsx'
import { type Opened, openedOf } from './opened.tsx'
import { bringBack } from './repair.tsx'

/** Deleted records of a source, and older versions of a record. */
export const corbeilleRoutes = router()

const TITLE = 'Relevés supprimés'

const dateText = (champs: readonly Champ[], data: VersionRow['data']): string =>
  champs
    .filter(({ nom }) => nom === 'date_evenement')
    .map((champ) => champText(champ, data))
    .join('')

corbeilleRoutes.get('/sources/:id/releves/supprimes', async (c) => {
  const { db } = c.var.deps
  const { source, champs } = await deskOf(c, idParam(c))
  ensure(canManageSource(c.var.user, source), 'Seuls les gestionnaires de la section voient les relevés supprimés.')
  const query = readQuery(c)
  const paging = readPaging(query)
  const deleted = await listDeleted(db, source.id, paging)
  const rows = deleted.map(
    (releve): DeletedRow => ({
      id: releve.id,
      title: releveTitle(releve),
      date: dateText(champs, releve.data),
      author: authorName(releve.author),
      at: releve.created_at,
    }),
  )
  const path = `/sources/${source.id}/releves/supprimes`
  const body = (
    <DeletedRelevesPage
      title={TITLE}
      source={source}
      rows={rows}
      total={await countDeleted(db, source.id)}
      page={paging.page}
      perPage={paging.parPage}
      href={(n) => listUrl(path, query, { page: n })}
      canRestore={canRestoreReleves(c.var.user, source)}
    />
  )
  return page(c, TITLE, body, { breadcrumb: releveCrumbs(source) })
})

interface OpenedVersion extends Opened {
  row: VersionRow
}

/** The version of the path, its places under their names of today. 404 where the record never was at that one. */
async function versionOpened(c: Context<AppEnv>): Promise<OpenedVersion> {
  const { db } = c.var.deps
  const opened = await openedOf(c)
  const row = await versionOf(db, opened.releve.id, idParam(c, 'version'))
  if (!row) throw new AppError('introuvable', 'Cette version n’existe pas.')
  const names = await placeNamesOf(db, opened.champs, [row])
  return { ...opened, row: { ...row, data: withPlaceNames(opened.champs, row.data, names) } }
}

/** A deleted record comes back by its managers; an existing one becomes what it was by all who may change it. */
const canRestore = (c: Context<AppEnv>, { source, isDeleted }: Opened): boolean =>
  isDeleted ? canRestoreReleves(c.var.user, source) : canWriteReleves(c.var.user, source)

const versionTitle = ({ releve, row }: OpenedVersion): string =>
  `Version ${row.version}\u00a0: ${releveTitle({ id: releve.id, data: row.data })}`

async function versionPage(c: Context<AppEnv>, opened: OpenedVersion, status: 200 | 409 = 200) {
  const { releve, source, champs, row, isDeleted } = opened
  const names = await placeNamesOf(c.var.deps.db, champs, [releve])
  const now = { data: withPlaceNames(champs, releve.data, names), etats: releve.etats, lectures: releve.lectures }
  const title = versionTitle(opened)
  const body = (
    <VersionPage
      title={title}
      id={releve.id}
      version={row.version}
      source={source}
      operation={OPERATION_LABELS[row.operation]}
      author={authorName(row.author)}
      at={row.created_at}
      fields={fieldsOf(champs, row, new Map())}
      changes={changesBetween(champs, now, row)}
      current={releve.version}
      isDeleted={isDeleted}
      canRestore={canRestore(c, opened)}
      notice={status === 409 ? OVERTAKEN : undefined}
    />
  )
  return page(c, title, body, { status, breadcrumb: releveCrumbs(source) })
}

const OVERTAKEN =
  'Ce relevé a changé pendant que vous regardiez cette version\u00a0: rien n’a été enregistré. Comparez de nouveau, puis rétablissez-la si elle convient toujours.'

corbeilleRoutes.get('/releves/:id/versions/:version', async (c) => versionPage(c, await versionOpened(c)))

corbeilleRoutes.post('/releves/:id/versions/:version/retablir', async (c) => {
  const opened = await versionOpened(c)
  ensure(canRestore(c, opened), 'Vous n’avez pas le droit de rétablir cette version, ou la source n’est plus ouverte.')
  const version = typedVersion(await readBody(c)) ?? 0
  if (version !== opened.releve.version) return versionPage(c, opened, 409)
  const { releve, champs, source, row, isDeleted } = opened
  const path = `/releves/${releve.id}/versions/${row.version}`
  const back = { title: versionTitle(opened), champs, source, action: `${path}/retablir`, version }
  const wanted = {
    id: releve.id,
    data: row.data,
    etats: row.etats,
    lectures: row.lectures,
    version,
    isDeleted,
    ...authorOf(c),
  }
  try {
    // The record becomes what it was, as a new version: nothing of what came between is lost.
    const asked = await bringBack(c, back, (repairs) => restoreVersion(c.var.deps.db, champs, { ...wanted, repairs }))
    if (asked) return asked
  } catch (error) {
    if (!(error instanceof AppError) || !['conflit', 'introuvable'].includes(error.code)) throw error
    return versionPage(c, await versionOpened(c), 409)
  }
  return seeOther(c, `/releves/${releve.id}`, `Version ${row.version} rétablie.`)
})
