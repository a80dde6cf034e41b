import type { FormErrors } from '../../lib/body.ts'
import { ErrorSummary } from '../../ui/form.tsx'
import { Confirm } from '../../ui/page.tsx'
import { CONFIRMED_LABELS, ConfirmedFields } from './confirmed-views.tsx'
import { PATH } from './list-views.tsx'

export const ERASE_TITLE = 'Effacer le compte'

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
      <ErrorSummary errors={errors} labels={CONFIRMED_LABELS} />
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
        <ConfirmedFields user={user} isFresh={isFresh} errors={errors} />
      </Confirm>
    </>
  )
}
