import type { ActKind } from '../../../db/schema-persons.ts'
import { formatMonth } from '../../../lib/months.ts'
import { agreed, formatNumber, plural } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { BarChart } from '../../../ui/chart.tsx'
import { EmptyState } from '../../../ui/page.tsx'
import { Bounds } from '../../../ui/state-strip.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { Run } from '../../couverture/rules.ts'
import { ACT_LABELS } from '../../types-sources/rules/persons.ts'
import { MOST_ACTS } from '../queries/part.ts'
import type { YearCount } from '../queries/years.ts'
import type { Decade } from '../rules/decades.ts'
import type { NameGroup } from '../rules/names.ts'
import { kindsOf, spanOf, stepOf, type YearLine, yearLines } from '../rules/years.ts'
import { DecadeBars, GapPattern, lineYears, YearChart } from './charts.tsx'
import { Frame, type FrameProps } from './frame.tsx'

interface YearsProps extends FrameProps {
  counts: YearCount[]
  gaps: Run[]
  undated: number
}

/** Acts by year and kind: a table, then a drawing of each kind. */
export function YearsPage({ counts, gaps, undated, ...frame }: YearsProps) {
  const span = spanOf(counts, gaps)
  if (span === null || counts.length === 0)
    return (
      <Frame {...frame}>
        <EmptyState title="Aucun acte daté pour ces critères" />
      </Frame>
    )
  const step = stepOf(span)
  const kinds = kindsOf(counts)
  return (
    <Frame {...frame}>
      <Table
        caption={step === 1 ? 'Actes par année' : 'Actes par décennie'}
        columns={yearColumns(kinds, step)}
        rows={[...yearLines(counts, step), total(counts)]}
      />
      {step === 10 && (
        <p class="aide">
          Les années une à une sont dans le fichier csv, et dans la table dès que vous en choisissez moins de soixante.
        </p>
      )}
      {undated > 0 && (
        <p class="aide">{`${plural(undated, 'acte', 'actes')} sans date ${agreed(undated, 'n’est compté', 'ne sont comptés')} dans aucune année.`}</p>
      )}
      <h2>En dessin</h2>
      <p class="aide">Les années dont le registre manque sont hachurées.</p>
      <GapPattern />
      {kinds.map((acte) => (
        <YearChart {...{ acte, counts, gaps, span }} />
      ))}
      <p>
        <Bounds span={span} />
      </p>
    </Frame>
  )
}

function total(counts: readonly YearCount[]): YearLine {
  const actes = new Map<ActKind, number>()
  for (const { acte, n } of counts) actes.set(acte, (actes.get(acte) ?? 0) + n)
  return { annee: 0, annees: 0, n: counts.reduce((sum, { n }) => sum + n, 0), actes }
}

const yearColumns = (kinds: readonly ActKind[], step: 1 | 10): Column<YearLine>[] => [
  {
    label: step === 1 ? 'Année' : 'Décennie',
    head: true,
    cell: (line) => (line.annees === 0 ? 'Ensemble' : lineYears(line)),
  },
  ...kinds.map(
    (acte): Column<YearLine> => ({
      label: ACT_LABELS[acte],
      kind: 'nombre',
      cell: ({ actes }) => (actes.has(acte) ? formatNumber(actes.get(acte) ?? 0) : ''),
    }),
  ),
  { label: 'Ensemble', kind: 'nombre', cell: ({ n }) => formatNumber(n) },
]

interface FirstNamesProps extends FrameProps {
  groups: NameGroup[]
  decades: Decade[]
  counts: ReadonlyMap<string, ReadonlyMap<number, number>>
  since: number
}

const TOP = 10
const MOST_NAMES = 50

const decadeName = ({ decennie }: Pick<Decade, 'decennie'>): string =>
  decennie === 0 ? 'sans date' : `${decennie}-${decennie + 9}`

const DECADES: Column<Decade>[] = [
  { label: 'Décennie', head: true, cell: decadeName },
  { label: 'Personnes', kind: 'nombre', cell: ({ n }) => formatNumber(n) },
  {
    label: 'Prénoms les plus donnés',
    cell: ({ noms }) =>
      noms
        .slice(0, TOP)
        .map(({ nom, n }) => `${nom}${NBSP}${formatNumber(n)}`)
        .join(', '),
  },
]

