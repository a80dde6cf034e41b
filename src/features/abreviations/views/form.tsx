import type { Body, FormErrors } from '../../../lib/body.ts'
import { shown } from '../../../lib/body.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import { EditPage, NewPage } from '../../../ui/crud.tsx'
import { Field } from '../../../ui/field.tsx'
import { ErrorSummary, RequiredNote } from '../../../ui/form.tsx'
import { Confirm } from '../../../ui/page.tsx'
import { MINE } from '../form.ts'
import type { SectionAccess } from '../policy.ts'
import type { AbbreviationRow } from '../queries.ts'
import { MAX_ABBREVIATION, MAX_TEXT, written } from '../rules/line.ts'
import { PATH } from './list.tsx'

export interface LineFormProps {
  raw: Body
  errors: FormErrors
  sections: readonly SectionAccess[]
}

export const NEW_TITLE = 'Ajouter une abréviation'
export const EDIT_TITLE = 'Modifier l’abréviation'
export const DELETE_TITLE = 'Supprimer l’abréviation'

export const NewLinePage = (form: LineFormProps) => (
  <NewPage title={NEW_TITLE} path={PATH} jeton={shown(form.raw, '_envoi')} submit="Ajouter l’abréviation">
    <LineFields {...form} />
  </NewPage>
)

export const EditLinePage = ({ id, ...form }: LineFormProps & { id: number }) => (
  <EditPage
    title={EDIT_TITLE}
    action={`${PATH}/${id}`}
    version={shown(form.raw, 'version')}
    submit="Enregistrer l’abréviation"
    remove="Supprimer cette abréviation"
    cancel={PATH}
  >
    <LineFields {...form} />
  </EditPage>
)

export const DeleteLinePage = ({ line }: { line: AbbreviationRow }) => (
  <Confirm
    title={DELETE_TITLE}
    lead={`${quoted(written(line))} ne servira plus à la saisie. Ce qui est déjà saisi ne change pas.`}
    action={`${PATH}/${line.id}/supprimer`}
    submit={DELETE_TITLE}
    cancel={PATH}
  >
    <input type="hidden" name="version" value={line.version} />
  </Confirm>
)

const LABELS = { abreviation: 'Abréviation', texte: 'Texte', pour: 'Pour qui' }

function LineFields({ raw, errors, sections }: LineFormProps) {
  const kept = sections.filter(({ manages }) => manages)
  return (
    <>
      <ErrorSummary errors={errors} labels={LABELS} />
      <RequiredNote />
      <Field
        name="abreviation"
        label={LABELS.abreviation}
        help={`Lettres et chiffres, par exemple lab${NBSP}; minuscules ou majuscules, c’est la même.`}
        error={errors.abreviation}
        required
        width="moyen"
      >
        <input
          name="abreviation"
          value={shown(raw, 'abreviation')}
          maxlength={MAX_ABBREVIATION}
          autocomplete="off"
          spellcheck={false}
        />
      </Field>
      <Field name="texte" label={LABELS.texte} help="Par exemple laboureur." error={errors.texte} required>
        <input name="texte" value={shown(raw, 'texte')} maxlength={MAX_TEXT} autocomplete="off" />
      </Field>
      <Field name="pour" label={LABELS.pour} error={errors.pour} required width="moyen">
        <select name="pour">
          <option value={MINE}>Pour moi</option>
          {kept.map(({ id, nom }) => (
            <option value={String(id)} selected={shown(raw, 'pour') === String(id)}>
              {`Pour tous${NBSP}: ${nom}`}
            </option>
          ))}
        </select>
      </Field>
    </>
  )
}
