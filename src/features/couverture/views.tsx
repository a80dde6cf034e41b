import type { ActKind } from '../../db/schema-persons.ts'
import { formatNumber, plural } from '../../lib/text.ts'
import { NBSP } from '../../lib/typo.ts'
import { EmptyState, LinkButton, PageHead } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { ACT_LABELS } from '../types-sources/rules/persons.ts'
import type { CountedRun } from './queries.ts'
import { STATE_WORDS, type Told, type Window, YEAR_STATES, type YearState, yearsOf } from './rules.ts'

interface CoverageProps {
  lieu: { id: number; nom: string; nom_long: string }
  runs: CountedRun[]
  window: Window
}

export const coveragePath = (lieuId: number): string => `/couverture/lieux/${lieuId}`

export const titleOf = ({ nom }: { nom: string }): string => `Couverture\u00a0: ${nom}`

export function CoveragePage({ lieu, runs, window }: CoverageProps) {
  const narrowed = windowWords(window)
  return (
    <>
      <PageHead
        title={titleOf(lieu)}
        lead={`${lieu.nom_long}, lieux en dessous compris. Ce qui est relevé, ce qui ne l’est pas, ce qui manque.`}
        action={<LinkButton href={`/inventaire?lieu=${lieu.id}`}>Inventaire des registres</LinkButton>}
      />
      {narrowed !== '' && (
        <p>
          Seulement{NBSP}: {narrowed}. <a href={coveragePath(lieu.id)}>Voir toutes les années</a>
        </p>
      )}
      <CoverageAlone runs={runs} />
    </>
  )
}

function windowWords({ de, a, acte }: Window): string {
  const years = [de !== null && `à partir de ${de}`, a !== null && `jusqu’à ${a}`]
  return [acte !== null && ACT_LABELS[acte].toLowerCase(), ...years].filter(Boolean).join(', ')
}

/** The legend, the strips and their table: the page of a place, and the end of a search. */
export const CoverageAlone = ({ runs }: { runs: CountedRun[] }) =>
  runs.length === 0 ? (
    <EmptyState title="Rien n’est connu de ce lieu pour ces années">
      Ni source que vous puissiez voir avec ses années, ni registre à l’inventaire.
    </EmptyState>
  ) : (
    <>
      <Legend runs={runs} />
      <Strips runs={runs} />
      <Table caption="Couverture année par année" columns={COLUMNS} rows={runs} />
    </>
  )

function Legend({ runs }: { runs: CountedRun[] }) {
  const counts: Partial<Record<YearState, number>> = {}
  for (const { etat, debut, fin } of runs) counts[etat] = (counts[etat] ?? 0) + fin - debut + 1
  return <LegendLine counts={counts} />
}

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

/** Drawn with the colour of the text in light and dark, so that pattern and letter alone tell the states apart. */
const FILL: Record<YearState, string> = {
  validee: 'currentColor',
  a_valider: 'url(#trait-serre)',
  en_cours: 'url(#trait)',
  pris: 'url(#points)',
  a_faire: 'none',
  manque: 'url(#croix)',
}

/** Units of the drawing: on a large window one pixel, as a paragraph is no wider; on a phone half of one. */
const WIDTH = 640
const HEIGHT = 32
const SMALL_WIDTH = 160
const SMALL_HEIGHT = 18
/** A narrower piece has no room for its letter. */
const LETTER = 22

function Strips({ runs }: { runs: CountedRun[] }) {
  const from = Math.min(...runs.map(({ debut }) => debut))
  const to = Math.max(...runs.map(({ fin }) => fin))
  const acts = [...new Set(runs.map(({ acte }) => acte))]
  return (
    <>
      <Patterns />
      {acts.map((acte) => (
        <>
          <p class="aide">{ACT_LABELS[acte]}</p>
          <p>
            <Strip acte={acte} runs={runs.filter((run) => run.acte === acte)} span={[from, to]} />
          </p>
        </>
      ))}
      <p>
        <span class="annees-bornes aide">
          <span>{from}</span> <span>{to}</span>
        </span>
      </p>
    </>
  )
}

interface StripProps {
  acte: ActKind
  runs: readonly Told[]
  /** The first and the last year of the drawing. */
  span: readonly [number, number]
  /** In a cell of a table: lower, and without letters, which the columns beside it stand for. */
  isSmall?: boolean
}

/** The years of one kind of act; `Patterns` must be on the page. */
export function Strip({ acte, runs, span: [from, to], isSmall = false }: StripProps) {
  const label = `${ACT_LABELS[acte]}\u00a0: ${runs.map((run) => `${yearsOf(run)} ${STATE_WORDS[run.etat].label.toLowerCase()}`).join(', ')}`
  const [width, height] = isSmall ? [SMALL_WIDTH, SMALL_HEIGHT] : [WIDTH, HEIGHT]
  const at = (year: number): number => Math.round(((year - from) / (to - from + 1)) * width)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={isSmall ? width : '100%'} role="img" aria-label={label}>
      {runs.map(({ debut, fin, etat }) => {
        const length = at(fin + 1) - at(debut)
        return (
          <>
            <rect
              x={at(debut)}
              y="1"
              width={length}
              height={height - 2}
              fill={FILL[etat]}
              stroke="currentColor"
              stroke-width="1"
            />
            {!isSmall && length >= LETTER && <Letter etat={etat} x={at(debut) + length / 2} />}
          </>
        )
      })}
    </svg>
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
  <svg width="0" height="0" aria-hidden="true">
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

const COLUMNS: Column<CountedRun>[] = [
  { label: 'Actes', kind: 'nom', head: true, cell: ({ acte }) => ACT_LABELS[acte] },
  { label: 'Années', kind: 'date', cell: yearsOf },
  { label: 'État', cell: ({ etat }) => STATE_WORDS[etat].label },
  { label: 'Relevés', kind: 'nombre', cell: ({ actes }) => (actes > 0 ? formatNumber(actes) : '') },
]
