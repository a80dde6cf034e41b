import { addressOf, addressProblem, hasTooManyPlaces, MOST_VIEWS, VIEW_PLACE } from './address.ts'
import { arkApart, recognise } from './platforms.ts'

/** Links that were typed, read: a pattern and what this register puts in it. */
export interface Links {
  /** A pattern of the repository where `{ark}` stands in it, else of this register alone. */
  modele: string
  ark: string | null
  /** The archive's name for the one view that the link opens; null where views are told by their numbers. */
  ark_vue: string | null
  platform: string | null
  note: string | null
}

const WITHOUT_VIEW =
  'Ce lien ne dit pas où est le numéro de la vue : mettez {vue} à sa place, par exemple https://archives.exemple.fr/registre/{vue}.'
const WITHOUT_ARK = 'Mettez le lien d’un registre, sans {ark} ni {ark_vue}.'

/** Addresses of views are as long at most, typed or made. */
export const LONGEST_ADDRESS = 2000
const NO_ADDRESS =
  'Ce modèle ne donne pas d’adresse à toutes ces vues : {naan} et {nom} demandent un ark, et le numéro ne descend pas sous zéro.'
const TOO_LONG = `Ce modèle donne des adresses trop longues\u00a0: ${LONGEST_ADDRESS.toLocaleString('fr')} signes au plus.`

const TOO_MANY_PLACES = 'Ce modèle a trop d’accolades : {vue} suffit d’ordinaire une fois.'

/** Says what is wrong with the addresses that the first and the last view would have; undefined where each has one. */
export function madeProblem(links: Links, numeros: readonly number[]): string | undefined {
  if (hasTooManyPlaces(links.modele)) return TOO_MANY_PLACES
  const made = numeros.map((numero) => addressOf(links.modele, { ...links, numero }))
  if (made.includes(null)) return NO_ADDRESS
  return made.some((address) => address !== null && address.length > LONGEST_ADDRESS) ? TOO_LONG : undefined
}

/** A pattern with `{vue}`, or a link of a platform that is known; or why it is neither. */
export function readLink(typed: string): Links | { problem: string } {
  const problem = addressProblem(typed) ?? (/\{ark(_vue)?\}/.test(typed) ? WITHOUT_ARK : undefined)
  if (problem !== undefined) return { problem }
  if (VIEW_PLACE.test(typed)) return { ...arkApart(typed), ark_vue: null, platform: null, note: null }
  const link = recognise(typed)
  if (link === undefined) return { problem: WITHOUT_VIEW }
  if ('problem' in link) return link
  const { modele, ark, platform, note = null } = link
  return { modele, ark, ark_vue: modele.includes('{ark_vue}') ? link.vue : null, platform, note }
}

/** These links have a number in them for each view: otherwise they open the register, or one view. */
export const isNumbered = ({ modele }: Links): boolean => VIEW_PLACE.test(modele)

/** The links as their owner sees them: with `{vue}` alone. */
export const shownPattern = (links: Links): string =>
  addressOf(links.modele, { ...links, ark_vue: links.ark_vue ?? '{vue}', numero: 0 }) ?? links.modele

const ONE_ONLY = 'Ce lien ouvre une seule vue : indiquez deux fois le même numéro, ou laissez vide.'

/** The first and last number, or what is wrong with them. Links without numbers need none. */
export function readRange(links: Links, de: number | null, a: number | null) {
  if (!isNumbered(links) && a === null) return { de: de ?? 1, a: de ?? 1 }
  if (de === null || a === null) {
    const errors = {
      ...(de === null && { de: 'Indiquez le numéro de la première vue.' }),
      ...(a === null && { a: 'Indiquez le numéro de la dernière vue.' }),
    }
    return { errors }
  }
  const problem = rangeProblem(links, de, a)
  return problem === undefined ? { de, a } : { errors: { a: problem } }
}

function rangeProblem(links: Links, de: number, a: number): string | undefined {
  if (de > a) return `La dernière vue (${a}) vient avant la première (${de}).`
  if (links.ark_vue !== null && a > de) return ONE_ONLY
  if (a - de + 1 > MOST_VIEWS) return `C’est trop de vues à la fois\u00a0: ${MOST_VIEWS.toLocaleString('fr')} au plus.`
  return undefined
}
