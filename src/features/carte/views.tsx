import { SOURCE_STATUSES } from '../../db/schema.ts'
import { type Body, type FormErrors, shown } from '../../lib/body.ts'
import { formatNumber, plural } from '../../lib/text.ts'
import { FilterBar, FilterChoice, FilterYears } from '../../ui/filters.tsx'
import { Chips, EmptyState, LinkButton, PageHead } from '../../ui/page.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import type { Paging } from '../../web/pagination.ts'
import { countLabel, statusLabel } from '../droits/status.ts'
import { period } from '../sources/rules/title.ts'
import { StatusBadge } from '../sources/status-badge.tsx'
import { carteFilter } from './filter-form.ts'
import type { LieuRow, SourceAt } from './queries.ts'
import { type CarteFilter, PATH, rechercheUrl } from './rules/addresses.ts'

const TARGET = '#carte-lieux'

interface CarteProps {
  lieux: LieuRow[]
  count: { situes: number; sans_position: number }
  types: { id: number; nom: string }[]
  filter: CarteFilter
  raw: Body
  errors: FormErrors
  paging: Paging
  /** An address under the filter in force, with some of it changed. */
  url: (change: Record<string, string | number | null>, path?: string) => string
}

/** The map (static/js/carte-sources.js), and the same as a list, which is all there is without JavaScript. */
export function CartePage(props: CarteProps) {
  return (
    <>
      <PageHead title="Carte" lead="Les lieux dont des sources ont des relevés, parmi celles que vous voyez." />
      <Filters {...props} />
      <div
        class="carte-lieu carte-sources"
        data-carte-sources
        data-carte-ouvrir="Afficher la carte"
        data-carte-aussitot
        hidden
      />
      <div id={TARGET.slice(1)} data-carte-donnees={props.url({}, `${PATH}/data`)}>
        <Chips items={chipsOf(props)} clear={PATH} />
        <Found {...props} />
      </div>
    </>
  )
}

function Filters({ filter, raw, errors, types }: CarteProps) {
  const statuts = SOURCE_STATUSES.map((status) => ({ id: status, nom: statusLabel(status) }))
  return (
    <FilterBar action={PATH} target={TARGET}>
      <FilterChoice name="type" label="Type" options={types} value={filter.type} error={errors.type} />
      <FilterChoice name="statut" label="Statut" options={statuts} value={filter.statut} error={errors.statut} />
      <FilterYears raw={raw} errors={errors} />
    </FilterBar>
  )
}

const chipsOf = ({ filter, types, url }: CarteProps) =>
  carteFilter.chips(
    filter,
    {
      type: (type) => types.find(({ id }) => id === type)?.nom ?? 'Type inconnu',
      statut: statusLabel,
      annee_debut: (year) => `Depuis ${year}`,
      annee_fin: (year) => `Jusqu’en ${year}`,
    },
    url,
  )

function Found(props: CarteProps) {
  const { lieux, count, paging, url } = props
  return (
    <>
      {count.situes === 0 ? <Nothing {...props} /> : <p role="status">{countInWords(count.situes)}</p>}
      {count.sans_position > 0 && <p class="aide">{missingInWords(count.sans_position)}</p>}
      {chipsOf(props).length > 0 && count.situes + count.sans_position > 0 && (
        <p>
          <a href={rechercheUrl(props.filter)}>Rechercher dans leurs relevés</a>
        </p>
      )}
      {lieux.length > 0 && (
        <Table caption="Lieux de la carte" columns={lieuColumns(props)} rows={lieux} target={TARGET} />
      )}
      <Pagination
        page={paging.page}
        perPage={paging.parPage}
        total={count.situes}
        href={(page) => url({ page, par_page: shown(props.raw, 'par_page') })}
        target={TARGET}
      />
    </>
  )
}

const countInWords = (n: number): string => `${plural(n, 'lieu', 'lieux')} sur la carte`

const missingInWords = (n: number): string =>
  n === 1
    ? 'Un autre lieu a des relevés mais aucune position : il n’est pas sur la carte.'
    : `${formatNumber(n)} autres lieux ont des relevés mais aucune position : ils ne sont pas sur la carte.`

