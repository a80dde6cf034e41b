import type { Champ } from '../../../champs/kind.ts'
import { type Person, personsOf, principalsOf } from '../../../champs/persons.ts'
import type { ReleveData, ReleveEtats } from '../../../db/schema.ts'
import type { GroupRole } from '../../../db/schema-persons.ts'
import type { CountedKind } from '../../../db/schema-statistiques.ts'
import { gregorianOfJdn, julianOfJdn } from '../../../lib/calendar.ts'
import { type DateValue, periodOf } from '../../../lib/dates.ts'
import { memo } from '../../../lib/memo.ts'
import { phoneticGroups, phoneticKeys } from '../../../lib/phonetics.ts'
import { words } from '../../../lib/text.ts'
import { isoOf } from '../../../search/entry.ts'
import { actDate } from '../../../search/reach.ts'

/** One act counts one for each of these. */
export interface Counted {
  genre: CountedKind
  decennie: number
  cle: string
  valeur: string
}

/** Their surnames count: those of witnesses, godparents and priests would tell who was asked, not who lived there. */
const FAMILY: ReadonlySet<GroupRole> = new Set(['principal', 'conjoint', 'ancien_conjoint', 'pere', 'mere'])

/** Longer ones are sentences. */
const MAX_NAME = 60
const MAX_KEY = 40

/** A name as it is compared: capitals, one blank between two words; '' where it is none. */
export function written(text: string): string {
  const name = text.normalize('NFC').replace(/\s+/g, ' ').trim().toLocaleUpperCase('fr')
  return [...name].length > MAX_NAME || !/\p{L}{2}/u.test(name) ? '' : name
}

/** Spellings of one sound are one line of a table; a name that sounds like nothing stands for itself. */
const soundOf = (kind: 'nom' | 'prenom', name: string): string =>
  [...(phoneticKeys(name, kind)[0] || words(name).join(' ') || name)].slice(0, MAX_KEY).join('')

/** « Jean-Baptiste Marie » is a Jean-Baptiste: the first one, as far as no blank parts it. */
const firstOf = (prenoms: string): string => written(prenoms).split(/[ ,;]/)[0] ?? ''

const surnameSound = memo((name) => soundOf('nom', name))

/** A first name that is shortened keeps its full stop for its sound: « J. » is a Jean. */
const firstNameSound = memo((prenom) => phoneticGroups(prenom, 'prenom')[0]?.[0] || soundOf('prenom', prenom))

const decadeOf = (iso: string | null): number => (iso === null ? 0 : Math.floor(Number(iso.slice(0, 4)) / 10) * 10)

const surnames = (persons: readonly Person[]): Set<string> =>
  new Set(persons.flatMap(({ parts }) => written(parts.nom ?? '') || []))

/** The month of a date of one day or month, as the register counts it, in our calendar of a Republican one; null of any other. */
export function monthOfDate(date: DateValue): number | null {
  const [first, last] = periodOf(date) ?? [Number.NaN, Number.NaN]
  if (!Number.isFinite(first) || !Number.isFinite(last)) return null
  const dayOf = date.calendrier === 'julien' ? julianOfJdn : gregorianOfJdn
  const [from, to] = [dayOf(first), dayOf(last)]
  return from.annee === to.annee && from.mois === to.mois ? from.mois : null
}

/** An act gives this to the statistics of its source. */
export function countedIn(champs: readonly Champ[], record: { data: ReleveData; etats: ReleveEtats }): Counted[] {
  const decennie = decadeOf(isoOf(record.data))
  const principals = principalsOf(champs, record)
  const family = [...principals, ...personsOf(champs, record).filter(({ role }) => FAMILY.has(role))]
  const prenoms = new Set(principals.flatMap(({ parts }) => firstOf(parts.prenom ?? '') || []))
  const date = actDate(record.data)
  const mois = date && monthOfDate(date)
  return [
    ...[...surnames(family)].map((valeur) => ({
      genre: 'nom' as const,
      decennie,
      cle: surnameSound(valeur),
      valeur,
    })),
    ...[...prenoms].map((valeur) => ({ genre: 'prenom' as const, decennie, cle: firstNameSound(valeur), valeur })),
    ...(mois ? [{ genre: 'mois' as const, decennie, cle: String(mois).padStart(2, '0'), valeur: '' }] : []),
  ]
}
