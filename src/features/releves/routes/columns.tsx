import type { Context } from 'hono'
import type { Champ } from '../../../champs/kind.ts'
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
import { type ColumnUse, champsById, MAX_COLUMNS, moved, orderedIds, wantedChamps } from '../rules/columns.ts'
import { ColumnsPage, type ColumnsWords } from '../views/columns.tsx'
import { type Desk, deskOf, releveCrumbs } from './desk.tsx'

/** A choice of columns: which, where it is made, what it shows before anybody chose, and where it leads back to. */
export interface ColumnChoice {
  use: ColumnUse
  path: string
  max: number
  words: ColumnsWords
  byDefault(champs: readonly Champ[], chosen: readonly number[]): Champ[]
  addresses(c: Context<AppEnv>, sourceId: number): { list: string; own: string }
  allow?(c: Context<AppEnv>, desk: Desk): void
}

/** The page of a choice of columns, and what it sends. */
export function columnChoiceRoutes(choice: ColumnChoice) {
  const { use, path, max, addresses } = choice
  const chosenOf = (c: Context<AppEnv>, { source }: Desk) =>
    chosenColumns(c.var.deps.db, c.var.user.id, source.type_source_id, use)
  const opened = async (c: Context<AppEnv>) => {
    const desk = await deskOf(c, idParam(c))
    choice.allow?.(c, desk)
    return desk
  }
  const shownPage = async (
    c: Context<AppEnv>,
    desk: Desk,
    raw: Body,
    more: { refusal?: Refusal; move?: Move } = {},
  ) => {
    const isOwn = (await chosenOf(c, desk)).length > 0
    return columnsPage(c, desk, raw, { ...more, isOwn, words: choice.words, ...addresses(c, desk.source.id) })
  }
  return router()
    .get(path, async (c) => {
      const desk = await opened(c)
      const shownChamps = choice.byDefault(desk.champs, await chosenOf(c, desk))
      return shownPage(c, desk, bodyOf(shownChamps.map(({ id }) => id)))
    })
    .post(path, async (c) => {
      const { db } = c.var.deps
      const desk = await opened(c)
      const whose = { userId: c.var.user.id, typeId: desk.source.type_source_id }
      const { list } = addresses(c, desk.source.id)
      const raw = await readBody(c)
      if (shown(raw, 'action') === 'defaut') {
        await forgetColumns(db, whose, use)
        return seeOther(c, list, 'Colonnes par défaut rétablies.')
      }
      const move = moveAsked(raw)
      if (move) return shownPage(c, desk, movedBody(raw, move), { move })
      const form = parseColumns(raw, max)
      if (!form.ok) return shownPage(c, desk, raw, { refusal: form })
      const saved = await saveColumns(db, whose, form.value, use)
      return saved.ok ? seeOther(c, list, 'Colonnes enregistrées.') : shownPage(c, desk, raw, { refusal: saved })
    })
}

/** The columns of the lists of records. */
export const columnsRoutes = columnChoiceRoutes({
  use: 'colonnes',
  path: '/sources/:id/releves/colonnes',
  max: MAX_COLUMNS,
  words: { order: 'La première mène au relevé. Ce que vous cochez plus bas vient à la suite.' },
  byDefault: (champs, chosen) => wantedChamps({ champs, chosen, max: LIST_COLUMNS }),
  // The list in the order in which it was left, and this page with the way back to it.
  addresses(c, sourceId) {
    const query = readQuery(c)
    const { filter } = listFilter.read(query)
    const of = (path: string) => listFilter.address(`/sources/${sourceId}/releves${path}`, filter, {})({})
    return { list: of(''), own: of('/colonnes') }
  },
})

const bodyOf = (ids: readonly number[]): Body => ({ champs: ids.map(String), ordre: ids.map(String) })

/** Ids of the boxes in their order, whatever else was sent: the page shows no other. */
const orderOf = (raw: Body): number[] =>
  orderedIds(shownAll(raw, 'champs').map(Number), shownAll(raw, 'ordre').map(Number))

const movedBody = (raw: Body, { id, step }: Move): Body => bodyOf(moved(orderOf(raw), id, step))

interface Shown {
  refusal?: Refusal
  move?: Move
  isOwn: boolean
  words: ColumnsWords
  list: string
  own: string
}

function columnsPage(c: Context<AppEnv>, { source, champs }: Desk, raw: Body, shownWith: Shown) {
  const { refusal, move, isOwn, words, list, own } = shownWith
  const { status, errors } = shownForm(raw, refusal)
  const body = (
    <ColumnsPage
      type={source.type_nom}
      words={words}
      champs={champs}
      columns={champsById(champs, orderOf(raw))}
      errors={errors}
      isOwn={isOwn}
      moved={move}
      action={own}
      back={list}
    />
  )
  return page(c, 'Choisir les colonnes', body, { status, breadcrumb: releveCrumbs(source) })
}
