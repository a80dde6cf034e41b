import { encode } from 'uqr'

/** Readers of QR codes want a white margin of four modules. */
const MARGIN = 4
const MODULE_PX = 5

/** The black modules as one path: a bar for each run of them in a line. */
function barsOf(lines: readonly (readonly boolean[])[]): string {
  const bars: string[] = []
  for (const [y, line] of lines.entries()) {
    for (let x = 0; x < line.length; x += 1) {
      if (!line[x]) continue
      const from = x
      while (line[x + 1]) x += 1
      bars.push(`M${from} ${y}h${x + 1 - from}v1H${from}z`)
    }
  }
  return bars.join('')
}

/** A QR code, drawn here: what it says leaves the server on this page only. Black on white in the dark too, or no camera reads it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: MARGIN })
  const px = size * MODULE_PX
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={px}
      height={px}
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={barsOf(data)} fill="#000" />
    </svg>
  )
}
