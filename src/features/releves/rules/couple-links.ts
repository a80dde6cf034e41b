// The addresses that the couple of an act leads to. They are those of the search, which no record needs to know.
import { type Couple, couplesOf } from '../../../champs/couples.ts'
import type { Person } from '../../../champs/persons.ts'
import type { ActKind } from '../../../db/schema-persons.ts'

/** A couple as an address names it; '' and null say nothing. */
export interface CoupleAddress {
  nom: string
  prenom: string
  nom2: string
  prenom2: string
  lieu: number | null
  annee: number | null
  /** The record that the couple stands in: it tells apart two couples of one name. */
  releve: number | null
}

function address(path: string, parts: Partial<CoupleAddress>): string {
  const params = Object.entries(parts).filter(([, value]) => value !== '' && value !== null)
  return `${path}?${new URLSearchParams(params.map(([name, value]): [string, string] => [name, String(value)]))}`
}

export const familyUrl = (couple: CoupleAddress): string => address('/recherche/famille', couple)

/** The search for all acts of the couple, wherever and whenever, by the sound of their names. */
export const coupleUrl = ({ nom, prenom, nom2, prenom2 }: Omit<CoupleAddress, 'lieu' | 'annee' | 'releve'>): string =>
  `${address('/recherche', { nom, prenom, nom2, prenom2 })}&mode=sonore`

/** A couple of an act with where its names lead. */
export interface CoupleLinks {
  /** « Jean MARTIN × Marie LE GOFF ». */
  label: string
  acts: string
  family: string
}

const fullName = (prenom: string, nom: string): string => `${prenom} ${nom.toLocaleUpperCase('fr')}`.trim()

export const coupleLabel = ({ nom, prenom, nom2, prenom2 }: Omit<CoupleAddress, 'lieu' | 'annee' | 'releve'>): string =>
  `${fullName(prenom, nom)} × ${fullName(prenom2, nom2)}`

type Where = Pick<CoupleAddress, 'lieu' | 'annee' | 'releve'>

function linksOf({ both: [one, other] }: Couple<Person>, where: Where): CoupleLinks[] {
  const [nom, nom2] = [one.parts.nom ?? '', other.parts.nom ?? '']
  // A surname that the act does not tell cannot be looked for.
  if (nom === '' || nom2 === '') return []
  const names = { nom, prenom: one.parts.prenom ?? '', nom2, prenom2: other.parts.prenom ?? '' }
  return [{ label: coupleLabel(names), acts: coupleUrl(names), family: familyUrl({ ...names, ...where }) }]
}

/** The couples of an act, each once. */
export function coupleLinks(persons: readonly Person[], acte: ActKind, where: Where): CoupleLinks[] {
  const all = couplesOf(persons, acte).flatMap((couple) => linksOf(couple, where))
  return [...new Map(all.map((one) => [one.label, one])).values()]
}
