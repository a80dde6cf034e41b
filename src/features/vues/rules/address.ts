/** An address of a view is made of these. */
export interface ViewParts {
  ark: string | null
  ark_vue: string | null
  numero: number
}

/** `{vue+2:4}` is the number of the view and two more, in four digits at least. */
export const PLACES = /\{(ark|naan|nom|ark_vue|vue)([+-]\d{1,6})?(?::([1-9]\d?))?\}/g

/** No platform has as many: an address is read by its pattern, and each more makes that ten times as long. */
const MOST_PLACES = 5
export const hasTooManyPlaces = (pattern: string): boolean => [...pattern.matchAll(PLACES)].length > MOST_PLACES

/** A pattern has a number of a view in it. */
export const VIEW_PLACE = /\{vue(?:[+-]\d{1,6})?(?::[1-9]\d?)?\}/

const ARK_PARTS = /^ark:\/?(\d+)\/(.+)$/i

/** Takes an ark apart: the number of the giver, and the name that they gave; undefined for what is no ark. */
export function arkParts(ark: string | null): { naan: string; nom: string } | undefined {
  const [, naan, nom] = ARK_PARTS.exec(ark ?? '') ?? []
  return naan === undefined || nom === undefined ? undefined : { naan, nom }
}

/** The number of a view as an address has it; null where the view has none, or it would be below zero. */
function numberIn(vue: string, more: string | undefined, digits: string | undefined): string | null {
  if (more === undefined && digits === undefined) return vue
  const n = /^\d{1,9}$/.test(vue) ? Number(vue) + Number(more ?? 0) : -1
  return n < 0 ? null : String(n).padStart(Number(digits ?? 0), '0')
}

/** The address that a pattern (`https://…/{ark}/daogrp/0/{vue}`) gives a view; null where the view has not what the pattern asks for. */
export function addressOf(pattern: string, { ark, ark_vue, numero }: ViewParts): string | null {
  const parts = arkParts(ark)
  const names: Record<string, string | null> = { ark, ark_vue, naan: parts?.naan ?? null, nom: parts?.nom ?? null }
  const valueAt = (place: string, more?: string, digits?: string) =>
    place === 'vue' ? numberIn(ark_vue ?? String(numero), more, digits) : (names[place] ?? null)
  const isWhole = [...pattern.matchAll(PLACES)].every(
    ([, place = '', more, digits]) => valueAt(place, more, digits) !== null,
  )
  return isWhole
    ? pattern.replace(PLACES, (_, place: string, more, digits) => valueAt(place, more, digits) ?? '')
    : null
}

/** Views of one source, in one go. */
export const MOST_VIEWS = 5000
/** The highest number that a view may have. */
export const HIGHEST_VIEW = 99_999

const NOT_WEB = 'Collez une adresse complète, par exemple https://archives.exemple.fr/registre/{vue}.'
const SECRET =
  'Cette adresse contient un nom d’utilisateur ou un mot de passe, que tout le monde lirait\u00a0: retirez-les.'

/** Why nobody can be led to this address; undefined where everybody can. Placeholders may stand in it, but not in the name of the host. */
export function addressProblem(address: string): string | undefined {
  const url = /^https?:\/\/[^/?#{}\s]+(?:[/?#][^\s\p{Cc}\p{Cs}]*)?$/iu.test(address) ? URL.parse(address) : null
  if (url === null) return NOT_WEB
  return url.username === '' && url.password === '' ? undefined : SECRET
}
