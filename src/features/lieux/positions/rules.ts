import { sortKey } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import type { France } from '../communes/file.ts'

/** A commune of France whose position is known (decimal degrees). */
export interface Commune {
  nom: string
  code: string | null
  latitude: number
  longitude: number
  departement: { nom: string; cle: string; code: string | null }
  region: string
}

export interface Gazetteer {
  byName: Map<string, Commune[]>
  departements: Map<string, string>
  regions: Set<string>
}

/** A place without a position, and what it lies in. Names and types are sort keys (lib/text.ts). */
export interface Lost {
  nom: string
  code: string | null
  type: string | null
  above: { nom: string; code: string | null; type: string | null }[]
}

export type Outcome =
  | { found: Commune }
  /** A person has to look: several communes may be meant, or one that may be another. */
  | { doubt: string }
  | 'none'

/** Départements are written by these names in the registers of their time. */
const FORMER: Record<string, string> = {
  'Basses-Alpes': 'Alpes-de-Haute-Provence',
  'Basses-Pyrénées': 'Pyrénées-Atlantiques',
  'Charente-Inférieure': 'Charente-Maritime',
  'Côtes-du-Nord': 'Côtes-d’Armor',
  'Loire-Inférieure': 'Loire-Atlantique',
  'Seine-Inférieure': 'Seine-Maritime',
}

/** Names are compared without case, accents and hyphens, « St » being « Saint ». */
const keyOf = (nom: string): string =>
  ` ${sortKey(nom)} `.replaceAll(' st ', ' saint ').replaceAll(' ste ', ' sainte ').trim()

const COMMUNE_TYPES = new Set(['Commune', 'Paroisse', 'Ville', 'Village', 'Bourg'].map(sortKey))
const DEPARTEMENT = sortKey('Département')
const COUNTRY = sortKey('Pays')
const FRANCE = sortKey('France')

/** A search of positions looks names up in it. */
export function gazetteerOf({ regions }: France): Gazetteer {
  const all = regions.flatMap((region) =>
    region.departements.flatMap((one) => {
      const departement = { nom: one.nom, cle: keyOf(one.nom), code: one.code }
      return one.communes.flatMap(({ nom, code, latitude, longitude }): Commune[] =>
        latitude === null || longitude === null
          ? []
          : [{ nom, code, latitude, longitude, departement, region: keyOf(region.nom) }],
      )
    }),
  )
  const byName = new Map<string, Commune[]>()
  for (const commune of all) {
    const known = byName.get(keyOf(commune.nom))
    if (known) known.push(commune)
    else byName.set(keyOf(commune.nom), [commune])
  }
  const departements = new Map(all.map(({ departement: { cle } }) => [cle, cle]))
  for (const [before, today] of Object.entries(FORMER)) departements.set(keyOf(before), keyOf(today))
  return { byName, departements, regions: new Set(all.map(({ region }) => region)) }
}

/** The communes of this name that lie where the place does; undefined where its own places say nothing of that. */
function inSight(named: Commune[], { above }: Lost, { departements, regions }: Gazetteer): Commune[] | undefined {
  const names = above.map(({ nom }) => keyOf(nom))
  const codes = above.flatMap(({ code, type }) => (type === DEPARTEMENT && code !== null ? [code] : []))
  const known = new Set(names.flatMap((name) => departements.get(name) ?? []))
  if (known.size + codes.length > 0)
    return named.filter(({ departement }) => known.has(departement.cle) || codes.includes(departement.code ?? ''))
  const wide = names.filter((name) => regions.has(name))
  if (wide.length > 0) return named.filter(({ region }) => wide.includes(region))
  return names.every((name) => name === FRANCE) ? named : undefined
}

const isCommune = (type: string | null): boolean => type !== null && COMMUNE_TYPES.has(type)

/** Might it be a commune at all? What lies in a commune, in another country, or is called a hamlet is none. */
const mayBeCommune = ({ type, above }: Lost): boolean =>
  (type === null || isCommune(type)) &&
  !above.some((one) => isCommune(one.type) || (one.type === COUNTRY && keyOf(one.nom) !== FRANCE))

const NAMED = 3
const REMEDY = `indiquez dans quel département ce lieu se trouve, ou donnez sa position.`

function inWords(communes: Commune[]): string {
  const names = [...new Set(communes.map(({ departement }) => departement.nom))]
  return names.length > NAMED ? `${names.slice(0, NAMED).join(', ')}…` : names.join(', ')
}

function doubtOf(communes: Commune[]): string {
  const [count, verb] = communes.length > 1 ? ['Plusieurs communes', 'portent'] : ['Une commune', 'porte']
  const but = communes.length > 1 ? '' : ', mais rien ne dit que c’est elle'
  return `${count} de France ${verb} ce nom (${inWords(communes)})${but}${NBSP}: ${REMEDY}`
}

/** The commune of France that a place is: the same name, and the same Insee code or the same département. */
export function communeOf(lost: Lost, gazetteer: Gazetteer): Outcome {
  const named = gazetteer.byName.get(keyOf(lost.nom)) ?? []
  const byCode = named.find(({ code }) => code !== null && code === lost.code)
  if (byCode) return { found: byCode }
  if (named.length === 0 || !mayBeCommune(lost)) return 'none'
  const near = inSight(named, lost, gazetteer)
  const [only, other] = near ?? []
  if (only && !other) return { found: only }
  return { doubt: doubtOf(near && near.length > 0 ? near : named) }
}
