import type { Body, FormErrors } from '../../lib/body.ts'
import { shown } from '../../lib/body.ts'
import { LoginField } from '../../ui/account-fields.tsx'
import { Field } from '../../ui/field.tsx'
import { ErrorSummary, Form, Submit } from '../../ui/form.tsx'

interface LoginProps {
  siteName: string
  /** Is there a page to ask for an account? */
  isOpen: boolean
  /** Names whom to ask for one; undefined where the site names nobody. */
  contact: string | undefined
  raw: Body
  errors: FormErrors
}

export function LoginPage({ siteName, isOpen, contact, raw, errors }: LoginProps) {
  return (
    <div class="porte">
      <h1>Connexion</h1>
      <p class="chapeau">{siteName}</p>
      <ErrorSummary errors={errors} />
      <Form action="/login">
        <input type="hidden" name="suite" value={shown(raw, 'suite')} />
        <LoginField
          name="login"
          label="Nom d’utilisateur ou adresse électronique"
          value={shown(raw, 'login')}
          error={errors.login}
        />
        <Field name="password" label="Mot de passe" error={errors.password} required>
          <input type="password" name="password" autocomplete="current-password" maxlength={1024} />
        </Field>
        <Submit>Se connecter</Submit>
      </Form>
      <p>
        <a href="/mot-de-passe/oubli">Mot de passe oublié</a>
      </p>
      {isOpen && (
        <p>
          Pas encore de compte&nbsp;? <a href="/register">Demander un compte</a>
        </p>
      )}
      {!isOpen && contact !== undefined && <p>Pas encore de compte&nbsp;? {contact}</p>}
    </div>
  )
}
