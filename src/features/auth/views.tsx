import type { Body, FormErrors } from '../../lib/body.ts'
import { shown } from '../../lib/body.ts'
import { LoginField } from '../../ui/account-fields.tsx'
import { Field } from '../../ui/field.tsx'
import { ErrorSummary, Form, Submit } from '../../ui/form.tsx'
import { LinkButton } from '../../ui/page.tsx'
import { PROVIDER_PATH } from './fournisseur/rules/paths.ts'

interface LoginProps {
  siteName: string
  /** Is there a page to ask for an account? */
  isOpen: boolean
  /** Names whom to ask for one; undefined where the site names nobody. */
  contact: string | undefined
  /** How people call what they may come in by instead of a password; undefined where there is nothing. */
  provider: string | undefined
  raw: Body
  errors: FormErrors
}

const providerAddress = (suite: string): string =>
  suite === '' ? PROVIDER_PATH : `${PROVIDER_PATH}?suite=${encodeURIComponent(suite)}`

export function LoginPage({ siteName, isOpen, contact, provider, raw, errors }: LoginProps) {
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
      {provider !== undefined && (
        <p>
          <LinkButton href={providerAddress(shown(raw, 'suite'))}>Se connecter avec {provider}</LinkButton>
        </p>
      )}
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
