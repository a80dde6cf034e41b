import { shown } from '../../../lib/body.ts'
import { plural } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { Field, FieldRow } from '../../../ui/field.tsx'
import { ErrorSummary } from '../../../ui/form.tsx'
import { Confirm } from '../../../ui/page.tsx'
import type { ShownForm } from '../../../web/saving.ts'

export const REMOVE_TITLE = 'Retirer des vues'

interface RemoveProps {
  source: { id: number; titre: string }
  vues: number
  form: Omit<ShownForm, 'status'>
}

const WHAT_GOES = 'Indiquez lesquelles retirer, avec leur libellé. Les relevés restent comme ils sont.'
const LABELS = { de: 'De la vue', a: 'À la vue' }

/** Asks which views go, and says what stays. */
export function RemoveViewsPage({ source, vues, form: { raw, errors } }: RemoveProps) {
  const path = `/sources/${source.id}/vues`
  const lead = `${source.titre}${NBSP}: ${plural(vues, 'vue', 'vues')}. ${WHAT_GOES}`
  return (
    <>
      <ErrorSummary errors={errors} labels={LABELS} />
      <Confirm title={REMOVE_TITLE} lead={lead} action={`${path}/supprimer`} submit="Retirer ces vues" cancel={path}>
        <FieldRow>
          {(['de', 'a'] as const).map((name) => (
            <Field name={name} label={LABELS[name]} error={errors[name]} width="court">
              <input name={name} value={shown(raw, name)} inputmode="numeric" maxlength={6} autocomplete="off" />
            </Field>
          ))}
        </FieldRow>
      </Confirm>
    </>
  )
}
