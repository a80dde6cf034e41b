import { csvWriter } from '../../lib/csv.ts'
import type { ExportFormat } from './format.ts'

export const csv: ExportFormat = {
  extension: 'csv',
  mediaType: 'text/csv; charset=utf-8',
  label: 'CSV',
  write: ({ headers, batches }) => csvWriter(headers, batches),
}
