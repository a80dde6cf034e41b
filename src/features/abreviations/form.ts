import { z } from 'zod'
import { type Body, type Parsed, parseForm, text, version } from '../../web/form.ts'
import type { Reader } from './queries.ts'
import { keyOf, MAX_ABBREVIATION, MAX_TEXT, objectionTo } from './rules/line.ts'

/** Whose line it is: `user_id` or `section_id`, the other one null. */
export interface Owner {
  user_id: number | null
  section_id: number | null
}

export interface AbbreviationInput extends Owner {
  abreviation: string
  texte: string
}

const Line = z.object({
  abreviation: text(MAX_ABBREVIATION, 'Écrivez une abréviation.'),
  texte: text(MAX_TEXT, 'Écrivez le texte.'),
  pour: text(20, 'Choisissez une valeur dans la liste.'),
  version,
})

export const MINE = 'moi'

/** `moi`, or the id of a section that this person manages; undefined of anything else. */
export function ownerOf(pour: string, { user, sections }: Reader): Owner | undefined {
  if (pour === MINE) return { user_id: user.id, section_id: null }
  const section = sections.find(({ id, manages }) => manages && String(id) === pour)
  return section && { user_id: null, section_id: section.id }
}

/** A line as typed; errors of all fields are told at once. */
export function parseLine(raw: Body, reader: Reader): Parsed<AbbreviationInput & { version: number }> {
  const form = parseForm(Line, raw)
  if (!form.ok) return form
  const { pour, version: shown, ...typed } = form.value
  const line = { abreviation: keyOf(typed.abreviation), texte: typed.texte }
  const owner = ownerOf(pour, reader)
  const errors = { ...objectionTo(line), ...(owner ? {} : { pour: 'Choisissez une valeur dans la liste.' }) }
  if (!owner || Object.keys(errors).length > 0) return { ok: false, raw, errors }
  return { ok: true, value: { ...line, ...owner, version: shown } }
}
