// As many geolocated places with sources as the map of a large association has, the same at each run.
import { sql } from 'kysely'
import { insertRows } from '../../src/db/rows.ts'
import { type Db, SOURCE_STATUSES } from '../../src/db/schema.ts'
import { type FrancePlace, readFrance } from '../../src/features/lieux/communes/file.ts'
import { sortKey } from '../../src/lib/text.ts'
import { NOW } from './random.ts'

const SECTIONS = 20
const TYPES = 10
/** Most places have one source or two, few have many. */
const SOURCES_OF = [1, 1, 1, 1, 2, 2, 4]

/** The id of a source of the member's sections. */
export const SEEN_BY_ALL = 1

interface Place {
  nom: string
  parent: number | null
  chemin: string
  nom_long: string
  at: { latitude: number; longitude: number } | undefined
}

/** Numbers that look like chance, the same each time. */
function chance(): (below: number) => number {
  let state = 7
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Draw = ReturnType<typeof chance>

const located = ({ latitude, longitude }: FrancePlace, draw: Draw): Place['at'] => ({
  latitude: latitude ?? 42.5 + draw(850_000) / 100_000,
  longitude: longitude ?? -4.5 + draw(1_200_000) / 100_000,
})

/** The country, its regions and départements, then as many communes as asked for; their ids are their ranks from 1. */
async function places(nb: number, draw: Draw): Promise<Place[]> {
  const { pays, regions } = await readFrance()
  const all: Place[] = []
  const add = (nom: string, parent: number | null, at?: Place['at']): number => {
    const above = parent === null ? undefined : all[parent - 1]
    const id = all.length + 1
    const nom_long = above ? `${nom}, ${above.nom_long}` : nom
    all.push({ nom, parent, chemin: `${above?.chemin ?? '/'}${id}/`, nom_long, at })
    return id
  }
  const france = add(pays.nom, null)
  const departements = regions.flatMap((region) => {
    const id = add(region.nom, france)
    return region.departements.map((departement) => ({ ...departement, id: add(departement.nom, id) }))
  })
  const communes = departements.flatMap(({ id, communes }) => communes.map((commune) => ({ commune, id })))
  for (const { commune, id } of communes.slice(0, nb)) add(commune.nom, id, located(commune, draw))
  return all
}

async function fillAround(db: Db): Promise<void> {
  const numbered = (n: number, word: string) =>
    Array.from({ length: n }, (_, i) => ({ nom: `${word} ${i + 1}`, nom_key: `${word.toLowerCase()} ${i + 1}` }))
  await db.insertInto('sections').values(numbered(SECTIONS, 'Section')).execute()
  await db.insertInto('types_sources').values(numbered(TYPES, 'Type')).execute()
  const user = (name: string, role: 'admin' | 'membre') => ({
    ...{ name, name_key: name, email: name, email_key: name, password_hash: '', role },
    ...{ created_at: NOW, updated_at: NOW },
  })
  await db
    .insertInto('users')
    .values([user('admin', 'admin'), user('membre', 'membre')])
    .execute()
  const sections = Array.from({ length: SECTIONS / 2 }, (_, i) => ({
    section_id: i + 1,
    user_id: 2,
    is_manager: false,
  }))
  await db.insertInto('section_membres').values(sections).execute()
}

function sourcesOf(lieu_id: number, { nom }: Place, draw: Draw) {
  return Array.from({ length: SOURCES_OF[draw(SOURCES_OF.length)] ?? 1 }, () => {
    const annee_debut = 1550 + draw(300)
    const titre = `Registre de ${nom}, ${annee_debut}`
    return {
      ...{ titre, titre_tri: sortKey(titre), type_source_id: 1 + draw(TYPES), lieu_id, section_id: 1 + draw(SECTIONS) },
      ...{ annee_debut, annee_fin: annee_debut + draw(40), status: SOURCE_STATUSES[draw(5)] ?? 'en_cours' },
      ...{ nb_releves: 1 + draw(800), created_at: NOW, updated_at: NOW },
    }
  })
}

/** Fills an empty database; tells what it holds now. */
export async function fillMap(db: Db, nb: number): Promise<string> {
  const draw = chance()
  const all = await places(nb, draw)
  const sources = all.flatMap((place, i) => (place.at ? sourcesOf(i + 1, place, draw) : []))
  Object.assign(sources[SEEN_BY_ALL - 1] ?? {}, { section_id: 1 })
  await db.transaction().execute(async (trx) => {
    await fillAround(trx)
    const lieux = all.map(({ nom, parent, at, ...names }) => ({
      ...{ nom, nom_tri: sortKey(nom), lieu_parent_id: parent, ...names, recherche: ` ${sortKey(names.nom_long)} ` },
      ...{ latitude: at?.latitude ?? null, longitude: at?.longitude ?? null, created_at: NOW, updated_at: NOW },
    }))
    await insertRows(trx, 'lieux', lieux)
    await insertRows(trx, 'sources', sources)
  })
  await sql`analyze`.execute(db)
  return `${all.filter(({ at }) => at).length} places, ${sources.length} sources`
}
