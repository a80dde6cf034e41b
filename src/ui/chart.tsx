import { formatNumber } from '../lib/text.ts'

export interface Bar {
  /** Under the bar. */
  label: string
  /** The label in full, where there is room for it. */
  name?: string
  value: number
}

/** A panel on a phone is that wide: the words in it are never smaller than 14 px. */
const WIDTH = 320
const HEIGHT = 160
const BASE = HEIGHT - 24
const TOP = 20

/** Upright bars for a dozen values at most, drawn in SVG attributes; the same figures as a table for who cannot see them. */
export function BarChart({ caption, bars, unit }: { caption: string; bars: Bar[]; unit: string }) {
  const highest = Math.max(1, ...bars.map(({ value }) => value))
  const step = WIDTH / Math.max(1, bars.length)
  return (
    <figure class="graphique">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
        {bars.map(({ label, value }, i) => (
          <BarShape label={label} value={value} x={i * step} step={step} height={((BASE - TOP) * value) / highest} />
        ))}
        <line x1="0" x2={WIDTH} y1={BASE + 0.5} y2={BASE + 0.5} />
      </svg>
      {/* A table is as wide as its words, whatever it is told. */}
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
    </figure>
  )
}

function BarShape({ label, value, x, step, height }: Bar & { x: number; step: number; height: number }) {
  const middle = (x + step / 2).toFixed(1)
  return (
    <>
      <rect
        x={(x + step * 0.2).toFixed(1)}
        y={(BASE - height).toFixed(1)}
        width={(step * 0.6).toFixed(1)}
        height={height.toFixed(1)}
      />
      <text x={middle} y={(BASE - height - 5).toFixed(1)}>
        {formatNumber(value)}
      </text>
      <text class="sous" x={middle} y={HEIGHT - 6}>
        {label}
      </text>
    </>
  )
}
