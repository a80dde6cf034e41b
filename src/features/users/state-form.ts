import { z } from 'zod'
import { startOfDay } from '../../lib/text.ts'
import { type Body, choice, optionalText, type Parsed, parseForm, refused } from '../../web/form.ts'
import { MEMBER_STATES, type MemberState } from './rules/member-state.ts'

const NO_DAY = 'Indiquez le dernier jour de la pause, par exemple 2027-03-31.'
const OVER = 'Ce jour est passé : indiquez un jour à venir.'

const State = z.object({ etat: choice(MEMBER_STATES, 'Choisissez un état.'), jusque: optionalText(10) })

const dayProblem = (day: string | null, today: string): string | undefined => {
  if (day === null || startOfDay(day) === undefined) return NO_DAY
  return day < today ? OVER : undefined
}

/** `today`: ISO. */
export function parseState(raw: Body, today: string): Parsed<MemberState> {
  const form = parseForm(State, raw)
  if (!form.ok) return form
  const { etat, jusque } = form.value
  if (etat !== 'pause') return { ok: true, value: { etat } }
  const problem = dayProblem(jusque, today)
  return problem === undefined ? { ok: true, value: { etat, jusque: jusque ?? '' } } : refused(raw, { jusque: problem })
}

/** The last day of one's own pause; null ends it. */
export function parsePause(raw: Body, today: string): Parsed<{ jusque: string | null }> {
  const form = parseForm(z.object({ jusque: optionalText(10) }), raw)
  if (!form.ok || form.value.jusque === null) return form
  const problem = dayProblem(form.value.jusque, today)
  return problem === undefined ? form : refused(raw, { jusque: problem })
}
