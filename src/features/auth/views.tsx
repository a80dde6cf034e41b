import type { Body, FormErrors } from '../../lib/body.ts'
import { shown } from '../../lib/body.ts'
import { Field } from '../../ui/field.tsx'
import { ErrorSummary, Form, Submit } from '../../ui/form.tsx'

export function LoginPage({ siteName, raw, errors }: { siteName: string; raw: Body; errors: FormErrors }) {
  return (
    <div class="porte">
      <h1>Connexion</h1>
      <p class="chapeau">{siteName}</p>
      <ErrorSummary errors={errors} />
      <Form action="/login">
        <input type="hidden" name="suite" value={shown(raw, 'suite')} />
        <Field name="login" label="Nom d’utilisateur ou adresse électronique" error={errors.login} required>
          <input
            name="login"
            value={shown(raw, 'login')}
            autocomplete="username"
            autocapitalize="none"
            spellcheck={false}
            maxlength={254}
          />
        </Field>
        <Field name="password" label="Mot de passe" error={errors.password} required>
          <input type="password" name="password" autocomplete="current-password" maxlength={1024} />
        </Field>
        <Submit>Se connecter</Submit>
      </Form>
    </div>
  )
}
