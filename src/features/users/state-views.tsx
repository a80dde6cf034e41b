import { type Body, type FormErrors, shown } from '../../lib/body.ts'
import { Field } from '../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../ui/form.tsx'
import { PageHead } from '../../ui/page.tsx'
import { PATH } from './list-views.tsx'
import { MEMBER_STATES, STATE_LABELS } from './rules/member-state.ts'

export const STATE_TITLE = 'Présence de la personne'

const LABELS = { etat: 'État', jusque: 'Dernier jour de la pause' }

interface StateProps {
  user: { id: number; name: string }
  raw: Body
  errors: FormErrors
}

/** There, in a pause, gone or dead: what an administrator knows of a member. */
export function StatePage({ user, raw, errors }: StateProps) {
  return (
    <>
      <PageHead title={STATE_TITLE} lead={user.name} />
      <ErrorSummary errors={errors} labels={LABELS} />
      <p>
        Pendant une pause, le site n’écrit pas à cette personne. Partie ou décédée, elle ne peut plus se connecter et ne
        reçoit plus rien&nbsp;; son nom reste sur ses relevés.
      </p>
      <Form action={`${PATH}/${user.id}/presence`}>
        <Field name="etat" label={LABELS.etat} error={errors.etat} width="moyen">
          <select name="etat">
            {MEMBER_STATES.map((etat) => (
              <option value={etat} selected={shown(raw, 'etat') === etat}>
                {STATE_LABELS[etat]}
              </option>
            ))}
          </select>
        </Field>
        <Field name="jusque" label={LABELS.jusque} help="Pour une pause seulement." error={errors.jusque} width="moyen">
          <input type="date" name="jusque" value={shown(raw, 'jusque')} />
        </Field>
        <Actions cancel={`${PATH}/${user.id}/modifier`}>
          <Submit>Enregistrer</Submit>
        </Actions>
      </Form>
    </>
  )
}
