import type { ActKind } from '../../../db/schema-persons.ts'
import { formatNumber } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { yearsOf } from '../../../lib/year-states.ts'
import type { Run } from '../../couverture/rules.ts'
import { ACT_LABELS } from '../../types-sources/rules/persons.ts'
import { bins, type YearLine } from '../rules/years.ts'

/** Units of the drawing: on a large window about one pixel, on a phone half of one. */
const WIDTH = 640
const HEIGHT = 96
/** So many bars at most, each of two units. */
const MOST_BARS = WIDTH / 2

interface YearChartProps {
  acte: ActKind
  counts: readonly { acte: ActKind; annee: number; n: number }[]
  gaps: readonly Run[]
  span: readonly [number, number]
}

/** Acts of one kind by year, in the colour of the text so that it prints; years that are missing are hatched from top to bottom. */
export function YearChart({ acte, counts, gaps, span }: YearChartProps) {
  const { years, bars, highest } = bins(counts, acte, span, MOST_BARS)
  const missing = gaps.filter((gap) => gap.acte === acte)
  const at = (year: number): number => ((year - span[0]) / (span[1] - span[0] + 1)) * WIDTH
  const round = (n: number): string => n.toFixed(1)
  const each = years === 1 ? 'par an' : `en ${years} ans`
  const label = `${ACT_LABELS[acte]}${NBSP}: ${formatNumber(highest)} au plus ${each}${missing.length === 0 ? '' : `, lacunes ${missing.map(yearsOf).join(', ')}`}`
  return (
    <figure class="statistiques-dessin">
      <figcaption class="aide">{`${label}.`}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width="100%" role="img" aria-label={label}>
        {missing.map(({ debut, fin }) => (
          <rect
            x={round(at(debut))}
            y="0"
            width={round(at(fin + 1) - at(debut))}
            height={HEIGHT - 1}
            fill="url(#lacune)"
          />
        ))}
        {bars.map(({ annee, n }) => {
          const height = (n / highest) * (HEIGHT - 4)
          return (
            <rect
              x={round(at(annee))}
              y={round(HEIGHT - 1 - height)}
              width={round(Math.max(1, at(annee + years) - at(annee) - 0.5))}
              height={round(height)}
              fill="currentColor"
            />
          )
        })}
        <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} stroke="currentColor" />
      </svg>
    </figure>
  )
}

/** Stands once on a page, before its drawings. */
export const GapPattern = () => (
  <svg width="0" height="0" aria-hidden="true">
    <defs>
      <pattern id="lacune" width="6" height="6" patternUnits="userSpaceOnUse">
        <path d="M0 6 6 0" stroke="currentColor" stroke-width="0.8" />
      </pattern>
    </defs>
  </svg>
)

export const lineYears = ({ annee, annees }: Pick<YearLine, 'annee' | 'annees'>): string =>
  annees === 1 ? String(annee) : `${annee}-${annee + annees - 1}`

/** Room of a drawing in a cell of a table. */
const CELL = 160
const LOW = 18

/** How much of the commonest a line is: the figure stands beside it. */
export const ShareBar = ({ n, most }: { n: number; most: number }) => (
  <svg viewBox={`0 0 ${CELL} ${LOW}`} width={CELL} aria-hidden="true" focusable="false">
    <rect y="4" width={Math.max(1, Math.round((n / Math.max(1, most)) * CELL))} height={LOW - 8} fill="currentColor" />
  </svg>
)

/** One name through the decades. */
export function DecadeBars({
  nom,
  counts,
  decades,
}: {
  nom: string
  counts: ReadonlyMap<number, number>
  decades: readonly number[]
}) {
  const highest = Math.max(1, ...counts.values())
  const step = CELL / Math.max(1, decades.length)
  const told = decades.filter((decade) => (counts.get(decade) ?? 0) > 0)
  const label = `${nom}${NBSP}: ${told.map((decade) => `${decade === 0 ? 'sans date' : decade} ${counts.get(decade)}`).join(', ')}`
  return (
    <svg viewBox={`0 0 ${CELL} ${LOW}`} width={CELL} role="img" aria-label={label}>
      {decades.map((decade, at) => {
        const height = ((counts.get(decade) ?? 0) / highest) * LOW
        return (
          height > 0 && (
            <rect
              x={(at * step).toFixed(1)}
              y={(LOW - height).toFixed(1)}
              width={Math.max(1, step - 1).toFixed(1)}
              height={height.toFixed(1)}
              fill="currentColor"
            />
          )
        )
      })}
    </svg>
  )
}
