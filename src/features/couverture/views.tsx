import type { ActKind } from '../../db/schema-persons.ts'
import { formatNumber, plural } from '../../lib/text.ts'
import { NBSP } from '../../lib/typo.ts'
import { STATE_WORDS, type Told, type YearState, yearsOf } from '../../lib/year-states.ts'
import { Form } from '../../ui/form.tsx'
import { EmptyState, LinkButton, PageHead } from '../../ui/page.tsx'
import { Bounds, Legend, Patterns, StateStrip } from '../../ui/state-strip.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { listUrl } from '../../web/pagination.ts'
import { ACT_LABELS } from '../types-sources/rules/persons.ts'
import type { CountedRun } from './queries.ts'
import { coveragePath, type Window } from './rules.ts'

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
        <Bounds span={[from, to]} />
      </p>
    </>
  )
}

interface StripProps {
  /** Its years lead to the search in their acts; undefined where they lead nowhere. */
  part?: Part | undefined
  acte: ActKind
  runs: readonly Told[]
  span: readonly [number, number]
  isSmall?: boolean
}

/** Years in these states may have acts to look for. */
const SEARCHED: readonly YearState[] = ['validee', 'a_valider', 'en_cours']

/** The years of one kind of act; `Patterns` must be on the page. */
export const Strip = ({ part, acte, runs, span, isSmall = false }: StripProps) => (
  <StateStrip
    name={ACT_LABELS[acte]}
    runs={runs}
    span={span}
    size={isSmall ? 'cellule' : 'page'}
    hrefOf={part && ((run) => (SEARCHED.includes(run.etat) ? actsPath(part, { acte, ...run }) : undefined))}
  />
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
