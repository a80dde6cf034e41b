import type { ColumnMapping, ImportColumn } from '../kind.ts'
import { ColumnsError, FileError } from './encoding.ts'
import { readHeader } from './header.ts'
import { readMapping } from './kept.ts'
import {
  DateWatch,
  IGNORED,
  type LineCells,
  mappedCells,
  mappingErrors,
  plainCell,
  titleOf,
  unfilled,
} from './mapping.ts'

interface FileColumns {
  cells: LineCells
  /** Titles of the columns that nobody reads. */
  ignored: string[]
  dates: DateWatch
}

/** How the lines of a file are read: by its own header, or as somebody chose. FileError where it cannot be done. */
export function columnsOf(
  headers: string[],
  session: { columns: ImportColumn[]; mapping?: ColumnMapping | undefined },
  stored: Record<string, unknown> | null,
): FileColumns {
  const { mapping, columns } = session
  return mapping && stored ? chosenColumns(headers, mapping, stored) : ownColumns(headers, columns, mapping)
}

function chosenColumns(headers: string[], mapping: ColumnMapping, stored: Record<string, unknown>): FileColumns {
  const chosen = readMapping(stored, mapping)
  if (chosen?.colonnes.length !== headers.length)
    throw new ColumnsError('Les colonnes de ce fichier ne sont plus celles qui ont été choisies\u00a0: revoyez-les.')
  const [problem] = Object.values(mappingErrors(chosen, headers, mapping))
  const missing = unfilled(chosen, mapping)
  if (problem !== undefined || missing.length > 0)
    throw new ColumnsError(
      'Les champs de ce type de source ont changé depuis que les colonnes ont été choisies\u00a0: revoyez-les, puis vérifiez de nouveau le fichier.',
    )
  const dates = new Set(mapping.columns.filter(({ nature }) => nature === 'date').map(({ cle }) => cle))
  const watched = chosen.colonnes.flatMap(({ vers, lecture }, at) =>
    dates.has(vers) ? [{ at, reading: lecture }] : [],
  )
  return {
    cells: mappedCells(chosen, headers, mapping),
    ignored: chosen.colonnes.flatMap(({ vers }, at) =>
      vers === IGNORED && headers[at]?.trim() ? [titleOf(headers, at)] : [],
    ),
    dates: new DateWatch(watched),
  }
}

function ownColumns(headers: string[], columns: ImportColumn[], mapping: ColumnMapping | undefined): FileColumns {
  const { positions, ignored } = ownHeader(headers, columns, mapping !== undefined)
  const dates = mapping?.columns.filter(({ nature }) => nature === 'date') ?? []
  return {
    cells: (cells) => (nom) => {
      const at = positions.get(nom)
      return at === undefined ? '' : plainCell(cells[at])
    },
    ignored,
    dates: new DateWatch(dates.flatMap(({ nom }) => ({ at: positions.get(nom) ?? -1, reading: undefined }))),
  }
}

/** A field may have been made required, or renamed, since the file came: where its columns can be chosen, they are asked for. */
function ownHeader(headers: string[], columns: ImportColumn[], mayAsk: boolean) {
  try {
    return readHeader(headers, columns)
  } catch (error) {
    throw mayAsk && error instanceof FileError ? new ColumnsError(error.message) : error
  }
}
