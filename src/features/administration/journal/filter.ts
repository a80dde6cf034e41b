import { type SelectQueryBuilder, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { JournalResultat } from '../../../db/schema-acces.ts'
import { type Body, shown } from '../../../lib/body.ts'
import { DAY_MS } from '../../../lib/durations.ts'
import { loginKey } from '../../../lib/login-key.ts'
import { startOfDay } from '../../../lib/text.ts'
import { isAction, type JournalAction, RESULTATS } from '../../journal/rules/kinds.ts'
import { containing } from '../../users/filter.ts'

/** '' and undefined leave a criterion out. The export applies the very filter of the page. */
export interface JournalFilter {
  /** Part of the name of who did it, or to whose account it was done. */
  qui: string
  action: JournalAction | undefined
  resultat: JournalResultat | undefined
  /** Days in Paris, both included: « 2026-08-12 ». */
  du: string
  au: string
}

const MAX_QUERY = 100

const isResultat = (text: string): text is JournalResultat => Object.hasOwn(RESULTATS, text)
const day = (text: string): string => (startOfDay(text) === undefined ? '' : text)

/** Reads the query of the page; what makes no sense filters nothing. */
export function readJournalFilter(query: Body): JournalFilter {
  const [action, resultat] = [shown(query, 'action'), shown(query, 'resultat')]
  return {
    qui: shown(query, 'qui')
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
      .trim()
      .slice(0, MAX_QUERY),
    action: isAction(action) ? action : undefined,
    resultat: isResultat(resultat) ? resultat : undefined,
    du: day(shown(query, 'du')),
    au: day(shown(query, 'au')),
  }
}

/** The day after, « 2026-08-13 ». */
const dayAfter = (text: string): string =>
  new Date(Date.parse(`${text}T00:00:00.000Z`) + DAY_MS).toISOString().slice(0, 10)

/** The filter as SQL, for the list, its count and its export. */
export function filterJournal<O>(query: SelectQueryBuilder<Schema, 'journal', O>, filter: JournalFilter) {
  const { qui, action, resultat, du, au } = filter
  let narrowed = query
  if (action) narrowed = narrowed.where('journal.action', '=', action)
  if (resultat) narrowed = narrowed.where('journal.resultat', '=', resultat)
  if (du !== '') narrowed = narrowed.where('journal.at', '>=', startOfDay(du) ?? '')
  if (au !== '') narrowed = narrowed.where('journal.at', '<', startOfDay(dayAfter(au)) ?? '')
  if (qui === '') return narrowed
  const pattern = containing(loginKey(qui))
  const named = sql<number>`(select users.id from users where users.name_key like ${pattern} escape '\\')`
  return narrowed.where((eb) =>
    eb.or([
      eb('journal.user_id', 'in', named),
      eb.and([eb('journal.objet', '=', 'user'), eb('journal.objet_id', 'in', named)]),
    ]),
  )
}
