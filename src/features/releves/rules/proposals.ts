import { KINDS } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { fold } from '../../../lib/text.ts'

/** By these static/js/saisie-propose.js knows what to propose. */
type Attributes = Record<string, string>

/** Sex follows from the first names of the same person. */
function afterFirstName(champ: Champ, champs: readonly Champ[]): Attributes | undefined {
  if (champ.partie !== 'sexe' || champ.groupe?.role == null) return undefined
  const prenom = champs.find(({ partie, groupe }) => partie === 'prenom' && groupe?.id === champ.groupe?.id)
  return prenom && { 'data-sexe-de': prenom.nom }
}

/** A child whose father and mother both have a name is « légitime » more often than not. */
function afterParents(champ: Champ, champs: readonly Champ[]): Attributes | undefined {
  const option = champ.options.find((one) => fold(one) === 'legitime')
  if (champ.nom !== 'legitimite' || option === undefined || champ.groupe?.role == null) return undefined
  const nameOf = (role: 'pere' | 'mere') =>
    champs.find(({ partie, groupe }) => partie === 'nom' && groupe?.role === role && groupe.de === champ.groupe?.id)
      ?.nom
  const [pere, mere] = [nameOf('pere'), nameOf('mere')]
  return pere && mere ? { 'data-propose': option, 'data-si': `${pere} ${mere}` } : undefined
}

/** Says what may be proposed in a list of a new record; nothing is taken before somebody sees it. */
export const proposalOf = (champ: Champ, champs: readonly Champ[]): Attributes | undefined =>
  KINDS[champ.type].hasOptions ? (afterFirstName(champ, champs) ?? afterParents(champ, champs)) : undefined
