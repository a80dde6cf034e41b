import type { PlaceFilter } from '../../../champs/place-choice.ts'
import { SOURCE_STATUSES } from '../../../db/schema.ts'
import { type Body, type FormErrors, shown } from '../../../lib/body.ts'
import { formatNumber, plural } from '../../../lib/text.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import { FilterBar, FilterChoice, FilterYears } from '../../../ui/filters.tsx'
import { Chips, EmptyState, LinkButton, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { PlaceInput } from '../../../ui/place-input.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { Paging } from '../../../web/pagination.ts'
import type { YearCounts } from '../../couverture/board/rules.ts'
import { countLabel, statusLabel } from '../../droits/status.ts'
import { POSITIONS_PATH } from '../../lieux/positions/queries.ts'
import { period } from '../../sources/rules/title.ts'
import { carteFilter } from '../filter-form.ts'
import type { PlaceOnMap } from '../place-queries.ts'
import type { LieuRow } from '../queries.ts'
import { type CarteView, coverageUrl, PATH, rechercheUrl } from '../rules/addresses.ts'
import { coverageFigures, coverageShares, coverageWord } from '../rules/coverage.ts'

const TARGET = '#carte-lieux'

interface CarteProps {
  lieux: LieuRow[]
  /** Years of each of them by state, where the layer is asked for. */
  layer: ReadonlyMap<number, YearCounts> | undefined
  count: { situes: number; sans_position: number }
  types: { id: number; nom: string }[]
  filter: CarteView
  raw: Body
  errors: FormErrors
  paging: Paging
  /** The place that somebody looks for on the map, as it was asked, and what is known of it. */
  cherche: PlaceFilter
  ici: PlaceOnMap | undefined
  canPlace: boolean
  /** An address under the filter in force, with some of it changed. */
  url: (change: Record<string, string | number | null>, path?: string) => string
}

/** The map (static/js/carte-sources.js), and the same as a list, which is all there is without JavaScript. */
export function CartePage(props: CarteProps) {
  return (
    <>
      <PageHead title="Carte" lead="Les lieux dont des sources ont des relevés, parmi celles que vous voyez." />
      <Filters {...props} />
      <MapFrame />
      <div id={TARGET.slice(1)} data-carte-donnees={props.url({ lieu: null }, `${PATH}/data`)}>
        {props.ici && <Here {...props.ici} />}
        {props.cherche.message !== undefined && <Unclear {...props} message={props.cherche.message} />}
        <Chips items={chipsOf(props)} clear={PATH} />
        <Found {...props} />
      </div>
    </>
  )
}

function Filters({ filter, raw, errors, types, cherche }: CarteProps) {
  const statuts = SOURCE_STATUSES.map((status) => ({ id: status, nom: statusLabel(status) }))
  return (
    <FilterBar action={PATH} target={TARGET}>
      <FilterChoice name="type" label="Type" options={types} value={filter.type} error={errors.type} />
      <FilterChoice name="statut" label="Statut" options={statuts} value={filter.statut} error={errors.statut} />
      <FilterYears raw={raw} errors={errors} />
      <FilterChoice
        name="couche"
        label="Colorer selon"
        all="Relevés"
        options={[{ id: 'couverture', nom: 'Couverture' }]}
        value={filter.couche}
        error={errors.couche}
      />
      <PlaceInput
        name="lieu"
        label="Aller à un lieu"
        value={cherche.place}
        texte={cherche.texte}
        candidates={cherche.candidates}
        error={cherche.message}
      />
    </FilterBar>
  )
}

/** Without scripts nothing of it is seen: the list of the page says the same. */
function MapFrame() {
  return (
    <div class="carte-page">
      <div
        class="carte-lieu carte-sources"
        data-carte-sources
        data-carte-ouvrir="Afficher la carte"
        data-carte-aussitot
        hidden
      />
      <section class="carte-vue" aria-label="Lieux à l’écran" data-carte-vue hidden>
        <div class="carte-vue-tete">
          <p role="status" data-carte-compte />
          <button type="button" class="bouton" data-carte-tout>
            Tout voir
          </button>
        </div>
        <ul data-carte-liste />
        <p class="aide" data-carte-reste />
      </section>
      <Legend />
      <CoverageLegend />
      <p class="aide" role="status" data-carte-message />
    </div>
  )
}

/** The steps of static/js/carte-sources.js. */
const DISCS = ['1 source', '2 à 4', '5 à 19', '20 à 99', '100 et plus']

function Legend() {
  return (
    <ul class="carte-legende" aria-label="Légende" data-carte-legende hidden>
      {DISCS.map((words, n) => (
        <li>
          <span class={`carte-disque carte-disque-${n + 1}`} />
          {words}
        </li>
      ))}
      <li>
        <span class="carte-disque carte-disque-2 carte-groupe" />
        plusieurs lieux{NBSP}: cliquez pour les séparer
      </li>
    </ul>
  )
}

/** Rings and letters of static/js/carte-couverture.js. */
const RINGS = [
  ['V', 'pleine', 'tout est validé'],
  ['C', 'demie', 'une partie est validée ou en cours'],
  ['F', 'vide', 'tout est à faire'],
  ['–', 'nulle', 'aucune année à relever connue'],
] as const

function CoverageLegend() {
  return (
    <ul class="carte-legende" aria-label="Légende de la couverture" data-carte-legende-couverture hidden>
      {RINGS.map(([letter, ring, words]) => (
        <li>
          <span class={`carte-disque carte-disque-3 carte-part carte-part-${ring}`}>{letter}</span>
          {words}
        </li>
      ))}
    </ul>
  )
}

/** Tells of the place that is looked for, and where it is (static/js/carte-sources.js). */
function Here({ id, nom_long, etendue, sources, releves }: PlaceOnMap) {
  return (
    <p role="status" data-carte-ici={etendue?.join(',') ?? ''} data-nom={nom_long}>
      <a href={`/lieux/${id}`}>{nom_long}</a>
      {`${NBSP}: ${figuresInWords(sources, releves)}.`}
      {etendue === undefined && ' Ce lieu n’a pas de position, ni aucun de ceux qui s’y trouvent.'}
    </p>
  )
}

const OFFERED = 10

/** Several places may be meant by what was typed, or none. */
function Unclear({ cherche, message, url }: CarteProps & { message: string }) {
  const candidates = cherche.candidates ?? []
  return (
    <div role="status">
      <p>{candidates.length > 0 ? `Plusieurs lieux répondent à ${quoted(cherche.texte)}${NBSP}:` : message}</p>
      <ul>
        {candidates.slice(0, OFFERED).map(({ id, nom_long }) => (
          <li>
            <a href={url({ lieu: id })}>{nom_long}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

const figuresInWords = (sources: number, releves: number): string =>
  sources === 0
    ? 'aucune source que vous puissiez voir'
    : `${plural(sources, 'source', 'sources')}, ${plural(releves, 'relevé', 'relevés')}`

const chipsOf = ({ filter, types, url }: CarteProps) =>
  carteFilter.chips(
    filter,
    {
      type: (type) => types.find(({ id }) => id === type)?.nom ?? 'Type inconnu',
      statut: statusLabel,
      annee_debut: (year) => `Depuis ${year}`,
      annee_fin: (year) => `Jusqu’en ${year}`,
      couche: () => null,
    },
    url,
  )

function Found(props: CarteProps) {
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
      {chipsOf(props).length > 0 && count.situes + count.sans_position > 0 && (
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

const nameColumn = ({ url }: CarteProps): Column<LieuRow> => ({
  label: 'Lieu',
  kind: 'nom',
  head: true,
  cell: ({ id, nom_long }) => <a href={url({}, `${PATH}/lieux/${id}`)}>{nom_long}</a>,
})

/** Years of each place that are validated, under way, to do and missing. */
function coverageColumns(props: CarteProps, layer: ReadonlyMap<number, YearCounts>): Column<LieuRow>[] {
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

const lieuColumns = (props: CarteProps): Column<LieuRow>[] => [
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
