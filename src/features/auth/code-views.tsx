import type { FormErrors } from '../../lib/body.ts'
import { Field } from '../../ui/field.tsx'
import { ErrorSummary, Form, Submit } from '../../ui/form.tsx'

export const CODE_TITLE = 'Code de connexion'

/** « m…@exemple.fr »: enough for its owner to know where to look. */
const masked = (email: string): string => {
  const cut = email.lastIndexOf('@')
  return `${[...email.slice(0, cut)][0] ?? ''}…${email.slice(cut)}`
}

export function CodePage({ email, errors }: { email: string; errors: FormErrors }) {
  return (
    <div class="porte">
      <h1>{CODE_TITLE}</h1>
      <p class="chapeau">Un code à six chiffres vient d’être envoyé à {masked(email)}. Il est valable dix minutes.</p>
      <ErrorSummary errors={errors} />
      <Form action="/2fa">
        <Field name="code" label="Code reçu par courriel" error={errors.code} required>
          <input
            name="code"
            class="code"
            inputmode="numeric"
            autocomplete="one-time-code"
            autocapitalize="none"
            spellcheck={false}
            maxlength={12}
          />
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
