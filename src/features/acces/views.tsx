import type { Child } from 'hono/jsx'
import { type Body, type FormErrors, shown } from '../../lib/body.ts'
import { EmailField, LoginField, NewPasswordFields } from '../../ui/account-fields.tsx'
import { Door } from '../../ui/door.tsx'
import { ErrorSummary, Form, RequiredNote, Submit } from '../../ui/form.tsx'

export const REGISTER_TITLE = 'Demander un compte'
export const FORGOTTEN_TITLE = 'Mot de passe oublié'
export const PASSWORD_TITLE = 'Choisir un nouveau mot de passe'
export const INVITATION_TITLE = 'Bienvenue'
export const CONFIRM_TITLE = 'Confirmer mon adresse'
export const OVER_TITLE = 'Lien trop ancien'

interface FormProps {
  raw: Body
  errors: FormErrors
}

const LABELS = {
  name: 'Nom d’utilisateur',
  email: 'Adresse électronique',
  password: 'Mot de passe',
  confirmation: 'Mot de passe, une seconde fois',
  login: 'Nom d’utilisateur ou adresse électronique',
}

const PasswordFields = ({ errors: { password, confirmation } }: { errors: FormErrors }) => (
  <NewPasswordFields name="password" labels={LABELS} errors={{ password, confirmation }} />
)

interface RegisterProps extends FormProps {
  siteName: string
  hasMail: boolean
  /** An administrator accepts each request. */
  isApproved: boolean
  /** Names whom to ask. */
  contact: string
}

export function RegisterPage({ siteName, hasMail, isApproved, contact, raw, errors }: RegisterProps) {
  return (
    <Door title={REGISTER_TITLE} lead={siteName}>
      <p>
        {isApproved && 'Un administrateur accepte chaque demande avant que le compte serve. '}
        Une question avant de vous inscrire&nbsp;? {contact}
      </p>
      <ErrorSummary errors={errors} labels={LABELS} />
      <Form action="/register">
        <RequiredNote />
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
          help={hasMail ? 'Un courriel vous y demandera de la confirmer.' : undefined}
          error={errors.email}
        />
        <PasswordFields errors={errors} />
        <Submit>Demander un compte</Submit>
      </Form>
    </Door>
  )
}

export const WAITING_PATH = '/register/attente'
export const WAITING_TITLE = 'Demande envoyée'

export function WaitingPage({ hasMail, contact }: { hasMail: boolean; contact: string }) {
  return (
    <Door title={WAITING_TITLE}>
      <p>
        Votre demande de compte est enregistrée. Un administrateur doit encore l’accepter
        {hasMail ? '\u00a0: un courriel vous le dira.' : '. Essayez ensuite de vous connecter.'}
      </p>
      <p>Si l’attente est longue, ne refaites pas de demande. {contact}</p>
    </Door>
  )
}

export function ForgottenPage({ raw, errors }: FormProps) {
  return (
    <Door
      title={FORGOTTEN_TITLE}
      lead="Indiquez votre nom d’utilisateur ou votre adresse&nbsp;: un courriel vous donnera un lien pour choisir un autre mot de passe."
    >
      <ErrorSummary errors={errors} labels={LABELS} />
      <Form action="/mot-de-passe/oubli">
        <LoginField name="login" label={LABELS.login} value={shown(raw, 'login')} error={errors.login} />
        <Submit>Recevoir le lien</Submit>
      </Form>
    </Door>
  )
}

/** Where the site sends no mail. */
export function AskAdministratorPage({ contact }: { contact: string }) {
  return (
    <Door title={FORGOTTEN_TITLE}>
      <p>
        Ce site n’envoie pas de courriels&nbsp;: seul un administrateur peut vous donner un mot de passe temporaire.{' '}
        {contact}
      </p>
    </Door>
  )
}

export function NewPasswordPage({ path, name, errors }: { path: string; name: string; errors: FormErrors }) {
  return (
    <Door title={PASSWORD_TITLE} lead={`Compte ${name}`}>
      <ErrorSummary errors={errors} labels={LABELS} />
      <Form action={path}>
        {/* For the browser's own keeper of passwords, which must know whose they are. */}
        <input type="text" name="login" value={name} autocomplete="username" readonly hidden />
        <PasswordFields errors={errors} />
        <p class="aide">Tous vos appareils seront déconnectés.</p>
        <Submit>Changer le mot de passe</Submit>
      </Form>
    </Door>
  )
}

/** The first page of a new person. */
export function InvitationPage({ path, name, siteName, errors }: InvitationProps) {
  return (
    <Door title={INVITATION_TITLE} lead={siteName}>
      <p>
        Un compte vous attend, au nom d’utilisateur <strong>{name}</strong>. Choisissez son mot de passe&nbsp;: vous
        serez connecté aussitôt.
      </p>
      <ErrorSummary errors={errors} labels={LABELS} />
      <Form action={path}>
        {/* For the browser's own keeper of passwords, which must know whose they are. */}
        <input type="text" name="login" value={name} autocomplete="username" readonly hidden />
        <PasswordFields errors={errors} />
        <Submit>Choisir ce mot de passe et entrer</Submit>
      </Form>
    </Door>
  )
}

/** Asks for a click: programs that look at mails follow their links, and must change nothing. */
export function ConfirmAddressPage({ path, email }: { path: string; email: string }) {
  return (
    <Door title={CONFIRM_TITLE}>
      <p>
        Confirmez que l’adresse <strong>{email}</strong> est la vôtre.
      </p>
      <Form action={path}>
        <Submit>Confirmer cette adresse</Submit>
      </Form>
    </Door>
  )
}

interface InvitationProps {
  path: string
  name: string
  siteName: string
  errors: FormErrors
}

export function OverPage({ again }: { again: Child }) {
  return (
    <Door title={OVER_TITLE}>
      <p>Ce lien a déjà servi, ou il est trop ancien. {again}</p>
    </Door>
  )
}
