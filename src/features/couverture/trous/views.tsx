import type { PlaceFilter } from '../../../champs/place-choice.ts'
import { type Body, type FormErrors, shown } from '../../../lib/body.ts'
import { formatNumber, plural } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { ExportLinks } from '../../../ui/export-links.tsx'
import { FilterBar, FilterChoice, FilterYears } from '../../../ui/filters.tsx'
import { Chips, EmptyState, LinkButton, ListHead, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { FilterPlace, FilterSection } from '../../../ui/part-filters.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { type ListAddress, placeWords, sectionWords, YEAR_WORDS } from '../../../web/filter.ts'
import { FORMATS } from '../../../web/formats/index.ts'
import type { Paging } from '../../../web/pagination.ts'
import type { Wish } from '../../registres/queries/wishes.ts'
import { ACT_CHOICES, ACT_LABELS } from '../../types-sources/rules/persons.ts'
import { coveragePath } from '../rules.ts'
import { HOLES_PATH } from '../views.tsx'
import { holeFilter } from './form.ts'
import type { FoundHole, HoleFilter } from './queries.ts'
import { easeOf, holeYears, NATURE_LABELS, NATURES } from './rules.ts'

export const PATH = HOLES_PATH
export const TITLE = 'Ce qui reste à relever'
const TARGET = '#trous'

interface HolesProps {
  filter: HoleFilter
  raw: Body
  errors: FormErrors
  lieu: PlaceFilter
  sections: { id: number; nom: string }[]
  depots: ReadonlyMap<number, string>
  paging: Paging
  url: ListAddress
  exportUrl: (extension: string) => string
  /** The holes of this page, and how many there are in all. */
  holes: FoundHole[]
  total: number
  canEdit: boolean
  /** Registers that this reader may ask for, asks for, or somebody else does. */
  wishes: ReadonlyMap<number, Wish>
}

export function HolesPage(props: HolesProps) {
  const { errors, total, lieu, exportUrl } = props
  return (
    <>
      <PageHead
        title={TITLE}
        lead="Les années que personne ne relève, à votre connaissance, les plus faciles d’abord."
        action={<LinkButton href="/couverture">Tableau de la couverture</LinkButton>}
      />
      <Filters {...props} />
      <div id={TARGET.slice(1)}>
        {Object.values(errors).map((message) => (
          <p class="erreur">{message}</p>
        ))}
        <ListHead
          count={<strong>{plural(total, 'trou', 'trous')}</strong>}
          links={total > 0 && <ExportLinks label="Exporter" formats={FORMATS} href={exportUrl} />}
        >
          <Chips items={chipsOf(props)} clear={PATH} />
        </ListHead>
        {lieu.message === undefined ? <Found {...props} /> : <p class="erreur">{lieu.message}</p>}
      </div>
    </>
  )
}

function Filters({ filter, lieu, sections, errors, raw }: HolesProps) {
  const more = (
    <>
      <FilterYears raw={raw} errors={errors} />
      <FilterChoice
        name="tri"
        label="Ordre"
        options={[{ id: 'lieu', nom: 'Lieu' }]}
        value={filter.tri}
        all="Les plus faciles"
      />
    </>
  )
  const isUsed = filter.tri !== 'facile' || shown(raw, 'annee_debut') !== '' || shown(raw, 'annee_fin') !== ''
  return (
    <FilterBar action={PATH} target={TARGET} more={{ fields: more, isUsed }}>
      <FilterPlace lieu={lieu} />
      <FilterSection sections={sections} value={filter.section} error={errors.section} />
      <FilterChoice name="acte" label="Actes" options={ACT_CHOICES} value={filter.acte} error={errors.acte} />
      <FilterChoice
        name="nature"
        label="Ce qu’il faut"
        options={NATURES.map((id) => ({ id, nom: NATURE_LABELS[id] }))}
        value={filter.nature}
        error={errors.nature}
      />
    </FilterBar>
  )
}

const chipsOf = ({ filter, lieu, sections, url }: HolesProps) =>
  holeFilter.chips(
    filter,
    {
      lieu: placeWords(lieu),
      section: sectionWords(sections),
      acte: (acte) => ACT_LABELS[acte],
      nature: (nature) => NATURE_LABELS[nature],
      ...YEAR_WORDS,
    },
    url,
  )

function Found(props: HolesProps) {
  const { holes, total, paging, url } = props
  if (total === 0)
    return (
      <EmptyState title="Aucun trou pour ces critères">
        Tout ce que l’inventaire et les sources annoncent est relevé, ou quelqu’un s’en charge.
      </EmptyState>
    )
  return (
    <>
      <Table
        caption={TITLE}
        columns={columns(props)}
        rows={holes}
        target={TARGET}
        actions={(hole) => <HoleActions hole={hole} canEdit={props.canEdit} wish={props.wishes.get(hole.id)} />}
      />
      <Pagination paging={paging} total={total} href={(n) => url({ page: n })} target={TARGET} />
      <details>
        <summary>Pourquoi « facile »{NBSP}?</summary>
        <p>
          Des images en ligne comptent le plus (3), puis les années voisines déjà relevées (2), peu d’années à faire (2
          jusqu’à cinq, 1 jusqu’à quinze) et un lieu voisin relevé (1). Très facile à partir de 5, facile à partir de 3.
        </p>
      </details>
    </>
  )
}

const columns = ({ depots }: HolesProps): Column<FoundHole>[] => [
  {
    label: 'Lieu',
    kind: 'nom',
    head: true,
    cell: ({ lieu_id, lieu }) => (lieu_id === null ? 'Sans lieu' : <a href={coveragePath(lieu_id)}>{lieu}</a>),
  },
  { label: 'Actes', cell: ({ acte }) => ACT_LABELS[acte] },
  { label: 'Années', kind: 'date', cell: (hole) => <HoleYears hole={hole} /> },
  { label: 'Nombre', kind: 'nombre', cell: ({ n }) => formatNumber(n) },
  { label: 'Ce qu’il faut', kind: 'texte', cell: (hole) => <Subject hole={hole} depots={depots} /> },
  { label: 'Facilité', kind: 'texte', cell: (hole) => easeWords(hole) },
]

/** So many spans stand in a cell. */
const MAX_SPANS = 4

function HoleYears({ hole }: { hole: FoundHole }) {
  if (hole.years.length <= MAX_SPANS) return <>{holeYears(hole)}</>
  const [first, last] = [hole.years[0]?.debut, hole.years.at(-1)?.fin]
  return <>{`${first} à ${last}, en ${hole.years.length}${NBSP}fois`}</>
}

const easeWords = (hole: FoundHole): string => [easeOf(hole), hole.reasons.join(', ')].filter(Boolean).join(`${NBSP}: `)

function Subject({ hole, depots }: { hole: FoundHole; depots: ReadonlyMap<number, string> }) {
  const { nature, id, nom, url, depot_id } = hole
  const label = NATURE_LABELS[nature]
  const depot = depots.get(depot_id ?? 0)
  const images = url !== null && (
    <>
      {', '}
      <a href={url} rel="noopener noreferrer external">
        images
      </a>
    </>
  )
  if (nature === 'registre')
    return (
      <span>
        {[label, depot, nom].filter(Boolean).join(', ')}
        {images}
      </span>
    )
  return (
    <span>
      {label}
      {`${NBSP}: `}
      <a href={`/sources/${id}`}>{nom}</a>
      {images}
    </span>
  )
}

interface HoleActionsProps {
  hole: FoundHole
  canEdit: boolean
  wish: Wish | undefined
}

/** A register becomes a source, or is asked for; a source is gone on with. */
function HoleActions({ hole, canEdit, wish }: HoleActionsProps) {
  const what = `${ACT_LABELS[hole.acte]}, ${hole.lieu}, ${holeYears(hole)}`
  if (hole.nature !== 'registre')
    return (
      <a href={`/sources/${hole.id}`} aria-label={`Ouvrir la source\u00a0: ${what}`}>
        Ouvrir la source
      </a>
    )
  if (!canEdit) return <WishLink wish={wish} id={hole.id} what={what} />
  return (
    <a href={`/inventaire/lot?geste=creer&ids=${hole.id}`} aria-label={`Créer la source\u00a0: ${what}`}>
      Créer la source
    </a>
  )
}

/** A register that somebody asks for is not asked for twice from here. */
function WishLink({ wish, id, what }: { wish: Wish | undefined; id: number; what: string }) {
  if (wish === undefined) return null
  if (wish === 'other') return <>Déjà demandé</>
  if (wish === 'own')
    return (
      <a href="/registres/demandes" aria-label={`Demandé\u00a0: ${what}`}>
        Demandé
      </a>
    )
  return (
    <a href={`/registres/demander?registre=${id}`} aria-label={`Demander\u00a0: ${what}`}>
      Demander
    </a>
  )
}
