import { EmptyState, PageHead } from '../../../ui/page.tsx'
import { ActCut } from '../../vues/act-views.tsx'
import type { Showing, Vue } from '../../vues/queries/views.ts'

interface ActPageProps {
  title: string
  source: { id: number; titre: string }
  releve: { id: number; repere: number | null }
  vue: Vue | undefined
  showing: Showing
}

/** The act as the register has it. */
export function ActPage(props: ActPageProps) {
  const { title, source, releve } = props
  return (
    <>
      <PageHead title={title} lead={<a href={`/sources/${source.id}`}>{source.titre}</a>} />
      <ActPart {...props} />
      <p>
        <a href={`/releves/${releve.id}`}>Retour au relevé</a>
      </p>
    </>
  )
}

/** Goes into the page that the reader came from, below the link. */
export function ActPart({ title, source, releve, vue, showing }: ActPageProps) {
  if (vue !== undefined) return <ActCut sourceId={source.id} repere={releve.repere} alt={title} {...{ vue, showing }} />
  return (
    <EmptyState title="Cette source n’a pas l’image de cet acte">
      Le relevé ne dit pas sa vue, ou les vues de la source ne vont pas jusque-là.
    </EmptyState>
  )
}
