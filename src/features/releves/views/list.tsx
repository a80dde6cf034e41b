import type { Child } from 'hono/jsx'
import type { Champ } from '../../../champs/kind.ts'
import { ETAT_LABELS } from '../../../champs/states.ts'
import type { FieldState } from '../../../db/schema.ts'
import { formatNumber, plural, tableInstant } from '../../../lib/text.ts'
import { ColumnsLine } from '../../../ui/columns-line.tsx'
import { Badge, EmptyState, LinkButton, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { SelectionBar } from '../../../ui/selection.tsx'
import { type Column, swap, Table } from '../../../ui/table.tsx'
import type { ListColumns } from '../rules/columns.ts'
import { type ReleveRow, shortText } from '../rules/display.ts'
import { inlineCell } from './inline.tsx'
import { InsertAfter } from './insertion.tsx'

interface ListProps {
  title: string
  source: { id: number; titre: string }
  /** The fields shown are in the order of the cells. */
  columns: ListColumns
  /** The page that chooses the columns. */
  choose: string
  /** Address of this list with its empty columns, or without. */
  toggled: string
  /** Rows may be ticked; address of this list where they may, or may not any more. */
  choosing: { isOn: boolean; toggled: string }
  rows: ReleveRow[]
  total: number
  page: number
  perPage: number
  /** Address of the same list sorted by this key, and the order in force if it is the sorting key. */
  sort: (key: 'date' | 'saisie') => { href: string; dir: 'asc' | 'desc' | null }
  href: (page: number) => string
  canWrite: boolean
  /** May be done to many at once. */
  gestures: readonly { name: string; label: string }[]
  /** May see the deleted records. */
  canManage: boolean
}

const TARGET = '#releves'

/** The records of a source. */
export function RelevesPage(props: ListProps) {
  const { title, source, total, canWrite } = props
  const enter = canWrite && (
    <LinkButton href={`/sources/${source.id}/releves/nouveau`} principal>
      Saisir un relevé
    </LinkButton>
  )
  return (
    <>
      <PageHead title={title} lead={<Lead source={source} total={total} />} action={enter} />
      <div id="releves">
        {total === 0 ? (
          <EmptyState title="Aucun relevé dans cette source" action={enter}>
            {canWrite ? 'Saisissez le premier acte du registre.' : 'Rien n’y a encore été saisi.'}
          </EmptyState>
        ) : (
          <>
            <ColumnsLine {...props.columns} choose={props.choose} toggled={props.toggled} target={TARGET}>
              <ChooseLink {...props} />
            </ColumnsLine>
            <RelevesTable {...props} />
            <Selection {...props} />
            <Pagination
              paging={{ page: props.page, parPage: props.perPage }}
              total={total}
              href={props.href}
              target={TARGET}
            />
          </>
        )}
      </div>
      <p class="actions">
        {canWrite && <a href={`/sources/${source.id}/tableau`}>Saisir en tableau</a>}
        {canWrite && <a href={`/sources/${source.id}/import`}>Importer un fichier</a>}
        {props.canManage && <a href={`/sources/${source.id}/releves/supprimes`}>Relevés supprimés</a>}
      </p>
    </>
  )
}

const Lead = ({ source, total }: Pick<ListProps, 'source' | 'total'>) => (
  <>
    {/* On a phone the way down to the page says it, right above. */}
    <span class="en-large">
      <a href={`/sources/${source.id}`}>{source.titre}</a>
      {total > 0 && ', '}
    </span>
    {total > 0 && plural(total, 'relevé', 'relevés')}
  </>
)

function ChooseLink({ canWrite, choosing: { isOn, toggled } }: ListProps) {
  if (!canWrite) return null
  return (
    <a href={toggled} {...swap(toggled, TARGET)}>
      {isOn ? 'Ne plus choisir de relevés' : 'Choisir plusieurs relevés'}
    </a>
  )
}

/** Rows are edited, or ticked: both at once would be too much for an eye and for a slow line. */
function RelevesTable({ title, source, columns, rows, sort, canWrite, choosing }: ListProps) {
  const edits = canWrite && !choosing.isOn
  return (
    <Table
      caption={title}
      columns={[...releveColumns(columns.champs, sort('date'), edits), enteredColumn(sort('saisie'))]}
      rows={rows}
      actions={edits ? (row) => <InsertAfter source={source} row={row} /> : undefined}
      select={canWrite && choosing.isOn ? ({ id, title: label }) => ({ id, label }) : undefined}
      target={TARGET}
      wide
    />
  )
}

function Selection({ canWrite, choosing, source, gestures, total, rows }: ListProps) {
  if (!canWrite || !choosing.isOn) return null
  const all = total > rows.length ? `Tous les relevés de la source (${formatNumber(total)})` : undefined
  return <SelectionBar action={`/sources/${source.id}/releves/lot`} actions={gestures} filter={{}} all={all} />
}

/** The columns of these fields; the first one leads to the record. `canEdit`: each cell has a link that edits it. */
export function releveColumns(
  champs: readonly Champ[],
  dateSort?: Column<ReleveRow>['sort'],
  canEdit = false,
): Column<ReleveRow>[] {
  if (champs.length === 0) return [{ label: 'Relevé', head: true, cell: (row) => <ReleveLink row={row} /> }]
  return champs.map((champ, index) => ({
    label: champ.label,
    kind: isName(champ) ? 'nom' : undefined,
    head: index === 0,
    sort: champ.nom === 'date_evenement' ? dateSort : undefined,
    cell: (row) => cellOf(row, index, canEdit ? champ : null),
  }))
}

const NAMES = new Set(['nom', 'prenom', 'nom_complet'])

/** Names of any person stand as the register has them. */
const isName = ({ nom, partie }: Champ): boolean => NAMES.has(nom) || (partie !== null && NAMES.has(partie))

const NOTHING = { text: '', etat: 'sur' as FieldState }

const enteredColumn = (sort: Column<ReleveRow>['sort']): Column<ReleveRow> => ({
  label: 'Saisi le',
  sort,
  kind: 'date',
  cell: (row) => tableInstant(row.created_at),
})

/** The value of a field in a row, the first of which leads to the record. `champ`: the field to be edited from here; null where it may not be. */
function cellOf(row: ReleveRow, index: number, champ: Champ | null): Child {
  const { text, etat } = row.cells[index] ?? NOTHING
  const isHead = index === 0
  if (champ) {
    const { id, title } = row
    return inlineCell({ id, title, text, etat: wordOf(etat), champ, vue: isHead ? 'tete' : 'liste' })
  }
  const short = shortText(text)
  // One element, so that on a phone the state stays beside its value.
  return (
    <span>
      {isHead ? <ReleveLink row={row} text={short} /> : short}
      <EtatBadge etat={etat} />
    </span>
  )
}

const wordOf = (etat: FieldState): string | undefined => (etat === 'sur' ? undefined : ETAT_LABELS[etat])

const ReleveLink = ({ row, text }: { row: ReleveRow; text?: string }) => (
  <a href={`/releves/${row.id}`}>{text || row.title}</a>
)

/** The state of a value in a word, nothing when it is sure. */
function EtatBadge({ etat }: { etat: FieldState }): Child {
  const word = wordOf(etat)
  return word === undefined ? null : (
    <>
      {' '}
      <Badge tone="warn">{word}</Badge>
    </>
  )
}
