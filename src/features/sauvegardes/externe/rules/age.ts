import { HOUR_MS, MINUTE_MS } from '../../../../lib/durations.ts'
import { formatInstant, plural } from '../../../../lib/text.ts'
import { quoted } from '../../../../lib/typo.ts'

/** A backup of the database that another program makes, as an administrator declared it, and how old it is. */
export interface ExternalState {
  /** The name of the program. */
  outil: string
  /** Hours after which there is to be a newer one. */
  heures: number
  /** ISO instant of the last one that was told to us; undefined where none ever was. */
  last: string | undefined
  /** Whole hours since then. */
  age: number | undefined
  isLate: boolean
}

/** How a backup of `last` stands at this moment; one that was never told of is late from the beginning. */
export function externalAt(
  { outil, heures }: Pick<ExternalState, 'outil' | 'heures'>,
  last: string | undefined,
  now: Date,
): ExternalState {
  const ms = last === undefined ? undefined : Math.max(0, now.getTime() - Date.parse(last))
  const age = ms === undefined ? undefined : Math.floor(ms / HOUR_MS)
  return { outil, heures, last, age, isLate: ms === undefined || ms > heures * HOUR_MS }
}

/** « 5 heures », « 3 jours »: hours up to two days. */
export const hoursInWords = (hours: number): string =>
  hours < 48 ? plural(hours, 'heure', 'heures') : plural(Math.floor(hours / 24), 'jour', 'jours')

/** « moins d’une heure », « 5 heures », « 3 jours ». */
const ageInWords = (hours: number): string => (hours === 0 ? 'moins d’une heure' : hoursInWords(hours))

/** « pgbackrest, 27 novembre 2026 à 03:10 (5 heures) », for a line of facts. */
export const externalFact = ({ outil, last, age = 0 }: ExternalState): string =>
  last === undefined ? `${outil}, aucune notée` : `${outil}, ${formatInstant(last)} (${ageInWords(age)})`

/** Says what is wrong with it; undefined where nothing is. */
export function externalTrouble({ outil, heures, last, age = 0, isLate }: ExternalState): string | undefined {
  if (!isLate) return undefined
  if (last === undefined) return `Aucune sauvegarde externe (${outil}) n’a encore été notée.`
  return `La dernière sauvegarde externe (${outil}) a ${ageInWords(age)}\u00a0; elle ne devait pas en avoir plus de ${hoursInWords(heures)}.`
}

const SECONDS = /^\d{9,10}$/
const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d(:?\d\d)?)$/
/** Clocks of two machines differ a little. */
const AHEAD_MS = 5 * MINUTE_MS

/** The instant of a backup as a program tells it: seconds since 1970 (pgbackrest, `date +%s`), or ISO 8601 with its zone. ISO out, or why not. */
export function instantOf(text: string, now: Date): { at: string } | { refusal: string } {
  const iso = text.replace(' ', 'T').replace(',', '.')
  const zoned = /[+-]\d\d$/.test(iso) ? `${iso}:00` : iso
  const at = SECONDS.test(text) ? new Date(Number(text) * 1000) : new Date(INSTANT.test(text) ? zoned : Number.NaN)
  if (Number.isNaN(at.getTime()))
    return {
      refusal: `Cette date ne se lit pas\u00a0: ${quoted(text)}. Donnez des secondes depuis 1970 («\u00a0date +%s\u00a0»), ou un instant comme 2026-11-28T03:10:00+01:00.`,
    }
  if (at.getTime() > now.getTime() + AHEAD_MS)
    return { refusal: `Cette date est à venir\u00a0: ${formatInstant(at.toISOString())}. Rien n’a été noté.` }
  return { at: at.toISOString() }
}
