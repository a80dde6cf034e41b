import type { PlaceFilter } from '../../../champs/place-choice.ts'
import { formatNumber, plural } from '../../../lib/text.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import { ExportLinks } from '../../../ui/export-links.tsx'
import { Field } from '../../../ui/field.tsx'
import { FilterBar } from '../../../ui/filters.tsx'
import { Chips, EmptyState, LinkButton, ListHead, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { UnclearPlace } from '../../../ui/part-filters.tsx'
import { PlaceInput } from '../../../ui/place-input.tsx'
import { SelectionBar } from '../../../ui/selection.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { type ListAddress, sortLink } from '../../../web/filter.ts'
import { FORMATS } from '../../../web/formats/index.ts'
import type { Paging } from '../../../web/pagination.ts'
import { lieuFilter } from '../filter-form.ts'
import type { LieuFilter, LieuRow, LieuSort } from '../queries/listing.ts'
import type { TypeChoice } from '../queries/places.ts'

const PATH = '/lieux'
const TARGET = '#lieux'

export interface LieuxProps {
  lieux: LieuRow[]
  total: number
  filter: LieuFilter
  parent: PlaceFilter
  types: TypeChoice[]
  paging: Paging
  url: ListAddress
  canEdit: boolean
  canLoadCommunes: boolean
  /** May be done to many at once. */
  gestures: readonly { name: string; label: string }[]
  /** The filter in force, as fields. */
  asked: Record<string, string>
}

export function LieuxPage(props: LieuxProps) {
  const create = (
    <LinkButton href={`${PATH}/nouveau`} principal>
      Nouveau lieu
    </LinkButton>
  )
  return (
    <>
      <PageHead
        title="Lieux"
        action={
          <>
            {props.canEdit && create}
            <LinkButton href="/couverture">Couverture</LinkButton>
            <LinkButton href="/statistiques">Statistiques</LinkButton>
          </>
        }
      />
      <Filters {...props} />
      <div id="lieux">
        <ListHead
          count={props.parent.message === undefined && plural(props.total, 'lieu', 'lieux')}
          links={<ExportLinks label="Tous les lieux" formats={FORMATS} href={(format) => `${PATH}/export/${format}`} />}
        >
          <Chips items={chipsOf(props)} clear={PATH} />
          {props.canEdit && <OtherWays {...props} />}
        </ListHead>
        {props.parent.message === undefined ? (
          <Found {...props} />
        ) : (
          <UnclearPlace lieu={props.parent} href={(id) => props.url({ parent: id })} />
        )}
      </div>
    </>
  )
}

/** Places come in by file too, and all communes at once. */
const OtherWays = ({ canLoadCommunes }: LieuxProps) => (
  <span class="autres-actions">
    <a href={`${PATH}/import`}>Importer</a>
    {canLoadCommunes && (
      <>
        {' · '}
        <a href={`${PATH}/communes`}>Communes de France</a>
      </>
    )}
  </span>
)

function Filters({ filter, parent, types }: LieuxProps) {
  return (
    <FilterBar action={PATH} target={TARGET}>
      <Field name="q" label="Nom">
        <input type="search" name="q" value={filter.q} maxlength={200} autocomplete="off" />
      </Field>
      <Field name="type" label="Type">
        <select name="type">
          <option value="">Tous</option>
          {types.map(({ id, nom }) => (
            <option value={id} selected={id === filter.type}>
              {nom}
            </option>
          ))}
        </select>
      </Field>
      <PlaceInput
        name="parent"
        label="Situé dans"
        value={parent.place}
        texte={parent.texte}
        candidates={parent.candidates}
        error={parent.message}
      />
      <input type="hidden" name="tri" value={filter.tri} />
      <input type="hidden" name="ordre" value={filter.ordre} />
    </FilterBar>
  )
}

const chipsOf = ({ filter, parent, types, url }: LieuxProps) =>
  lieuFilter.chips(
    filter,
    {
      q: quoted,
      type: (type) => types.find(({ id }) => id === type)?.nom,
      parent: () => parent.place && `Dans${NBSP}: ${parent.place.nom_long}`,
    },
    url,
  )

function Found({ lieux, total, filter, paging, url, gestures, asked, ...rights }: LieuxProps) {
  if (total === 0) return <Nothing filter={filter} {...rights} />
  return (
    <>
      <Table
        caption="Lieux"
        columns={lieuColumns(filter, url)}
        rows={lieux}
        select={gestures.length > 0 ? ({ id, nom_long }) => ({ id, label: nom_long }) : undefined}
        target={TARGET}
      />
      {gestures.length > 0 && (
        <SelectionBar
          action={`${PATH}/lot`}
          actions={gestures}
          filter={asked}
          all={total > lieux.length ? `Tous les lieux de la liste (${formatNumber(total)})` : undefined}
        />
      )}
      <Pagination paging={paging} total={total} href={(n) => url({ page: n })} target={TARGET} />
    </>
  )
}

function Nothing({ filter, canEdit, canLoadCommunes }: Pick<LieuxProps, 'filter' | 'canEdit' | 'canLoadCommunes'>) {
  const isFiltered = filter.q !== '' || filter.type !== null || filter.parent !== null
  if (isFiltered)
    return <EmptyState title="Aucun lieu ne correspond">Élargissez la recherche ou retirez un filtre.</EmptyState>
  const start = <LinkButton href={`${PATH}/communes`}>Commencer avec les communes de France</LinkButton>
  return (
    <EmptyState title="Aucun lieu pour l’instant" action={canLoadCommunes ? start : undefined}>
      {canEdit
        ? 'Créez d’abord les plus grands, un pays ou une région, puis ceux qui y sont situés.'
        : 'Les gestionnaires et les administrateurs les créent.'}
    </EmptyState>
  )
}

function lieuColumns(filter: LieuFilter, url: LieuxProps['url']): Column<LieuRow>[] {
  const sort = (by: LieuSort) => sortLink(filter, url, { by, first: 'nom' })
  return [
    {
      label: 'Nom',
      kind: 'nom',
      head: true,
      sort: sort('nom'),
      cell: ({ id, nom }) => <a href={`${PATH}/${id}`}>{nom}</a>,
    },
    { label: 'Type', sort: sort('type'), cell: ({ type_nom }) => type_nom ?? '' },
    { label: 'Nom complet', sort: sort('nom_long'), cell: ({ nom_long }) => nom_long },
    { label: 'Code', cell: ({ code }) => code ?? '' },
  ]
}
