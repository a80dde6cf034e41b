import type { ActKind } from '../../db/schema-persons.ts'
import { formatNumber, plural } from '../../lib/text.ts'
import { NBSP } from '../../lib/typo.ts'
import { Form } from '../../ui/form.tsx'
import { EmptyState, LinkButton, PageHead } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { listUrl } from '../../web/pagination.ts'
import { ACT_LABELS } from '../types-sources/rules/persons.ts'
import type { CountedRun } from './queries.ts'
import { coveragePath, STATE_WORDS, type Told, type Window, YEAR_STATES, type YearState, yearsOf } from './rules.ts'

interface CoverageProps {
  lieu: { id: number; nom: string; nom_long: string }
  runs: CountedRun[]
  window: Window
  /** Names of those who transcribed the place, whatever its years. */
  contributors: readonly string[]
}

export const HOLES_PATH = '/couverture/trous'

/** Where the acts of a line of the coverage are: a place, a section, or both. */
export type Part = { lieu?: number | null; section?: number | null }

/** The search in exactly these acts: of this kind, from this year to that one. */
export const actsPath = (
  part: Part,
  { acte, debut, fin }: { acte: ActKind; debut: number | null; fin: number | null },
): string => listUrl('/recherche', {}, { acte, annee_debut: debut, annee_fin: fin, ...part })

export const titleOf = ({ nom }: { nom: string }): string => `Couverture\u00a0: ${nom}`

export function CoveragePage({ lieu, runs, window, contributors }: CoverageProps) {
  const narrowed = windowWords(window)
  return (
    <>
      <PageHead
        title={titleOf(lieu)}
        lead={`${lieu.nom_long}, lieux en dessous compris. Ce qui est relevé, ce qui ne l’est pas, ce qui manque.`}
        action={
          <>
            <LinkButton href={`${HOLES_PATH}?lieu=${lieu.id}`}>Ce qui reste à relever</LinkButton>
            <LinkButton href={`/inventaire?lieu=${lieu.id}`}>Inventaire des registres</LinkButton>
          </>
        }
      />
      {contributors.length > 0 && <p>Relevé par {contributors.join(', ')}</p>}
      {narrowed !== '' && (
        <p>
          Seulement{NBSP}: {narrowed}. <a href={coveragePath(lieu.id)}>Voir toutes les années</a>
        </p>
      )}
      <CoverageAlone lieu={lieu} runs={runs} />
    </>
  )
}

function windowWords({ de, a, acte }: Window): string {
  const years = [de !== null && `à partir de ${de}`, a !== null && `jusqu’à ${a}`]
  return [acte !== null && ACT_LABELS[acte].toLowerCase(), ...years].filter(Boolean).join(', ')
}

/** The legend, the strips and their table: the page of a place, and the end of a search. */
export const CoverageAlone = ({ lieu, runs }: Pick<CoverageProps, 'runs'> & { lieu: { id: number } }) =>
  runs.length === 0 ? (
    <EmptyState title="Rien n’est connu de ce lieu pour ces années">
      Ni source que vous puissiez voir avec ses années, ni registre à l’inventaire.
    </EmptyState>
  ) : (
    <>
      <Legend runs={runs} />
      <Strips runs={runs} />
      <Table
        caption="Couverture année par année"
        columns={COLUMNS}
        rows={runs}
        actions={
          runs.some(isAwaitable) ? (run) => isAwaitable(run) && <TellMe lieuId={lieu.id} run={run} /> : undefined
        }
      />
    </>
  )

const isAwaitable = ({ etat }: CountedRun): boolean => etat !== 'validee'

