import { partFromName } from '../../../champs/groups.ts'
import type { Champ } from '../../../champs/kind.ts'
import type { ActKind, GroupRole } from '../../../db/schema-persons.ts'
import { idsOf } from '../../../lib/place-path.ts'
import { sortKey } from '../../../lib/text.ts'
import { ACT_LABELS } from '../../types-sources/rules/persons.ts'

/** A place with the words by which others know it. */
export interface KnownPlace {
  nom: string
  code: string | null
  type: string | null
}

/** Where acts were written, as other programs name it. */
export interface Where {
  commune: string
  insee: string
  departement: string
  codeDepartement: string
  /** Three letters. */
  pays: string
}

export const NOWHERE: Where = { commune: '', insee: '', departement: '', codeDepartement: '', pays: 'UND' }

/** By folded name. Geneanet takes « UND » where the country is not known. */
const COUNTRIES: Readonly<Record<string, string>> = {
  ...{ france: 'FRA', belgique: 'BEL', suisse: 'CHE', luxembourg: 'LUX', allemagne: 'DEU', italie: 'ITA' },
  ...{ espagne: 'ESP', portugal: 'PRT', 'pays bas': 'NLD', 'royaume uni': 'GBR', angleterre: 'GBR', irlande: 'IRL' },
  ...{ canada: 'CAN', 'etats unis': 'USA', algerie: 'DZA', tunisie: 'TUN', maroc: 'MAR', monaco: 'MCO' },
  ...{ pologne: 'POL', autriche: 'AUT', jersey: 'JEY', guernesey: 'GGY' },
}

const folded = (text: string): string => sortKey(text).replace(/[-'’\s]+/g, ' ')

/** The département that a commune's INSEE code begins with: 35288 → 35, 2A004 → 2A, 97411 → 974. */
const departementOf = (insee: string): string => {
  if (!/^\d[\dAB]\d{3}$/i.test(insee)) return ''
  return /^9[78]/.test(insee) ? insee.slice(0, 3) : insee.slice(0, 2).toUpperCase()
}

function countryOf(place: KnownPlace | undefined, codeDepartement: string): string {
  const name = place === undefined ? '' : folded(place.nom)
  if (Object.hasOwn(COUNTRIES, name)) return COUNTRIES[name] ?? ''
  if (place?.code && /^[A-Z]{3}$/.test(place.code)) return place.code
  return place === undefined && codeDepartement !== '' ? 'FRA' : 'UND'
}

/** A place of whatever kind by its commune and département; where no place above is a commune, it stands for one itself. */
export function whereIs(chemin: string, placeOf: (id: number) => KnownPlace | undefined): Where {
  const path = idsOf(chemin).flatMap((id) => placeOf(id) ?? [])
  const ofType = (type: string) => path.findLast((place) => place.type !== null && folded(place.type) === type)
  const commune = ofType('commune') ?? path.at(-1)
  const departement = ofType('departement')
  const insee = commune?.code ?? ''
  const codeDepartement = departement?.code || departementOf(insee)
  return {
    ...{ commune: commune?.nom ?? '', insee, departement: departement?.nom ?? '', codeDepartement },
    pays: countryOf(ofType('pays'), codeDepartement),
  }
}

/** The word for a kind of act; types that are none of ours go by their own name. */
export const actWord = ({ acte, type_nom }: { acte: ActKind; type_nom: string }): string =>
  acte === 'autre' ? type_nom : ACT_LABELS[acte]

const PARENTS: ReadonlySet<GroupRole | null | undefined> = new Set(['pere', 'mere'])
const NAMES: ReadonlySet<string | null> = new Set(['nom', 'prenom', 'nom_complet'])

/** Types made before there were persons say it by the names of their fields. */
const partOf = (champ: Champ) => champ.partie ?? partFromName(champ.nom)

/** The fields that make an act filiative where one of them holds something: the names of a father or mother. */
export const parentFields = (champs: readonly Champ[]): string[] =>
  champs
    .filter((champ) => NAMES.has(partOf(champ)))
    .filter((champ) => (champ.groupe?.role ? PARENTS.has(champ.groupe.role) : /_(pere|mere)(_|$)/.test(champ.nom)))
    .map((champ) => champ.nom)

/** The fields that hold the surname of somebody, in whatever role. */
export const surnameFields = (champs: readonly Champ[]): string[] =>
  champs.filter((champ) => partOf(champ) === 'nom').map((champ) => champ.nom)

/** The year of a stored day, null where there is none. */
export const yearOf = (iso: string | null): number | null => (iso === null ? null : Number(iso.split('-', 1)[0]))

interface Surname {
  /** How often each way of writing it occurs. */
  spellings: Map<string, number>
  first: number | null
  last: number | null
  n: number
}

const cleaned = (name: string): string => name.replace(/[;,\s]+/g, ' ').trim()

/** Counts the surnames of one commune: as many as it has, whatever the number of acts. */
export class Surnames {
  readonly #known = new Map<string, Surname>()

  add(written: string, year: number | null): void {
    const name = cleaned(written)
    const key = folded(name)
    if (!/\p{L}/u.test(key)) return
    const known = this.#known.get(key) ?? { spellings: new Map(), first: null, last: null, n: 0 }
    this.#known.set(key, known)
    known.n += 1
    known.spellings.set(name, (known.spellings.get(name) ?? 0) + 1)
    if (year === null) return
    known.first = Math.min(known.first ?? year, year)
    known.last = Math.max(known.last ?? year, year)
  }

  /** In the order of the alphabet, each as it is written most often. */
  all(): { nom: string; first: number | null; last: number | null; n: number }[] {
    return [...this.#known]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { spellings, ...surname }]) => {
        const [nom = ''] = [...spellings].reduce((best, one) => (one[1] > best[1] ? one : best))
        return { nom, ...surname }
      })
  }
}
