import { sql } from 'kysely'
import type { Db } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import { formatNumber, plural } from '../../../lib/text.ts'

const FULL = [
  ['sources', 'source', 'sources'],
  ['sources_supprimees', 'source supprimée', 'sources supprimées'],
  ['releve_versions', 'version de relevé', 'versions de relevés'],
  ['lieux', 'lieu', 'lieux'],
  ['sections', 'section', 'sections'],
  ['depots', 'dépôt', 'dépôts'],
  ['orthographes', 'orthographe', 'orthographes'],
  ['abreviations', 'abréviation', 'abréviations'],
] as const

/** Nobody needs to know how many there are beyond, and a site of millions of records would be counted for each page. */
const MOST = 1000

/** Says in words what a site holds that an archive would run into; '' where it is as it was installed. */
export async function heldBySite(db: Db): Promise<string> {
  const held: string[] = []
  for (const [table, one, many] of FULL) {
    const { rows } = await sql<{ n: number }>`select cast(count(*) as integer) as n
      from (select 1 from ${sql.table(table)} limit ${sql.lit(MOST + 1)}) as found`.execute(db)
    const n = rows[0]?.n ?? 0
    if (n > 0) held.push(n > MOST ? `plus de ${formatNumber(MOST)} ${many}` : plural(n, one, many))
  }
  return held.join(', ')
}

/** AppError `conflit` where the site is not empty. */
export async function ensureEmpty(db: Db): Promise<void> {
  const held = await heldBySite(db)
  if (held !== '')
    throw new AppError(
      'conflit',
      `Ce site n’est pas vide\u00a0: il contient déjà ${held}. Une archive ne se remet que dans un site qui vient d’être installé. Rien n’a été écrit.`,
    )
}
