import type { Db } from '../../../../db/schema.ts'
import { sortKey } from '../../../../lib/text.ts'
import type { CurrentUser } from '../../../../web/env.ts'
import { visibleSources } from '../../../droits/policy.ts'
import { typeChoices } from '../../../types-sources/queries.ts'
import type { ActClass, Commune, Plan, PlanSource } from '../../rules/plan.ts'

export interface PlaceChoice {
  id: number
  nom_long: string
}

/** The places that a commune of a file may be, and below which place it would be made. */
export interface CommuneProposal {
  places: PlaceChoice[]
  parent: PlaceChoice | undefined
}

const MOST = 8
const ARTICLE = /^(?:le|la|les|l) /

/** Nimègue writes « Minihic (Le) » or « Le Minihic », in capitals or not. */
const nameKeys = (nom: string): string[] => {
  const plain = nom.replace(/^(.+?)\s*\((le|la|les|l[’'])\)$/i, '$2 $1')
  const key = sortKey(plain)
  const bare = key.replace(ARTICLE, '')
  return [
    ...new Set([key, bare, `le ${bare}`, `la ${bare}`, `les ${bare}`, `l ${bare}`, key.replace(/^st /, 'saint ')]),
  ]
}

const placesNamed = (db: Db, keys: readonly string[]) =>
  db
    .selectFrom('lieux')
    .select(['id', 'nom_long', 'code', 'nom_tri'])
    .where('nom_tri', 'in', [...keys])
    .orderBy('nom_long')
    .limit(50)
    .execute()

const placesOfCode = (db: Db, code: string) =>
  db.selectFrom('lieux').select(['id', 'nom_long', 'code', 'nom_tri']).where('code', '=', code).limit(MOST).execute()

async function departement(db: Db, { departement: nom, code_departement: code }: Commune) {
  if (nom !== '') {
    const named = await placesNamed(db, [sortKey(nom)])
    const found = named.find((place) => code !== '' && place.code === code) ?? named[0]
    if (found) return found
  }
  if (code === '') return undefined
  const coded = (await placesOfCode(db, code)).filter(({ nom_tri }) => nom === '' || nom_tri === sortKey(nom))
  return coded.length === 1 ? coded[0] : undefined
}

/** By INSEE code, else by name without accents and articles, first those of the département. */
export async function proposePlaces(db: Db, commune: Commune): Promise<CommuneProposal> {
  const parent = await departement(db, commune)
  const coded = commune.code_insee === '' ? [] : await placesOfCode(db, commune.code_insee)
  const keys = nameKeys(commune.nom)
  const sure = coded.filter(({ nom_tri }) => keys.includes(nom_tri))
  const named = commune.nom === '' ? [] : await placesNamed(db, keys)
  const isWithin = ({ nom_long }: PlaceChoice) => parent !== undefined && nom_long.endsWith(`, ${parent.nom_long}`)
  const all = [...sure, ...named.filter(isWithin), ...coded, ...(parent ? [] : named)]
  const places = [...new Map(all.map(({ id, nom_long }) => [id, { id, nom_long }])).values()].slice(0, MOST)
  return { places, parent: parent && { id: parent.id, nom_long: parent.nom_long } }
}

const READY: Record<string, string> = {
  'N:paroisse': 'Baptêmes',
  'N:mairie': 'Naissances',
  'M:paroisse': 'Mariages (paroissiaux)',
  'M:mairie': 'Mariages (état civil)',
  'D:paroisse': 'Sépultures',
  'D:mairie': 'Décès',
}
const DEEDS = 'Actes notariés'

/** The source type that an association most likely has for a kind of act: the ready one, by name. */
export async function proposeType(db: Db, { cle, lettre }: ActClass): Promise<number | null> {
  const wanted = sortKey(lettre === 'V' ? DEEDS : (READY[cle] ?? ''))
  return (await typeChoices(db)).find(({ nom }) => sortKey(nom) === wanted)?.id ?? null
}

/** Fills in what is likely, for whoever decides: places that are sure, types that are ready. */
export async function proposed(db: Db, plan: Plan): Promise<Plan> {
  const communes: Commune[] = []
  for (const commune of plan.communes) {
    const { places, parent } = await proposePlaces(db, commune)
    const [first] = places
    const lieu_id = places.length === 1 ? (first?.id ?? null) : null
    communes.push({ ...commune, lieu_id, creer: places.length === 0, parent_id: parent?.id ?? null })
  }
  const classes: ActClass[] = []
  for (const one of plan.classes) classes.push({ ...one, type_source_id: await proposeType(db, one) })
  return { ...plan, communes, classes }
}

/** The source that a user sees and that has this place, type and section already; the oldest of several. */
export async function existingSource(
  db: Db,
  user: CurrentUser,
  { lieu_id, type_source_id, section_id }: { lieu_id: number; type_source_id: number; section_id: number | null },
): Promise<number | null> {
  const row = await db
    .selectFrom('sources')
    .select('sources.id')
    .where('lieu_id', '=', lieu_id)
    .where('type_source_id', '=', type_source_id)
    .where('section_id', section_id === null ? 'is' : '=', section_id)
    .where('retrait_at', 'is', null)
    .where(visibleSources(user))
    .orderBy('sources.id')
    .executeTakeFirst()
  return row?.id ?? null
}

export const sourceTitles = async (db: Db, sources: readonly PlanSource[]): Promise<Map<number, string>> => {
  const ids = sources.flatMap(({ source_id }) => source_id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('sources').select(['id', 'titre']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, titre }) => [id, titre]))
}
