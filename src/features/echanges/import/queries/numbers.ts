import { dialectOf } from '../../../../db/dialect/index.ts'
import type { Db } from '../../../../db/schema.ts'
import type { ImportLine, PlannedLine } from '../../../imports/kind.ts'
import type { ActRow } from '../reading.ts'

type ActLine = ImportLine<ActRow>

const keyOf = ({ origine, ident }: { origine: string; ident: string | null }): string => `${origine}|${ident}`

/** Records of the source by the number that they had elsewhere; one that two have is none. */
async function numbered(db: Db, sourceId: number, idents: string[]): Promise<Map<string, number | null>> {
  const rows = await db
    .selectFrom('origines_actes')
    .innerJoin('releves', 'releves.id', 'origines_actes.releve_id')
    .select(['releve_id', 'origine', 'ident'])
    .where('releves.source_id', '=', sourceId)
    .where((eb) => dialectOf(db).sql.inList(eb.ref('ident'), idents))
    .execute()
  const found = new Map<string, number | null>()
  for (const row of rows) found.set(keyOf(row), found.has(keyOf(row)) ? null : row.releve_id)
  return found
}

const asked = (line: ActLine, id: number): PlannedLine => ({
  ...{ ligne: line.ligne, action: 'verifier' },
  warning: `À vérifier\u00a0: même numéro (${line.row.ident}) que le relevé n°\u00a0${id}, déjà dans la source, mais d’autres valeurs.`,
})

/** Finds acts whose number a record of their source has, with other values: what becomes of them is asked. */
export class Numbers {
  readonly #seen = new Set<string>()

  forget(): void {
    this.#seen.clear()
  }

  async plan(db: Db, sourceId: number, lines: readonly ActLine[], planned: PlannedLine[]): Promise<PlannedLine[]> {
    const open = new Set(
      planned.filter(({ action }) => action === 'creer' || action === 'verifier').map(({ ligne }) => ligne),
    )
    const wanted = lines.filter(({ ligne, row }) => open.has(ligne) && row.ident !== null && this.#isFirst(row))
    if (wanted.length === 0) return planned
    const found = await numbered(db, sourceId, [...new Set(wanted.flatMap(({ row }) => row.ident ?? []))])
    const asks = new Map<number, PlannedLine>()
    for (const line of wanted) {
      const id = found.get(keyOf(line.row))
      if (id === undefined || id === null) continue
      line.row.releve_id = id
      asks.set(line.ligne, asked(line, id))
    }
    return planned.map((line) => asks.get(line.ligne) ?? line)
  }

  /** A number that a file has twice says nothing the second time. */
  #isFirst(row: ActRow): boolean {
    const key = keyOf(row)
    if (this.#seen.has(key)) return false
    this.#seen.add(key)
    return true
  }
}
