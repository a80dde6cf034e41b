import { z } from 'zod'
import { type Body, choice, optionalInteger, type Parsed, parseForm, refused, text } from '../../web/form.ts'
import { addressProblem, HIGHEST_VIEW, MOST_VIEWS } from './rules/address.ts'

export const LONGEST_ADDRESS = 2000

const Links = z.object({
  modele: text(LONGEST_ADDRESS, 'Collez le lien d’une vue, ou son modèle avec {vue}.'),
  de: optionalInteger(1, HIGHEST_VIEW),
  a: optionalInteger(1, HIGHEST_VIEW),
  mode: choice(['', 'ajouter', 'remplacer']).catch(''),
})

/** Links from one number to another, made by a pattern. */
export interface LinksInput {
  modele: string
  de: number
  a: number
  /** The views that are there stay or go; '' where nobody has said. */
  mode: '' | 'ajouter' | 'remplacer'
}

const WITHOUT_VIEW =
  'Dans ce lien, remplacez le numéro de la vue par {vue}, par exemple https://archives.exemple.fr/registre/{vue}.'

/** The links that were typed, or what is wrong with them. */
export function parseLinks(raw: Body): Parsed<LinksInput> {
  const form = parseForm(Links, raw)
  if (!form.ok) return form
  const { modele, de, a, mode } = form.value
  const problem = addressProblem(modele) ?? (modele.includes('{vue}') ? undefined : WITHOUT_VIEW)
  if (problem !== undefined) return refused(raw, { modele: problem })
  const range = rangeErrors(de, a)
  if (de === null || a === null || Object.keys(range).length > 0) return refused(raw, range)
  return { ok: true, value: { modele, de, a, mode } }
}

function rangeErrors(de: number | null, a: number | null): Record<string, string> {
  if (de === null || a === null) {
    return {
      ...(de === null && { de: 'Indiquez le numéro de la première vue.' }),
      ...(a === null && { a: 'Indiquez le numéro de la dernière vue.' }),
    }
  }
  if (de > a) return { a: `La dernière vue (${a}) vient avant la première (${de}).` }
  if (a - de + 1 > MOST_VIEWS)
    return { a: `C’est trop de vues à la fois\u00a0: ${MOST_VIEWS.toLocaleString('fr')} au plus.` }
  return {}
}
