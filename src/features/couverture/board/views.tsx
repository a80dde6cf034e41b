import type { PlaceFilter } from '../../../champs/place-choice.ts'
import { formatNumber, plural } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { STATE_WORDS, YEAR_STATES } from '../../../lib/year-states.ts'
import { ExportLinks } from '../../../ui/export-links.tsx'
import { FilterBar, FilterChoice, FilterYears } from '../../../ui/filters.tsx'
import { Chips, EmptyState, LinkButton, ListHead, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { FilterPlace, FilterSection, UnclearPlace } from '../../../ui/part-filters.tsx'
import { LegendLine, Patterns } from '../../../ui/state-strip.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { type ListAddress, placeWords, sectionWords, sortLink, YEAR_WORDS } from '../../../web/filter.ts'
import type { Body, FormErrors } from '../../../web/form.ts'
import { FORMATS } from '../../../web/formats/index.ts'
import { listUrl, type Paging } from '../../../web/pagination.ts'
import { ACT_CHOICES, ACT_LABELS } from '../../types-sources/rules/persons.ts'
import { coveragePath } from '../rules.ts'
import { ActsLink, actsPath, HOLES_PATH, type Part, Strip } from '../views.tsx'
import { boardFilter } from './form.ts'
import type { BoardFilter, Names } from './queries.ts'
import { type BoardLine, type BoardSort, type DrawnLine, doneShare, yearsByGroup } from './rules.ts'

export const PATH = '/couverture'
export const TITLE = 'Couverture'
const TARGET = '#couverture'

interface Named {
  id: number
  nom: string
}

export interface BoardProps {
  filter: BoardFilter
  raw: Body
  errors: FormErrors
  lieu: PlaceFilter
  sections: Named[]
  paging: Paging
  url: ListAddress
  exportUrl: (extension: string) => string
  niveaux: Named[]
  /** The lines of this page, and how many there are in all. */
  lines: DrawnLine[]
  total: number
  totals: BoardLine[]
  names: Names
  /** The years that all strips of the page lie in. */
  span: [number, number]
}

export function BoardPage(props: BoardProps) {
  return (
    <>
      <PageHead
        title={TITLE}
        lead={`Ce qui est relevé, ce qui ne l’est pas, ce qui manque${NBSP}: d’après l’inventaire des registres et les années des sources que vous voyez.`}
        action={
          <>
            <LinkButton href={HOLES_PATH}>Ce qui reste à relever</LinkButton>
            <LinkButton href="/inventaire">Inventaire des registres</LinkButton>
          </>
        }
      />
      <FilterBar action={PATH} target={TARGET}>
        <FilterChoice
          name="par"
          label="Une ligne par"
          options={levels(props)}
          value={props.filter.par}
          all={props.niveaux.some(isCommune) ? 'Commune' : 'Lieu'}
          error={props.errors.par}
        />
        <PartFields {...props} />
        <input type="hidden" name="tri" value={props.filter.tri} />
        <input type="hidden" name="ordre" value={props.filter.ordre} />
      </FilterBar>
      <div id={TARGET.slice(1)}>
        <Head {...props} />
        {props.lieu.message === undefined ? (
          <Found {...props} />
        ) : (
          <UnclearPlace lieu={props.lieu} href={(id) => props.url({ lieu: id })} />
        )}
      </div>
    </>
  )
}

const isCommune = ({ nom }: Named): boolean => nom === 'Commune'

const levels = ({ niveaux }: BoardProps) => [
  ...niveaux.filter((one) => !isCommune(one)),
  ...(niveaux.some(isCommune) ? [{ id: 'lieu', nom: 'Lieu exact' }] : []),
  { id: 'section', nom: 'Section' },
]

function PartFields({ filter, lieu, sections, errors, raw }: BoardProps) {
  return (
    <>
      <FilterPlace lieu={lieu} />
      <FilterSection sections={sections} value={filter.section} error={errors.section} />
      <FilterChoice name="acte" label="Actes" options={ACT_CHOICES} value={filter.acte} error={errors.acte} />
      <FilterYears raw={raw} errors={errors} />
    </>
  )
}

function Head(props: BoardProps) {
  const { errors, total, exportUrl, lieu } = props
  return (
    <>
      {Object.values(errors).map((message) => (
        <p class="erreur">{message}</p>
      ))}
      <ListHead
        count={lieu.message === undefined && <strong>{plural(total, 'ligne', 'lignes')}</strong>}
        links={total > 0 && <ExportLinks label="Exporter" formats={FORMATS} href={exportUrl} />}
      >
        <Chips items={chipsOf(props)} clear={PATH} />
      </ListHead>
    </>
  )
}

const partWords = ({ lieu, sections }: Pick<BoardProps, 'lieu' | 'sections'>) => ({
  lieu: placeWords(lieu),
  section: sectionWords(sections),
  acte: (acte: keyof typeof ACT_LABELS) => ACT_LABELS[acte],
  ...YEAR_WORDS,
})

function chipsOf(props: BoardProps) {
  const level = (par: NonNullable<BoardFilter['par']>) =>
    levels(props).find(({ id }) => id === par)?.nom ?? 'Autre niveau'
  return boardFilter.chips(props.filter, { par: (par) => `Par${NBSP}: ${level(par)}`, ...partWords(props) }, props.url)
}

function Found(props: BoardProps) {
  const { lines, total, totals, paging, url } = props
  if (total === 0)
    return (
      <EmptyState title="Rien n’est connu pour ces critères">
        Ni source que vous puissiez voir avec ses années, ni registre à l’inventaire.
      </EmptyState>
    )
  return (
    <>
      <Patterns />
      <LegendLine counts={yearsByGroup(totals).get(0) ?? {}} />
      <details>
        <summary>L’ensemble, par genre d’actes</summary>
        <Table caption="L’ensemble, par genre d’actes" columns={TOTALS} rows={totals} />
      </details>
      <Table caption={TITLE} columns={columns(props)} rows={lines} target={TARGET} />
      <Pagination paging={paging} total={total} href={(n) => url({ page: n })} target={TARGET} />
    </>
  )
}

const years = (label: string, of: (line: BoardLine) => number): Column<BoardLine> => ({
  label,
  kind: 'nombre',
  cell: (line) => (of(line) === 0 ? '' : formatNumber(of(line))),
})

const share = (line: BoardLine): string => {
  const done = doneShare(line)
  return done === null ? '' : `${done}${NBSP}%`
}

/** Each state by its letter, which the legend above explains, with its years. */
const letters = ({ annees }: BoardLine): string =>
  YEAR_STATES.filter((state) => annees[state] > 0)
    .map((state) => `${STATE_WORDS[state].lettre}${NBSP}${formatNumber(annees[state])}`)
    .join(' · ')

const FIGURES: Column<BoardLine>[] = [
  years('À faire', ({ annees }) => annees.a_faire),
  { label: 'Fait', kind: 'nombre', cell: share },
]

const RECORDS = years('Relevés', ({ actes }) => actes)

const TOTALS: Column<BoardLine>[] = [
  { label: 'Actes', head: true, cell: ({ acte }) => ACT_LABELS[acte] },
  { label: 'Années', cell: letters },
  ...FIGURES,
  RECORDS,
]

/** The place or section of a line, and what else was asked for; undefined of a line without either, which no search finds. */
function partOf({ group }: BoardLine, { par, section, lieu }: BoardFilter): Part | undefined {
  if (group === 0) return undefined
  return par === 'section' ? { lieu: lieu?.id ?? null, section: group } : { lieu: group, section }
}

/** All acts of a line, as far as years are asked for. */
function Acts({ line, filter, nom = '' }: { line: BoardLine; filter: BoardFilter; nom: string | undefined }) {
  const part = partOf(line, filter)
  if (part === undefined) return <>{RECORDS.cell(line)}</>
  const { annee_debut: debut, annee_fin: fin } = filter
  const href = actsPath(part, { acte: line.acte, debut, fin })
  return <ActsLink href={href} n={line.actes} what={`${ACT_LABELS[line.acte]}, ${nom}`} />
}

const SORTED: Record<string, BoardSort> = { 'À faire': 'faire', Fait: 'fait' }

function columns({ filter, url, names, span }: BoardProps): Column<DrawnLine>[] {
  const sort = (by: BoardSort) => sortLink(filter, url, { by, first: 'lieu' })
  const isSection = filter.par === 'section'
  return [
    {
      label: isSection ? 'Section' : 'Lieu',
      kind: 'nom',
      head: true,
      sort: sort('lieu'),
      cell: (line) => <GroupName {...{ line, filter, isSection }} nom={names.get(line.group)?.nom} />,
    },
    { label: 'Actes', cell: ({ acte }) => ACT_LABELS[acte] },
    {
      label: `De ${span[0]} à ${span[1]}`,
      cell: (line) => <Strip part={partOf(line, filter)} acte={line.acte} runs={line.runs} span={span} isSmall />,
    },
    { label: 'Années', cell: letters },
    ...FIGURES.map((column) => {
      const by = SORTED[column.label]
      return by === undefined ? column : { ...column, sort: sort(by) }
    }),
    {
      ...RECORDS,
      sort: sort('releves'),
      cell: (line) => <Acts line={line} filter={filter} nom={names.get(line.group)?.nom} />,
    },
  ]
}

interface GroupNameProps {
  line: BoardLine
  nom: string | undefined
  filter: BoardFilter
  isSection: boolean
}

/** Leads to the years of the place, or to the places of the section. */
function GroupName({ line: { group }, nom, filter, isSection }: GroupNameProps) {
  if (nom === undefined) return <>{isSection ? 'Sans section' : 'Sans lieu'}</>
  const { annee_debut, annee_fin } = filter
  const href = isSection
    ? listUrl(PATH, {}, { section: group, annee_debut, annee_fin })
    : listUrl(coveragePath(group), {}, { de: annee_debut, a: annee_fin })
  return <a href={href}>{nom}</a>
}
