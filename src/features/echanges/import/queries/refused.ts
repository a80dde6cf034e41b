import { sql } from 'kysely'
import { dialectOf } from '../../../../db/dialect/index.ts'
import type { Db } from '../../../../db/schema.ts'
import type { Cell, Rows } from '../../../../lib/rows.ts'
import type { Plan, PlanFile } from '../../rules/plan.ts'
import type { Span } from '../../rules/raw-lines.ts'

const refusedOf = (db: Db, importId: number) =>
  db.selectFrom('import_lignes').where('import_id', '=', importId).where('action', '=', 'refusee')

/** How many lines of each file of a plan were refused. */
export async function refusedByFile(db: Db, importId: number, { fichiers }: Plan): Promise<number[]> {
  if (fichiers.length === 0) return []
  const rows = await refusedOf(db, importId)
    .select((eb) => {
      // The last file first: the first condition that holds counts.
      const which = fichiers.reduceRight(
        (found, { debut }, n) => found.when('ligne', '>', debut).then(sql.lit(n)),
        eb.case().when('ligne', '<', 0).then(sql.lit(0)),
      )
      return [which.else(sql.lit(0)).end().as('n'), eb.fn.countAll<number>().as('lignes')]
    })
    .groupBy('n')
    .execute()
  const counts = new Map(rows.map(({ n, lignes }) => [Number(n), lignes]))
  return fichiers.map((_, n) => counts.get(n) ?? 0)
}

/** The numbers, in the file, of its lines that were refused. */
export async function refusedLines(db: Db, importId: number, { debut, lignes }: PlanFile): Promise<number[]> {
  const rows = await refusedOf(db, importId)
    .select('ligne')
    .where('ligne', '>', debut)
    .where('ligne', '<=', debut + lignes)
    .orderBy('ligne')
    .execute()
  return rows.map(({ ligne }) => ligne - debut)
}

const AT_ONCE = 500

async function* reasons(
  db: Db,
  importId: number,
  { debut, nom }: PlanFile,
  found: Found,
): AsyncGenerator<Cell[][], void> {
  const { lines, spans } = found
  const firsts = new Map<number, number>()
  let next = 1
  for (const [first, last] of spans) {
    firsts.set(first, next)
    next += last - first + 1
  }
  for (let at = 0; at < lines.length; at += AT_ONCE) {
    const part = lines.slice(at, at + AT_ONCE)
    const rows = await db
      .selectFrom('import_messages')
      .select(['ligne', 'message'])
      .where('import_id', '=', importId)
      .where((eb) =>
        dialectOf(db).sql.inList(
          eb.ref('ligne').$castTo<number>(),
          part.map((ligne) => ligne + debut),
        ),
      )
      .orderBy('ligne')
      .orderBy('id')
      .execute()
    yield rows.map(({ ligne, message }) => {
      const inFile = (ligne ?? 0) - debut
      return [firsts.get(inFile) ?? null, inFile, message.replace(`${nom}, ligne ${inFile}\u00a0: `, '')]
    })
  }
}

interface Found {
  lines: readonly number[]
  spans: readonly Span[]
}

/** Why each of these lines was refused, beside its number in the file of refused lines and in the one that was sent. */
export const reasonRows = (db: Db, importId: number, file: PlanFile, found: Found): Rows => ({
  headers: ['ligne', 'ligne du fichier envoyé', 'motif'],
  batches: reasons(db, importId, file, found),
})
