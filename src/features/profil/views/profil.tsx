import { type Body, type FormErrors, shown } from '../../../lib/body.ts'
import { formatDay, formatInstant } from '../../../lib/text.ts'
import { browserInWords } from '../../../lib/user-agent.ts'
import { EmailField, LoginField } from '../../../ui/account-fields.tsx'
import { CheckField, Field } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { Badge, Definitions, LinkButton, PageHead, Sheet } from '../../../ui/page.tsx'
import { Table } from '../../../ui/table.tsx'
import type { Factor } from '../../auth/factor-queries.ts'
import type { OpenSession } from '../../auth/sessions.ts'
import type { MembershipKind } from '../../droits/rules/memberships.ts'
import { MailSwitches } from '../../notifications/mail-switches-views.tsx'
import type { MailSwitch } from '../../notifications/queries.ts'
import { FactorPart } from '../facteur/part-views.tsx'
import { IdentityPart, type IdentityProps } from '../identity-views.tsx'
import type { OwnCounts } from '../queries.ts'
import { DeletionDialog, DeletionLink } from './deletion.tsx'
import { PasswordForm } from './password.tsx'

export const TITLE = 'Mon profil'

interface ProfilProps {
  account: {
    name: string
    email: string
    email_verified_at: string | null
    roleLabel: string
    touches_revue: boolean
    contributeur_nomme: boolean
  }
  /** The form of name and address, as typed where it came back refused. */
  raw: Body
  errors: FormErrors
  /** The form of a pause. */
  pause: { raw: Body; errors: FormErrors }
  sections: { nom: string; kind: MembershipKind }[]
  mails: { switches: MailSwitch[]; hasMail: boolean }
  factor: Factor
  identity: IdentityProps
  sessions: OpenSession[]
  counts: OwnCounts
}

export function ProfilPage(props: ProfilProps) {
  const { account, sections, mails, factor, identity, sessions, counts } = props
  return (
    <>
      <PageHead title={TITLE} />
      <Sheet>
        <Definitions
          items={[
            { term: 'Nom d’utilisateur', value: account.name },
            { term: 'Adresse électronique', value: account.email },
            { term: 'Rôle', value: account.roleLabel },
            { term: 'Sections', value: sections.map(sectionInWords).join(', ') },
          ]}
        />
      </Sheet>
      <Verification account={account} hasMail={mails.hasMail} />
      <IdentityForm {...props} />
      <h2>Mot de passe</h2>
      <PasswordForm name={account.name} errors={{}} />
      <FactorPart factor={factor} />
      <IdentityPart {...identity} />
      <MailSwitches {...mails} />
      <Keys isOn={account.touches_revue} />
      <PauseForm {...props.pause} />
      <NamedForm isNamed={account.contributeur_nomme} />
      <Sessions sessions={sessions} />
      <h2>Mes données</h2>
      <p>
        Tout ce que ce site sait de vous, dans un fichier&nbsp;: compte, sections, sessions, relevés saisis, journal.
      </p>
      <p>
        <LinkButton href="/profil/donnees">Télécharger mes données (JSON)</LinkButton>
      </p>
      <h2>Supprimer mon compte</h2>
      <DeletionLink />
      <DeletionDialog counts={counts} />
    </>
  )
}

/** Single letters that act by themselves are in the way of who dictates to the machine, or whose hand trembles. */
const Keys = ({ isOn }: { isOn: boolean }) => (
  <Form action="/revue/touches">
    <h2>Touches de la relecture</h2>
    <input type="hidden" name="retour" value="/profil" />
    <input type="hidden" name="touches" value={isOn ? '0' : '1'} />
    <p>
      {isOn
        ? 'Quand vous relisez une source acte par acte, une lettre seule suffit : V pour bon, C pour corriger…'
        : 'Les lettres seules sont coupées : la relecture acte par acte se fait par ses boutons.'}
    </p>
    <button type="submit" class="bouton">
      {isOn ? 'Couper les touches' : 'Remettre les touches'}
    </button>
  </Form>
)

const sectionInWords = ({ nom, kind }: ProfilProps['sections'][number]): string => {
  if (kind === 'saisie') return nom
  return kind === 'gestion' ? `${nom} (gestionnaire)` : `${nom} (lecture)`
}

const PAUSE_LABEL = 'Je suis en pause jusqu’au'

