import type { Child } from 'hono/jsx'
import { AllRowsBox, RowBox } from './selection.tsx'

export interface Sort {
  /** Address of the list sorted by this column (the other way round when it already is). */
  href: string
  /** The order in force, or null when the list is sorted by another column. */
  dir: 'asc' | 'desc' | null
}

export interface Column<R> {
  label: string
  cell: (row: R) => Child
  sort?: Sort | undefined
  /** Figures at the right, names in serif as the register has them, dates on one line, texts with the line breaks typed in them. */
  kind?: 'nombre' | 'nom' | 'date' | 'texte' | undefined
  /** The cell that names the row: a `<th scope="row">`. Usually the first. */
  head?: boolean | undefined
}

interface TableProps<R> {
  /** Says what the table holds; read aloud, not shown unless `showCaption`. */
  caption: string
  columns: Column<R>[]
  rows: R[]
  /** Draws the named links and buttons of a row, in the last column. */
  actions?: ((row: R) => Child) | undefined
  rowId?: ((row: R) => string) | undefined
  /** `neuf` marks the row just saved, `inactif` lightens it. */
  rowState?: ((row: R) => 'neuf' | 'inactif' | null) | undefined
  /** A box in front of each row, for many at once: `SelectionBar` stands under the table. */
  select?: ((row: R) => { id: number; label: string }) | undefined
  showCaption?: boolean | undefined
  /** Many columns: the table scrolls sideways in its own frame. */
  wide?: boolean | undefined
  /** `#id` swapped by htmx when a column is sorted; a plain link without. */
  target?: string | undefined
}

/** Rows under a sticky head; on a phone each row becomes a card with its labels. */
export function Table<R>(props: TableProps<R>) {
  const table = (
    <table class={props.select ? 'tableau avec-cases' : 'tableau'}>
      <caption class={props.showCaption ? undefined : 'hors-ecran'}>{props.caption}</caption>
      <thead>
        <tr>
          {props.columns.map((column) => (
            <HeadCell
              column={column}
              target={props.target}
              hasBox={props.select !== undefined && column.head === true}
            />
          ))}
          {props.actions && (
            <th scope="col" class="colonne-actions">
              Actions
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row) => (
          <TableRow {...props} row={row} />
        ))}
      </tbody>
    </table>
  )
  return props.wide ? (
    // A frame that scrolls must take the focus, or the keyboard cannot scroll it.
    <section class="cadre" aria-label={props.caption} tabindex={0}>
      {table}
    </section>
  ) : (
    table
  )
}

interface HeadCellProps<R> {
  column: Column<R>
  target?: string | undefined
  /** The boxes of the rows stand under it. */
  hasBox: boolean
}

function HeadCell<R>({ column: { label, sort, kind }, target, hasBox }: HeadCellProps<R>) {
  return (
    <th scope="col" class={kind} aria-sort={sort?.dir ? SORTED[sort.dir] : undefined}>
      {hasBox && <AllRowsBox />}
      {sort ? (
        <a class={`tri tri-${sort.dir ?? 'aucun'}`} href={sort.href} {...swap(sort.href, target)}>
          {label}
        </a>
      ) : (
        label
      )}
    </th>
  )
}

const SORTED = { asc: 'ascending', desc: 'descending' } as const

/** The htmx attributes of a link that replaces `target` by the same part of the page it leads to; none without target. */
export function swap(href: string, target: string | undefined): Record<string, string> {
  if (target === undefined) return {}
  return { 'hx-get': href, 'hx-target': target, 'hx-select': target, 'hx-swap': 'outerHTML', 'hx-push-url': 'true' }
}

type RowProps<R> = Pick<TableProps<R>, 'columns' | 'actions' | 'rowId' | 'rowState' | 'select'> & { row: R }

/** One row by itself, for a table that stands already. */
export function TableRow<R>({ columns, row, actions, rowId, rowState, select }: RowProps<R>) {
  return (
    <tr id={rowId?.(row)} class={rowState?.(row) ?? undefined}>
      {columns.map(({ label, cell, kind, head }) =>
        head ? (
          <th scope="row" class={kind} data-label={label}>
            {select && <RowBox {...select(row)} />}
            {cell(row)}
          </th>
        ) : (
          <td class={kind} data-label={label}>
            {cell(row)}
          </td>
        ),
      )}
      {actions && (
        <td class="actions-ligne">
          <div>{actions(row)}</div>
        </td>
      )}
    </tr>
  )
}
