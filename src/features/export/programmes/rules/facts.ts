import { storedValue } from '../../../../champs/index.ts'
import type { ReleveData } from '../../../../db/schema.ts'
import { dateToCell } from '../../../../lib/dates.ts'
import { takeFacts } from '../../../echanges/rules/facts.ts'
import type { Fact, FactKind } from '../../../echanges/rules/mapping.ts'
import { loneDay } from './dates.ts'
import { isDate } from './placed.ts'

interface About {
  column: string
  value: unknown
  /** On one line. */
  text: string
  data: ReleveData
}

/** A view may be the name of a picture. */
export const isPicture = (text: string): boolean => /\.(jpe?g|tiff?|png|gif|jp2|pdf|bmp|webp)$/i.test(text)

const dayOf = (value: unknown): string => (isDate(value) ? loneDay(value).day : '')
const isWoman = ({ column, data }: About): boolean => column.includes('mere_') || storedValue(data, 'sexe') === 'F'
const agreed = (about: About, word: string): string => (isWoman(about) ? `${word}e` : word)
const ifTrue =
  (word: (about: About) => string) =>
  (about: About): string | undefined =>
    about.value === true ? word(about) : undefined

function deathDay(about: About): string | undefined {
  const day = dayOf(about.value)
  if (day === dayOf(storedValue(about.data, 'date_evenement'))) return ''
  return day === '' ? undefined : `${agreed(about, 'décédé')} le ${day}`
}

const FOLIO = /^(p\.|page|f°|fol\.|folio) ?./i
const PUBLISHED = /^(bans|publications?)\b/i

/** How each kind of fact is written; `undefined`: it cannot be, '': it is said elsewhere. */
const SAID: Record<FactKind, (about: About, fact: Fact) => string | undefined> = {
  decede: ifTrue((about) => (about.column.includes('mere_') ? 'décédée' : 'décédé')),
  ondoye: ifTrue((about) => agreed(about, 'ondoyé')),
  naissance: (about) => (dayOf(about.value) === '' ? undefined : `${agreed(about, 'né')} le ${dayOf(about.value)}`),
  legitimite: ({ text }) => text,
  age: ({ text }) => text,
  veuf: ifTrue((about) => (isWoman(about) ? 'veuve de' : 'veuf de')),
  deces_le: deathDay,
  vue: ({ text }) => (FOLIO.test(text) ? text : `vue ${text}`),
  numero: ({ text }) => `n° ${text}`,
  photo: ({ text }) => text,
  publications: ({ text }) => (PUBLISHED.test(text) ? text : `Publications : ${text}`),
  notaire: ({ text }) => `notaire : ${text}`,
  label: ({ text }, { label }) => `${label} : ${text}`,
  ligne: ({ text }, { label }) => `${label} : ${text}`,
}

/** The words in which a column says a fact; undefined where there are none for this value, '' where nothing needs be said. */
export const said = (fact: Fact, about: About): string | undefined => SAID[fact.as](about, fact)

const expected = (value: unknown, text: string): string =>
  value === true ? 'oui' : isDate(value) ? dateToCell(value) : text

/** Domiciles and the like are the same few: to read each again would take half the time of an export. */
const READ_WELL = new Map<string, boolean>()
const MOST_KNOWN = 20_000

/** Would our own reader find the very value in these words, and nothing beside? Otherwise they are no place for it. */
export function isSaidWell(fact: Fact, phrase: string, value: unknown, text: string): boolean {
  const wanted = expected(value, text)
  const key = `${fact.as}\t${fact.label}\t${phrase}\t${wanted}`
  const known = READ_WELL.get(key)
  if (known !== undefined) return known
  const told = takeFacts(phrase, [fact], '')
  const isRead = told.rest === '' && told.fields[fact.field] === wanted
  if (READ_WELL.size >= MOST_KNOWN) READ_WELL.clear()
  READ_WELL.set(key, isRead)
  return isRead
}
