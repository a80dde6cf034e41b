import type { Context } from 'hono'
import { shownAll } from '../../../lib/body.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { type Body, readBody, readQuery, shown } from '../../../web/form.ts'
import { idParam } from '../../../web/params.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { type Refusal, shownForm } from '../../../web/saving.ts'
import { forgetColumns, saveColumns } from '../actions/columns.ts'
import { type Move, moveAsked, parseColumns } from '../columns-form.ts'
import { listFilter } from '../filter-form.ts'
import { chosenColumns, LIST_COLUMNS } from '../queries/columns.ts'
import { champsById, moved, orderedIds, wantedChamps } from '../rules/columns.ts'
import { ColumnsPage } from '../views/columns.tsx'
import { type Desk, deskOf, releveCrumbs } from './desk.tsx'

export const columnsRoutes = router()

const PATH = '/sources/:id/releves/colonnes'

/** The list in the order in which it was left, and this page with the way back to it. */
function addresses(c: Context<AppEnv>, sourceId: number) {
  const query = readQuery(c)
  const { filter } = listFilter.read(query)
  const of = (path: string) => listFilter.address(`/sources/${sourceId}/releves${path}`, filter, {})({})
  return { list: of(''), own: of('/colonnes') }
}

columnsRoutes.get(PATH, async (c) => {
  const desk = await deskOf(c, idParam(c))
  const chosen = await chosenColumns(c.var.deps.db, c.var.user.id, desk.source.type_source_id)
  const shownChamps = wantedChamps({ champs: desk.champs, chosen, max: LIST_COLUMNS })
  return columnsPage(c, desk, bodyOf(shownChamps.map(({ id }) => id)))
})

columnsRoutes.post(PATH, async (c) => {
  const { db } = c.var.deps
  const desk = await deskOf(c, idParam(c))
  const whose = { userId: c.var.user.id, typeId: desk.source.type_source_id }
  const { list } = addresses(c, desk.source.id)
  const raw = await readBody(c)
  if (shown(raw, 'action') === 'defaut') {
    await forgetColumns(db, whose)
    return seeOther(c, list, 'Colonnes par défaut rétablies.')
  }
  const move = moveAsked(raw)
  if (move) return columnsPage(c, desk, movedBody(raw, move), undefined, move)
  const form = parseColumns(raw)
  if (!form.ok) return columnsPage(c, desk, raw, form)
  const saved = await saveColumns(db, whose, form.value)
  return saved.ok ? seeOther(c, list, 'Colonnes enregistrées.') : columnsPage(c, desk, raw, saved)
})

const bodyOf = (ids: readonly number[]): Body => ({ champs: ids.map(String), ordre: ids.map(String) })

/** Ids of the boxes in their order, whatever else was sent: the page shows no other. */
const orderOf = (raw: Body): number[] =>
  orderedIds(shownAll(raw, 'champs').map(Number), shownAll(raw, 'ordre').map(Number))

const movedBody = (raw: Body, { id, step }: Move): Body => bodyOf(moved(orderOf(raw), id, step))

async function columnsPage(c: Context<AppEnv>, desk: Desk, raw: Body, refusal?: Refusal, move?: Move) {
  const { source, champs } = desk
  const { status, errors } = shownForm(raw, refusal)
  const { list, own } = addresses(c, source.id)
  const chosen = await chosenColumns(c.var.deps.db, c.var.user.id, source.type_source_id)
  const body = (
    <ColumnsPage
      type={source.type_nom}
      champs={champs}
      columns={champsById(champs, orderOf(raw))}
      errors={errors}
      isOwn={chosen.length > 0}
      moved={move}
      action={own}
      back={list}
    />
  )
  return page(c, 'Choisir les colonnes', body, { status, breadcrumb: releveCrumbs(source) })
}
