import type { Rows } from '../../lib/rows.ts'

/** A format in which rows are exported; it has a line in index.ts, and then every export has it. */
export interface ExportFormat {
  /** End of the name of the file, and of the address of each export: `/lieux/export/csv`. */
  extension: string
  /** `Content-Type` of the file. */
  mediaType: string
  /** « Exporter en CSV ». */
  label: string
  /** Files of it go to other societies: what is reserved leaves only where that is asked for (`mentions=1`). */
  isForOthers?: true
  /** The file in pieces, made only as fast as they are read: the rows of an export do not fit in memory. */
  write(rows: Rows): AsyncGenerator<string | Uint8Array, void>
}
