import { formatNumber } from '../lib/text.ts'
import { Badge, type Tone } from './page.tsx'

export interface Bar {
  /** Under the bar. */
  label: string
  /** The label in full, where there is room for it. */
  name?: string
  value: number
  /** Its value a year before, where it is drawn beside. */
  before?: number
}

interface BarChartProps {
  caption: string
  bars: Bar[]
  /** The word of the values, and of those of before. */
  unit: string
  unitBefore?: string
  /** The page has the figures in a table that everybody sees. */
  isTableHidden?: boolean
}

/** A panel on a phone is that wide: the words in it are never smaller than 14 px. */
const WIDTH = 320
const HEIGHT = 160
const BASE = HEIGHT - 24
const TOP = 20

/** Upright bars for a dozen values at most, drawn in SVG attributes; the same figures as a table for who cannot see them. */
export function BarChart({ caption, bars, unit, unitBefore, isTableHidden }: BarChartProps) {
  const highest = Math.max(1, ...bars.flatMap(({ value, before = 0 }) => [value, before]))
  const step = WIDTH / Math.max(1, bars.length)
  const scale = (BASE - TOP) / highest
  return (
    <figure class="graphique">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
        {bars.map((bar, i) =>
          bar.before === undefined ? (
            <BarShape {...bar} x={i * step} step={step} scale={scale} />
          ) : (
            <PairShape {...bar} x={i * step} step={step} scale={scale} />
          ),
        )}
        {unitBefore !== undefined && <Legend unit={unit} unitBefore={unitBefore} />}
        <line x1="0" x2={WIDTH} y1={BASE + 0.5} y2={BASE + 0.5} />
      </svg>
      {!isTableHidden && <ChartTable caption={caption} unit={unit} bars={bars} />}
    </figure>
  )
}

/** A table is as wide as its words, whatever it is told. */
const ChartTable = ({ caption, unit, bars }: Pick<BarChartProps, 'caption' | 'unit' | 'bars'>) => (
  <div class="hors-ecran">
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Période</th>
          <th scope="col">{unit}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ label, name = label, value }) => (
          <tr>
            <th scope="row">{name}</th>
            <td>{formatNumber(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** Above pairs of bars, which have no figures. */
const Legend = ({ unit, unitBefore }: { unit: string; unitBefore: string }) => (
  <>
    <rect x="0" y="2" width="10" height="10" />
    <text x="42" y="12">
      {unit}
    </text>
    <rect class="avant" x="90" y="2" width="10" height="10" />
    <text x="154" y="12">
      {unitBefore}
    </text>
  </>
)

interface Place {
  x: number
  step: number
  /** Points for one. */
  scale: number
}

function BarShape({ label, value, x, step, scale }: Bar & Place) {
  const middle = (x + step / 2).toFixed(1)
  const height = value * scale
  return (
    <>
      <Upright x={x + step * 0.2} width={step * 0.6} height={height} />
      <text x={middle} y={(BASE - height - 5).toFixed(1)}>
        {formatNumber(value)}
      </text>
      <text class="sous" x={middle} y={HEIGHT - 6}>
        {label}
      </text>
    </>
  )
}

/** Two bars side by side, that of before first. There is no room for figures: a table of the page has them. */
function PairShape({ label, value, before = 0, x, step, scale }: Bar & Place) {
  return (
    <>
      <Upright x={x + step * 0.1} width={step * 0.35} height={before * scale} isBefore />
      <Upright x={x + step * 0.5} width={step * 0.35} height={value * scale} />
      <text class="sous" x={(x + step / 2).toFixed(1)} y={HEIGHT - 6}>
        {label}
      </text>
    </>
  )
}

const Upright = ({ x, width, height, isBefore }: { x: number; width: number; height: number; isBefore?: boolean }) => (
  <rect
    class={isBefore ? 'avant' : undefined}
    x={x.toFixed(1)}
    y={(BASE - height).toFixed(1)}
    width={width.toFixed(1)}
    height={height.toFixed(1)}
  />
)

export interface Share {
  value: number
  label: string
  tone: Tone
  href: string
}

/** Parts of a whole as one bar, and under it each part with its number, a link to what it counts. */
export function Shares({ caption, items }: { caption: string; items: Share[] }) {
  const total = items.reduce((sum, { value }) => sum + value, 0)
  let at = 0
  const parts = items.map(({ value, tone }) => {
    const part = { x: at, width: total === 0 ? 0 : (100 * value) / total, tone }
    at += part.width
    return part
  })
  return (
    <div class="parts">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        {parts.map(({ x, width, tone }) => width > 0 && <rect class={`part-${tone}`} x={x} width={width} height="6" />)}
      </svg>
      <ul aria-label={caption}>
        {items.map(({ value, label, tone, href }) => (
          <li>
            <a href={href}>
              <strong>{formatNumber(value)}</strong> <Badge tone={tone}>{label}</Badge>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
