import type { Db } from '../../../db/schema.ts'
import type { Cell, Rows } from '../../../lib/rows.ts'

const BATCH = 500

/** The sections of the association and how each writes. */
export async function sectionRows(db: Db): Promise<Rows> {
  const rows = await db
    .selectFrom('sections')
    .select(['nom', 'description', 'ouverte', 'conventions', 'lecon'])
    .orderBy('nom_key')
    .execute()
  const cells = rows.map(({ nom, description, ouverte, conventions, lecon }): Cell[] => [
    ...[nom, description, ouverte ? 'Oui' : 'Non', conventions, lecon],
  ])
  return { headers: ['nom', 'description', 'ouverte', 'conventions', 'lecon'], batches: [cells] }
}

const DEPOT_COLUMNS = ['nom', 'sigle', 'adresse', 'ville', 'site_web', 'note'] as const

export async function depotRows(db: Db): Promise<Rows> {
  const rows = await db.selectFrom('depots').select(DEPOT_COLUMNS).orderBy('nom_key').execute()
  const cells = rows.map((row): Cell[] => DEPOT_COLUMNS.map((column) => row[column]))
  return { headers: [...DEPOT_COLUMNS], batches: [cells] }
}

/** Ids of all sources, by title: each has its number by its place among them. */
export async function sourceOrder(db: Db): Promise<{ id: number; titre: string; type_source_id: number }[]> {
  return db
    .selectFrom('sources')
    .select(['id', 'titre', 'type_source_id'])
    .orderBy('titre_tri')
    .orderBy('titre')
    .orderBy('id')
    .execute()
}

async function* versions(db: Db, files: ReadonlyMap<number, string>): AsyncGenerator<Cell[][], void> {
  const query = db
    .selectFrom('releve_versions')
    .leftJoin('users', 'users.id', 'releve_versions.user_id')
    .select(['releve_versions.id', 'releve_id', 'source_id', 'releve_versions.version', 'operation'])
    .select(['data', 'etats', 'lectures', 'releve_versions.created_at', 'users.name'])
    .orderBy('releve_versions.id')
    .limit(BATCH)
  for (let after = 0; ; ) {
    const rows = await query.where('releve_versions.id', '>', after).execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows.map((row): Cell[] => [
      ...[files.get(row.source_id) ?? null, row.releve_id, row.version, row.operation, row.created_at, row.name],
      ...[JSON.stringify(row.data), JSON.stringify(row.etats), row.lectures && JSON.stringify(row.lectures)],
    ])
    after = last.id
  }
}

/** Every version of every record, those deleted among them; `files` has the name of the file of each source. */
export const historyRows = (db: Db, files: ReadonlyMap<number, string>): Rows => ({
  headers: ['fichier', 'releve', 'version', 'operation', 'le', 'par', 'donnees', 'etats', 'lectures'],
  batches: versions(db, files),
})
