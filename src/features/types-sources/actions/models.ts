import { partFromName } from '../../../champs/groups.ts'
import type { Db } from '../../../db/schema.ts'
import type { PersonPart } from '../../../db/schema-persons.ts'
import { sortKey } from '../../../lib/text.ts'
import { AUTRES } from '../rules/models/autres.ts'
import { ETAT_CIVIL } from '../rules/models/etat-civil.ts'
import { PAROISSE } from '../rules/models/paroisse.ts'
import type { ModelChamp, ModelGroup, TypeModel } from '../rules/models/pieces.ts'

export type { ModelChamp, TypeModel } from '../rules/models/pieces.ts'

/** The ten source types a new installation has (decisions.md, section 4). */
export const READY_TYPES: readonly TypeModel[] = [...PAROISSE, ...ETAT_CIVIL, ...AUTRES]

/** The model of this key; undefined for another text. */
export const modelByKey = (cle: string): TypeModel | undefined => READY_TYPES.find((model) => model.cle === cle)

type ChampInput = Omit<ModelChamp, 'aide' | 'partie'> & {
  aide?: string | null
  groupe_id: number | null
  partie: PersonPart | null
}

/** A field as a row of `champs`, at place `ordre` (from 1) of its type. */
export function champRow(typeSourceId: number, champ: ChampInput, ordre: number) {
  return {
    type_source_id: typeSourceId,
    nom: champ.nom,
    label: champ.label,
    type: champ.type,
    required: champ.required ?? false,
    options: JSON.stringify(champ.options ?? []),
    aide: champ.aide ?? null,
    politique: champ.politique ?? 'vide',
    majuscules: champ.majuscules ?? false,
    completion: champ.completion ?? true,
    groupe_id: champ.groupe_id,
    partie: champ.partie,
    ordre,
  }
}

export const insertType = async (
  db: Db,
  { nom, description, acte }: Omit<TypeModel, 'cle' | 'groupes'>,
): Promise<number> =>
  (
    await db
      .insertInto('types_sources')
      .values({ nom, nom_key: sortKey(nom), description: description === '' ? null : description, acte })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** The groups in order, each after the person it is of or before: their ids by key. */
async function insertGroups(trx: Db, typeId: number, groups: readonly ModelGroup[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const [index, { cle, libelle, role, de }] of groups.entries()) {
    const row = { type_source_id: typeId, ordre: index + 1, libelle, role, de_groupe_id: ids.get(de ?? '') ?? null }
    const { id } = await trx.insertInto('groupes').values(row).returning('id').executeTakeFirstOrThrow()
    ids.set(cle, id)
  }
  return ids
}

/** Creates a source type with its groups and fields in order; call it in a transaction. Throws on a name in use. Returns its id. */
export async function createTypeFromModel(db: Db, model: Omit<TypeModel, 'cle'>): Promise<number> {
  const id = await insertType(db, model)
  const groups = await insertGroups(db, id, model.groupes)
  const champs = model.groupes.flatMap(({ cle, role, champs }) =>
    champs.map((champ) => ({
      ...champ,
      groupe_id: groups.get(cle) ?? null,
      partie: champ.partie ?? (role === null ? null : partFromName(champ.nom)),
    })),
  )
  const rows = champs.map((champ, index) => champRow(id, champ, index + 1))
  if (rows.length > 0) await db.insertInto('champs').values(rows).execute()
  return id
}

/** Gives an installation the ready types it has not got yet (by name); doing it again changes nothing. In a transaction or not. */
export async function installReadyTypes(db: Db): Promise<void> {
  const install = async (trx: Db) => {
    const known = await trx.selectFrom('types_sources').select('nom_key').execute()
    const names = new Set(known.map((row) => row.nom_key))
    for (const model of READY_TYPES) {
      if (!names.has(sortKey(model.nom))) await createTypeFromModel(trx, model)
    }
  }
  await (db.isTransaction ? install(db) : db.transaction().execute(install))
}
