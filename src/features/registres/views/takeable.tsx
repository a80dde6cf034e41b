import type { PlaceFilter } from '../../../champs/place-choice.ts'
import { formatDay, formatNumber, plural } from '../../../lib/text.ts'
import { FilterBar } from '../../../ui/filters.tsx'
import { Badge, EmptyState, LinkButton, ListHead, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { FilterPlace } from '../../../ui/part-filters.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { Paging } from '../../../web/pagination.ts'
import { period } from '../../sources/rules/title.ts'
import type { TakeableRow } from '../queries/takeable.ts'

export const TAKEABLE_PATH = '/registres'
export const TAKEABLE_TITLE = 'Registres à prendre'
const TARGET = '#registres'

interface TakeableProps {
  sources: TakeableRow[]
  total: number
  lieu: PlaceFilter
  paging: Paging
  href: (page: number) => string
}

/** Registers that wait for somebody, as far as the reader sees them. */
export function TakeablePage({ sources, total, lieu, paging, href }: TakeableProps) {
  const below = lieu.place ? `&lieu=${lieu.place.id}` : ''
  return (
    <>
      <PageHead
        title={TAKEABLE_TITLE}
        lead="Ce que personne n’a commencé, et ce qui a été rendu. Dites ce qui vous intéresse : qui gère la section vous répond."
        action={
          <>
            <LinkButton href={`/inventaire?libres=oui${below}`}>Registres sans source</LinkButton>
            <LinkButton href="/registres/demandes">Demandes</LinkButton>
          </>
        }
      />
      <FilterBar action={TAKEABLE_PATH} target={TARGET} isSingle>
        <FilterPlace lieu={lieu} />
      </FilterBar>
      <div id="registres">
        <ListHead count={<strong>{plural(total, 'registre', 'registres')}</strong>} />
        {total === 0 ? (
          <EmptyState title="Aucun registre n’attend quelqu’un">
            Ceux de l’inventaire que personne n’a commencés se demandent aussi.
          </EmptyState>
        ) : (
          <Table caption={TAKEABLE_TITLE} columns={COLUMNS} rows={sources} actions={(row) => <TakeLink row={row} />} />
        )}
        <Pagination paging={paging} total={total} href={href} target={TARGET} />
      </div>
    </>
  )
}

const COLUMNS: Column<TakeableRow>[] = [
  { label: 'Source', kind: 'nom', head: true, cell: ({ id, titre }) => <a href={`/sources/${id}`}>{titre}</a> },
  { label: 'Lieu', cell: ({ lieu }) => lieu },
  { label: 'Années', kind: 'date', cell: (row) => period(row.annee_debut, row.annee_fin) },
  { label: 'Relevés', kind: 'nombre', cell: ({ nb_releves }) => formatNumber(nb_releves) },
  {
    label: 'État',
    cell: ({ a_reprendre_at }) =>
      a_reprendre_at === null ? (
        <Badge tone="neutre">libre</Badge>
      ) : (
        <>
          <Badge tone="warn">à reprendre</Badge> {`depuis le ${formatDay(a_reprendre_at)}`}
        </>
      ),
  },
]

const TakeLink = ({ row: { id, titre, demande } }: { row: TakeableRow }) =>
  demande === null ? (
    <a href={`/registres/demander?source=${id}`} aria-label={`Demander\u00a0: ${titre}`}>
      Demander
    </a>
  ) : (
    <a href="/registres/demandes" aria-label={`Demandé\u00a0: ${titre}`}>
      Demandé
    </a>
  )
