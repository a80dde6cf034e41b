import type { FormErrors } from '../../lib/body.ts'
import { CODE_INPUT, Field } from '../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../ui/form.tsx'
import { KEY_FIELD, RECOVERY_FIELD } from './code-form.ts'

export const CODE_TITLE = 'Code de connexion'

/** « m…@exemple.fr »: enough for its owner to know where to look. */
const masked = (email: string): string => {
  const cut = email.lastIndexOf('@')
  return `${[...email.slice(0, cut)][0] ?? ''}…${email.slice(cut)}`
}

interface Factors {
  application: boolean
  key: boolean
}

/** Somebody who has keys alone types no code. */
export const ownTitle = ({ application }: Factors): string => (application ? CODE_TITLE : 'Clé d’accès')

interface OwnProps {
  has: Factors
  /** The browser asks a key for this (JSON); undefined where none of the person's serves here. */
  offer: string | undefined
  errors: FormErrors
  /** Says whom to ask for help. */
  contact: string
}

export function OwnFactorPage({ has, offer, errors, contact }: OwnProps) {
  return (
    <div class="porte">
      <h1>{ownTitle(has)}</h1>
      <ErrorSummary errors={errors} />
      {offer !== undefined && <KeyForm offer={offer} />}
      {has.key && offer === undefined && (
        <p class="chapeau">Vos clés d’accès ne servent pas ici&nbsp;: elles ont été faites pour une autre adresse.</p>
      )}
      {has.application && (
        <>
          <p class="chapeau">Ouvrez votre application d’authentification et tapez le code à six chiffres de ce site.</p>
          <Form action="/2fa">
            <Field name="code" label="Code de l’application" error={errors.code} required>
              <input {...CODE_INPUT} />
            </Field>
            <Submit>Se connecter</Submit>
          </Form>
          <p class="aide">Un code change toutes les trente secondes et ne sert qu’une fois.</p>
        </>
      )}
      <p>
        <a href={`/2fa?${RECOVERY_FIELD}=1`}>Utiliser un code de secours</a>
      </p>
      <Lost contact={contact} />
    </div>
  )
}

/** The button comes with the script (static/js/cle.js), which tells what else goes wrong. */
const KeyForm = ({ offer }: { offer: string }) => (
  <Form action="/2fa" data-cle="get" data-options={offer}>
    <p class="chapeau">
      Votre clé d’accès termine la connexion&nbsp;: empreinte, visage, code de l’appareil ou clé USB.
    </p>
    <p class="aide" data-cle-sans>
      Une clé d’accès demande JavaScript et un navigateur récent. Ici, prenez un autre moyen ci-dessous.
    </p>
    <p class="flash flash-err" role="alert" hidden data-cle-dit />
    <input type="hidden" name={KEY_FIELD} />
    <Actions>
      <Submit hidden>Utiliser ma clé d’accès</Submit>
    </Actions>
  </Form>
)

function Lost({ contact }: Pick<OwnProps, 'contact'>) {
  return (
    <>
      <p class="aide">Téléphone ou clé, et codes de secours perdus&nbsp;? {contact}</p>
      <p>
        <a href="/login">Revenir à la connexion</a>
      </p>
    </>
  )
}

export function RecoveryPage({ errors, contact }: Pick<OwnProps, 'errors' | 'contact'>) {
  return (
    <div class="porte">
      <h1>{CODE_TITLE}</h1>
      <p class="chapeau">Tapez l’un des codes de secours que ce site vous a donnés. Chacun ne sert qu’une fois.</p>
      <ErrorSummary errors={errors} />
      <Form action="/2fa">
        <Field
          name={RECOVERY_FIELD}
          label="Code de secours"
          help="Seize lettres et chiffres, avec ou sans tirets."
          error={errors[RECOVERY_FIELD]}
          required
        >
          <input name={RECOVERY_FIELD} autocomplete="off" autocapitalize="none" spellcheck={false} maxlength={40} />
        </Field>
        <Submit>Se connecter</Submit>
      </Form>
      <p>
        <a href="/2fa">Revenir à l’application ou à la clé d’accès</a>
      </p>
      <Lost contact={contact} />
    </div>
  )
}

export function CodePage({ email, errors }: { email: string; errors: FormErrors }) {
  return (
    <div class="porte">
      <h1>{CODE_TITLE}</h1>
      <p class="chapeau">Un code à six chiffres vient d’être envoyé à {masked(email)}. Il est valable dix minutes.</p>
      <ErrorSummary errors={errors} />
      <Form action="/2fa">
        <Field name="code" label="Code reçu par courriel" error={errors.code} required>
          <input {...CODE_INPUT} />
        </Field>
        <Submit>Se connecter</Submit>
      </Form>
      <Form action="/2fa/renvoyer">
        <p class="aide">Rien reçu après une minute&nbsp;? Regardez aussi dans les courriers indésirables.</p>
        <button type="submit" class="bouton">
          Renvoyer le code
        </button>
      </Form>
      <p>
        <a href="/login">Revenir à la connexion</a>
      </p>
    </div>
  )
}
