import type { FormErrors } from '../../../lib/body.ts'
import { NewPasswordFields } from '../../../ui/account-fields.tsx'
import { Field } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { PageHead } from '../../../ui/page.tsx'

export const PASSWORD_TITLE = 'Changer mon mot de passe'

interface PasswordProps {
  name: string
  errors: FormErrors
  /** The password in force is a temporary one: nothing else opens before it is replaced. */
  mustChange: boolean
  /** Where the person was going. */
  suite: string
}

export function PasswordPage({ name, errors, mustChange, suite }: PasswordProps) {
  const lead = mustChange
    ? 'Votre mot de passe actuel est temporaire. Choisissez-en un que vous seul connaissez pour continuer.'
    : undefined
  return (
    <>
      <PageHead title={PASSWORD_TITLE} lead={lead} />
      <PasswordForm name={name} errors={errors} cancel={mustChange ? undefined : '/profil'} suite={suite} />
    </>
  )
}

const LABELS = {
  actuel: 'Mot de passe actuel',
  nouveau: 'Nouveau mot de passe',
  confirmation: 'Nouveau mot de passe, une seconde fois',
}

/** Nothing typed here is ever shown again. */
export function PasswordForm({
  name,
  errors,
  cancel,
  suite = '',
}: {
  name: string
  errors: FormErrors
  cancel?: string | undefined
  suite?: string
}) {
  return (
    <Form action="/profil/mot-de-passe">
      <ErrorSummary errors={errors} labels={LABELS} />
      {suite !== '' && <input type="hidden" name="suite" value={suite} />}
      {/* For the browser's own keeper of passwords, which must know whose they are. */}
      <input type="text" name="login" value={name} autocomplete="username" readonly hidden />
      <Field name="actuel" label={LABELS.actuel} error={errors.actuel} required>
        <input type="password" name="actuel" autocomplete="current-password" maxlength={1024} />
      </Field>
      <NewPasswordFields
        name="nouveau"
        labels={{ password: LABELS.nouveau, confirmation: LABELS.confirmation }}
        errors={{ password: errors.nouveau, confirmation: errors.confirmation }}
      />
      <p class="aide">Vos autres appareils seront déconnectés.</p>
      <Actions cancel={cancel}>
        <Submit>Changer le mot de passe</Submit>
      </Actions>
    </Form>
  )
}
