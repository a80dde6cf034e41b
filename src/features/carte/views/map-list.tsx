import { SOURCE_STATUSES } from '../../../db/schema.ts'
import { type Body, shown } from '../../../lib/body.ts'
import { formatNumber, plural } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { EmptyState, LinkButton } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { Paging } from '../../../web/pagination.ts'
import type { YearCounts } from '../../couverture/board/rules.ts'
import { countLabel } from '../../droits/status.ts'
import { POSITIONS_PATH } from '../../lieux/positions/queries.ts'
import { period } from '../../sources/rules/title.ts'
import type { LieuRow } from '../queries.ts'
import { type CarteView, coverageUrl, PATH, rechercheUrl } from '../rules/addresses.ts'
import { coverageFigures, coverageShares, coverageWord } from '../rules/coverage.ts'

export const TARGET = '#carte-lieux'

export interface PlacesProps {
  lieux: LieuRow[]
  /** Years of each of them by state, where the layer is asked for. */
  layer: ReadonlyMap<number, YearCounts> | undefined
  count: { situes: number; sans_position: number }
  filter: CarteView
  isFiltered: boolean
  raw: Body
  paging: Paging
  canPlace: boolean
  /** An address under the filter in force, with some of it changed. */
  url: (change: Record<string, string | number | null>, path?: string) => string
}

/** The places of the map as a list. */
export function Places(props: PlacesProps) {
  const { lieux, count, paging, url } = props
  return (
    <>
      {count.situes === 0 ? <Nothing {...props} /> : <p role="status">{countInWords(count.situes)}</p>}
      {count.sans_position > 0 && (
        <p class="aide">
          {missingInWords(count.sans_position)}{' '}
          {props.canPlace && <a href={POSITIONS_PATH}>Chercher les positions manquantes</a>}
        </p>
      )}
      {props.isFiltered && count.situes + count.sans_position > 0 && (
        <p>
          <a href={rechercheUrl(props.filter)}>Rechercher dans leurs relevés</a>
        </p>
      )}
      {lieux.length > 0 && (
        <Table
          caption="Lieux de la carte"
          columns={props.layer ? coverageColumns(props, props.layer) : lieuColumns(props)}
          rows={lieux}
          target={TARGET}
        />
      )}
      <Pagination
        paging={paging}
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

function Nothing({ isFiltered }: PlacesProps) {
  if (isFiltered)
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

const nameColumn = ({ url }: PlacesProps): Column<LieuRow> => ({
  label: 'Lieu',
  kind: 'nom',
  head: true,
  cell: ({ id, nom_long }) => <a href={url({}, `${PATH}/lieux/${id}`)}>{nom_long}</a>,
})

/** Years of each place that are validated, under way, to do and missing. */
function coverageColumns(props: PlacesProps, layer: ReadonlyMap<number, YearCounts>): Column<LieuRow>[] {
  const figures = ({ id }: LieuRow) => coverageFigures(layer.get(id))
  const share = (lieu: LieuRow) => coverageShares(figures(lieu)).part_validee
  return [
    nameColumn(props),
    {
      label: 'Couverture',
      cell: (lieu) => <a href={coverageUrl(props.filter, lieu.id)}>{coverageWord(figures(lieu))}</a>,
    },
    { label: 'Années validées', kind: 'nombre', cell: (lieu) => formatNumber(figures(lieu).validees) },
    { label: 'En cours', kind: 'nombre', cell: (lieu) => formatNumber(figures(lieu).en_cours) },
    { label: 'À faire', kind: 'nombre', cell: (lieu) => formatNumber(figures(lieu).a_faire) },
    { label: 'Manquent', kind: 'nombre', cell: (lieu) => formatNumber(figures(lieu).manquent) },
    {
      label: 'Part validée',
      kind: 'nombre',
      cell: (lieu) => (share(lieu) === null ? '' : `${share(lieu)}${NBSP}%`),
    },
  ]
}

const lieuColumns = (props: PlacesProps): Column<LieuRow>[] => [
  nameColumn(props),
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
