import type { Db } from '../../db/schema.ts'

const AT_ONCE = 500

/** Those of these names that the storage has, and their bytes. */
export async function knownFiles(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  const known = new Map<string, number>()
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const some = names.slice(at, at + AT_ONCE)
    const rows = await db.selectFrom('fichiers').select(['nom', 'octets']).where('nom', 'in', some).execute()
    for (const { nom, octets } of rows) known.set(nom, Number(octets))
  }
  return known
}

/** How many files the storage has, and their bytes, those that wait to go included. */
export async function roomOfFiles(db: Db): Promise<{ fichiers: number; octets: number }> {
  const row = await db
    .selectFrom('fichiers')
    .select(({ fn }) => [fn.countAll().as('fichiers'), fn.sum('octets').as('octets')])
    .executeTakeFirst()
  return { fichiers: Number(row?.fichiers ?? 0), octets: Number(row?.octets ?? 0) }
}

/** Names of files that nobody has needed since before that instant, some at a time. */
export async function lostFiles(db: Db, before: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('fichiers')
    .select('nom')
    .where('perdu_at', '<', before)
    .orderBy('perdu_at')
    .limit(most)
    .execute()
  return rows.map(({ nom }) => nom)
}

/** Names of files below a folder that came before that instant. */
export async function oldFiles(db: Db, folder: string, before: string): Promise<string[]> {
  const rows = await db
    .selectFrom('fichiers')
    .select('nom')
    // « 0 » follows « / »: no sign of a name is a pattern.
    .where('nom', '>=', `${folder}/`)
    .where('nom', '<', `${folder}0`)
    .where('created_at', '<', before)
    .execute()
  return rows.map(({ nom }) => nom)
}

/** The newest file below a folder, by its name. */
export async function lastFile(db: Db, folder: string): Promise<{ nom: string; octets: number } | undefined> {
  const row = await db
    .selectFrom('fichiers')
    .select(['nom', 'octets'])
    .where('nom', '>=', `${folder}/`)
    .where('nom', '<', `${folder}0`)
    .where('perdu_at', 'is', null)
    .orderBy('nom', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { nom: row.nom, octets: Number(row.octets) }
}
