import type { Db } from '../../../db/schema.ts'
import type { ColumnMapping, ImportLine, ImportSession } from '../kind.ts'
import { type Mapping, mappedCells } from '../rules/mapping.ts'
import type { FileSample } from '../rules/sample.ts'

export const PREVIEW_LINES = 5

export interface PreviewRow {
  ligne: number
  cells: string[]
  /** Why the line would be refused. */
  message: string | undefined
}

interface Choice {
  mapping: ColumnMapping
  sample: FileSample
  chosen: Mapping
}

/** The first lines of a file as they would be stored; nothing is. */
export async function previewRows<Row>(
  db: Db,
  session: ImportSession<Row>,
  { mapping, sample, chosen }: Choice,
): Promise<PreviewRow[]> {
  const cells = mappedCells(chosen, sample.headers, mapping)
  const first = sample.lines.slice(0, PREVIEW_LINES)
  const refused = new Map<number, string>()
  const lines = first.flatMap(({ ligne, cells: typed }): ImportLine<Row>[] => {
    const parsed = session.parseLine(cells(typed))
    if (!parsed.ok) refused.set(ligne, parsed.message)
    return parsed.ok ? [{ ligne, row: parsed.row, cle: parsed.cle, renvoi: parsed.renvoi }] : []
  })
  const planned = lines.length === 0 ? [] : await session.plan(db, lines, new Map())
  for (const line of planned) if (line.action === 'refusee') refused.set(line.ligne, line.message)
  const shown = new Map<number, string[]>()
  for (const line of lines) shown.set(line.ligne, await session.preview.cells(line))
  return first.map(({ ligne }) => ({ ligne, cells: shown.get(ligne) ?? [], message: refused.get(ligne) }))
}
