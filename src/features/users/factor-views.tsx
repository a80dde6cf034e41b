import type { FormErrors } from '../../lib/body.ts'
import { formatDay, plural } from '../../lib/text.ts'
import { NBSP } from '../../lib/typo.ts'
import { Actions, ErrorSummary, Form } from '../../ui/form.tsx'
import { Confirm } from '../../ui/page.tsx'
import { CONFIRMED_LABELS, ConfirmedFields } from './confirmed-views.tsx'
import { PATH } from './list-views.tsx'

/** How a person comes in, and where he or she is in. */
export interface Comings {
  /** ISO instant since which the account has an application; null where it has none. */
  totp_at: string | null
  /** Recovery codes left. */
  codes: number
  /** Open sessions. */
  sessions: number
}

interface ComingsProps {
  user: { id: number; name: string }
  comings: Comings
}

/** Sessions and second factor of somebody else's account. */
export function ComingsActions({ user, comings: { totp_at, codes, sessions } }: ComingsProps) {
  return (
    <>
      {sessions === 0 ? (
        <p>{user.name} n’a aucune session ouverte.</p>
      ) : (
        <Form action={`${PATH}/${user.id}/sessions/fermer`}>
          <p>
            {user.name} a {plural(sessions, 'session ouverte', 'sessions ouvertes')}.
          </p>
          <Actions>
            <button type="submit" class="bouton">
              Fermer toutes les sessions de cette personne
            </button>
          </Actions>
        </Form>
      )}
      {totp_at === null ? (
        <p>Aucune application d’authentification.</p>
      ) : (
        <p>
          Application d’authentification en place depuis le {formatDay(totp_at)}, avec {plural(codes, 'code', 'codes')}{' '}
          de secours. <a href={`${PATH}/${user.id}/application`}>Retirer l’application de cette personne</a>
        </p>
      )}
    </>
  )
}

export const TAKE_FACTOR_TITLE = 'Retirer l’application d’authentification'

interface TakeProps {
  user: { id: number; name: string }
  hasMail: boolean
  isFresh: boolean
  errors: FormErrors
}

export function TakeFactorPage({ user, hasMail, isFresh, errors }: TakeProps) {
  const told = hasMail ? ' Un courriel le lui dira.' : ''
  return (
    <>
      <ErrorSummary errors={errors} labels={CONFIRMED_LABELS} />
      <Confirm
        title={TAKE_FACTOR_TITLE}
        lead={`Pour quelqu’un qui a perdu son téléphone et ses codes de secours. Assurez-vous d’abord, de vive voix, que c’est bien ${user.name} qui le demande${NBSP}: la connexion à ce compte ne demandera plus de code de l’application.${told}`}
        action={`${PATH}/${user.id}/application`}
        submit="Retirer l’application"
        cancel={`${PATH}/${user.id}/modifier`}
      >
        <ConfirmedFields user={user} isFresh={isFresh} errors={errors} />
      </Confirm>
    </>
  )
}
