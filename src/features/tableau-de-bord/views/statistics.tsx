import { formatMonth } from '../../../lib/months.ts'
import { formatNumber } from '../../../lib/text.ts'
import { BarChart } from '../../../ui/chart.tsx'
import { Panel, Panels } from '../../../ui/figures.tsx'
import { PageHead } from '../../../ui/page.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { YearPart, type YearProps } from './year.tsx'

export interface YearMonth {
  /** As instants begin: 2026-11. */
  mois: string
  n: number
  /** In the same month a year before. */
  avant: number
}

export const STATISTICS_TITLE = 'Statistiques'

/** The last twelve months beside the twelve before, drawn and in figures. */
export function StatisticsPage({ months, year }: { months: YearMonth[]; year: YearProps }) {
  const sum = (of: (month: YearMonth) => number) => months.reduce((total, month) => total + of(month), 0)
  const [now, before] = [sum(({ n }) => n), sum(({ avant }) => avant)]
  return (
    <>
      <PageHead
        title={STATISTICS_TITLE}
        lead={`${formatNumber(now)} ${now >= 2 ? 'relevés saisis' : 'relevé saisi'} en douze mois, ${formatNumber(before)} pendant les douze précédents.`}
      />
      <Panels>
        <Panel title="En dessin">
          <BarChart
            caption="Relevés saisis par mois, et un an plus tôt"
            unit="Relevés"
            unitBefore="Un an plus tôt"
            isTableHidden
            bars={months.map(({ mois, n, avant }) => ({
              label: formatMonth(mois).slice(0, 1).toUpperCase(),
              name: formatMonth(mois),
              value: n,
              before: avant,
            }))}
          />
        </Panel>
        <Panel title="En nombres">
          <Table caption="Relevés saisis par mois" columns={COLUMNS} rows={months} />
        </Panel>
      </Panels>
      <YearPart {...year} />
    </>
  )
}

const COLUMNS: Column<YearMonth>[] = [
  { label: 'Mois', kind: 'nom', head: true, cell: ({ mois }) => formatMonth(mois) },
  { label: 'Relevés', kind: 'nombre', cell: ({ n }) => formatNumber(n) },
  { label: 'Un an plus tôt', kind: 'nombre', cell: ({ avant }) => formatNumber(avant) },
  { label: 'Écart', kind: 'nombre', cell: ({ n, avant }) => difference(n - avant) },
]

const difference = (n: number): string => (n > 0 ? `+${formatNumber(n)}` : formatNumber(n))
