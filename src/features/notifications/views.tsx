import { plural, tableInstant } from '../../lib/text.ts'
import { quoted } from '../../lib/typo.ts'
import { Form } from '../../ui/form.tsx'
import { Badge, EmptyState, PageHead } from '../../ui/page.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Table } from '../../ui/table.tsx'
import type { Paging } from '../../web/pagination.ts'
import { KINDS, NOTIFICATION_KINDS } from './kinds/index.ts'
import type { NotificationRow } from './queries.ts'

export const PATH = '/notifications'
export const TITLE = 'Notifications'

const ANNOUNCED = NOTIFICATION_KINDS.map((kind) => KINDS[kind].announces)

interface ListProps {
  notifications: NotificationRow[]
  total: number
  unread: number
  paging: Paging
  href: (page: number) => string
}

export function NotificationsPage({ notifications, total, unread, paging, href }: ListProps) {
  const lead = unread > 0 ? plural(unread, 'non lue', 'non lues') : 'Toutes sont lues.'
  return (
    <>
      <PageHead title={TITLE} lead={total > 0 ? lead : undefined} action={unread > 0 ? <ReadAll /> : undefined} />
      <div id="notifications">
        {total === 0 ? (
          <EmptyState title="Aucune notification">
            Vous serez averti ici {ANNOUNCED.slice(0, -1).join(', ')}, ou {ANNOUNCED.at(-1)}.
          </EmptyState>
        ) : (
          <>
            <Rows notifications={notifications} />
            <Pagination paging={paging} total={total} href={href} target="#notifications" />
          </>
        )}
      </div>
    </>
  )
}

function ReadAll() {
  return (
    <Form action={`${PATH}/lues`}>
      <button type="submit" class="bouton">
        Tout marquer comme lu
      </button>
    </Form>
  )
}

const isUnread = (row: NotificationRow): boolean => row.lue_at === null

function Rows({ notifications }: { notifications: NotificationRow[] }) {
  return (
    <Table
      caption={TITLE}
      rows={notifications}
      rowState={(row) => (isUnread(row) ? 'neuf' : null)}
      columns={[
        { label: 'Notification', head: true, cell: (row) => <What row={row} /> },
        { label: 'Motif', kind: 'texte', cell: (row) => row.data.motif },
        { label: 'Date', kind: 'date', cell: (row) => tableInstant(row.created_at) },
      ]}
      actions={notifications.some(isUnread) ? (row) => (isUnread(row) ? <ReadOne row={row} /> : null) : undefined}
    />
  )
}

function What({ row }: { row: NotificationRow }) {
  const { says, path } = KINDS[row.kind]
  return (
    <span>
      {isUnread(row) && (
        <>
          <Badge tone="info">non lue</Badge>{' '}
        </>
      )}
      {says(row)} <a href={path(row)}>{row.titre}</a>
    </span>
  )
}

function ReadOne({ row }: { row: NotificationRow }) {
  return (
    <Form action={`${PATH}/${row.id}/lue`}>
      <button type="submit" class="bouton" aria-label={`Marquer comme lue\u00a0: ${quoted(row.titre)}`}>
        Marquer comme lue
      </button>
    </Form>
  )
}
