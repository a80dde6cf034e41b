import { shown } from '../../../../lib/body.ts'
import { NBSP } from '../../../../lib/typo.ts'
import { Field, Fieldset } from '../../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../../ui/form.tsx'
import { PageHead, Sheet } from '../../../../ui/page.tsx'
import type { ShownForm } from '../../../../web/saving.ts'
import { LONGEST_ADDRESS, RANKS } from '../form.ts'

export const CHANGE_TITLE = 'Les adresses ont changé'

const ORDINALS = ['Premier exemple', 'Deuxième exemple', 'Troisième exemple']

const LABELS = Object.fromEntries(
  RANKS.flatMap((rang) => [
    [`ancien_${rang}`, `Ancien lien ${rang}`],
    [`nouveau_${rang}`, `Nouveau lien ${rang}`],
  ]),
)

/** Two or three links of before, each with the one that opens the same view today. */
export function ChangePage({ path, form: { raw, errors } }: { path: string; form: Omit<ShownForm, 'status'> }) {
  return (
    <>
      <PageHead
        title={CHANGE_TITLE}
        lead="Donnez deux ou trois exemples : le site trouve la règle, vous la montre sur vingt liens, et ne change rien avant votre accord."
      />
      <Sheet>
        <ErrorSummary errors={errors} labels={LABELS} />
        <Form action={`${path}/changement`}>
          <ol>
            <li>Copiez l’ancien lien d’une vue, tel que ce site le donne sur la page de la vue.</li>
            <li>Retrouvez la même vue dans la nouvelle visionneuse des archives, et copiez son lien.</li>
            <li>Prenez des registres différents, et des vues de numéros différents.</li>
          </ol>
          {RANKS.map((rang, i) => (
            <Fieldset legend={`${ORDINALS[i]}${i === 2 ? ' (facultatif, il confirme la règle)' : ''}`}>
              {(['ancien', 'nouveau'] as const).map((side) => (
                <Field
                  name={`${side}_${rang}`}
                  label={side === 'ancien' ? 'Ancien lien' : 'Nouveau lien de la même vue'}
                  error={errors[`${side}_${rang}`]}
                  required={i < 2}
                >
                  <input
                    name={`${side}_${rang}`}
                    value={shown(raw, `${side}_${rang}`)}
                    maxlength={LONGEST_ADDRESS}
                    inputmode="url"
                    autocomplete="off"
                  />
                </Field>
              ))}
            </Fieldset>
          ))}
          <details open={shown(raw, 'lignes') !== '' || errors.lignes !== undefined}>
            <summary>Ou collez les exemples en lignes</summary>
            <Field
              name="lignes"
              label="Exemples"
              help={`Un par ligne${NBSP}: l’ancien lien, un espace, le nouveau. Ils remplacent les champs restés vides.`}
              error={errors.lignes}
            >
              <textarea name="lignes" rows={3} maxlength={3 * 2 * LONGEST_ADDRESS}>
                {shown(raw, 'lignes')}
              </textarea>
            </Field>
          </details>
          <Actions cancel={path}>
            <Submit>Trouver la règle</Submit>
          </Actions>
        </Form>
      </Sheet>
    </>
  )
}