/** Nothing is asked of somebody who is away, and the site does not write. */
const PauseForm = ({ raw, errors }: ProfilProps['pause']) => (
  <>
    <h2>Pause</h2>
    <ErrorSummary errors={errors} labels={{ jusque: PAUSE_LABEL }} />
    <Form action="/profil/pause">
      <Field
        name="jusque"
        label={PAUSE_LABEL}
        help="Jusqu’à ce jour, le site ne vous écrit pas et ne vous demande rien. Vide : pas de pause."
        error={errors.jusque}
        width="moyen"
      >
        <input type="date" name="jusque" value={shown(raw, 'jusque')} />
      </Field>
      <Actions>
        <Submit>Enregistrer la pause</Submit>
      </Actions>
    </Form>
  </>
)

/** Nobody is named without having asked. */
const NamedForm = ({ isNamed }: { isNamed: boolean }) => (
  <>
    <h2>Contributeurs</h2>
    <Form action="/profil/contributeur">
      <CheckField name="contributeur_nomme" label="Être nommé parmi les contributeurs">
        <input type="checkbox" name="contributeur_nomme" value="1" checked={isNamed} />
      </CheckField>
      <p class="aide">
        Votre nom d’utilisateur figure alors dans la couverture des lieux dont vous avez relevé des actes, et sur leurs
        livrets, pour qui voit leurs sources.
      </p>
      <Actions>
        <Submit>Enregistrer mon choix</Submit>
      </Actions>
    </Form>
  </>
)

const LABELS = { name: 'Nom d’utilisateur', email: 'Adresse électronique', preuve: 'Mot de passe actuel' }

function IdentityForm({ raw, errors, mails }: ProfilProps) {
  return (
    <>
      <h2>Changer de nom ou d’adresse</h2>
      <ErrorSummary errors={errors} labels={LABELS} />
      <Form action="/profil">
        <input type="hidden" name="version" value={shown(raw, 'version')} />
        <LoginField
          name="name"
          label={LABELS.name}
          value={shown(raw, 'name')}
          help="Sans le signe @."
          error={errors.name}
        />
        <EmailField
          label={LABELS.email}
          value={shown(raw, 'email')}
          help={mails.hasMail ? 'Une autre adresse compte quand vous suivez le lien qui y est envoyé.' : undefined}
          error={errors.email}
        />
        <Field name="preuve" label={LABELS.preuve} help="Seulement pour changer d’adresse." error={errors.preuve}>
          <input type="password" name="preuve" autocomplete="current-password" maxlength={1024} />
        </Field>
        <Actions>
          <Submit>Enregistrer</Submit>
        </Actions>
      </Form>
    </>
  )
}

function Verification({ account, hasMail }: { account: ProfilProps['account']; hasMail: boolean }) {
  const { email_verified_at } = account
  if (email_verified_at !== null)
    return (
      <p>
        <Badge tone="ok">Adresse vérifiée</Badge> le {formatDay(email_verified_at)}
      </p>
    )
  const state = <Badge tone="neutre">Adresse non vérifiée</Badge>
  if (!hasMail) return <p>{state} Ce site n’envoie pas de courriels.</p>
  return (
    <Form action="/profil/verification">
      <p>{state}</p>
      <button type="submit" class="bouton">
        Recevoir un lien de vérification
      </button>
    </Form>
  )
}

function Sessions({ sessions }: { sessions: OpenSession[] }) {
  return (
    <>
      <h2>Sessions ouvertes</h2>
      <Table
        caption="Sessions ouvertes"
        rows={sessions}
        columns={[
          { label: 'Navigateur', head: true, cell: (session) => <Browser session={session} /> },
          { label: 'Ouverte le', kind: 'date', cell: ({ created_at }) => formatInstant(created_at) },
          { label: 'Vue le', kind: 'date', cell: ({ vue_at }) => (vue_at === null ? '' : formatInstant(vue_at)) },
        ]}
        actions={(session) => (session.isCurrent ? null : <CloseSession session={session} />)}
      />
      {sessions.length > 1 && (
        <Form action="/profil/sessions/fermer">
          <Actions>
            <button type="submit" class="bouton">
              Fermer toutes les autres sessions
            </button>
          </Actions>
        </Form>
      )}
    </>
  )
}

function Browser({ session: { user_agent, isCurrent } }: { session: OpenSession }) {
  return (
    <>
      {browserInWords(user_agent)} {isCurrent && <Badge tone="info">celle-ci</Badge>}
    </>
  )
}

function CloseSession({ session: { ref, user_agent, created_at } }: { session: OpenSession }) {
  const name = `${browserInWords(user_agent)}, ouverte le ${formatInstant(created_at)}`
  return (
    <Form action="/profil/sessions/fermer">
      <input type="hidden" name="session" value={ref} />
      <button type="submit" class="lien" aria-label={`Fermer la session ${name}`}>
        Fermer
      </button>
    </Form>
  )
}