/** First names by decade, then the commonest through the decades. */
export function FirstNamesPage({ groups, decades, counts, since, ...frame }: FirstNamesProps) {
  if (groups.length === 0)
    return (
      <Frame {...frame}>
        <EmptyState title="Aucun prénom à montrer pour ces critères" />
      </Frame>
    )
  const all = decades.map(({ decennie }) => decennie)
  const columns: Column<NameGroup>[] = [
    { label: 'Prénom', kind: 'nom', head: true, cell: ({ nom }) => nom },
    { label: 'Actes', kind: 'nombre', cell: ({ n }) => formatNumber(n) },
    {
      label: 'D’une décennie à l’autre',
      cell: ({ nom }) => <DecadeBars nom={nom} counts={counts.get(nom) ?? new Map()} decades={all} />,
    },
    { label: 'Autres formes', cell: (group) => spellingsOf(group) },
  ]
  return (
    <Frame {...frame}>
      <Table caption="Prénoms par décennie" columns={DECADES} rows={decades} />
      <h2>Les plus donnés</h2>
      <Table caption="Les prénoms les plus donnés" columns={columns} rows={groups.slice(0, MOST_NAMES)} />
      <NameNote since={since} isFirst />
    </Frame>
  )
}

const MOST_SPELLINGS = 12

/** The other spellings of a name, with their acts. */
export function spellingsOf({ graphies }: NameGroup): string {
  const others = graphies.slice(1)
  const told = others.slice(0, MOST_SPELLINGS).map(({ valeur, n }) => `${valeur}${NBSP}${formatNumber(n)}`)
  return [...told, ...(others.length > MOST_SPELLINGS ? ['…'] : [])].join(', ')
}

/** How names were counted, and which are not told. */
export const NameNote = ({ since, isFirst = false }: { since: number; isFirst?: boolean }) => (
  <p class="aide">
    {isFirst
      ? 'Le premier prénom de chaque personne que l’acte concerne. '
      : 'Les personnes que l’acte concerne, leurs conjoints et leurs parents. Un acte compte une fois pour chaque graphie qu’il porte. '}
    {`Les formes qui se prononcent de même, ou que la liste des orthographes rapproche, sont ensemble. Depuis ${since}, ce qui n’est porté que par un ou deux actes n’est pas compté. Une période se compte par décennies entières.`}
  </p>
)

interface SeasonsProps extends FrameProps {
  acte: ActKind
  months: readonly number[]
}

interface MonthLine {
  mois: string
  n: number
  part: string
}

const MONTHS: Column<MonthLine>[] = [
  { label: 'Mois', kind: 'nom', head: true, cell: ({ mois }) => mois },
  { label: 'Actes', kind: 'nombre', cell: ({ n }) => formatNumber(n) },
  { label: 'Part', kind: 'nombre', cell: ({ part }) => part },
]

/** « janvier » of 1. */
export const monthName = (month: number): string =>
  formatMonth(`2000-${String(month).padStart(2, '0')}`).replace(/ \d+$/, '')

/** Acts of one kind by the month of their day. */
export function SeasonsPage({ acte, months, ...frame }: SeasonsProps) {
  const sum = months.reduce((all, n) => all + n, 0)
  if (sum === 0)
    return (
      <Frame {...frame}>
        <EmptyState title="Aucun acte dont le mois soit connu pour ces critères" />
      </Frame>
    )
  const lines = months.map((n, at) => ({
    mois: monthName(at + 1),
    n,
    part: `${Math.round((100 * n) / sum)}${NBSP}%`,
  }))
  const caption = `${ACT_LABELS[acte]}${NBSP}: actes par mois`
  return (
    <Frame {...frame}>
      <h2>{caption}</h2>
      <Table caption={caption} columns={MONTHS} rows={[...lines, { mois: 'Ensemble', n: sum, part: '' }]} />
      <BarChart
        caption={caption}
        unit="Actes"
        isTableHidden
        bars={lines.map(({ mois, n }) => ({ label: mois.slice(0, 1).toUpperCase(), name: mois, value: n }))}
      />
      <p class="aide">
        Les actes dont le mois n’est pas connu ne sont pas comptés. Une date républicaine compte dans le mois de son
        jour grégorien. Une période se compte par décennies entières.
      </p>
    </Frame>
  )
}

/** Names of so much are not added up while somebody waits. */
export const TooLargePage = (frame: FrameProps) => (
  <Frame {...frame}>
    <EmptyState title={`Plus de ${formatNumber(MOST_ACTS)} actes`}>
      Choisissez un lieu, une section ou des années pour en voir les noms.
    </EmptyState>
  </Frame>
)
