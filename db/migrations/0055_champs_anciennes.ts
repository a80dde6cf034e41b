import { sql } from 'kysely'
import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** The values that records of a type hold under a name. */
async function valuesHeld(db: AnyDb, typeId: number, nom: string): Promise<string[]> {
  const { rows } = await sql<{ valeur: unknown }>`select distinct releves.data ->> cast(${nom} as text) as valeur
    from releves inner join sources on sources.id = releves.source_id
    where sources.type_source_id = ${typeId}`.execute(db)
  return rows.flatMap(({ valeur }) => (typeof valeur === 'string' ? [valeur] : [])).sort()
}

const listOf = (json: unknown): string[] => (typeof json === 'string' ? JSON.parse(json) : json) as string[]

/** The options that a list had once and that records still hold: their own export is read back with them. */
export async function up(db: AnyDb): Promise<void> {
  await db.schema
    .alterTable('champs')
    .addColumn('anciennes', engineOf(db).json, (c) => c.notNull().defaultTo('[]'))
    .execute()
  const lists = await db
    .selectFrom('champs')
    .select(['id', 'nom', 'type_source_id', 'options'])
    .where('type', '=', 'select')
    .execute()
  for (const { id, nom, type_source_id, options } of lists) {
    const offered = listOf(options)
    const former = (await valuesHeld(db, type_source_id, nom)).filter((value) => !offered.includes(value))
    if (former.length === 0) continue
    await db
      .updateTable('champs')
      .set({ anciennes: JSON.stringify(former) })
      .where('id', '=', id)
      .execute()
  }
}
