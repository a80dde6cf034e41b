import type { PlaceValue } from '../../../../champs/kind.ts'
import { dialectOf } from '../../../../db/dialect/index.ts'
import type { Db } from '../../../../db/schema.ts'
import { idsOf } from '../../../../lib/place-path.ts'
import { fold, sortKey } from '../../../../lib/text.ts'
import { namePrefixes } from '../../../lieux/rules/search-words.ts'

/** Names looked for in one statement. */
const CHUNK = 200

interface Step {
  chemin: string
  type: string | null
}

/** The paths under which a village alone is looked for: the place of the source, then what it lies in, up to its département. */
export async function scopesOf(db: Db, sourceId: number): Promise<string[]> {
  const place = await db
    .selectFrom('sources')
    .innerJoin('lieux', 'lieux.id', 'sources.lieu_id')
    .select('lieux.chemin')
    .where('sources.id', '=', sourceId)
    .executeTakeFirst()
  if (!place) return []
  const steps: Step[] = await db
    .selectFrom('lieux')
    .leftJoin('types_lieux', 'types_lieux.id', 'lieux.type_id')
    .select(['lieux.chemin', 'types_lieux.nom as type'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('lieux.id'), idsOf(place.chemin)))
    .execute()
  const upwards = steps.toSorted((a, b) => b.chemin.length - a.chemin.length)
  const department = upwards.findIndex(({ type }) => fold(type ?? '') === 'departement')
  // Without a département above it, what the place lies in is as far as « near » goes.
  return upwards.slice(0, department === -1 ? 2 : department + 1).map(({ chemin }) => chemin)
}

interface Wanted {
  name: string
  forms: string[]
  /** These stand behind the first comma, and have to be in the long name. */
  others: string[]
  code: string | undefined
}

const CODE = /(?<![0-9A-Z])[0-9][0-9AB][0-9]{3}(?![0-9A-Z])/

function wantedOf(name: string): Wanted {
  const [code] = CODE.exec(name) ?? []
  const bare = name.replace(CODE, '').replace(/[()[\]]/g, ' ')
  const [head = '', ...others] = bare.split(',').map((part) => part.trim())
  return { name, forms: namePrefixes(head), others: others.map(sortKey).filter((part) => part !== ''), code }
}

type Found = PlaceValue & { nom_tri: string; code: string | null; chemin: string }

function foundFor(
  { forms, others, code }: Wanted,
  places: readonly Found[],
  scopes: readonly string[],
): Found | undefined {
  const coded = code === undefined ? [] : places.filter((place) => place.code === code)
  if (coded.length > 0) return coded.length === 1 ? coded[0] : undefined
  const named = places.filter(
    ({ nom_tri, nom_long }) => forms.includes(nom_tri) && others.every((part) => sortKey(nom_long).includes(part)),
  )
  for (const scope of scopes) {
    const inside = named.filter(({ chemin }) => chemin.startsWith(scope))
    if (inside.length > 0) return inside.length === 1 ? inside[0] : undefined
  }
  return undefined
}

/** The place that a name alone means, where exactly one is called so near the source or has its INSEE code; others are absent. */
export async function placesMeant(
  db: Db,
  names: readonly string[],
  scopes: readonly string[],
): Promise<Map<string, PlaceValue[]>> {
  const meant = new Map<string, PlaceValue[]>()
  for (let at = 0; at < names.length; at += CHUNK) {
    const wanted = names.slice(at, at + CHUNK).map(wantedOf)
    const forms = [...new Set(wanted.flatMap((one) => one.forms))]
    const codes = [...new Set(wanted.flatMap(({ code }) => code ?? []))]
    const places = await db
      .selectFrom('lieux')
      .select(['id', 'nom_long', 'nom_tri', 'code', 'chemin'])
      .where((eb) =>
        eb.or([
          dialectOf(db).sql.inList(eb.ref('nom_tri'), forms),
          dialectOf(db).sql.inList(eb.ref('code').$castTo<string>(), codes),
        ]),
      )
      .execute()
    for (const one of wanted) {
      const found = foundFor(one, places, scopes)
      if (found) meant.set(one.name, [{ id: found.id, nom_long: found.nom_long }])
    }
  }
  return meant
}
