import type { FormErrors } from '../../lib/body.ts'
import { CODE_INPUT, Field } from '../../ui/field.tsx'
import { ErrorSummary, Form, Submit } from '../../ui/form.tsx'
import { RECOVERY_FIELD } from './code-form.ts'

export const CODE_TITLE = 'Code de connexion'

/** « m…@exemple.fr »: enough for its owner to know where to look. */
const masked = (email: string): string => {
  const cut = email.lastIndexOf('@')
  return `${[...email.slice(0, cut)][0] ?? ''}…${email.slice(cut)}`
}

interface ApplicationProps {
  errors: FormErrors
  /** Says whom to ask for help. */
  contact: string
}

export function ApplicationPage({ errors, contact }: ApplicationProps) {
  return (
    <div class="porte">
      <h1>{CODE_TITLE}</h1>
      <p class="chapeau">Ouvrez votre application d’authentification et tapez le code à six chiffres de ce site.</p>
      <ErrorSummary errors={errors} />
      <Form action="/2fa">
        <Field name="code" label="Code de l’application" error={errors.code} required>
          <input {...CODE_INPUT} />
        </Field>
        <Submit>Se connecter</Submit>
      </Form>
      <p class="aide">Un code change toutes les trente secondes et ne sert qu’une fois.</p>
      <p>
        <a href={`/2fa?${RECOVERY_FIELD}=1`}>Utiliser un code de secours</a>
      </p>
      <Lost contact={contact} />
    </div>
  )
}

function Lost({ contact }: Pick<ApplicationProps, 'contact'>) {
  return (
    <>
      <p class="aide">Téléphone et codes de secours perdus&nbsp;? {contact}</p>
      <p>
        <a href="/login">Revenir à la connexion</a>
      </p>
    </>
  )
}

export function RecoveryPage({ errors, contact }: ApplicationProps) {
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
        <a href="/2fa">Utiliser le code de l’application</a>
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
