import type { Champ } from '../../champs/kind.ts'
import type { Db } from '../../db/schema.ts'

/** The fields of a source type, in the order of the register. Empty for a type that does not exist. */
export function champsOf(db: Db, typeSourceId: number): Promise<Champ[]> {
  return db
    .selectFrom('champs')
    .select(['id', 'nom', 'label', 'type', 'required', 'options', 'aide', 'politique', 'majuscules', 'completion'])
    .where('type_source_id', '=', typeSourceId)
    .orderBy('ordre')
    .orderBy('id')
    .execute()
}
