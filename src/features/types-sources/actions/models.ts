import type { Db } from '../../../db/schema.ts'
import { sortKey } from '../../../lib/text.ts'
import { AUTRES } from '../rules/models/autres.ts'
import { ETAT_CIVIL } from '../rules/models/etat-civil.ts'
import { PAROISSE } from '../rules/models/paroisse.ts'
import type { ModelChamp, TypeModel } from '../rules/models/pieces.ts'

export type { ModelChamp, TypeModel } from '../rules/models/pieces.ts'

/** The ten source types a new installation has (decisions.md, section 4). */
export const READY_TYPES: readonly TypeModel[] = [...PAROISSE, ...ETAT_CIVIL, ...AUTRES]

/** The model of this key; undefined for another text. */
export const modelByKey = (cle: string): TypeModel | undefined => READY_TYPES.find((model) => model.cle === cle)

/** A field as a row of `champs`, at place `ordre` (from 1) of its type. */
export function champRow(
  typeSourceId: number,
  champ: Omit<ModelChamp, 'aide'> & { aide?: string | null },
  ordre: number,
) {
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
    ordre,
  }
}

/** Creates a source type with its fields in order; call it in a transaction. Throws on a name in use. Returns its id. */
export async function createTypeFromModel(db: Db, model: Omit<TypeModel, 'cle'>): Promise<number> {
  const { nom, description } = model
  const { id } = await db
    .insertInto('types_sources')
    .values({ nom, nom_key: sortKey(nom), description: description === '' ? null : description })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = model.champs.map((champ, index) => champRow(id, champ, index + 1))
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
