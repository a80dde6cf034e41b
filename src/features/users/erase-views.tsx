import type { FormErrors } from '../../lib/body.ts'
import { NBSP } from '../../lib/typo.ts'
import { Field } from '../../ui/field.tsx'
import { ErrorSummary } from '../../ui/form.tsx'
import { Confirm } from '../../ui/page.tsx'
import { ProofField } from '../auth/fresh.tsx'
import { PATH } from './list-views.tsx'

export const ERASE_TITLE = 'Effacer le compte'
const LABELS = { confirmation: 'Nom de la personne', preuve: 'Votre mot de passe' }

interface EraseProps {
  user: { id: number; name: string }
  isFresh: boolean
  errors: FormErrors
}

/** Somebody died, or asks to be forgotten: nothing of the person stays but what he or she typed. */
export function ErasePage({ user, isFresh, errors }: EraseProps) {
  const account = `${PATH}/${user.id}`
  return (
    <>
      <ErrorSummary errors={errors} labels={LABELS} />
      <Confirm
        title={ERASE_TITLE}
        action={`${account}/effacer`}
        submit="Effacer ce compte"
        cancel={`${account}/modifier`}
        back="Garder ce compte"
        lead={`À la demande de ${user.name}, ou de ses proches.`}
        losses={[
          'son nom, son adresse, son mot de passe, ses préférences, ses brouillons et ses avis ;',
          'sa place dans les sections et les sources. Ses relevés restent, signés d’un compte supprimé.',
        ]}
      >
        <Field
          name="confirmation"
          label={LABELS.confirmation}
          help={`Pour confirmer, recopiez${NBSP}: ${user.name}`}
          error={errors.confirmation}
          required
        >
          <input name="confirmation" autocomplete="off" autocapitalize="none" spellcheck={false} maxlength={60} />
        </Field>
        <ProofField isFresh={isFresh} help="Celui de votre compte ici." error={errors.preuve} />
      </Confirm>
    </>
  )
}
