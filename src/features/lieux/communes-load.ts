import type { Transaction } from 'kysely'
import { dialectOf } from '../../db/dialect/index.ts'
import type { Schema } from '../../db/schema.ts'
import { sortKey } from '../../lib/text.ts'
import { recompute } from './cascade.ts'
import { idsOf } from './chemin.ts'
import type { FranceDepartement, FrancePlace, FranceRegion } from './communes-file.ts'
import { placesOnPath } from './queries.ts'

type Trx = Transaction<Schema>

/** Rows of one insert: twelve columns each, well below what either engine binds. */
const CHUNK = 500

const TYPES = ['Pays', 'Région', 'Département', 'Commune'] as const
type TypeIds = Record<(typeof TYPES)[number], number>

export interface Loaded {
  crees: number
  gardes: number
}

/** Ids of the types of the set; those that the administrators took away are made again. */
async function typeIds(trx: Trx): Promise<TypeIds> {
  const ids: Partial<TypeIds> = {}
  for (const nom of TYPES) {
    const nom_key = sortKey(nom)
    const known = await trx.selectFrom('types_lieux').select('id').where('nom_key', '=', nom_key).executeTakeFirst()
    const type = known ?? (await makeType(trx, nom, nom_key))
    ids[nom] = type.id
  }
  return ids as TypeIds
}

async function makeType(trx: Trx, nom: string, nom_key: string): Promise<{ id: number }> {
  const { last } = await trx
    .selectFrom('types_lieux')
    .select((eb) => eb.fn.max('ordre').as('last'))
    .executeTakeFirstOrThrow()
  const values = { nom, nom_key, ordre: (last ?? 0) + 1 }
  return trx.insertInto('types_lieux').values(values).returning('id').executeTakeFirstOrThrow()
}

interface Child {
  id: number
  nom_tri: string
  code: string | null
}

/** The place of the set among those already there: the same code, or the same name where one of the two has no code. */
function sameAs(children: Child[]): (place: FrancePlace) => Child | undefined {
  const byCode = new Map(children.flatMap((child) => (child.code === null ? [] : [[child.code, child] as const])))
  const byName = new Map<string, Child[]>()
  for (const child of children) byName.set(child.nom_tri, [...(byName.get(child.nom_tri) ?? []), child])
  return ({ nom, code }) =>
    (code === null ? undefined : byCode.get(code)) ??
    byName.get(sortKey(nom))?.find((child) => child.code === null || code === null)
}

const childrenOf = (trx: Trx, parent: number | null): Promise<Child[]> =>
  trx
    .selectFrom('lieux')
    .select(['id', 'nom_tri', 'code'])
    .where('lieu_parent_id', parent === null ? 'is' : '=', parent)
    .orderBy('id')
    .execute()

async function insert(trx: Trx, places: FrancePlace[], parent: number | null, type_id: number, now: string) {
  const ids: number[] = []
  for (let at = 0; at < places.length; at += CHUNK) {
    const rows = places.slice(at, at + CHUNK).map(({ nom, code, latitude, longitude }) => ({
      ...{ nom, nom_tri: sortKey(nom), code, type_id, lieu_parent_id: parent, latitude, longitude },
      // The cascade that follows gives the long name, the path and the words to search.
      ...{ nom_long: nom, chemin: '', created_at: now, updated_at: now },
    }))
    const inserted = await trx.insertInto('lieux').values(rows).returning('id').execute()
    ids.push(...inserted.map(({ id }) => id))
  }
  return ids
}

async function recomputeFrom(trx: Trx, id: number, parent: number | null): Promise<void> {
  if (parent === null) {
    await recompute(trx, { id, ancestors: [], parentPath: '/' })
    return
  }
  const above = await trx.selectFrom('lieux').select('chemin').where('id', '=', parent).executeTakeFirstOrThrow()
  const ancestors = await placesOnPath(trx, idsOf(above.chemin))
  await recompute(trx, { id, ancestors: ancestors.reverse(), parentPath: above.chemin })
}

/** One place of the set, made where it is not there yet. */
async function ensurePlace(trx: Trx, place: FrancePlace, parent: number | null, type: number, now: string) {
  const known = sameAs(await childrenOf(trx, parent))(place)
  if (known) return { id: known.id, isNew: false }
  const [id = 0] = await insert(trx, [place], parent, type, now)
  await recomputeFrom(trx, id, parent)
  return { id, isNew: true }
}

/** A département with what it lies in and its communes; what is there already stays as it is. Counts all but what lies above. */
export async function loadDepartement(
  trx: Trx,
  { pays, region, departement }: { pays: FrancePlace; region: FranceRegion; departement: FranceDepartement },
  now: string,
): Promise<Loaded> {
  await dialectOf(trx).lock(trx, 'lieux')
  const types = await typeIds(trx)
  const top = await ensurePlace(trx, pays, null, types.Pays, now)
  const middle = await ensurePlace(trx, region, top.id, types.Région, now)
  const own = await ensurePlace(trx, departement, middle.id, types.Département, now)
  const known = sameAs(await childrenOf(trx, own.id))
  const missing = departement.communes.filter((commune) => known(commune) === undefined)
  await insert(trx, missing, own.id, types.Commune, now)
  if (missing.length > 0) await recomputeFrom(trx, own.id, middle.id)
  const above = [top, middle, own].filter(({ isNew }) => isNew).length
  return { crees: missing.length + above, gardes: departement.communes.length - missing.length + (own.isNew ? 0 : 1) }
}
