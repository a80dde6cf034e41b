import type { Body } from '../lib/body.ts'
import { shownAll } from '../lib/body.ts'
import { optionalText } from '../web/form.ts'
import { CellError, FieldError } from './kind.ts'

/** Marks that turn the direction of a text: they come along with a copied text and belong to no register. */
const DIRECTION = /\p{Bidi_Control}/gu

type Reading = { ok: true; text: string } | { ok: false; message: string }

/** Made once a length: an import reads a million cells, and a schema costs far more to make than to use. */
const schemas = new Map<number, ReturnType<typeof optionalText>>()

function schemaOf(max: number): ReturnType<typeof optionalText> {
  const known = schemas.get(max) ?? optionalText(max)
  schemas.set(max, known)
  return known
}

/** Nearly all texts are made of these signs, one form of each in Unicode, and begin and end with none that is blank. */
const CLEAN = /^(?! )[ -~À-ÿ’]+(?<! )$/

/** One line (blanks joined) or several, NFC, trimmed; control characters and what is longer than `max` are refused. */
function readText(typed: string, max: number, isOneLine: boolean): Reading {
  if (typed.length <= max && CLEAN.test(typed)) return { ok: true, text: typed }
  const plain = typed.replace(DIRECTION, '')
  const result = schemaOf(max).safeParse(isOneLine ? plain.replace(/[\t\n\r\u2028\u2029]+/g, ' ') : plain)
  if (result.success) return { ok: true, text: result.data ?? '' }
  return { ok: false, message: result.error.issues[0]?.message ?? 'Ce texte ne peut pas être lu.' }
}

/** The first text of a form field, cleaned; '' when nothing was typed. */
export function fieldText(raw: Body, name: string, max: number, isOneLine = true): string {
  const reading = readText(shownAll(raw, name)[0] ?? '', max, isOneLine)
  if (!reading.ok) throw new FieldError(reading.message)
  return reading.text
}

/** The text of a CSV cell, cleaned as that of a form field. */
export function cellText(cell: string, max: number, isOneLine = true): string {
  const reading = readText(cell, max, isOneLine)
  if (!reading.ok) throw new CellError(reading.message)
  return reading.text
}

/** A word of the user's, short enough for a message. */
export const excerpt = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
