import { formatMonth, shortMonth } from '../../../lib/months.ts'
import { formatNumber } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { EmptyState, LinkButton } from '../../../ui/page.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { MonthOfYear, PersonMonth, PersonTotal, SectionYear } from '../queries/year.ts'

export const STATISTICS_PATH = '/admin/statistiques'

export interface YearProps {
  annee: number
  /** Years that may be asked for, the latest first. */
  annees: readonly number[]
  sections: SectionYear[]
  people: readonly PersonMonth[]
  months: MonthOfYear[]
  totals: PersonTotal[]
}

/** The year of the association, for its general assembly: by section, then by person. */
export function YearPart({ annee, annees, sections, people, months, totals }: YearProps) {
  return (
    <>
      <h2 id="annee">L’année {annee}</h2>
      <Years annee={annee} annees={annees} />
      {sections.length === 0 ? (
        <EmptyState title={`Rien n’a été saisi ni validé en ${annee}`} />
      ) : (
        <>
          <Table
            caption={`Par section, ${annee}`}
            showCaption
            columns={sectionColumns(annee)}
            rows={withTotal(sections)}
          />
          <Table
            caption={`Par mois, ${annee}`}
            showCaption
            columns={monthColumns(annee)}
            rows={[...months, sumOf(months)]}
          />
          <Table caption={`Par personne, ${annee}`} showCaption columns={totalColumns(annee)} rows={totals} />
          <Table
            caption={`Actes saisis par personne, ${annee}`}
            showCaption
            wide
            columns={personColumns(annee)}
            rows={byPerson(people)}
          />
          <p class="sans-papier">
            <LinkButton href={`${STATISTICS_PATH}/export/csv?annee=${annee}`}>
              Par personne, section et mois{NBSP}: fichier csv
            </LinkButton>
          </p>
        </>
      )}
    </>
  )
}

function Years({ annee, annees }: Pick<YearProps, 'annee' | 'annees'>) {
  if (annees.length < 2) return null
  return (
    <nav aria-label="Années">
      <ul class="jetons">
        {annees.map((year) => (
          <li>
            {year === annee ? (
              <strong aria-current="true">{year}</strong>
            ) : (
              <a href={`${STATISTICS_PATH}?annee=${year}#annee`}>{year}</a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** One line more for the whole site, where there is more than one section. */
function withTotal(sections: SectionYear[]): SectionYear[] {
  if (sections.length < 2) return sections
  const sum = (of: (section: SectionYear) => number) => sections.reduce((all, section) => all + of(section), 0)
  const total = {
    ...{ id: null, nom: 'Ensemble', actes: sum(({ actes }) => actes), avant: sum(({ avant }) => avant) },
    ...{ personnes: null, creees: sum(({ creees }) => creees), creeesAvant: sum(({ creeesAvant }) => creeesAvant) },
    ...{ validees: sum(({ validees }) => validees), valideesAvant: sum(({ valideesAvant }) => valideesAvant) },
  }
  return [...sections, total]
}

const sectionColumns = (annee: number): Column<SectionYear>[] => [
  { label: 'Section', head: true, cell: ({ nom }) => nom },
  { label: 'Actes saisis', kind: 'nombre', cell: ({ actes }) => formatNumber(actes) },
  { label: `En ${annee - 1}`, kind: 'nombre', cell: ({ avant }) => formatNumber(avant) },
  {
    label: 'Personnes',
    kind: 'nombre',
    cell: ({ personnes }) => (personnes === null ? '' : formatNumber(personnes)),
  },
  ...sourceColumns<SectionYear>(annee),
]

interface SourceCounts {
  creees: number
  creeesAvant: number
  validees: number
  valideesAvant: number
}

/** Sources that were begun and validated, each beside the year before. */
const sourceColumns = <R extends SourceCounts>(annee: number): Column<R>[] => [
  { label: 'Sources créées', kind: 'nombre', cell: ({ creees }) => formatNumber(creees) },
  { label: `Créées en ${annee - 1}`, kind: 'nombre', cell: ({ creeesAvant }) => formatNumber(creeesAvant) },
  { label: 'Sources validées', kind: 'nombre', cell: ({ validees }) => formatNumber(validees) },
  { label: `Validées en ${annee - 1}`, kind: 'nombre', cell: ({ valideesAvant }) => formatNumber(valideesAvant) },
]

const WHOLE = 'ensemble'

function sumOf(months: readonly MonthOfYear[]): MonthOfYear {
  const sum = (of: (month: MonthOfYear) => number) => months.reduce((all, month) => all + of(month), 0)
  return {
    mois: WHOLE,
    ...{ actes: sum(({ actes }) => actes), actesAvant: sum(({ actesAvant }) => actesAvant) },
    ...{ creees: sum(({ creees }) => creees), creeesAvant: sum(({ creeesAvant }) => creeesAvant) },
    ...{ validees: sum(({ validees }) => validees), valideesAvant: sum(({ valideesAvant }) => valideesAvant) },
  }
}

const monthColumns = (annee: number): Column<MonthOfYear>[] => [
  { label: 'Mois', head: true, cell: ({ mois }) => (mois === WHOLE ? 'Ensemble' : formatMonth(mois)) },
  { label: 'Actes saisis', kind: 'nombre', cell: ({ actes }) => formatNumber(actes) },
  { label: `En ${annee - 1}`, kind: 'nombre', cell: ({ actesAvant }) => formatNumber(actesAvant) },
  ...sourceColumns<MonthOfYear>(annee),
]

const totalColumns = (annee: number): Column<PersonTotal>[] => [
  { label: 'Personne', head: true, cell: ({ nom }) => nom },
  { label: 'Actes saisis', kind: 'nombre', cell: ({ actes }) => formatNumber(actes) },
  { label: `En ${annee - 1}`, kind: 'nombre', cell: ({ actesAvant }) => formatNumber(actesAvant) },
  { label: 'Sources validées', kind: 'nombre', cell: ({ validees }) => formatNumber(validees) },
]

interface PersonYear {
  nom: string
  section: string
  months: ReadonlyMap<string, number>
  total: number
}

function byPerson(people: readonly PersonMonth[]): PersonYear[] {
  const lines = new Map<string, { nom: string; section: string; months: Map<string, number>; total: number }>()
  for (const { nom, section, mois, actes } of people) {
    const key = JSON.stringify([nom, section])
    const line = lines.get(key) ?? { nom, section, months: new Map(), total: 0 }
    lines.set(key, line)
    // Accounts that are gone have one name between them.
    line.months.set(mois, (line.months.get(mois) ?? 0) + actes)
    line.total += actes
  }
  return [...lines.values()]
}

const MONTHS = Array.from({ length: 12 }, (_, n) => String(n + 1).padStart(2, '0'))

const personColumns = (annee: number): Column<PersonYear>[] => [
  { label: 'Personne', head: true, cell: ({ nom }) => nom },
  { label: 'Section', cell: ({ section }) => section },
  ...MONTHS.map(
    (month): Column<PersonYear> => ({
      label: shortMonth(`${annee}-${month}`),
      kind: 'nombre',
      cell: ({ months }) => formatMonthly(months.get(`${annee}-${month}`)),
    }),
  ),
  { label: 'Année', kind: 'nombre', cell: ({ total }) => formatNumber(total) },
]

const formatMonthly = (n: number | undefined): string => (n === undefined ? '' : formatNumber(n))
