import { USER_ROLES } from '../../db/schema.ts'
import { formatNumber, plural } from '../../lib/text.ts'
import { NBSP } from '../../lib/typo.ts'
import { ExportLinks } from '../../ui/export-links.tsx'
import { Field } from '../../ui/field.tsx'
import { FilterBar } from '../../ui/filters.tsx'
import { Form } from '../../ui/form.tsx'
import { Badge, Chips, EmptyState, LinkButton, ListHead, PageHead } from '../../ui/page.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SelectionBar } from '../../ui/selection.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { type ListAddress, sortLink } from '../../web/filter.ts'
import { FORMATS } from '../../web/formats/index.ts'
import { roleLabel } from '../../web/navigation.ts'
import type { Paging } from '../../web/pagination.ts'
import { userFilter } from './filter-form.ts'
import type { UserFilter, UserRow, UserSort } from './queries.ts'
import { stateInWords } from './rules/member-state.ts'

export const PATH = '/admin/utilisateurs'

const STATUS_LABELS = {
  active: 'Actif',
  demande: 'Demande à accepter',
  attente: 'N’a pas encore choisi son mot de passe',
  inactive: 'Inactif',
} as const

export interface UsersProps {
  users: UserRow[]
  total: number
  filter: UserFilter
  paging: Paging
  /** The account of whoever reads the list: it cannot be closed from here. */
  selfId: number
  /** This day, ISO. */
  today: string
  url: ListAddress
  /** Its export in a format. */
  exportUrl: (extension: string) => string
  /** May be done to many at once. */
  gestures: readonly { name: string; label: string }[]
  /** The filter in force, as fields. */
  asked: Record<string, string>
}

export function UsersPage(props: UsersProps) {
  const { filter, total, url } = props
  const actions = (
    <>
      <LinkButton href={`${PATH}/nouveau`} principal>
        Nouvel utilisateur
      </LinkButton>
      <LinkButton href={`${PATH}/import`}>Importer</LinkButton>
    </>
  )
  return (
    <>
      <PageHead title="Utilisateurs" action={actions} />
      <Filters filter={filter} />
      <div id="liste">
        <ListHead
          count={plural(total, 'compte', 'comptes')}
          links={total > 0 && <ExportLinks label="Exporter" formats={FORMATS} href={props.exportUrl} />}
        >
          <Chips items={chipsOf(props)} clear={PATH} />
        </ListHead>
        {total === 0 ? (
          <EmptyState title="Aucun compte ne répond à ces filtres">Retirez-en un, ou cherchez autrement.</EmptyState>
        ) : (
          <>
            <UsersTable {...props} />
            <SelectionBar
              action={`${PATH}/lot`}
              actions={props.gestures}
              filter={props.asked}
              all={total > props.users.length ? `Les ${formatNumber(total)} comptes de ces filtres` : undefined}
            />
          </>
        )}
        <Pagination paging={props.paging} total={total} href={(page) => url({ page })} target="#liste" />
      </div>
    </>
  )
}

/** Every role; the one in force is selected. */
export function RoleOptions({ value }: { value: string }) {
  return (
    <>
      {[...USER_ROLES].reverse().map((role) => (
        <option value={role} selected={role === value}>
          {roleLabel(role)}
        </option>
      ))}
    </>
  )
}

function Filters({ filter }: { filter: UserFilter }) {
  return (
    <FilterBar action={PATH} target="#liste">
      <Field name="q" label="Nom ou adresse">
        <input type="search" name="q" value={filter.q} maxlength={100} autocomplete="off" />
      </Field>
      <Field name="role" label="Rôle">
        <select name="role">
          <option value="">Tous</option>
          <RoleOptions value={filter.role ?? ''} />
        </select>
      </Field>
      <Field name="status" label="État">
        <select name="status">
          <option value="">Tous</option>
          {Object.entries(STATUS_LABELS).map(([status, label]) => (
            <option value={status} selected={status === filter.status}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <input type="hidden" name="tri" value={filter.tri} />
      <input type="hidden" name="ordre" value={filter.ordre} />
    </FilterBar>
  )
}

const chipsOf = ({ filter, url }: UsersProps) =>
  userFilter.chips(
    filter,
    {
      q: (q) => `Nom ou adresse${NBSP}: ${q}`,
      role: (role) => `Rôle${NBSP}: ${roleLabel(role)}`,
      status: (status) => `État${NBSP}: ${STATUS_LABELS[status]}`,
    },
    url,
  )

function UsersTable({ users, filter, selfId, today, url }: UsersProps) {
  const sort = (by: UserSort) => sortLink(filter, url, { by, first: 'name' })
  const columns: Column<UserRow>[] = [
    {
      label: 'Nom',
      kind: 'nom',
      head: true,
      sort: sort('name'),
      cell: (user) => <NameCell user={user} today={today} />,
    },
    { label: 'Adresse électronique', sort: sort('email'), cell: ({ email }) => email },
    { label: 'Rôle', sort: sort('role'), cell: ({ role }) => roleLabel(role) },
    { label: 'Sections', cell: ({ sections }) => sections.join(', ') },
  ]
  return (
    <Table
      caption="Utilisateurs"
      columns={columns}
      rows={users}
      select={({ id, name }) => ({ id, label: name })}
      rowState={({ is_active }) => (is_active ? null : 'inactif')}
      actions={(user) => <RowActions user={user} isSelf={user.id === selfId} retour={url({})} />}
      target="#liste"
    />
  )
}

function NameCell({ user, today }: { user: UserRow; today: string }) {
  const state = stateInWords(user, today)
  return (
    <>
      <a href={`${PATH}/${user.id}/modifier`}>{user.name}</a>{' '}
      {user.demande_at !== null && <Badge tone="warn">demande</Badge>}
      {!user.is_active && user.demande_at === null && <Badge tone="neutre">Inactif</Badge>}{' '}
      {state !== undefined && <Badge tone="neutre">{state}</Badge>}
      {user.is_active && user.must_change_password && <Badge tone="info">en attente</Badge>}
    </>
  )
}

function RowActions({ user, isSelf, retour }: { user: UserRow; isSelf: boolean; retour: string }) {
  const verb = user.is_active ? 'Désactiver' : user.demande_at === null ? 'Activer' : 'Accepter'
  return (
    <>
      <a href={`${PATH}/${user.id}/modifier`} aria-label={`Modifier ${user.name}`}>
        Modifier
      </a>
      {!isSelf && (
        <Form action={`${PATH}/${user.id}/${user.is_active ? 'desactiver' : 'activer'}`}>
          <input type="hidden" name="retour" value={retour} />
          <button type="submit" class="lien" aria-label={`${verb} ${user.name}`}>
            {verb}
          </button>
        </Form>
      )}
    </>
  )
}
