import type { Db } from '../../../src/db/schema.ts'
import { createLieu, type LieuInput } from '../../../src/features/lieux/actions.ts'

const NOW = '2026-01-01T00:00:00.000Z'
const EMPTY: LieuInput = {
  nom: '',
  code: null,
  type_id: null,
  lieu_parent_id: null,
  latitude: null,
  longitude: null,
  note: null,
}

export interface Planted {
  id: number
  nom_long: string
  chemin: string
}

/** The place as it stands now. */
export const lieuNow = (db: Db, id: number) =>
  db.selectFrom('lieux').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export async function typeId(db: Db, nom: string): Promise<number> {
  return (await db.selectFrom('types_lieux').select('id').where('nom', '=', nom).executeTakeFirstOrThrow()).id
}

/** A place made as the site makes it, with everything that its long name, path and search need. */
export async function plant(
  db: Db,
  nom: string,
  parent?: { id: number },
  more: Partial<LieuInput> = {},
): Promise<Planted> {
  const input = { ...EMPTY, nom, lieu_parent_id: parent?.id ?? null, ...more }
  const saved = await createLieu(db, input, { userId: null, jeton: '', now: NOW })
  if (!saved.ok) throw new Error(JSON.stringify(saved.errors))
  const { id, nom_long, chemin } = await lieuNow(db, saved.value)
  return { id, nom_long, chemin }
}

/** France, Bretagne, Ille-et-Vilaine, two communes; types as in a new installation. */
export async function plantBretagne(db: Db) {
  const type = async (nom: string) => ({ type_id: await typeId(db, nom) })
  const france = await plant(db, 'France', undefined, await type('Pays'))
  const bretagne = await plant(db, 'Bretagne', france, await type('Région'))
  const departement = await plant(db, 'Ille-et-Vilaine', bretagne, await type('Département'))
  const commune = await type('Commune')
  const pleurtuit = await plant(db, 'Pleurtuit', departement, commune)
  const saintMalo = await plant(db, 'Saint-Malo', departement, commune)
  return { france, bretagne, departement, pleurtuit, saintMalo }
}

/** A browser sends every field of the form of a place, empty ones too. */
export const typed = (fields: Record<string, string | number> = {}): Record<string, string | number> => ({
  nom: '',
  code: '',
  type_id: '',
  lieu_parent_id: '',
  'texte:lieu_parent_id': '',
  latitude: '',
  longitude: '',
  note: '',
  ...fields,
})
