import type { Group } from '../../../champs/kind.ts'
import type { GroupRole } from '../../../db/schema-persons.ts'
import type { FormErrors } from '../../../lib/body.ts'
import { plural, sortKey } from '../../../lib/text.ts'
import { quoted } from '../../../lib/typo.ts'
import { MAX_NOM } from './champ.ts'
import { ROLE_LABELS } from './persons.ts'

export const MAX_LABEL = 120
/** The heading that a field stands under where nobody said another one. */
export const OTHERS = 'Autres'

type Input = Pick<Group, 'libelle' | 'role' | 'de'>

/** « père de Époux », « témoin »; of a heading, that it is one. */
export function roleInWords({ role, de }: Pick<Group, 'role' | 'de'>, groups: readonly Group[]): string {
  if (role === null) return 'rubrique'
  const of = groups.find(({ id }) => id === de)
  return `${ROLE_LABELS[role].toLowerCase()}${of === undefined ? '' : ` de ${of.libelle}`}`
}

/** Whether somebody would be their own kin, if `id` were kin of `de`. */
function isCircle(groups: readonly Group[], id: number, de: number): boolean {
  const seen = new Set<number>()
  for (let at: number | null = de; at !== null && !seen.has(at); ) {
    if (at === id) return true
    seen.add(at)
    at = groups.find((group) => group.id === at)?.de ?? null
  }
  return false
}

function kinError(groups: readonly Group[], id: number | null, role: GroupRole | null, de: number): string | undefined {
  const of = groups.find((group) => group.id === de)
  if (of?.role == null) return 'Choisissez une personne de ce type de source.'
  if (role === null) return 'Une rubrique n’est de personne\u00a0: choisissez un rôle, ou laissez ce choix vide.'
  if (id === de) return 'Une personne n’est pas son propre parent\u00a0: choisissez-en une autre.'
  if (id !== null && isCircle(groups, id, de))
    return `${quoted(of.libelle)} dépend déjà de ce groupe\u00a0: les deux tourneraient en rond.`
  return undefined
}

/** Says what is wrong with a group among those of its type. `id`: the group as it is so far, null for a new one. */
export function groupErrors(groups: readonly Group[], id: number | null, { libelle, role, de }: Input): FormErrors {
  const errors: FormErrors = {}
  if (groups.some((group) => group.id !== id && sortKey(group.libelle) === sortKey(libelle)))
    errors.libelle = 'Un groupe de ce libellé existe déjà dans ce type.'
  const kin = groups.filter((group) => id !== null && group.de === id).map((group) => quoted(group.libelle))
  if (role === null && kin.length > 0)
    errors.role = `Il faut un rôle à ce groupe\u00a0: ${kin.join(', ')} en ${kin.length > 1 ? 'dépendent' : 'dépend'}.`
  const wrong = de === null ? undefined : kinError(groups, id, role, de)
  if (wrong !== undefined) errors.de = wrong
  return errors
}

/** Why a group cannot be deleted; undefined when it can. */
export function heldMessage({ libelle }: { libelle: string }, nbChamps: number): string | undefined {
  if (nbChamps === 0) return undefined
  const first = nbChamps === 1 ? 'déplacez-le d’abord' : 'déplacez-les d’abord'
  return `Le groupe ${quoted(libelle)} a ${plural(nbChamps, 'champ', 'champs')}\u00a0: ${first} dans un autre groupe.`
}

/** « Témoin 4 » → « Témoin 5 », « Parrain » → « Parrain 2 ». */
export function numberedLabel(label: string, n: number): string {
  const start = label.replace(/\s*\d+$/, '').trim()
  return `${start.slice(0, MAX_LABEL - 4).trimEnd()} ${n}`.trim()
}

/** nom_temoin_4 → nom_temoin_5, nom_parrain → nom_parrain_2. */
export const numberedNom = (nom: string, n: number): string => `${nom.replace(/_?\d+$/, '').slice(0, MAX_NOM - 4)}_${n}`

/** All of these under the number; where they differ by a number alone (prenom_1, prenom_2) each keeps its own before it. */
function eachNumbered(texts: readonly string[], numbered: (text: string) => string, whole: (text: string) => string) {
  const short = texts.map(numbered)
  return new Set(short.map(sortKey)).size === texts.length ? short : texts.map(whole)
}

/** Names and labels that the copies of these fields get, in their order. */
export function copiedNames(champs: readonly { nom: string; label: string }[], n: number) {
  const noms = eachNumbered(
    champs.map(({ nom }) => nom),
    (nom) => numberedNom(nom, n),
    (nom) => `${nom.slice(0, MAX_NOM - 4)}_${n}`,
  )
  const labels = eachNumbered(
    champs.map(({ label }) => label),
    (label) => numberedLabel(label, n),
    (label) => `${label.slice(0, MAX_LABEL - 4).trimEnd()} ${n}`,
  )
  return champs.map((_champ, index) => ({ nom: noms[index] ?? '', label: labels[index] ?? '' }))
}
