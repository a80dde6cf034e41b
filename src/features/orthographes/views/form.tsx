import type { PlaceBox } from '../../../champs/place-choice.ts'
import { SPELLING_SIGNS } from '../../../db/schema-orthographes.ts'
import type { Body, FormErrors } from '../../../lib/body.ts'
import { shown } from '../../../lib/body.ts'
import { NBSP } from '../../../lib/typo.ts'
import { EditPage, NewPage } from '../../../ui/crud.tsx'
import { Field } from '../../../ui/field.tsx'
import { ErrorSummary, RequiredNote } from '../../../ui/form.tsx'
import { PlaceInput } from '../../../ui/place-input.tsx'
import { PLACE } from '../form.ts'
import { KIND_LABELS, KINDS, MAX_NAME, MAX_SOURCE, SIGNS } from '../rules/line.ts'
import { PATH } from './list.tsx'

export interface SpellingFormProps extends PlaceBox {
  raw: Body
  errors: FormErrors
}

export const newTitle = (decides: boolean): string => (decides ? 'Ajouter une ligne' : 'Proposer une ligne')

export function NewSpellingPage({ decides, ...form }: SpellingFormProps & { decides: boolean }) {
  return (
    <NewPage
      title={newTitle(decides)}
      path={PATH}
      jeton={shown(form.raw, '_envoi')}
      submit={decides ? 'Ajouter la ligne' : 'Proposer la ligne'}
    >
      <p>
        {decides
          ? 'La ligne sert aussitôt à toutes les recherches par le son.'
          : 'Un gestionnaire l’acceptera ou dira pourquoi non. D’ici là elle ne change aucune recherche.'}
      </p>
      <SpellingFields {...form} />
    </NewPage>
  )
}

export const EDIT_TITLE = 'Modifier la ligne'

export function EditSpellingPage({ id, ...form }: SpellingFormProps & { id: number }) {
  return (
    <EditPage
      title={EDIT_TITLE}
      action={`${PATH}/${id}`}
      version={shown(form.raw, 'version')}
      submit="Enregistrer la ligne"
      remove="Supprimer cette ligne"
      cancel={`${PATH}/${id}`}
    >
      <SpellingFields {...form} />
    </EditPage>
  )
}

const LABELS = {
  nom1: 'Une orthographe',
  signe: 'Signe',
  nom2: 'L’autre orthographe',
  genre: 'Genre',
  [PLACE]: 'Lieu',
  source: 'Connue par',
}

function SpellingFields(form: SpellingFormProps) {
  const { raw, errors, place, candidates } = form
  return (
    <>
      <ErrorSummary errors={errors} labels={LABELS} />
      <RequiredNote />
      <Pair {...form} />
      <PlaceInput
        name={PLACE}
        label={LABELS[PLACE]}
        value={place}
        texte={shown(raw, `texte:${PLACE}`)}
        candidates={candidates}
        error={errors[PLACE]}
        help={`Vide${NBSP}: partout. Sinon la ligne ne vaut que pour les recherches dans ce lieu et dans ceux qui s’y trouvent.`}
      />
      <Field
        name="source"
        label={LABELS.source}
        help={`Par exemple${NBSP}: deux actes de la même personne, un dictionnaire des noms.`}
        error={errors.source}
      >
        <input name="source" value={shown(raw, 'source')} maxlength={MAX_SOURCE} autocomplete="off" />
      </Field>
    </>
  )
}

function Pair({ raw, errors }: SpellingFormProps) {
  const name = (field: 'nom1' | 'nom2') => (
    <Field name={field} label={LABELS[field]} error={errors[field]} required width="moyen">
      <input name={field} value={shown(raw, field)} maxlength={MAX_NAME} autocomplete="off" spellcheck={false} />
    </Field>
  )
  return (
    <>
      <Field name="genre" label={LABELS.genre} error={errors.genre} width="moyen">
        <select name="genre">
          {KINDS.map((genre) => (
            <option value={genre} selected={shown(raw, 'genre') === genre}>
              {KIND_LABELS[genre]}
            </option>
          ))}
        </select>
      </Field>
      {name('nom1')}
      <Field name="signe" label={LABELS.signe} error={errors.signe} width="moyen">
        <select name="signe">
          {SPELLING_SIGNS.map((signe) => (
            <option value={signe} selected={shown(raw, 'signe') === signe}>
              {`${SIGNS[signe].sign} (${SIGNS[signe].label})`}
            </option>
          ))}
        </select>
      </Field>
      {name('nom2')}
    </>
  )
}
