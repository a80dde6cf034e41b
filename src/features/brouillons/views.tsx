import type { Body } from '../../lib/body.ts'
import { tableInstant } from '../../lib/text.ts'
import { Form } from '../../ui/form.tsx'
import { EmptyState, PageHead } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { draftTitle } from './rules/content.ts'

interface Row {
  id: number
  source_id: number
  source_titre: string
  releve_id: number | null
  /** null where the record was deleted. */
  existing_id: number | null
  cle: string
  contenu: Body
  /** Kept after the session had ended. */
  hors_session: boolean
  /** Why it was refused, when it was sent from a browser that had no line. */
  motif: string | null
  updated_at: string
}

const draftName = (row: Row): string => draftTitle(row.contenu) || 'Sans nom'

const NEW = 'Nouveau relevé'

function stateOf({ releve_id, existing_id }: Row): string {
  if (releve_id === null) return NEW
  return existing_id === null ? 'Relevé supprimé depuis' : 'Modification d’un relevé'
}

/** Whoever does not remember such a form has somebody else's under the eyes: the list says which came after a session. */
function natureOf(row: Row): string {
  if (row.motif !== null) return `${stateOf(row)}, refusé à l’envoi\u00a0: ${row.motif}`
  return row.hors_session ? `${stateOf(row)}, gardé après la fin de la session` : stateOf(row)
}

/** A change that waited for a line was typed as a new record, and may become one (`deja`). */
const hrefOf = ({ releve_id, existing_id, source_id, cle, motif }: Row): string =>
  releve_id !== null && existing_id !== null
    ? `/releves/${releve_id}/modifier?brouillon=${cle}${motif === null ? '' : '&deja=1'}`
    : `/sources/${source_id}/releves/nouveau?brouillon=${cle}`

export function DraftsPage({ title, rows }: { title: string; rows: Row[] }) {
  return (
    <>
      <PageHead
        title={title}
        lead="Ce que vous avez saisi sans l’enregistrer. Vous seul le voyez&nbsp;; les autres ne trouvent que les relevés enregistrés."
      />
      {rows.length === 0 ? (
        <EmptyState title="Aucun brouillon">Tout ce que vous avez saisi est enregistré.</EmptyState>
      ) : (
        <Table caption="Brouillons" rows={rows} columns={COLUMNS} actions={(row) => <RowActions row={row} />} />
      )}
    </>
  )
}

const COLUMNS: Column<Row>[] = [
  { label: 'Relevé', cell: (row) => <a href={hrefOf(row)}>{draftName(row)}</a>, head: true, kind: 'nom' },
  { label: 'Source', cell: (row) => <a href={`/sources/${row.source_id}`}>{row.source_titre}</a> },
  { label: 'Nature', cell: natureOf },
  { label: 'Saisi le', cell: (row) => tableInstant(row.updated_at), kind: 'date' },
]

const RowActions = ({ row }: { row: Row }) => (
  <>
    <a href={hrefOf(row)} aria-label={`Reprendre ${draftName(row)}`}>
      Reprendre
    </a>
    <Form action={`/brouillons/${row.id}/supprimer`}>
      <button type="submit" class="bouton" aria-label={`Jeter ${draftName(row)}`}>
        Jeter
      </button>
    </Form>
  </>
)