/** Whoever presses it is told once all of these years are validated. */
const TellMe = ({ lieuId, run: { acte, debut, fin } }: { lieuId: number; run: CountedRun }) => (
  <Form action="/mes-recherches/attentes">
    {Object.entries({ lieu: lieuId, acte, debut, fin }).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    <button
      type="submit"
      class="bouton"
      aria-label={`Prévenez-moi quand ce sera fait${NBSP}: ${ACT_LABELS[acte]} ${yearsOf({ debut, fin })}`}
    >
      Prévenez-moi quand ce sera fait
    </button>
  </Form>
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
            <Strip
              part={{ lieu: runs[0]?.lieu ?? null }}
              acte={acte}
              runs={runs.filter((run) => run.acte === acte)}
              span={[from, to]}
            />
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
  /** Its years lead to the search in their acts; undefined where they lead nowhere. */
  part?: Part | undefined
  acte: ActKind
  runs: readonly Told[]
  /** The first and the last year of the drawing. */
  span: readonly [number, number]
  /** In a cell of a table: lower, and without letters, which the columns beside it stand for. */
  isSmall?: boolean
}

/** Years in these states may have acts to look for. */
const SEARCHED: readonly YearState[] = ['validee', 'a_valider', 'en_cours']

const runWords = (run: Told): string => `${yearsOf(run)} ${STATE_WORDS[run.etat].label.toLowerCase()}`

/**
 * The years of one kind of act; `Patterns` must be on the page. Its links are for the mouse: the keyboard has those of the table,
 * as a strip of a hundred years would be a hundred stops.
 */
export function Strip({ part, acte, runs, span: [from, to], isSmall = false }: StripProps) {
  const label = `${ACT_LABELS[acte]}\u00a0: ${runs.map(runWords).join(', ')}`
  const [width, height] = isSmall ? [SMALL_WIDTH, SMALL_HEIGHT] : [WIDTH, HEIGHT]
  const at = (year: number): number => Math.round(((year - from) / (to - from + 1)) * width)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={isSmall ? width : '100%'}
      role={part ? 'group' : 'img'}
      aria-label={label}
    >
      {runs.map((run) => {
        const [x, length] = [at(run.debut), at(run.fin + 1) - at(run.debut)]
        const piece = (
          <>
            <rect
              x={x}
              y="1"
              width={length}
              height={height - 2}
              fill={FILL[run.etat]}
              stroke="currentColor"
              stroke-width="1"
            />
            {!isSmall && length >= LETTER && <Letter etat={run.etat} x={x + length / 2} />}
          </>
        )
        if (part === undefined || !SEARCHED.includes(run.etat)) return piece
        return (
          <a href={actsPath(part, { acte, ...run })} tabindex={-1} aria-label={`Chercher${NBSP}: ${runWords(run)}`}>
            {piece}
          </a>
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
  { label: 'État', cell: (run) => <State run={run} /> },
  {
    label: 'Relevés',
    kind: 'nombre',
    cell: (run) => (
      <ActsLink
        href={actsPath({ lieu: run.lieu }, run)}
        n={run.actes}
        what={`${ACT_LABELS[run.acte]} ${yearsOf(run)}`}
      />
    ),
  },
]

/** Years to be done lead to the holes that they are. */
function State({ run: { lieu, acte, debut, fin, etat } }: { run: CountedRun }) {
  const { label } = STATE_WORDS[etat]
  if (etat !== 'a_faire') return <>{label}</>
  const href = listUrl(HOLES_PATH, {}, { lieu, acte, annee_debut: debut, annee_fin: fin })
  return (
    <a href={href} aria-label={`${label}${NBSP}: ${ACT_LABELS[acte]} ${yearsOf({ debut, fin })}`}>
      {label}
    </a>
  )
}

interface ActsLinkProps {
  href: string
  n: number
  /** Tells the links of a table apart. */
  what: string
}

/** A number of records that leads to them; nothing where there are none. */
export const ActsLink = ({ href, n, what }: ActsLinkProps) =>
  n === 0 ? (
    ''
  ) : (
    <a href={href} aria-label={`${plural(n, 'relevé', 'relevés')}${NBSP}: ${what}`}>
      {formatNumber(n)}
    </a>
  )
