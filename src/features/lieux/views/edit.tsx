import type { Body, FormErrors } from '../../../lib/body.ts'
import { shown } from '../../../lib/body.ts'
import { quoted } from '../../../lib/typo.ts'
import { DeletePage, EditPage, NewPage } from '../../../ui/crud.tsx'
import { Field, FieldRow, Fieldset, HelpMark } from '../../../ui/field.tsx'
import { ErrorSummary, RequiredNote } from '../../../ui/form.tsx'
import { type PlaceChoice, PlaceInput } from '../../../ui/place-input.tsx'
import type { TypeChoice } from '../queries/places.ts'

const PATH = '/lieux'

export interface LieuFormProps {
  raw: Body
  errors: FormErrors
  /** The place box stands for this place; where it stands for none, the places found for its text are offered. */
  place: PlaceChoice | null
  candidates: PlaceChoice[] | undefined
  types: TypeChoice[]
}

export const NEW_TITLE = 'Nouveau lieu'
export const EDIT_TITLE = 'Modifier le lieu'
export const DELETE_TITLE = 'Supprimer le lieu'

export function NewLieuPage(props: LieuFormProps) {
  return (
    <NewPage title={NEW_TITLE} path={PATH} jeton={shown(props.raw, '_envoi')} submit="Créer le lieu">
      <LieuFields {...props} />
    </NewPage>
  )
}

export function EditLieuPage({ id, canDelete, ...form }: LieuFormProps & { id: number; canDelete: boolean }) {
  return (
    <EditPage
      title={EDIT_TITLE}
      action={`${PATH}/${id}`}
      version={shown(form.raw, 'version')}
      submit="Enregistrer le lieu"
      remove={canDelete ? 'Supprimer ce lieu' : undefined}
      cancel={`${PATH}/${id}`}
    >
      <LieuFields {...form} />
    </EditPage>
  )
}

const LABELS = {
  nom: 'Nom',
  code: 'Code',
  type_id: 'Type',
  lieu_parent_id: 'Situé dans',
  latitude: 'Latitude',
  longitude: 'Longitude',
  note: 'Note',
}

function LieuFields(props: LieuFormProps) {
  const { raw, errors, place, candidates } = props
  return (
    <>
      <ErrorSummary errors={errors} labels={LABELS} />
      <RequiredNote />
      <Field name="nom" label={LABELS.nom} error={errors.nom} required>
        <input name="nom" value={shown(raw, 'nom')} maxlength={255} autocomplete="off" />
      </Field>
      <PlaceInput
        name="lieu_parent_id"
        label={LABELS.lieu_parent_id}
        value={place}
        texte={shown(raw, 'texte:lieu_parent_id')}
        candidates={candidates}
        error={errors.lieu_parent_id}
        aside={<HelpMark page="lieux#decrire-un-lieu" about={LABELS.lieu_parent_id} />}
        help="Le lieu plus grand dont celui-ci fait partie. Laissez vide pour un pays."
      />
      <TypeAndCode {...props} />
      <Position {...props} />
      <Field name="note" label={LABELS.note} error={errors.note}>
        <textarea name="note" rows={4} maxlength={5000}>
          {shown(raw, 'note')}
        </textarea>
      </Field>
    </>
  )
}

function TypeAndCode({ raw, errors, types }: LieuFormProps) {
  return (
    <FieldRow>
      <Field
        name="type_id"
        label={LABELS.type_id}
        error={errors.type_id}
        aside={<HelpMark page="lieux#decrire-un-lieu" about={LABELS.type_id} />}
        width="moyen"
      >
        <select name="type_id">
          <option value="">Sans type</option>
          {types.map(({ id, nom }) => (
            <option value={id} selected={String(id) === shown(raw, 'type_id')}>
              {nom}
            </option>
          ))}
        </select>
      </Field>
      <Field
        name="code"
        label={LABELS.code}
        error={errors.code}
        aside={<HelpMark page="lieux#decrire-un-lieu" about={LABELS.code} />}
        help="Par exemple le code INSEE de la commune."
        width="court"
      >
        <input name="code" value={shown(raw, 'code')} maxlength={20} autocomplete="off" />
      </Field>
    </FieldRow>
  )
}

function Position({ raw, errors }: LieuFormProps) {
  return (
    <Fieldset
      legend="Position"
      help="En degrés décimaux (48,6493) ou en degrés, minutes et secondes (48°38′57″N). Le sud et l’ouest sont négatifs, ou notés S et O."
    >
      <FieldRow>
        <Field
          name="latitude"
          label={LABELS.latitude}
          error={errors.latitude}
          aside={<HelpMark page="lieux#decrire-un-lieu" about={LABELS.latitude} />}
          width="moyen"
        >
          <input name="latitude" value={shown(raw, 'latitude')} maxlength={60} autocomplete="off" />
        </Field>
        <Field
          name="longitude"
          label={LABELS.longitude}
          error={errors.longitude}
          aside={<HelpMark page="lieux#decrire-un-lieu" about={LABELS.longitude} />}
          width="moyen"
        >
          <input name="longitude" value={shown(raw, 'longitude')} maxlength={60} autocomplete="off" />
        </Field>
      </FieldRow>
      {/* Brought out by static/js/carte-ouvrir.js; the two fields say and take everything without it. */}
      <p class="aide" role="status" data-carte-avis hidden>
        Vous pouvez aussi cliquer sur la carte.
      </p>
      <div class="carte-lieu" data-carte-choix data-carte-ouvrir="Choisir sur la carte" hidden />
    </Fieldset>
  )
}

interface DeleteProps {
  lieu: { id: number; nom_long: string; version: number }
  /** Why the place stays; undefined where it may go. */
  blocked: string | undefined
}

export function DeleteLieuPage({ lieu, blocked }: DeleteProps) {
  return (
    <DeletePage
      title={DELETE_TITLE}
      lead={`Le lieu ${quoted(lieu.nom_long)} sera supprimé. Aucune source n’y est rattachée, aucun lieu n’y est situé, aucun relevé ne le cite.`}
      action={`${PATH}/${lieu.id}/supprimer`}
      version={lieu.version}
      submit="Supprimer le lieu"
      blocked={blocked}
      back={{ href: `${PATH}/${lieu.id}`, label: 'Retour au lieu' }}
    />
  )
}
