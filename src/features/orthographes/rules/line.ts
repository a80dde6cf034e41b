// A line in the words of the association: what its names are to the search, how it is written, what it says.
import type { SpellingSign, SpellingState } from '../../../db/schema-orthographes.ts'
import { compareText } from '../../../lib/text.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import { indexWords, joinedName } from '../../../search/field-words.ts'
import type { NameKind } from '../../../search/marks.ts'

export const KINDS = ['nom', 'prenom'] as const

export const KIND_LABELS: Record<NameKind, string> = { nom: 'Nom', prenom: 'Prénom' }

export const SIGNS: Record<SpellingSign, { sign: string; label: string }> = {
  egal: { sign: '=', label: 'cherchés ensemble' },
  different: { sign: '≠', label: 'jamais l’un pour l’autre' },
}

export const STATES: Record<SpellingState, { label: string; tone: 'ok' | 'warn' | 'neutre' }> = {
  proposee: { label: 'Proposée', tone: 'warn' },
  acceptee: { label: 'Acceptée', tone: 'ok' },
  refusee: { label: 'Refusée', tone: 'neutre' },
}

export const MAX_NAME = 100
export const MAX_SOURCE = 500

/** Gives a name as the search has it, one word however it is written; or says why it cannot be one. */
export function keyOf(genre: NameKind, nom: string): { key: string } | { message: string } {
  const words = indexWords(nom)
  const [first] = words
  if (first === undefined) return { message: 'Ce nom doit contenir au moins une lettre ou un chiffre.' }
  if (words.length === 1) return { key: first }
  if (genre === 'prenom') return { message: `Un seul prénom à la fois${NBSP}: faites une ligne pour chacun.` }
  const joined = joinedName(words)
  return joined === undefined ? { message: 'Un nom de famille compte au plus cinq mots.' } : { key: joined }
}

export const SAME_KEY = `Pour la recherche, ces deux orthographes n’en font déjà qu’une${NBSP}: accents, majuscules, espaces et traits d’union n’y comptent pas.`

interface Named {
  nom: string
  cle: string
}

/** The columns of a pair. Neither name is the head: they stand in the order of their keys, whichever was typed first. */
export function pairOf(one: Named, other: Named) {
  const [a, b] = compareText(one.cle, other.cle) <= 0 ? [one, other] : [other, one]
  return { nom_a: a.nom, cle_a: a.cle, nom_b: b.nom, cle_b: b.cle }
}

/** Says in a sentence what the search makes of a line. */
export const meaning = ({ nom_a, signe, nom_b }: Written): string =>
  `Qui cherche ${quoted(nom_a)} par le son ${signe === 'egal' ? 'trouve aussi' : 'ne trouve pas'} ${quoted(nom_b)}, et inversement.`

interface Written {
  nom_a: string
  signe: SpellingSign
  nom_b: string
}

/** « LE GOAFF = LE GOFF ». */
export const written = ({ nom_a, signe, nom_b }: Written): string => `${nom_a} ${SIGNS[signe].sign} ${nom_b}`
