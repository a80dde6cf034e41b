import { agreed, formatDay } from '../../lib/text.ts'
import { Actions, Form } from '../../ui/form.tsx'
import { Confirm, Definitions, LinkButton, PageHead, Sheet } from '../../ui/page.tsx'
import { ProofField } from '../auth/fresh.tsx'
import { type Comings, ComingsActions } from './factor-views.tsx'
import { PATH } from './list-views.tsx'
import { TEMPORARY_DAYS } from './rules/temporary-password.ts'

export interface AccessUser {
  id: number
  name: string
  is_active: boolean
  must_change_password: boolean
  /** The person asked for the account then, and waits. */
  demande_at: string | null
}

/** The link by which a new person chooses a password: can one be sent, and until when does the last one work? */
export interface Invitation {
  hasMail: boolean
  until: string | undefined
}

interface AccessProps {
  user: AccessUser
  invitation: Invitation
  comings: Comings
  jeton: string
}

export function OwnAccount() {
  return (
    <section>
      <h2>Accès</h2>
      <p>
        C’est votre propre compte&nbsp;: votre mot de passe se change dans <a href="/profil">votre profil</a>.
      </p>
    </section>
  )
}

/** Somebody asked for the account, and waits for an answer. */
export function RequestActions({ user }: { user: AccessUser }) {
  const path = `${PATH}/${user.id}`
  const asked = user.demande_at === null ? '' : ` le ${formatDay(user.demande_at)}`
  return (
    <section>
      <h2>Demande de compte</h2>
      <Form action={`${path}/activer`}>
        <input type="hidden" name="retour" value={`${path}/modifier`} />
        <p>{`${user.name} a demandé ce compte${asked} et ne peut pas encore se connecter.`}</p>
        <Actions>
          <button type="submit" class="bouton principal">
            Accepter la demande
          </button>
          <LinkButton href={`${path}/refuser`}>Refuser la demande</LinkButton>
        </Actions>
      </Form>
    </section>
  )
}

export const REFUSE_TITLE = 'Refuser la demande'

interface RefuseProps {
  user: { id: number; name: string; email: string }
  hasMail: boolean
}

export function RefuseRequestPage({ user, hasMail }: RefuseProps) {
  const told = hasMail ? 'Un courriel le lui dira' : 'Aucun courriel ne part'
  return (
    <Confirm
      title={REFUSE_TITLE}
      lead={`La demande de ${user.name} (${user.email}) sera effacée. ${told}\u00a0; cette personne pourra en faire une autre tant que les inscriptions sont ouvertes.`}
      action={`${PATH}/${user.id}/refuser`}
      submit="Refuser la demande"
      cancel={`${PATH}/${user.id}/modifier`}
    />
  )
}

export function AccessActions({ user, invitation, comings, jeton }: AccessProps) {
  return (
    <section>
      <h2>Accès</h2>
      {user.is_active && user.must_change_password && <InvitationForm user={user} invitation={invitation} />}
      <Form action={`${PATH}/${user.id}/mot-de-passe`}>
        <input type="hidden" name="_envoi" value={jeton} />
        <p>{resetMeaning(user.name)}</p>
        <Actions>
          <button type="submit" class="bouton">
            Donner un mot de passe temporaire
          </button>
        </Actions>
      </Form>
      <ComingsActions user={user} comings={comings} />
      <Form action={`${PATH}/${user.id}/${user.is_active ? 'desactiver' : 'activer'}`}>
        <input type="hidden" name="retour" value={`${PATH}/${user.id}/modifier`} />
        <p>Un compte désactivé ne peut plus se connecter. Ce qu’il a saisi reste.</p>
        <Actions>
          <button type="submit" class={user.is_active ? 'bouton danger' : 'bouton'}>
            {user.is_active ? 'Désactiver ce compte' : 'Activer ce compte'}
          </button>
        </Actions>
      </Form>
      <p>
        <a href={`${PATH}/${user.id}/presence`}>Pause, départ ou décès</a> ·{' '}
        <a href={`${PATH}/${user.id}/fusionner`}>Fusionner ce compte avec un autre</a> ·{' '}
        <a href={`${PATH}/${user.id}/effacer`}>Effacer ce compte</a>
      </p>
    </section>
  )
}

function InvitationForm({ user, invitation: { hasMail, until } }: Pick<AccessProps, 'user' | 'invitation'>) {
  const sent = until === undefined ? '' : ` Son invitation est valable jusqu’au ${formatDay(until)}.`
  return (
    <Form action={`${PATH}/${user.id}/invitation`}>
      <p>{`${user.name} n’a pas encore choisi son mot de passe.${sent}`}</p>
      {hasMail && (
        <Actions>
          <button type="submit" class="bouton">
            {until === undefined ? 'Envoyer une invitation' : 'Envoyer une autre invitation'}
          </button>
        </Actions>
      )}
    </Form>
  )
}

interface ResetProps {
  user: { id: number; name: string }
  jeton: string
  error: string
}

/** Asks who gives somebody else another password for the own one. */
export function ResetPasswordPage({ user, jeton, error }: ResetProps) {
  return (
    <Confirm
      title={PASSWORD_TITLE}
      lead={resetMeaning(user.name)}
      action={`${PATH}/${user.id}/mot-de-passe`}
      submit="Donner un mot de passe temporaire"
      cancel={`${PATH}/${user.id}/modifier`}
    >
      <input type="hidden" name="_envoi" value={jeton} />
      <ProofField isFresh={false} help="Celui de votre propre compte." error={error} />
    </Confirm>
  )
}

const resetMeaning = (name: string): string =>
  `Un nouveau mot de passe temporaire remplace l’ancien et déconnecte ${name} de partout.`

/** Tells what becomes of so many temporary passwords. */
export const expiryOf = (n: number): string =>
  `${agreed(n, 'Il', 'Chacun')} devra être remplacé à la première connexion, dans les ${TEMPORARY_DAYS}\u00a0jours\u00a0; après, il n’ouvre plus rien.`

const INVITED =
  'Une invitation part aussi par courriel\u00a0: son lien permet de choisir un mot de passe sans connaître celui-ci. Le premier des deux qui sert rend l’autre inutile.'

export const PASSWORD_TITLE = 'Mot de passe temporaire'

interface PasswordProps {
  user: { name: string; email: string; isInvited: boolean }
  password: string
  /** The list that the person is in. */
  back?: string
}

/** Shown once, as the answer to the post that made it: nothing keeps the password. */
export function TemporaryPasswordPage({ user, password, back = PATH }: PasswordProps) {
  return (
    <>
      <PageHead
        title={PASSWORD_TITLE}
        lead="Notez ce mot de passe et transmettez-le maintenant&nbsp;: il ne sera plus jamais montré."
      />
      <Sheet>
        <Definitions
          items={[
            { term: 'Nom d’utilisateur', value: user.name },
            { term: 'Adresse électronique', value: user.email },
            { term: PASSWORD_TITLE, value: <code>{password}</code> },
          ]}
        />
        <p>{expiryOf(1)}</p>
        {user.isInvited && <p>{INVITED}</p>}
        <LinkButton href={back} principal>
          C’est noté, revenir à la liste
        </LinkButton>
      </Sheet>
    </>
  )
}
