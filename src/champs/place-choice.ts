import { type Body, shown } from '../lib/body.ts'
import type { Lookup, PlaceValue } from './kind.ts'

/** A place box stands for a place, null where it is empty, or for none: then `message` goes beside it. */
export type PlaceChoiceResult =
  | { ok: true; place: PlaceValue | null }
  | { ok: false; message: string; candidates: PlaceValue[] }

const CHOOSE = 'Choisissez le lieu dans la liste.'
const UNKNOWN = 'Ce lieu n’existe pas.'
const CONTROL = 'Ce texte contient un caractère interdit (caractère de contrôle).'
const none = (text: string) => `Aucun lieu ne correspond à «\u00a0${text}\u00a0».`
const several = (n: number) => `${n} lieux portent exactement ce nom\u00a0: choisissez le bon dans la liste.`

/** Largest id that either engine gives. */
const MAX_ID = 2 ** 31 - 1

/** Two places of one long name could not be told apart in a list: they get their number. */
function distinct(places: PlaceValue[]): PlaceValue[] {
  const twice = (name: string) => places.filter((place) => place.nom_long === name).length > 1
  return places.map((place) =>
    twice(place.nom_long) ? { id: place.id, nom_long: `${place.nom_long} (n°\u00a0${place.id})` } : place,
  )
}

const refuse = (message: string, places: PlaceValue[] = []): PlaceChoiceResult => ({
  ok: false,
  message,
  candidates: distinct(places),
})
const chosen = (place: PlaceValue | null): PlaceChoiceResult => ({ ok: true, place })

function parseId(text: string): number | undefined {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0
  return id >= 1 && id <= MAX_ID ? id : undefined
}

async function byIdAlone(text: string, lookup: Lookup): Promise<PlaceChoiceResult> {
  if (text === '') return chosen(null)
  const id = parseId(text)
  const place = id === undefined ? undefined : await lookup.lieuById(id)
  return place ? chosen(place) : refuse(UNKNOWN)
}

async function byText(text: string, lookup: Lookup): Promise<PlaceChoiceResult> {
  const exact = await lookup.lieuxByNomLong(text)
  if (exact.length === 1) return chosen(exact[0] ?? null)
  if (exact.length > 1) return refuse(several(exact.length), exact)
  const candidates = await lookup.lieuxSuggested(text)
  return refuse(candidates.length > 0 ? CHOOSE : none(text), candidates)
}

/**
 * Reads a `PlaceInput` called `name` (ui/place-input.tsx): its id under `name`, what was typed under `texte:` + `name`.
 * Without the text (CSV, inline editing) the id decides alone. With it the text decides, unless it is the long name of the
 * id's place or the id was chosen in the list that was offered for this very text (`recherche:` + `name`, without JavaScript);
 * equal long names are reported, never guessed. Beside an empty text the id counts, unless the box was drawn with it (`montre:` +
 * `name`): then somebody has emptied the box.
 */
export async function resolvePlace(raw: Body, name: string, lookup: Lookup): Promise<PlaceChoiceResult> {
  const idText = shown(raw, name).trim()
  if (!Object.hasOwn(raw, `texte:${name}`)) return byIdAlone(idText, lookup)
  const text = shown(raw, `texte:${name}`).normalize('NFC').trim()
  // Emptied by a person, who cannot touch the hidden id without a script; whoever sends an id of their own means it.
  if (text === '') return idText === shown(raw, `montre:${name}`).trim() ? chosen(null) : byIdAlone(idText, lookup)
  if (/\p{Cc}/u.test(text)) return refuse(CONTROL)
  const id = parseId(idText)
  const place = id === undefined ? undefined : await lookup.lieuById(id)
  const offeredFor = shown(raw, `recherche:${name}`).normalize('NFC').trim()
  if (place && (place.nom_long === text || offeredFor === text)) return chosen(place)
  return byText(text, lookup)
}

/** A place box shows again the place that it stands for, or the places to choose from where it stands for none. */
export interface PlaceBox {
  place: PlaceValue | null
  candidates: PlaceValue[] | undefined
}

export const placeBox = (choice: PlaceChoiceResult): PlaceBox =>
  choice.ok ? { place: choice.place, candidates: undefined } : { place: null, candidates: choice.candidates }

/** The button « Chercher » of a place box searches whatever was chosen before; nothing is refused yet. */
export const searchPlace = async (raw: Body, name: string, lookup: Lookup): Promise<PlaceBox> =>
  placeBox(await resolvePlace({ ...raw, [name]: '' }, name, lookup))

/** The place of a filter as it was asked: a place, nothing, or a text that leads to none (`message`). */
export interface PlaceFilter extends PlaceBox {
  texte: string
  message: string | undefined
}

export async function readPlaceFilter(query: Body, name: string, lookup: Lookup): Promise<PlaceFilter> {
  const isSearch = shown(query, 'chercher') === name
  const choice = await resolvePlace(isSearch ? { ...query, [name]: '' } : query, name, lookup)
  const message = choice.ok ? undefined : choice.message
  return { ...placeBox(choice), texte: shown(query, `texte:${name}`), message }
}
