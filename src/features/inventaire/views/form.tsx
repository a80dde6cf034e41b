import { REGISTER_STATES } from '../../../db/schema-couverture.ts'
import { ACT_KINDS } from '../../../db/schema-persons.ts'
import { type Body, type FormErrors, shown } from '../../../lib/body.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import { EditPage, NewPage } from '../../../ui/crud.tsx'
import { Field, FieldRow } from '../../../ui/field.tsx'
import { ErrorSummary, RequiredNote } from '../../../ui/form.tsx'
import { Confirm } from '../../../ui/page.tsx'
import { type PlaceChoice, PlaceInput } from '../../../ui/place-input.tsx'
import { ACT_LABELS } from '../../types-sources/rules/persons.ts'
import type { Register } from '../queries.ts'
import { MAX_COTE, MAX_NOTE, registerName, STATE_LABELS } from '../rules/words.ts'
import { PATH } from './list.tsx'

export interface RegisterFormProps {
  raw: Body
  errors: FormErrors
  place: PlaceChoice | null
  candidates: PlaceChoice[] | undefined
  depots: readonly { id: number; nom: string }[]
}

export const NEW_TITLE = 'Ajouter un registre'
export const EDIT_TITLE = 'Modifier le registre'
export const DELETE_TITLE = 'Supprimer le registre'

export const NewRegisterPage = (form: RegisterFormProps) => (
  <NewPage title={NEW_TITLE} path={PATH} jeton={shown(form.raw, '_envoi')} submit="Ajouter le registre">
    <RegisterFields {...form} />
  </NewPage>
)

export const EditRegisterPage = ({ id, ...form }: RegisterFormProps & { id: number }) => (
  <EditPage
    title={EDIT_TITLE}
    action={`${PATH}/${id}`}
    version={shown(form.raw, 'version')}
    submit="Enregistrer le registre"
    remove="Supprimer ce registre"
    cancel={PATH}
  >
    <RegisterFields {...form} />
  </EditPage>
)

export const DeleteRegisterPage = ({ line }: { line: Register }) => (
  <Confirm
    title={DELETE_TITLE}
    lead={`${quoted(registerName(line))} sort de l’inventaire. Les sources et leurs relevés restent.`}
    action={`${PATH}/${line.id}/supprimer`}
    submit={DELETE_TITLE}
    cancel={PATH}
  >
    <input type="hidden" name="version" value={line.version} />
  </Confirm>
)

const LABELS = {
  lieu_id: 'Lieu',
  acte: 'Actes',
  annee_debut: 'Première année',
  annee_fin: 'Dernière année',
  etat: 'État',
  depot_id: 'Dépôt',
  cote: 'Cote',
  url: 'Adresse des images',
  note: 'Note',
}

function RegisterFields(form: RegisterFormProps) {
  const { raw, errors, place, candidates } = form
  return (
    <>
      <ErrorSummary errors={errors} labels={LABELS} />
      <RequiredNote />
      <PlaceInput
        name="lieu_id"
        label={LABELS.lieu_id}
        value={place}
        texte={shown(raw, 'texte:lieu_id')}
        candidates={candidates}
        error={errors.lieu_id}
        required
      />
      <Choice
        {...form}
        name="acte"
        options={ACT_KINDS.map((kind) => [kind, ACT_LABELS[kind]])}
        none="Choisissez le genre d’actes"
      />
      <FieldRow>
        <Field name="annee_debut" label={LABELS.annee_debut} error={errors.annee_debut} required>
          <input type="text" inputmode="numeric" name="annee_debut" value={shown(raw, 'annee_debut')} maxlength={4} />
        </Field>
        <Field name="annee_fin" label={LABELS.annee_fin} error={errors.annee_fin}>
          <input type="text" inputmode="numeric" name="annee_fin" value={shown(raw, 'annee_fin')} maxlength={4} />
        </Field>
      </FieldRow>
      <Choice {...form} name="etat" options={REGISTER_STATES.map((state) => [state, STATE_LABELS[state]])} />
      <Where {...form} />
    </>
  )
}

/** Where the register is kept, and what else is known of it. */
function Where(form: RegisterFormProps) {
  const { raw, errors, depots } = form
  return (
    <>
      <Choice {...form} name="depot_id" options={depots.map(({ id, nom }) => [String(id), nom])} none="Aucun dépôt" />
      <Field name="cote" label={LABELS.cote} error={errors.cote} width="moyen">
        <input type="text" name="cote" value={shown(raw, 'cote')} maxlength={MAX_COTE} autocomplete="off" />
      </Field>
      <Field
        name="url"
        label={LABELS.url}
        help={`La visionneuse du dépôt, ouverte à la page du registre${NBSP}; elle commence par https://.`}
        error={errors.url}
      >
        <input type="url" name="url" value={shown(raw, 'url')} maxlength={2000} autocomplete="off" spellcheck={false} />
      </Field>
      <Field name="note" label={LABELS.note} error={errors.note}>
        <textarea name="note" rows={3} maxlength={MAX_NOTE}>
          {shown(raw, 'note')}
        </textarea>
      </Field>
    </>
  )
}

interface ChoiceProps extends Pick<RegisterFormProps, 'raw' | 'errors'> {
  name: 'acte' | 'etat' | 'depot_id'
  options: (readonly [string, string])[]
  none?: string
}

function Choice({ raw, errors, name, options, none }: ChoiceProps) {
  return (
    <Field name={name} label={LABELS[name]} error={errors[name]} required={name !== 'depot_id'} width="moyen">
      <select name={name}>
        {none !== undefined && <option value="">{none}</option>}
        {options.map(([value, label]) => (
          <option value={value} selected={value === shown(raw, name)}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  )
}
