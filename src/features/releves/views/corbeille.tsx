import { formatInstant, plural, tableInstant } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { Form, Submit } from '../../../ui/form.tsx'
import { Definitions, EmptyState, LinkButton, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { OtherReadings } from '../lectures-views.tsx'
import type { ReleveField } from '../rules/display.ts'
import type { Change } from '../rules/history.ts'
import { Changes } from './record.tsx'

export interface DeletedRow {
  id: number
  title: string
  /** A word on it: the date of the event; '' for none. */
  date: string
  author: string
  at: string
}

interface DeletedProps {
  title: string
  source: { id: number; titre: string }
  rows: DeletedRow[]
  total: number
  page: number
  perPage: number
  href: (page: number) => string
  /** The source is open to entry: records may come back. */
  canRestore: boolean
}

/** The deleted records of a source, for those who manage it. */
export function DeletedRelevesPage(props: DeletedProps) {
  const { title, source, rows, total, canRestore } = props
  const path = `/sources/${source.id}/releves`
  return (
    <>
      <PageHead
        title={title}
        lead={<a href={path}>{source.titre}</a>}
        action={<LinkButton href={path}>Relevés de la source</LinkButton>}
      />
      {!canRestore && <p>La source n’est pas ouverte à la saisie{NBSP}: ces relevés ne peuvent pas être rétablis.</p>}
      {total === 0 ? (
        <EmptyState title="Aucun relevé supprimé">Ce qui est supprimé dans cette source paraît ici.</EmptyState>
      ) : (
        <>
          <p class="chapeau">{plural(total, 'relevé supprimé', 'relevés supprimés')}</p>
          <Table
            caption={title}
            columns={COLUMNS}
            rows={rows}
            actions={canRestore ? (row) => <Restore row={row} /> : undefined}
          />
          <Pagination paging={{ page: props.page, parPage: props.perPage }} total={total} href={props.href} />
        </>
      )}
    </>
  )
}

const COLUMNS: Column<DeletedRow>[] = [
  {
    label: 'Relevé',
    head: true,
    kind: 'nom',
    cell: (row) => <a href={`/releves/${row.id}/historique`}>{row.title}</a>,
  },
  { label: 'Date de l’acte', cell: (row) => row.date },
  { label: 'Supprimé par', cell: (row) => row.author },
  { label: 'Le', kind: 'date', cell: (row) => tableInstant(row.at) },
]

const Restore = ({ row }: { row: DeletedRow }) => (
  <Form action={`/releves/${row.id}/restauration`}>
    <button type="submit" class="bouton" aria-label={`Rétablir ${row.title}`}>
      Rétablir
    </button>
  </Form>
)

interface VersionProps {
  title: string
  id: number
  /** The version shown. */
  version: number
  source: { id: number; titre: string }
  operation: string
  author: string
  at: string
  fields: ReleveField[]
  /** The record would gain and lose these if it became this version again. */
  changes: Change[]
  /** Version of the record as it is now, that the form carries. */
  current: number
  isDeleted: boolean
  canRestore: boolean
  /** Why nothing was done. */
  notice?: string | undefined
}

/** A record as it was at one moment of its history. */
export function VersionPage(props: VersionProps) {
  const { title, id, source, changes, isDeleted, canRestore } = props
  const path = `/releves/${id}`
  const isSame = changes.length === 0
  return (
    <>
      <PageHead
        title={title}
        lead={<a href={`/sources/${source.id}/releves`}>{source.titre}</a>}
        action={<LinkButton href={`${path}/historique`}>Historique</LinkButton>}
      />
      {props.notice !== undefined && (
        <p class="erreurs" role="alert">
          {props.notice}
        </p>
      )}
      <p>{`${props.operation} par ${props.author}, le ${formatInstant(props.at)}.`}</p>
      <Definitions
        items={props.fields.map(({ term, value, etat, lectures }) => ({
          ...{ term, etat },
          value:
            lectures.length === 0 ? (
              value
            ) : (
              <>
                {value} <OtherReadings list={lectures} />
              </>
            ),
        }))}
      />
      <h2>Si cette version est rétablie</h2>
      {isSame ? (
        <p>{isDeleted ? 'Le relevé revient tel qu’il était quand il a été supprimé.' : 'Le relevé est déjà ainsi.'}</p>
      ) : (
        <Changes changes={changes} />
      )}
      {canRestore && (isDeleted || !isSame) && <RestoreVersion {...props} />}
    </>
  )
}

const RestoreVersion = ({ id, version, current }: Pick<VersionProps, 'id' | 'version' | 'current'>) => (
  <Form action={`/releves/${id}/versions/${version}/retablir`}>
    <input type="hidden" name="version" value={current} />
    <Submit>Rétablir cette version</Submit>
  </Form>
)
