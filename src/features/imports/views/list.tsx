import type { Child } from 'hono/jsx'
import { formatNumber, tableInstant } from '../../../lib/text.ts'
import { Badge, EmptyState, LinkButton, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Table } from '../../../ui/table.tsx'
import type { Paging } from '../../../web/pagination.ts'
import type { ListedImport } from '../queries/imports.ts'
import { ETATS } from '../rules/states.ts'

interface ImportsPageProps {
  imports: ListedImport[]
  total: number
  paging: Paging
  titles: Record<string, string>
  /** Whoever manages a section may bring files of other programs. */
  mayMoveIn: boolean
  url: (page: number) => string
}

export const LIST_TITLE = 'Imports'

export function ImportsPage({ imports, total, paging, titles, mayMoveIn, url }: ImportsPageProps) {
  return (
    <>
      <PageHead
        title={LIST_TITLE}
        lead="Les fichiers envoyés, du plus récent au plus ancien."
        action={
          mayMoveIn && (
            <LinkButton href="/imports/nouveau" principal>
              Importer des fichiers d’actes
            </LinkButton>
          )
        }
      />
      {imports.length === 0 ? (
        <EmptyState title="Aucun import">Les fichiers que vous importerez paraîtront ici.</EmptyState>
      ) : (
        <Table caption={LIST_TITLE} rows={imports} columns={importColumns(titles)} />
      )}
      <Pagination paging={paging} total={total} href={url} />
    </>
  )
}

const importColumns = (titles: Record<string, string>) => [
  {
    label: 'Fichier',
    cell: (row: ListedImport): Child => <a href={`/imports/${row.id}`}>{row.nom_fichier}</a>,
    head: true,
  },
  { label: 'Import', cell: (row: ListedImport) => titles[row.kind] ?? row.kind },
  { label: 'État', cell: (row: ListedImport) => <Badge tone={ETATS[row.etat].tone}>{ETATS[row.etat].label}</Badge> },
  { label: 'Lignes', cell: (row: ListedImport) => formatNumber(row.nb_lignes), kind: 'nombre' as const },
  { label: 'Par', cell: (row: ListedImport) => row.user_name ?? 'compte supprimé' },
  { label: 'Le', cell: (row: ListedImport) => tableInstant(row.created_at), kind: 'date' as const },
]
