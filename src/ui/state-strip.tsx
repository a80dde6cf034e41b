import { plural } from '../lib/text.ts'
import { NBSP } from '../lib/typo.ts'
import { STATE_WORDS, type Told, YEAR_STATES, type YearState, yearCounts, yearsOf } from '../lib/year-states.ts'

/** Drawn with the colour of the text in light and dark, so that pattern and letter alone tell the states apart. */
const FILL: Record<YearState, string> = {
  validee: 'currentColor',
  a_valider: 'url(#trait-serre)',
  en_cours: 'url(#trait)',
  pris: 'url(#points)',
  a_faire: 'none',
  manque: 'url(#croix)',
}

/** Units of the drawing, width and height: about one pixel on a large window, on a phone half of one where it is drawn for a page. */
const SIZES = { page: [640, 32], panneau: [400, 32], cellule: [160, 18] } as const
/** A narrower piece has no room for its letter. */
const LETTER = 22

interface StateStripProps {
  /** Tells whose years they are. */
  name: string
  runs: readonly Told[]
  /** The first and the last year of the drawing. */
  span: readonly [number, number]
  /** Alone on a page, in a panel of one, or in a cell of a table: lower, and without letters, which the columns beside it stand for. */
  size?: keyof typeof SIZES
  /** Where years lead, as far as they lead somewhere; undefined where none does. */
  hrefOf?: ((run: Told) => string | undefined) | undefined
}

const runWords = (run: Told): string => `${yearsOf(run)} ${STATE_WORDS[run.etat].label.toLowerCase()}`

/**
 * Years by how far they are; `Patterns` must be on the page. Its links are for the mouse: the keyboard has those of the table beside it,
 * as a strip of a hundred years would be a hundred stops.
 */
export function StateStrip({ name, runs, span: [from, to], size = 'page', hrefOf }: StateStripProps) {
  const [width, height] = SIZES[size]
  const at = (year: number): number => Math.round(((year - from) / (to - from + 1)) * width)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={size === 'cellule' ? width : '100%'}
      role={hrefOf ? 'group' : 'img'}
      aria-label={`${name}${NBSP}: ${runs.map(runWords).join(', ')}`}
    >
      {runs.map((run) => {
        const piece = (
          <Piece etat={run.etat} x={at(run.debut)} length={at(run.fin + 1) - at(run.debut)} height={height} />
        )
        const href = hrefOf?.(run)
        if (href === undefined) return piece
        return (
          <a href={href} tabindex={-1} aria-label={`Chercher${NBSP}: ${runWords(run)}`}>
            {piece}
          </a>
        )
      })}
    </svg>
  )
}

function Piece({ etat, x, length, height }: { etat: YearState; x: number; length: number; height: number }) {
  const hasLetter = height === SIZES.page[1] && length >= LETTER
  return (
    <>
      <rect x={x} y="1" width={length} height={height - 2} fill={FILL[etat]} stroke="currentColor" stroke-width="1" />
      {hasLetter && <Letter etat={etat} x={x + length / 2} />}
    </>
  )
}

/** A letter on a plate of the page, so that no pattern runs through it. */
const Letter = ({ etat, x }: { etat: YearState; x: number }) => (
  <>
    <rect x={x - 10} y="4" width="20" height="24" fill="var(--page)" />
    <text x={x} y="23" text-anchor="middle" font-size="20" fill="currentColor">
      {STATE_WORDS[etat].lettre}
    </text>
  </>
)

/** Stand once on a page, before its strips. */
export const Patterns = () => (
  <svg class="hors-ecran" aria-hidden="true">
    <defs>
      <pattern id="trait" width="10" height="10" patternUnits="userSpaceOnUse">
        <path d="M0 10 10 0" stroke="currentColor" stroke-width="1.5" />
      </pattern>
      <pattern id="trait-serre" width="5" height="5" patternUnits="userSpaceOnUse">
        <path d="M0 5 5 0" stroke="currentColor" stroke-width="1.5" />
      </pattern>
      <pattern id="points" width="8" height="8" patternUnits="userSpaceOnUse">
        <circle cx="4" cy="4" r="1.5" fill="currentColor" />
      </pattern>
      <pattern id="croix" width="12" height="12" patternUnits="userSpaceOnUse">
        <path d="M2 2 10 10M10 2 2 10" stroke="currentColor" stroke-width="1" />
      </pattern>
    </defs>
  </svg>
)

/** The first and the last year, at the ends of what stands above them. */
export const Bounds = ({ span: [from, to] }: { span: readonly [number | null, number | null] }) => (
  <span class="annees-bornes aide">
    <span>{from}</span> <span>{to}</span>
  </span>
)

/** Each state by its letter, with the years it has. */
export function LegendLine({ counts }: { counts: Partial<Record<YearState, number>> }) {
  const shown = YEAR_STATES.map((etat) => ({ ...STATE_WORDS[etat], n: counts[etat] ?? 0 })).filter(({ n }) => n > 0)
  return (
    <p>
      {shown.map(({ lettre, label, n }, at) => (
        <>
          {at > 0 && ' · '}
          <strong>{lettre}</strong>
          {`${NBSP}${label.toLowerCase()}${NBSP}: ${plural(n, 'année', 'années')}`}
        </>
      ))}
    </p>
  )
}

export const Legend = ({ runs }: { runs: readonly Told[] }) => <LegendLine counts={yearCounts(runs)} />
