import { formatNumber, plural } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { LinkButton, PageHead } from '../../../ui/page.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { period } from '../../sources/rules/title.ts'
import { StatusBadge } from '../../sources/status-badge.tsx'
import type { SourceAt } from '../queries.ts'
import { type CoverageFigures, coverageInWords } from '../rules/coverage.ts'

interface LieuProps {
  lieu: { id: number; nom_long: string }
  sources: SourceAt[]
  /** The search in the records of this place. */
  search: string
  /** Where the layer is asked for: years of the place, and the page that tells them one by one. */
  coverage: { figures: CoverageFigures; href: string } | undefined
  /** This page itself, which holds them all. */
  whole: string
}

/** Sources named in a bubble. */
const IN_BUBBLE = 12

/** The map opens this over the place; it is short, for a bubble that scrolls hides the map. */
export function LieuBubble({ lieu, sources, search, whole, coverage }: LieuProps) {
  return (
    <div class="carte-bulle">
      <p class="carte-bulle-nom">{lieu.nom_long}</p>
      {coverage && <Coverage {...coverage} />}
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

const Coverage = ({ figures, href }: NonNullable<LieuProps['coverage']>) => (
  <p>
    <a href={href}>Couverture</a>
    {`${NBSP}: ${coverageInWords(figures)}.`}
  </p>
)

const yearsAndRecords = ({ annee_debut, annee_fin, nb_releves }: SourceAt): string =>
  [period(annee_debut, annee_fin), plural(nb_releves, 'relevé', 'relevés')].filter((part) => part !== '').join(', ')

/** A reader without scripts gets the content of the bubble as a page. */
export function LieuOnMapPage({ lieu, sources, search, coverage }: LieuProps) {
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
      {coverage && <Coverage {...coverage} />}
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
