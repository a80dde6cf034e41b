import type { Db } from '../../../db/schema.ts'
import type { ColumnMapping } from '../kind.ts'

/** Finds the choice for files of this header in this section, for this type. */
export const keptMappings = (db: Db, { section_id, type_source_id }: ColumnMapping['place'], entete: string) =>
  db
    .selectFrom('import_correspondances')
    .where('import_correspondances.entete', '=', entete)
    .where('type_source_id', '=', type_source_id)
    .where('section_id', section_id === null ? 'is' : '=', section_id)

/** The last choice for files of this header, with who made it. */
export const lastMapping = (db: Db, place: ColumnMapping['place'], entete: string) =>
  keptMappings(db, place, entete)
    .leftJoin('users', 'users.id', 'import_correspondances.user_id')
    .select(['correspondance', 'import_correspondances.updated_at', 'users.name as user_name'])
    .orderBy('import_correspondances.id', 'desc')
    .limit(1)
    .executeTakeFirst()
