// The four pages of what is kept in a plain list (sections, dépôts, types de lieux): the list, the new one, the changed one, the
// deleted one. What differs is passed in; a page that needs more is written out in its feature.
import type { Child } from 'hono/jsx'
import { Actions, Form, Submit } from './form.tsx'
import { Confirm, LinkButton, PageHead } from './page.tsx'
import { Pagination } from './pagination.tsx'
import { type Column, Table } from './table.tsx'

interface Named {
  id: number
  nom: string
}

interface ListPageProps<R extends Named> {
  title: string
  /** « 3 dépôts ». */
  lead: string
  path: string
  create: { href: string; label: string }
  columns: Column<R>[]
  rows: R[]
  total: number
  paging: { page: number; parPage: number }
  href: (page: number) => string
  /** Shown where the list holds nothing. */
  children: Child
}

export function ListPage<R extends Named>(props: ListPageProps<R>) {
  const { title, lead, path, create, columns, rows, total, paging, href, children } = props
  const button = (
    <LinkButton href={create.href} principal>
      {create.label}
    </LinkButton>
  )
  return (
    <>
      <PageHead title={title} lead={lead} action={button} />
      {total === 0 ? (
        children
      ) : (
        <Table
          caption={title}
          columns={columns}
          rows={rows}
          actions={({ id, nom }) => (
            <>
              <a href={`${path}/${id}/modifier`} aria-label={`Modifier ${nom}`}>
                Modifier
              </a>
              <a href={`${path}/${id}/supprimer`} aria-label={`Supprimer ${nom}`}>
                Supprimer
              </a>
            </>
          )}
        />
      )}
      <Pagination paging={paging} total={total} href={href} />
    </>
  )
}

interface NewPageProps {
  title: string
  path: string
  /** Sending it twice creates one (web/form.ts). */
  jeton: string
  submit: string
  /** The fields. */
  children: Child
}

export function NewPage({ title, path, jeton, submit, children }: NewPageProps) {
  return (
    <>
      <PageHead title={title} />
      <Form action={path} enter={submit}>
        <input type="hidden" name="_envoi" value={jeton} />
        {children}
        <Actions cancel={path}>
          <Submit>{submit}</Submit>
        </Actions>
      </Form>
    </>
  )
}

interface EditPageProps {
  title: string
  /** Its page: where the form is sent to. */
  action: string
  /** The version that was read: whoever saved meanwhile is not overwritten. */
  version: string
  submit: string
  /** Words of the link to the page that deletes; undefined for who may not. */
  remove: string | undefined
  cancel: string
  /** The fields. */
  children: Child
}

export function EditPage({ title, action, version, submit, remove, cancel, children }: EditPageProps) {
  const link = remove !== undefined && <LinkButton href={`${action}/supprimer`}>{remove}</LinkButton>
  return (
    <>
      <PageHead title={title} action={link || undefined} />
      <Form action={action} enter={submit}>
        <input type="hidden" name="version" value={version} />
        {children}
        <Actions cancel={cancel}>
          <Submit>{submit}</Submit>
        </Actions>
      </Form>
    </>
  )
}

interface DeletePageProps {
  title: string
  /** Says what will be deleted, and what will not. */
  lead: string
  /** The form is sent to this address. */
  action: string
  version: number
  submit: string
  /** Why it stays; undefined where it may go. */
  blocked: string | undefined
  back: { href: string; label: string }
}

/** Asks before the deletion, or says why it stays. */
export function DeletePage({ title, lead, action, version, submit, blocked, back }: DeletePageProps) {
  if (blocked !== undefined) {
    return (
      <div class="confirmation">
        <h1>{title}</h1>
        <p>{blocked}</p>
        <p>
          <LinkButton href={back.href}>{back.label}</LinkButton>
        </p>
      </div>
    )
  }
  return (
    <Confirm title={title} lead={lead} action={action} submit={submit} cancel={back.href}>
      <input type="hidden" name="version" value={version} />
    </Confirm>
  )
}
