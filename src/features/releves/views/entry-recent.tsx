import { EmptyState } from '../../../ui/page.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { RecentAct } from '../rules/recent.ts'
import { CorrectButton, type EntryProps, FORM_ID, SWAP } from './entry-form.tsx'
import { InsertAfter } from './insertion.tsx'

export const RECENT_ID = 'saisie-recents'

export function Recent(props: EntryProps) {
  const { recent } = props
  return (
    <div id={RECENT_ID} {...SWAP} hx-sync={`#${FORM_ID}:drop`}>
      {recent.length === 0 ? (
        <EmptyState title="Aucun relevé pour l’instant">Le premier que vous enregistrez paraîtra ici.</EmptyState>
      ) : (
        <Table caption="Derniers relevés saisis" showCaption rows={recent} {...recentTable(props)} />
      )}
    </div>
  )
}

/** The acts entered last, as rows. */
export const recentTable = ({ source, saved }: Pick<EntryProps, 'source' | 'saved'>) => ({
  columns: RECENT_COLUMNS,
  rowState: ({ id }: RecentAct) => (id === saved?.id ? ('neuf' as const) : null),
  actions: (row: RecentAct) => (
    <>
      <CorrectButton
        {...{ source, id: row.id, class: 'bouton-texte', form: FORM_ID, 'aria-label': `Corriger : ${row.title}` }}
      >
        Corriger
      </CorrectButton>
      <InsertAfter source={source} row={row} />
    </>
  ),
})

const RECENT_COLUMNS: Column<RecentAct>[] = [
  { label: 'Acte', head: true, kind: 'date', cell: ({ id, place }) => <a href={`/releves/${id}`}>{place}</a> },
  { label: 'Personnes', kind: 'nom', cell: ({ persons }) => persons },
]
