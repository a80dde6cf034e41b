import { plural } from '../../lib/text.ts'
import { Confirm } from '../../ui/page.tsx'
import type { ImportPageProps } from './views.tsx'

export const UNDO_TITLE = 'Annuler cet import'

/** Asks before an import is taken back. */
export function UndoPage({ imported, kind }: Pick<ImportPageProps, 'imported' | 'kind'>) {
  const [one, many] = kind.noms
  const path = `/imports/${imported.id}`
  return (
    <Confirm
      title={UNDO_TITLE}
      lead={`${plural(imported.creees, `${one} créé sera retiré`, `${many} créés seront retirés`)}, ${plural(imported.modifiees, 'modification sera défaite', 'modifications seront défaites')}. Ce qui a servi ou changé depuis reste, et vous sera dit.`}
      action={`${path}/annuler`}
      submit="Annuler l’import"
      cancel={path}
    />
  )
}
