import { agreed, plural } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { Actions, Form, Submit } from '../../../ui/form.tsx'
import { EmptyState, LinkButton, PageHead } from '../../../ui/page.tsx'
import { Attributions } from '../attributions.tsx'
import { POSITIONS_PATH } from './queries.ts'

export const POSITIONS_TITLE = 'Positions manquantes'

/** Missing positions can be looked for; what would be written is counted on the page of the import that follows. */
export function PositionsPage({ lost, jeton }: { lost: number; jeton: string }) {
  if (lost === 0)
    return (
      <>
        <PageHead title={POSITIONS_TITLE} />
        <EmptyState
          title="Tous les lieux ont une position"
          action={<LinkButton href="/carte">Voir la carte</LinkButton>}
        />
      </>
    )
  return (
    <>
      <PageHead
        title={POSITIONS_TITLE}
        lead={`${plural(lost, 'lieu n’a pas', 'lieux n’ont pas')} de position et ne ${agreed(lost, 'peut', 'peuvent')} paraître sur la carte.`}
      />
      <Form action={POSITIONS_PATH}>
        <input type="hidden" name="_envoi" value={jeton} />
        <p>
          Le site cherche parmi les communes de France celle qui porte le même nom, et le même code Insee ou le même
          département. Une position déjà connue n’est jamais remplacée.
        </p>
        <p>
          Vous verrez combien de lieux en recevraient une, et lesquels sont douteux, avant que rien ne change. Ensuite
          encore, vous pourrez tout annuler{NBSP}: les lieux redeviendront sans position.
        </p>
        <Actions cancel="/lieux">
          <Submit>Chercher les positions manquantes</Submit>
        </Actions>
      </Form>
      <Attributions />
    </>
  )
}
