import type { LinkResult } from '../../../../db/schema-vues.ts'

/** A look at a link found this; `reponse` says why it is called so. */
export interface Look {
  resultat: LinkResult
  reponse: string
}

const GONE = [404, 410]
/** The page is there, for somebody else, or at another time. */
const RESERVED = [401, 403, 407, 429, 451]

/** Reads from an answer how the link is; undefined for one that sends elsewhere. */
export function lookOf(status: number): Look | undefined {
  if (status >= 300 && status < 400 && status !== 304) return undefined
  if (GONE.includes(status)) return { resultat: 'mort', reponse: `page introuvable (${status})` }
  if (RESERVED.includes(status)) return { resultat: 'vit', reponse: `accès réservé (${status})` }
  if (status >= 200 && status < 400) return { resultat: 'vit', reponse: 'répond' }
  return { resultat: 'incertain', reponse: `erreur du serveur (${status})` }
}

const HOME = /^\/(?:(?:index|accueil|home|default)(?:\.\w+)?\/?)?$/i

const isHome = ({ pathname, search }: URL): boolean => HOME.test(pathname) && search === ''

/** An archive that has lost a page often sends to its front page instead of saying so. */
export const isSentHome = (from: URL, to: URL): boolean => !isHome(from) && isHome(to)

export const SENT_HOME: Look = { resultat: 'mort', reponse: 'renvoie à la page d’accueil' }

/** Reads from the failure how the link is: no answer came. */
export function lookOfError(error: unknown): Look {
  const { code } = error as { code?: string }
  // EAI_AGAIN is our own resolver that cannot tell.
  if (code === 'ENOTFOUND') return { resultat: 'mort', reponse: 'serveur inconnu' }
  if (code === 'ETIMEDOUT') return { resultat: 'incertain', reponse: 'trop lent' }
  return { resultat: 'incertain', reponse: 'pas de réponse' }
}

const FEWEST = 3

/** Most links that said something are dead. One or two prove nothing. */
export const areMostDead = ({ vit, mort }: { vit: number; mort: number }): boolean =>
  vit + mort >= FEWEST && mort * 2 > vit + mort

/** The Monday of the week of a day, both ISO. */
export function mondayOf(day: string): string {
  const at = new Date(`${day}T00:00:00.000Z`)
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  return at.toISOString().slice(0, 10)
}
