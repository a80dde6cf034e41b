import { completeDates, type Leaning } from '../../champs/date-completion.ts'
import { defaultsToRaw } from '../../champs/defaults.ts'
import { fieldName, KINDS, withPlaceNames } from '../../champs/index.ts'
import type { Champ, Lookup, PlaceValue } from '../../champs/kind.ts'
import { carriedCalendars, carriedOver, champsToRaw, echoesOf, readChamps } from '../../champs/read.ts'
import type { ReleveData, ReleveEtats } from '../../db/schema.ts'
import { type Body, type FormErrors, MAX_RELEVE_ID, shown, version } from '../../web/form.ts'
import { markField, readMark } from './rules/mark.ts'
import type { PreviousRaw } from './rules/previous.ts'
import { readSigns, repeats } from './rules/signs.ts'

/** The form of a record, empty or as it was typed. */
export interface ReleveForm {
  champs: readonly Champ[]
  raw: Body
  errors: FormErrors
  /** Places to choose from, by name of the form field. */
  candidates: Record<string, PlaceValue[]>
  /** Says by name of the champ how each date typed was understood. */
  echoes: Record<string, string>
  /** Token of a creation; '' when a record is changed. */
  jeton: string
  /** Version the record had when the form was made; 0 for a creation. */
  version: number
  /** Where the ruler stands on the view, as the form field `repere` has it (`readMark`). */
  repere: string
  /** Names of the champs that start with a value of the previous record or of the source: the keyboard passes them. */
  carried?: ReadonlySet<string>
}

const EMPTY = { raw: {}, errors: {}, candidates: {}, echoes: {}, repere: '', jeton: '', version: 0 }

/** The fields of the next record start with these, each as its policy says. */
export interface Start {
  /** Default values of the source. */
  defauts: ReleveData
  /** The record just saved, of which some fields are taken over. */
  previous: ReleveData | undefined
  /** The record whose calendars go on, where that is another: nothing else is taken over. */
  calendars?: ReleveData | undefined
}

/** The form of the next record. */
export async function emptyForm(
  champs: readonly Champ[],
  jeton: string,
  { defauts, previous, calendars = previous }: Start,
  lookup: Lookup,
): Promise<ReleveForm> {
  const raw = {
    ...(calendars && carriedCalendars(champs, calendars)),
    ...(await defaultsToRaw(champs, defauts, lookup)),
    ...(previous && carriedOver(champs, previous)),
  }
  const carried = new Set(champs.filter((champ) => typedIn(champ, raw)).map((champ) => champ.nom))
  return { ...EMPTY, champs, jeton, raw, carried }
}

const typedIn = (champ: Champ, raw: Body): boolean => KINDS[champ.type].typed(raw, fieldName(champ)) !== ''

/** A form as somebody left it, with what was understood of it; nothing in it is an error yet. */
export async function draftForm(
  champs: readonly Champ[],
  draft: { contenu: Body; jeton: string; version: number },
  lookup: Lookup,
): Promise<ReleveForm> {
  const { values, remarks, raw } = await readChamps(champs, draft.contenu, lookup)
  return {
    ...EMPTY,
    champs,
    raw,
    echoes: said(echoesOf(champs, values), remarks),
    repere: markField(readMark(draft.contenu)),
    jeton: draft.jeton,
    version: draft.version,
  }
}

/** Says what was understood of each field, and what there is to remark. */
function said(echoes: Record<string, string>, remarks: Record<string, string>): Record<string, string> {
  const all: Record<string, string> = Object.assign(Object.create(null), echoes)
  for (const [nom, remark] of Object.entries(remarks)) all[nom] = all[nom] ? `${all[nom]}. ${remark}` : remark
  return all
}

/** The form a stored record is edited with. */
export function formOf(
  champs: readonly Champ[],
  releve: { data: ReleveData; etats: ReleveEtats; repere: number | null; version: number },
  placeNames: ReadonlyMap<number, string>,
): ReleveForm {
  const data = withPlaceNames(champs, releve.data, placeNames)
  const { etats } = releve
  const raw = champsToRaw(champs, data, etats)
  const repere = markField(releve.repere)
  return { ...EMPTY, champs, raw, echoes: echoesOf(champs, data), repere, version: releve.version }
}

/** A form as posted: to be stored, or to be shown again with what it lacks (422), or with the places it asks for (200). */
export type ReleveReading =
  | {
      ok: true
      data: ReleveData
      etats: ReleveEtats
      repere: number | null | undefined
      form: ReleveForm
      remarks: string[]
    }
  | { ok: false; status: 200 | 422; form: ReleveForm }

/** No record has this id: what cannot be read is refused like what is gone. */
const UNREADABLE = -1

/** `apres` of an address, a form or a draft (`insertAfter`); undefined where the act goes to the end of the register. */
export function askedPlace(raw: Body): number | undefined {
  const asked = shown(raw, 'apres').trim()
  if (asked === '') return undefined
  return /^\d{1,16}$/.test(asked) && Number(asked) <= MAX_RELEVE_ID ? Number(asked) : UNREADABLE
}

/** The version a form was made from; undefined when it says none. */
export function typedVersion(posted: Body): number | undefined {
  const given = version.safeParse(shown(posted, 'version'))
  return given.success && given.data > 0 ? given.data : undefined
}

/**
 * Reads a posted record. `chercher` (a button without JavaScript) asks for places and for nothing else. Dates may lean on other
 * records (`completeDates`).
 */
export async function readReleve(
  champs: readonly Champ[],
  posted: Body,
  lookup: Lookup,
  leaning: Leaning,
): Promise<ReleveReading> {
  const dates = await completeDates(champs, posted, leaning)
  const { values, etats, remarks, candidates, raw, ...read } = await readChamps(champs, dates.raw, lookup)
  const errors = { ...read.errors, ...dates.errors }
  const repere = readMark(posted)
  const form: ReleveForm = {
    champs,
    raw,
    errors,
    candidates,
    echoes: said(echoesOf(champs, values), remarks),
    repere: markField(repere),
    jeton: shown(posted, '_envoi'),
    version: typedVersion(posted) ?? 0,
  }
  const asked = champs.map(fieldName).find((name) => name === shown(posted, 'chercher'))
  if (asked !== undefined) {
    const error = errors[asked]
    return { ok: false, status: 200, form: { ...form, errors: error === undefined ? {} : { [asked]: error } } }
  }
  if (Object.keys(errors).length > 0) return { ok: false, status: 422, form }
  const spoken = champs.flatMap(({ nom, label }) => (remarks[nom] ? `${label}\u00a0: ${remarks[nom]}` : []))
  return { ok: true, data: values, etats, repere, form, remarks: spoken }
}

/** Reads the form of a new record, where `=`, `?` and `-` alone are signs; `repeated` is asked for what `=` repeats. */
export async function readNewReleve(
  champs: readonly Champ[],
  posted: Body,
  lookup: Lookup,
  { repeated, ...leaning }: Leaning & { repeated: () => Promise<PreviousRaw> },
): Promise<ReleveReading> {
  const { raw, errors } = readSigns(champs, posted, repeats(champs, posted) ? await repeated() : new Map())
  const reading = await readReleve(champs, raw, lookup, leaning)
  const isSearch = !reading.ok && reading.status === 200
  if (isSearch || Object.keys(errors).length === 0) return reading
  return { ok: false, status: 422, form: { ...reading.form, errors: { ...reading.form.errors, ...errors } } }
}
