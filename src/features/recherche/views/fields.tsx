import { SOURCE_STATUSES } from '../../../db/schema.ts'
import { shown, shownAll } from '../../../lib/body.ts'
import { MODES } from '../../../search/language.ts'
import { SEARCH_ROLES } from '../../../search/marks.ts'
import { Field } from '../../../ui/field.tsx'
import { Form, Submit } from '../../../ui/form.tsx'
import { PlaceInput } from '../../../ui/place-input.tsx'
import { statusLabel } from '../../droits/status.ts'
import type { SearchForm } from '../form.ts'
import { LABELS, MODE_LABELS, ROLE_LABELS } from '../rules/labels.ts'

interface Named {
  id: number
  nom: string
}

/** What the form offers to choose from. */
export interface SearchChoices {
  types: Named[]
  sections: Named[]
}

interface FieldsProps extends SearchChoices {
  form: SearchForm
  /** What was found is under the form: only its first line is in the way. */
  isFolded: boolean
}

export function SearchFields(props: FieldsProps) {
  const { raw, errors } = props.form
  return (
    <Form action="/recherche" method="get" class="recherche-criteres" aria-label="Critères de recherche">
      <div class="recherche-mots">
        <Field
          name="q"
          label={LABELS.q}
          error={errors.q}
          help={
            <>
              Accents et majuscules indifférents. <em>mart*</em> pour un début, <em>~lefevre</em> pour ce qui se
              prononce ainsi, des guillemets pour des mots qui se suivent.
            </>
          }
        >
          <input type="search" name="q" value={shown(raw, 'q')} maxlength={500} autocomplete="off" spellcheck={false} />
        </Field>
        {/* First button of the form: the one that the Enter key presses, in whatever box. */}
        <Submit>Rechercher</Submit>
      </div>
      <details open={!props.isFolded}>
        <summary>Nom, lieu, années et autres critères</summary>
        <NameFields {...props} />
        <SourceFields {...props} />
        <MoreFields {...props} />
      </details>
      <KeptFields {...props} />
    </Form>
  )
}

function SourceFields(props: FieldsProps) {
  const { raw, errors, lieu, candidates } = props.form
  return (
    <div class="ligne recherche-ligne">
      <PlaceInput
        name="lieu"
        label={LABELS.lieu}
        value={lieu}
        texte={shown(raw, 'texte:lieu')}
        candidates={candidates}
        error={errors.lieu}
      />
      <Choice {...props} name="type" all="Tous les types" options={props.types} />
      <YearField {...props} name="annee_debut" />
      <YearField {...props} name="annee_fin" />
    </div>
  )
}

function NameFields(props: FieldsProps) {
  const { raw, errors } = props.form
  return (
    <div class="ligne recherche-ligne">
      {(['nom', 'prenom'] as const).map((name) => (
        <Field name={name} label={LABELS[name]} error={errors[name]} width="moyen">
          <input name={name} value={shown(raw, name)} maxlength={200} autocomplete="off" spellcheck={false} />
        </Field>
      ))}
      <Choice {...props} name="mode" options={MODES.map((mode) => ({ id: mode, nom: MODE_LABELS[mode] }))} />
      <Choice
        {...props}
        name="role"
        all="n’importe qui dans l’acte"
        options={SEARCH_ROLES.map((role) => ({ id: role, nom: ROLE_LABELS[role] }))}
      />
    </div>
  )
}

/** What is asked for more rarely. */
function MoreFields(props: FieldsProps) {
  return (
    <div class="ligne recherche-ligne">
      {props.sections.length > 0 && <Choice {...props} name="section" all="Toutes" options={props.sections} />}
      <Choice
        {...props}
        name="statut"
        all="Tous"
        options={SOURCE_STATUSES.map((status) => ({ id: status, nom: statusLabel(status) }))}
      />
    </div>
  )
}

/** What has no box of its own here and is kept for the next search. */
function KeptFields({ form: { raw } }: FieldsProps) {
  return (
    <>
      {['source', 'tri'].map(
        (name) => shown(raw, name) !== '' && <input type="hidden" name={name} value={shown(raw, name)} />,
      )}
      {shownAll(raw, 'sauf').map((word) => (
        <input type="hidden" name="sauf" value={word} />
      ))}
    </>
  )
}

interface ChoiceProps extends FieldsProps {
  name: keyof typeof LABELS
  options: { id: number | string; nom: string }[]
  /** What stands for no choice; without it the first option does. */
  all?: string
}

function Choice({ form: { raw, errors }, name, options, all }: ChoiceProps) {
  const chosen = shown(raw, name)
  return (
    <Field name={name} label={LABELS[name]} error={errors[name]}>
      <select name={name}>
        {all !== undefined && <option value="">{all}</option>}
        {options.map(({ id, nom }) => (
          <option value={id} selected={String(id) === chosen}>
            {nom}
          </option>
        ))}
      </select>
    </Field>
  )
}

function YearField({ form: { raw, errors }, name }: FieldsProps & { name: 'annee_debut' | 'annee_fin' }) {
  return (
    <Field name={name} label={LABELS[name]} error={errors[name]} width="court">
      <input name={name} value={shown(raw, name)} inputmode="numeric" maxlength={20} autocomplete="off" />
    </Field>
  )
}
