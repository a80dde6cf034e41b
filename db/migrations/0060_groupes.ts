import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'
import { ACT_OF_TYPE, type FoundGroup, groupsFromNames } from './groups-from-names.ts'

async function createGroups(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .alterTable('types_sources')
    .addColumn('acte', 'text', (c) => c.notNull().defaultTo('autre'))
    .execute()
  await db.schema
    .createTable('groupes')
    .addColumn('id', d.id)
    .addColumn('type_source_id', 'integer', (c) => c.notNull().references('types_sources.id').onDelete('cascade'))
    .addColumn('ordre', 'integer', (c) => c.notNull())
    .addColumn('libelle', 'text', (c) => c.notNull())
    .addColumn('role', 'text')
    .addColumn('de_groupe_id', 'integer', (c) => c.references('groupes.id').onDelete('set null'))
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema.createIndex('groupes_type').on('groupes').column('type_source_id').execute()
  await db.schema.createIndex('groupes_de').on('groupes').column('de_groupe_id').execute()
  await db.schema
    .alterTable('champs')
    .addColumn('groupe_id', 'integer', (c) => c.references('groupes.id'))
    .execute()
  await db.schema.alterTable('champs').addColumn('partie', 'text').execute()
  await db.schema.createIndex('champs_groupe').on('champs').column('groupe_id').execute()
}

async function insertGroup(db: AnyDb, typeId: number, ordre: number, { libelle, role }: FoundGroup): Promise<number> {
  const { id } = await db
    .insertInto('groupes')
    .values({ type_source_id: typeId, ordre, libelle, role })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(id)
}

/** The groups of one type; a group stands where its first field stands, the data of its records stay as they are. */
async function groupType(db: AnyDb, typeId: number, acte: string): Promise<void> {
  const champs = await db
    .selectFrom('champs')
    .select(['id', 'nom'])
    .where('type_source_id', '=', typeId)
    .orderBy('ordre')
    .orderBy('id')
    .execute()
  const found = groupsFromNames(
    champs.map(({ nom }) => String(nom)),
    acte,
  )
  const ids = new Map<string, number>()
  for (const { groupe } of found)
    if (!ids.has(groupe.cle)) ids.set(groupe.cle, await insertGroup(db, typeId, ids.size + 1, groupe))
  for (const { cle, de } of new Set(found.map(({ groupe }) => groupe))) {
    const of = de === null ? undefined : ids.get(de)
    if (of !== undefined)
      await db.updateTable('groupes').set({ de_groupe_id: of }).where('id', '=', ids.get(cle)).execute()
  }
  for (const [index, { id }] of champs.entries()) {
    const { groupe, partie } = found[index] ?? {}
    await db
      .updateTable('champs')
      .set({ groupe_id: ids.get(groupe?.cle ?? ''), partie })
      .where('id', '=', id)
      .execute()
  }
}

/** Persons in an act: each field stands in a group, which is a person or a heading. */
export async function up(db: AnyDb): Promise<void> {
  await createGroups(db)
  for (const { id, nom_key } of await db.selectFrom('types_sources').select(['id', 'nom_key']).execute()) {
    const acte = ACT_OF_TYPE[String(nom_key)] ?? 'autre'
    await db.updateTable('types_sources').set({ acte }).where('id', '=', id).execute()
    await groupType(db, Number(id), acte)
  }
}
