import { Table } from '../../../ui/table.tsx'
import type { ReportTable } from '../kind.ts'

const shownCell = (cell: ReportTable['rows'][number][number] | undefined) =>
  typeof cell === 'object' ? <a href={cell.href}>{cell.label}</a> : (cell ?? '')

const isNumber = (cell: unknown): boolean => typeof cell === 'string' && /^-?[0-9\s]+$/.test(cell)

/** The tables that a kind of import has of its own. */
export const ReportTables = ({ tables }: { tables: readonly ReportTable[] }) => (
  <>
    {tables.map(({ caption, lead, headers, rows }) => (
      <>
        <h2>{caption}</h2>
        {lead !== undefined && <p>{lead}</p>}
        <Table
          caption={caption}
          rows={rows}
          columns={headers.map((label, at) => ({
            ...{ label, head: at === 0, cell: (row: ReportTable['rows'][number]) => shownCell(row[at]) },
            kind: rows.length > 0 && rows.every((row) => isNumber(row[at])) ? ('nombre' as const) : undefined,
          }))}
        />
      </>
    ))}
  </>
)
