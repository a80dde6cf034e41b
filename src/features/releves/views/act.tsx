import { EmptyState, PageHead } from '../../../ui/page.tsx'
import { ActPicture } from '../../vues/act-views.tsx'
import type { Showing, Vue } from '../../vues/queries/views.ts'

interface ActPageProps {
  title: string
  source: { id: number; titre: string }
  releve: { id: number; repere: number | null }
  vue: Vue | undefined
  showing: Showing
}

/** The act as the register has it. */
export function ActPage({ title, source, releve, vue, showing }: ActPageProps) {
  return (
    <>
      <PageHead title={title} lead={<a href={`/sources/${source.id}`}>{source.titre}</a>} />
      {vue === undefined ? (
        <EmptyState title="Cette source n’a pas l’image de cet acte">
          Le relevé ne dit pas sa vue, ou les vues de la source ne vont pas jusque-là.
        </EmptyState>
      ) : (
        <ActPicture sourceId={source.id} repere={releve.repere} alt={title} {...{ vue, showing }} />
      )}
      <p>
        <a href={`/releves/${releve.id}`}>Retour au relevé</a>
      </p>
    </>
  )
}
