import { fieldGroups } from '../../../champs/groups.ts'
import type { Champ } from '../../../champs/kind.ts'
import type { FormErrors } from '../../../lib/body.ts'
import { quoted } from '../../../lib/typo.ts'
import { CheckField, Fieldset } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { PageHead } from '../../../ui/page.tsx'

export const PASSED_TITLE = 'Champs toujours passés'

/** Where the fields that somebody always passes in a source are chosen. */
export const passedPath = (sourceId: number): string => `/sources/${sourceId}/releves/passes`

interface PassedProps {
  source: { id: number; titre: string }
  champs: readonly Champ[]
  /** Names of the ticked ones. */
  passed: ReadonlySet<string>
  errors: FormErrors
}

/** Every field of a source, by person, those ticked that the desk leaves out of the way. */
export function PassedPage({ source, champs, passed, errors }: PassedProps) {
  const boxes = (of: readonly Champ[]) => (
    <div>
      {of.map(({ id, nom, label }) => (
        <CheckField name={`champ-${id}`} label={label}>
          <input type="checkbox" name="champs" value={nom} checked={passed.has(nom)} />
        </CheckField>
      ))}
    </div>
  )
  return (
    <>
      <PageHead
        title={PASSED_TITLE}
        lead={`À la saisie de ${quoted(source.titre)}, et pour vous seul, les champs cochés se tiennent sur une ligne sous les autres. Leur valeur par défaut, ou reprise du relevé précédent, est enregistrée.`}
      />
      <Form id="colonnes" action={passedPath(source.id)} novalidate>
        <ErrorSummary errors={errors} labels={{ champs: 'Champs passés' }} />
        <Fieldset name="champs" legend="Champs passés" error={errors.champs}>
          <div class="colonnes-personnes">
            {fieldGroups(champs).map(({ group, champs: of }) =>
              group === null ? boxes(of) : <Fieldset legend={group.libelle}>{boxes(of)}</Fieldset>,
            )}
          </div>
        </Fieldset>
        <Actions cancel={`/sources/${source.id}/releves/nouveau`} back="Retour à la saisie">
          <Submit>Enregistrer les champs passés</Submit>
        </Actions>
      </Form>
    </>
  )
}
