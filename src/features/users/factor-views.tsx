import type { FormErrors } from '../../lib/body.ts'
import { formatDay, plural } from '../../lib/text.ts'
import { NBSP } from '../../lib/typo.ts'
import { Actions, ErrorSummary, Form } from '../../ui/form.tsx'
import { Confirm } from '../../ui/page.tsx'
import { hasOwnFactor } from '../auth/rules/own-factor.ts'
import { CONFIRMED_LABELS, ConfirmedFields } from './confirmed-views.tsx'
import { PATH } from './list-views.tsx'

/** How a person comes in, and where he or she is in. */
export interface Comings {
  /** ISO instant since which the account has an application; null where it has none. */
  totp_at: string | null
  /** ISO instant since which it has keys, null where it has none; and how many. */
  cle_at: string | null
  cles: number
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
export function ComingsActions({ user, comings }: ComingsProps) {
  const { sessions } = comings
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
      {hasOwnFactor(comings) ? (
        <p>
          {factorInWords(comings)}{' '}
          <a href={`${PATH}/${user.id}/application`}>Retirer le second facteur de cette personne</a>
        </p>
      ) : (
        <p>Ni application d’authentification, ni clé d’accès.</p>
      )}
    </>
  )
}

function factorInWords({ totp_at, cle_at, cles, codes }: Comings): string {
  const application =
    totp_at === null ? '' : `Application d’authentification en place depuis le ${formatDay(totp_at)}. `
  const keys = cle_at === null ? '' : `${plural(cles, 'clé', 'clés')} d’accès, depuis le ${formatDay(cle_at)}. `
  return `${application}${keys}${plural(codes, 'code', 'codes')} de secours.`
}

export const TAKE_FACTOR_TITLE = 'Retirer le second facteur'

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
        lead={`Pour quelqu’un qui a perdu son téléphone ou sa clé, et ses codes de secours. Assurez-vous d’abord, de vive voix, que c’est bien ${user.name} qui le demande${NBSP}: la connexion à ce compte ne demandera plus ni code de l’application, ni clé d’accès.${told}`}
        action={`${PATH}/${user.id}/application`}
        submit="Retirer le second facteur"
        cancel={`${PATH}/${user.id}/modifier`}
      >
        <ConfirmedFields user={user} isFresh={isFresh} errors={errors} />
      </Confirm>
    </>
  )
}
