import type { Db } from '../../../db/schema.ts'
import type { ModelChamp, ModelGroup, TypeModel } from '../../types-sources/rules/models/pieces.ts'

type StoredType = Omit<TypeModel, 'cle'>

/** The key of a group in the file; fields without a group go under a heading of their own. */
const keyOf = (id: number | null, keys: Map<number, string>): string => (id === null ? '' : (keys.get(id) ?? ''))

async function groupsOf(db: Db, typeId: number): Promise<ModelGroup[]> {
  const groups = await db
    .selectFrom('groupes')
    .selectAll()
    .where('type_source_id', '=', typeId)
    .orderBy('ordre')
    .orderBy('id')
    .execute()
  const champs = await db
    .selectFrom('champs')
    .selectAll()
    .where('type_source_id', '=', typeId)
    .orderBy('ordre')
    .orderBy('id')
    .execute()
  const keys = new Map(groups.map(({ id }, at) => [id, `groupe ${at + 1}`]))
  const fieldsOf = (id: number | null): ModelChamp[] =>
    champs
      .filter(({ groupe_id }) => groupe_id === id)
      .map(({ nom, label, type, required, options, aide, politique, majuscules, completion, partie }) => ({
        ...{ nom, label, type, required, options, politique, majuscules, completion },
        ...(aide !== null && { aide }),
        ...(partie !== null && { partie }),
      }))
  const named = groups.map(({ id, libelle, role, de_groupe_id }) => ({
    ...{ cle: keyOf(id, keys), libelle, role, de: de_groupe_id === null ? null : keyOf(de_groupe_id, keys) },
    champs: fieldsOf(id),
  }))
  const others = fieldsOf(null)
  const cle = `groupe ${groups.length + 1}`
  return others.length === 0 ? named : [...named, { cle, libelle: 'Autres', role: null, de: null, champs: others }]
}

/** The kinds of source with their groups and fields, by name: what `createTypeFromModel` makes again. */
export async function storedTypes(db: Db): Promise<StoredType[]> {
  const types = await db.selectFrom('types_sources').selectAll().orderBy('nom_key').execute()
  const stored: StoredType[] = []
  for (const { id, nom, description, acte } of types)
    stored.push({ nom, description: description ?? '', acte, groupes: await groupsOf(db, id) })
  return stored
}

/** The kinds of place in their order. */
export const storedPlaceTypes = (db: Db) =>
  db.selectFrom('types_lieux').select(['nom', 'ordre', 'dans_nom_long']).orderBy('ordre').orderBy('nom_key').execute()
