import type { Body, FormErrors } from '../../../lib/body.ts'
import { shown } from '../../../lib/body.ts'
import { EmailField, LoginField } from '../../../ui/account-fields.tsx'
import { Field } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, RequiredNote, Submit } from '../../../ui/form.tsx'
import { BackLink, StepFrame } from './frame.tsx'

interface Props {
  raw: Body
  errors: FormErrors
}

/** Step 4. `hasPassword`: one was accepted before and is kept, as a hash. */
export function AdminPage({ raw, errors, hasPassword }: Props & { hasPassword: boolean }) {
  const help = hasPassword
    ? 'Mot de passe gardé : laissez les deux champs vides pour ne pas le changer.'
    : 'Au moins 12 caractères : plusieurs mots sans rapport font un bon mot de passe.'
  return (
    <StepFrame step={4} lead="Avec ce compte vous inviterez les autres et réglerez le site.">
      <ErrorSummary errors={errors} />
      <RequiredNote />
      <Form action="/setup/4">
        <LoginField
          name="name"
          label="Nom d’utilisateur"
          value={shown(raw, 'name')}
          help="Pour vous connecter, sans @."
          error={errors.name}
          width="moyen"
        />
        <EmailField label="Adresse électronique" value={shown(raw, 'email')} error={errors.email} width="moyen" />
        <Field
          name="password"
          label="Mot de passe"
          help={help}
          error={errors.password}
          required={!hasPassword}
          width="moyen"
        >
          <input type="password" name="password" autocomplete="new-password" maxlength={1024} />
        </Field>
        <Field
          name="password2"
          label="Le même, une seconde fois"
          error={errors.password2}
          required={!hasPassword}
          width="moyen"
        >
          <input type="password" name="password2" autocomplete="new-password" maxlength={1024} />
        </Field>
        <Actions>
          <Submit>Continuer</Submit>
          <BackLink step={4} />
        </Actions>
      </Form>
    </StepFrame>
  )
}
