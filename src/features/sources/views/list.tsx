import type { PlaceFilter } from '../../../champs/place-choice.ts'
import { SOURCE_STATUSES, type SourceStatus } from '../../../db/schema.ts'
import { type Body, type FormErrors, shown } from '../../../lib/body.ts'
import { formatNumber, plural } from '../../../lib/text.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import { ExportLinks } from '../../../ui/export-links.tsx'
import { CheckField, Field } from '../../../ui/field.tsx'
import { FilterBar, FilterChoice, FilterYears } from '../../../ui/filters.tsx'
import { Actions } from '../../../ui/form.tsx'
import { Chips, EmptyState, LinkButton, ListHead, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { FilterPlace, UnclearPlace } from '../../../ui/part-filters.tsx'
import { SelectionBar } from '../../../ui/selection.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { type ListAddress, placeWords, sortLink, YEAR_WORDS } from '../../../web/filter.ts'
import { FORMATS } from '../../../web/formats/index.ts'
import { countLabel, statusLabel } from '../../droits/status.ts'
import { sourceFilter } from '../filter-form.ts'
import type { SourceFilter, SourceSort } from '../queries/filter.ts'
import type { SourceRow } from '../queries/listing.ts'
import { coverageOf } from '../rules/progress.ts'
import { period } from '../rules/title.ts'
import { StatusBadge } from '../status-badge.tsx'
import { YearStrip } from './progress.tsx'

export const PATH = '/sources'
const TARGET = '#sources'

interface Named {
  id: number
  nom: string
}

export interface SourcesProps {
  sources: SourceRow[]
  /** The years that have records, of those sources that have any. */
  years: ReadonlyMap<number, number[]>
  counts: Record<SourceStatus, number>
  total: number
  filter: SourceFilter
  /** The query as it was typed, with what could not be read of it. */
  raw: Body
  errors: FormErrors
  lieu: PlaceFilter
  types: Named[]
  sections: Named[]
  paging: { page: number; parPage: number }
  url: ListAddress
  /** Its export in a format. */
  exportUrl: (extension: string) => string
  canCreate: boolean
  /** May be done to many at once. */
  gestures: readonly { name: string; label: string }[]
  /** The filter in force, as fields. */
  asked: Record<string, string>
}

export function SourcesPage(props: SourcesProps) {
  const create = (
    <LinkButton href={`${PATH}/nouvelle`} principal>
      Nouvelle source
    </LinkButton>
  )
  return (
    <>
      <PageHead title="Sources" action={props.canCreate ? create : undefined} />
      <Filters {...props} />
      <div id="sources">
        {Object.values(props.errors).map((message) => (
          <p class="erreur">{message}</p>
        ))}
        <ListHead
          count={props.lieu.message === undefined && <Counts {...props} />}
          links={props.total > 0 && <ExportLinks label="Exporter" formats={FORMATS} href={props.exportUrl} />}
        >
          <Chips items={chipsOf(props)} clear={PATH} />
        </ListHead>
        {props.lieu.message === undefined ? (
          <Found {...props} />
        ) : (
          <UnclearPlace lieu={props.lieu} href={(id) => props.url({ lieu: id })} />
        )}
      </div>
      <Actions>
        <a href="/registres">Registres à prendre</a>
      </Actions>
    </>
  )
}

function Filters(props: SourcesProps) {
  const { filter, raw, errors, lieu } = props
  return (
    <FilterBar action={PATH} target={TARGET} more={{ fields: <MoreFilters {...props} />, isUsed: isMoreUsed(props) }}>
      <Field name="q" label="Titre ou cote" error={errors.q}>
        <input type="search" name="q" value={shown(raw, 'q')} maxlength={200} autocomplete="off" />
      </Field>
      <Choices {...props} />
      <FilterPlace lieu={lieu} />
      <input type="hidden" name="tri" value={filter.tri} />
      <input type="hidden" name="ordre" value={filter.ordre} />
    </FilterBar>
  )
}

const isMoreUsed = ({ filter, raw }: SourcesProps): boolean =>
  filter.assigne || filter.lacunes || shown(raw, 'annee_debut') !== '' || shown(raw, 'annee_fin') !== ''

function MoreFilters({ filter, raw, errors }: SourcesProps) {
  return (
    <>
      <FilterYears raw={raw} errors={errors} />
      <CheckField name="assigne" label="Qui me sont confiées">
        <input type="checkbox" name="assigne" value="moi" checked={filter.assigne} />
      </CheckField>
      <CheckField name="lacunes" label="Avec lacunes">
        <input type="checkbox" name="lacunes" value="oui" checked={filter.lacunes} />
      </CheckField>
    </>
  )
}

/** How many, and how many of each status: a link to these. */
function Counts({ counts, total, filter, url }: SourcesProps) {
  return (
    <>
      <strong>{plural(total, 'source', 'sources')}</strong>
      {SOURCE_STATUSES.filter((statut) => counts[statut] > 0).map((statut) => (
        <>
          {' '}
          <a href={url({ statut })} aria-current={statut === filter.statut ? 'true' : undefined}>
            {`${formatNumber(counts[statut])} ${countLabel(statut, counts[statut]).toLowerCase()}`.replaceAll(
              ' ',
              NBSP,
            )}
          </a>
        </>
      ))}{' '}
      {!filter.assigne && <a href={url({ assigne: 'moi' })}>Confiées à moi</a>}
    </>
  )
}

function Choices({ filter, errors, types, sections }: SourcesProps) {
  const statuts = SOURCE_STATUSES.map((status) => ({ id: status, nom: statusLabel(status) }))
  const withNone = [...sections, { id: 'aucune', nom: 'Sans section' }]
  return (
    <>
      <FilterChoice name="statut" label="Statut" options={statuts} value={filter.statut} error={errors.statut} />
      <FilterChoice name="type" label="Type" options={types} value={filter.type} error={errors.type} />
      <FilterChoice
        name="section"
        label="Section"
        options={withNone}
        value={filter.section}
        error={errors.section}
        all="Toutes"
      />
    </>
  )
}

function chipsOf({ filter, lieu, types, sections, url }: SourcesProps) {
  const named = (list: Named[], id: unknown) => list.find((one) => one.id === id)?.nom
  const words = {
    q: quoted,
    statut: statusLabel,
    type: (type: number) => named(types, type) ?? 'Type inconnu',
    section: (section: number | 'aucune') =>
      section === 'aucune' ? 'Sans section' : (named(sections, section) ?? 'Autre section'),
    lieu: placeWords(lieu),
    ...YEAR_WORDS,
    assigne: () => 'Confiées à moi',
    lacunes: () => 'Avec lacunes',
  }
  return sourceFilter.chips(filter, words, url)
}

function Found(props: SourcesProps) {
  const { sources, total, paging, url, canCreate } = props
  return (
    <>
      {total === 0 ? (
        <Nothing isFiltered={chipsOf(props).length > 0} canCreate={canCreate} />
      ) : (
        <>
          <Table
            caption="Sources"
            columns={sourceColumns(props)}
            rows={sources}
            select={({ id, titre }) => ({ id, label: titre })}
            target={TARGET}
          />
          <SelectionBar
            action={`${PATH}/lot`}
            actions={props.gestures}
            filter={props.asked}
            all={total > sources.length ? `Les ${formatNumber(total)} résultats du filtre` : undefined}
          />
        </>
      )}
      <Pagination paging={paging} total={total} href={(page) => url({ page })} target={TARGET} />
      {canCreate && (
        <p class="actions">
          <a href={`${PATH}/supprimees`}>Sources supprimées</a>
        </p>
      )}
    </>
  )
}

function Nothing({ isFiltered, canCreate }: { isFiltered: boolean; canCreate: boolean }) {
  if (isFiltered)
    return <EmptyState title="Aucune source ne correspond">Retirez un filtre, ou élargissez-en un.</EmptyState>
  return (
    <EmptyState title="Aucune source pour l’instant">
      {canCreate
        ? 'Créez la première : un registre, son lieu, ses années.'
        : 'Un gestionnaire de votre section vous en confiera.'}
    </EmptyState>
  )
}

function sourceColumns({ filter, url, years }: SourcesProps): Column<SourceRow>[] {
  const sort = (by: SourceSort) => sortLink(filter, url, { by, first: 'titre' })
  return [
    {
      label: 'Titre',
      kind: 'nom',
      head: true,
      sort: sort('titre'),
      cell: ({ id, titre }) => <a href={`${PATH}/${id}`}>{titre}</a>,
    },
    { label: 'Type', cell: (source) => source.type_nom },
    { label: 'Lieu', sort: sort('lieu'), cell: (source) => source.lieu_nom_long },
    {
      label: 'Années',
      kind: 'date',
      sort: sort('annees'),
      cell: (source) => <Years source={source} years={years.get(source.id)} />,
    },
    { label: 'Section', cell: (source) => source.section_nom },
    { label: 'Statut', sort: sort('statut'), cell: (source) => <StatusBadge status={source.status} /> },
    { label: 'Relevés', kind: 'nombre', sort: sort('releves'), cell: (source) => formatNumber(source.nb_releves) },
  ]
}

/** The years of the register and, drawn under them, those that hold records. */
function Years({ source, years }: { source: SourceRow; years: number[] | undefined }) {
  const coverage = years && coverageOf(source, years)
  return (
    <>
      {period(source.annee_debut, source.annee_fin)}
      {coverage && <YearStrip {...coverage} />}
    </>
  )
}