function Nothing(props: CarteProps) {
  if (chipsOf(props).length > 0)
    return (
      <EmptyState
        title="Aucun lieu ne répond à ces filtres"
        action={<LinkButton href={PATH}>Effacer les filtres</LinkButton>}
      />
    )
  return (
    <EmptyState title="Rien à montrer sur la carte pour l’instant">
      Un lieu y paraît dès qu’il a une position et qu’une de ses sources a un relevé.
    </EmptyState>
  )
}

const lieuColumns = ({ url }: CarteProps): Column<LieuRow>[] => [
  {
    label: 'Lieu',
    kind: 'nom',
    head: true,
    cell: ({ id, nom_long }) => <a href={url({}, `${PATH}/lieux/${id}`)}>{nom_long}</a>,
  },
  { label: 'Sources', kind: 'nombre', cell: ({ sources }) => formatNumber(sources) },
  { label: 'Relevés', kind: 'nombre', cell: ({ releves }) => formatNumber(releves) },
  { label: 'Années', cell: ({ annee_debut, annee_fin }) => period(annee_debut, annee_fin) },
  { label: 'Statuts', cell: statusesInWords },
]

/** « 2 En cours, 1 Validée » of the statuses that occur. */
const statusesInWords = (lieu: LieuRow): string =>
  SOURCE_STATUSES.filter((status) => lieu[status] > 0)
    .map((status) => `${formatNumber(lieu[status])} ${countLabel(status, lieu[status]).toLowerCase()}`)
    .join(', ')

interface LieuProps {
  lieu: { id: number; nom_long: string }
  sources: SourceAt[]
  /** The search in the records of this place. */
  search: string
  /** This page itself, which holds them all. */
  whole: string
}

/** Sources named in a bubble. */
const IN_BUBBLE = 12

/** The map opens this over the place; it is short, for a bubble that scrolls hides the map. */
export function LieuBubble({ lieu, sources, search, whole }: LieuProps) {
  return (
    <div class="carte-bulle">
      <p class="carte-bulle-nom">{lieu.nom_long}</p>
      <ul>
        {sources.slice(0, IN_BUBBLE).map((source) => (
          <li>
            <a href={`/sources/${source.id}`}>{source.titre}</a>
            <p>
              <StatusBadge status={source.status} /> {yearsAndRecords(source)}
            </p>
          </li>
        ))}
      </ul>
      {sources.length > IN_BUBBLE && (
        <p>
          <a href={whole}>Voir les {formatNumber(sources.length)} sources</a>
        </p>
      )}
      <p>
        <a href={search}>Rechercher dans ce lieu</a>
      </p>
    </div>
  )
}

const yearsAndRecords = ({ annee_debut, annee_fin, nb_releves }: SourceAt): string =>
  [period(annee_debut, annee_fin), plural(nb_releves, 'relevé', 'relevés')].filter((part) => part !== '').join(', ')

/** A reader without scripts gets the content of the bubble as a page. */
export function LieuOnMapPage({ lieu, sources, search }: LieuProps) {
  const actions = (
    <>
      <LinkButton href={search} principal>
        Rechercher dans ce lieu
      </LinkButton>
      <LinkButton href={`/lieux/${lieu.id}`}>Voir le lieu</LinkButton>
    </>
  )
  return (
    <>
      <PageHead title={lieu.nom_long} lead={plural(sources.length, 'source', 'sources')} action={actions} />
      <Table caption="Sources de ce lieu" columns={SOURCE_COLUMNS} rows={sources} />
    </>
  )
}

const SOURCE_COLUMNS: Column<SourceAt>[] = [
  { label: 'Titre', kind: 'nom', head: true, cell: ({ id, titre }) => <a href={`/sources/${id}`}>{titre}</a> },
  { label: 'Type', cell: ({ type_nom }) => type_nom },
  { label: 'Années', cell: ({ annee_debut, annee_fin }) => period(annee_debut, annee_fin) },
  { label: 'Statut', cell: ({ status }) => <StatusBadge status={status} /> },
  { label: 'Relevés', kind: 'nombre', cell: ({ nb_releves }) => formatNumber(nb_releves) },
]
