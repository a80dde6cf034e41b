import { z } from 'zod'
import { type Body, idList, type Parsed, parseForm, refused, shown } from '../../web/form.ts'
import { MAX_COLUMNS, orderedIds } from './rules/columns.ts'

const schema = z.object({ champs: idList, ordre: idList })

/** The ids of the ticked fields in the order of the columns. */
export function parseColumns(raw: Body, max = MAX_COLUMNS): Parsed<number[]> {
  const form = parseForm(schema, raw)
  // The order is not typed: what is wrong with it is wrong with the boxes.
  if (!form.ok) return refused(raw, { champs: Object.values(form.errors)[0] ?? '' })
  const ids = orderedIds(form.value.champs, form.value.ordre)
  if (ids.length === 0) return refused(raw, { champs: 'Cochez au moins une colonne.' })
  if (ids.length > max)
    return refused(raw, {
      champs: `Cochez ${max} colonnes au plus\u00a0: un tableau plus large ne se lit plus.`,
    })
  return { ok: true, value: ids }
}

export interface Move {
  id: number
  step: -1 | 1
}

/** The column that a button moves, undefined for any other button. */
export function moveAsked(raw: Body): Move | undefined {
  const [, way, id] = /^(monter|descendre)-(\d{1,10})$/.exec(shown(raw, 'action')) ?? []
  return id === undefined ? undefined : { id: Number(id), step: way === 'monter' ? -1 : 1 }
}
