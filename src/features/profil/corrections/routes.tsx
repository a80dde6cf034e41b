import type { Champ } from '../../../champs/kind.ts'
import type { Db } from '../../../db/schema.ts'
import { router } from '../../../web/env.ts'
import { optionalId, readBody, readQuery, shown } from '../../../web/form.ts'
import { listUrl, readPaging } from '../../../web/pagination.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { relevesByIds } from '../../releves/queries/records.ts'
import { actTitle } from '../../releves/rules/insertion.ts'
import { champsOf } from '../../types-sources/queries.ts'
import { allowAllPictures } from '../../vues/allowed-images.tsx'
import { markCorrectionsRead } from './actions.ts'
import { type CorrectionRow, countCorrections, lessonsFor, listCorrections, ownMonth } from './queries.ts'
import { CORRECTIONS_PATH, CORRECTIONS_TITLE, CorrectionsPage } from './views.tsx'

/** Whoever typed acts reads here what others corrected in them; mounted at the root. */
export const correctionsRoutes = router()

/** Fields of the types of these rows, by type. */
async function champsByType(db: Db, rows: readonly CorrectionRow[]): Promise<Map<number, Champ[]>> {
  const types = [...new Set(rows.map(({ type_source_id }) => type_source_id))]
  const champs = new Map<number, Champ[]>()
  for (const type of types) champs.set(type, await champsOf(db, type))
  return champs
}

correctionsRoutes.get(CORRECTIONS_PATH, async (c) => {
  const { db, clock } = c.var.deps
  const { user } = c.var
  const query = readQuery(c)
  const paging = readPaging(query)
  const counts = await countCorrections(db, user)
  const asked = shown(query, 'champ')
  const field = counts.byField.find(({ champ }) => champ === asked)
  const rows = await listCorrections(db, user, { ...paging, champ: field?.champ ?? null })
  const acts = await relevesByIds(
    db,
    rows.map(({ releve_id }) => releve_id),
  )
  await allowAllPictures(c)
  const props = {
    rows,
    counts,
    paging,
    field: field?.champ,
    shown: field?.n ?? counts.total,
    titles: new Map(acts.map((act) => [act.id, actTitle(act)])),
    champs: await champsByType(db, rows),
    lessons: await lessonsFor(db, user),
    month: await ownMonth(db, user, clock().toISOString().slice(0, 7)),
    href: (n: number) => listUrl(CORRECTIONS_PATH, query, { page: n }),
  }
  const breadcrumb = [{ href: '/profil', label: 'Mon profil' }]
  return page(c, CORRECTIONS_TITLE, <CorrectionsPage {...props} />, { isSteady: true, breadcrumb })
})

correctionsRoutes.post(`${CORRECTIONS_PATH}/lues`, async (c) => {
  const last = optionalId.safeParse(shown(await readBody(c), 'jusqua'))
  const now = c.var.deps.clock().toISOString()
  if (last.data) await markCorrectionsRead(c.var.deps.db, c.var.user.id, { last: last.data, now })
  return seeOther(c, CORRECTIONS_PATH, 'Vos corrections sont marquées comme lues.')
})
