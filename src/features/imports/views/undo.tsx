import { plural } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { Confirm } from '../../../ui/page.tsx'
import type { Foreseen } from '../actions/foresee.ts'
import type { ImportPageProps } from './import.tsx'

export const UNDO_TITLE = 'Annuler cet import'

type UndoProps = Pick<ImportPageProps, 'imported' | 'kind'> & { foreseen: Foreseen }

/** Asks before an import is taken back, and says what will go and what will stay. */
export function UndoPage(props: UndoProps) {
  const path = `/imports/${props.imported.id}`
  return (
    <Confirm
      title={UNDO_TITLE}
      lead={`Si vous l’annulez maintenant${NBSP}:`}
      action={`${path}/annuler`}
      submit="Annuler l’import"
      cancel={path}
      back="Garder l’import"
    >
      {props.foreseen.refusal !== undefined && <p class="flash flash-err">{props.foreseen.refusal}</p>}
      <ul>
        {sentences(props).map((sentence) => (
          <li>{sentence}</li>
        ))}
      </ul>
    </Confirm>
  )
}

function sentences({ imported, kind, foreseen }: UndoProps): string[] {
  const [one, many] = kind.noms
  const { retirees, conservees, restaurees, gardees } = foreseen
  const gone = Math.max(0, imported.creees - imported.retirees - retirees - conservees)
  const stays = plural(conservees, `${one} créé restera`, `${many} créés resteront`)
  const changes = plural(restaurees, 'modification sera défaite', 'modifications seront défaites')
  const kept = plural(gardees, 'modification restera', 'modifications resteront')
  return [
    imported.creees > 0 && `${plural(retirees, `${one} créé sera retiré`, `${many} créés seront retirés`)}.`,
    conservees > 0 &&
      `${stays}, utilisé${conservees > 1 ? 's' : ''} ou modifié${conservees > 1 ? 's' : ''} depuis${NBSP}: le résultat dira pourquoi.`,
    gone > 0 && `${plural(gone, `${one} créé n’est déjà plus là`, `${many} créés ne sont déjà plus là`)}.`,
    imported.modifiees > 0 && `${changes}.`,
    gardees > 0 && `${kept}, car la fiche a encore changé ou n’est plus là.`,
  ].filter((sentence) => sentence !== false)
}
