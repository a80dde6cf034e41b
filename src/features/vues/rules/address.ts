/** An address of a view is made of these. */
export interface ViewParts {
  ark: string | null
  ark_vue: string | null
  numero: number
}

const PLACES = /\{(ark|ark_vue|vue)\}/g

/** The address that a pattern (`https://…/{ark}/daogrp/0/{vue}`) gives a view; null where the view has not what the pattern asks for. */
export function addressOf(pattern: string, { ark, ark_vue, numero }: ViewParts): string | null {
  const values: Record<string, string | null> = { ark, ark_vue, vue: ark_vue ?? String(numero) }
  const isWhole = [...pattern.matchAll(PLACES)].every(([, place = '']) => values[place] !== null)
  return isWhole ? pattern.replace(PLACES, (_, place: string) => values[place] ?? '') : null
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
  const url = /^https?:\/\/[^/?#{}\s]+(?:[/?#]\S*)?$/i.test(address) ? URL.parse(address) : null
  if (url === null) return NOT_WEB
  return url.username === '' && url.password === '' ? undefined : SECRET
}
