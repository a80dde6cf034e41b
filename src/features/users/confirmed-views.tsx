import type { FormErrors } from '../../lib/body.ts'
import { NBSP } from '../../lib/typo.ts'
import { Field } from '../../ui/field.tsx'
import { ProofField } from '../auth/fresh.tsx'

export const CONFIRMED_LABELS = { confirmation: 'Nom de la personne', preuve: 'Votre mot de passe' }

interface ConfirmedProps {
  user: { name: string }
  isFresh: boolean
  errors: FormErrors
}

/** Asks for the name of the person once more, and for one's own password where it was not shown lately (`confirmationErrors`). */
export function ConfirmedFields({ user, isFresh, errors }: ConfirmedProps) {
  return (
    <>
      <Field
        name="confirmation"
        label={CONFIRMED_LABELS.confirmation}
        help={`Pour confirmer, recopiez${NBSP}: ${user.name}`}
        error={errors.confirmation}
        required
      >
        <input name="confirmation" autocomplete="off" autocapitalize="none" spellcheck={false} maxlength={60} />
      </Field>
      <ProofField isFresh={isFresh} help="Celui de votre propre compte." error={errors.preuve} />
    </>
  )
}
