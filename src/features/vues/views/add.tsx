import { shown } from '../../../lib/body.ts'
import { plural } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { Field, FieldRow, Fieldset } from '../../../ui/field.tsx'
import { Actions, Form, Submit } from '../../../ui/form.tsx'
import type { ShownForm } from '../../../web/saving.ts'
import type { Extent } from '../queries/views.ts'
import { LONGEST_ADDRESS } from '../rules/links.ts'
import { PhotosForm, type PhotosRoom } from './photos.tsx'

/** The addresses that a pattern would make, shown before anything is stored. */
export interface Preview {
  platform: string | null
  note: string | null
  vues: number
  premiere: string
  derniere: string
}

export interface AddForm extends Omit<ShownForm, 'status'> {
  jeton: string
  preview?: Preview | undefined
  photos: PhotosRoom
}

interface AddProps {
  path: string
  form: AddForm
  extent: Extent | undefined
}

export const ADD_LABELS = {
  modele: 'Lien',
  de: 'De la vue',
  a: 'À la vue',
  mode: 'Vues déjà présentes',
  manifeste: 'Adresse du manifeste',
  images: 'Photos',
}

export function AddForms(props: AddProps) {
  return (
    <>
      <h2>Ajouter des vues</h2>
      <LinksForm {...props} />
      <ManifestForm {...props} />
      <PhotosForm path={props.path} error={props.form.errors.images} {...props.form.photos} />
    </>
  )
}

function LinksForm({ form: { raw, errors, jeton, preview }, extent, path }: AddProps) {
  return (
    <Form action={path} id="liens" enter={preview && addWords(preview.vues)}>
      <input type="hidden" name="_envoi" value={jeton} />
      <Fieldset legend="Par des liens">
        <Field
          name="modele"
          label={ADD_LABELS.modele}
          help="Collez le lien d’une vue, copié dans la visionneuse des archives. Dans un lien que le site ne reconnaît pas, mettez {vue} à la place du numéro."
          error={errors.modele}
          required
        >
          <input name="modele" value={shown(raw, 'modele')} maxlength={LONGEST_ADDRESS} autocomplete="off" />
        </Field>
        <FieldRow>
          <Field name="de" label={ADD_LABELS.de} error={errors.de} width="court">
            <input name="de" value={shown(raw, 'de') || '1'} inputmode="numeric" maxlength={6} autocomplete="off" />
          </Field>
          <Field name="a" label={ADD_LABELS.a} error={errors.a} width="court">
            <input name="a" value={shown(raw, 'a')} inputmode="numeric" maxlength={6} autocomplete="off" />
          </Field>
        </FieldRow>
        {extent && <ModeField chosen={shown(raw, 'mode')} error={errors.mode} id="mode" />}
        {preview && <PreviewLines {...preview} />}
        <Actions>
          {preview && <Submit>{addWords(preview.vues)}</Submit>}
          <button type="submit" class={preview ? 'bouton' : 'bouton principal'} name="action" value="apercu">
            {preview ? 'Vérifier de nouveau' : 'Vérifier les adresses'}
          </button>
        </Actions>
      </Fieldset>
    </Form>
  )
}

const addWords = (vues: number): string =>
  vues === 1 ? 'Ajouter cette vue' : `Ajouter ces ${plural(vues, 'vue', 'vues')}`

function PreviewLines({ platform, note, vues, premiere, derniere }: Preview) {
  const lines =
    vues === 1
      ? [['Vue', premiere] as const]
      : [['Première vue', premiere] as const, ['Dernière vue', derniere] as const]
  return (
    <div class="annonce" role="status">
      <p>
        {platform !== null && <strong>{`Lien reconnu${NBSP}: ${platform}. `}</strong>}
        {note}
      </p>
      <p>Ouvrez ces adresses pour les vérifier, puis ajoutez les vues.</p>
      <ul>
        {lines.map(([label, adresse]) => (
          <li>
            {`${label}${NBSP}: `}
            <a href={adresse} target="registre" rel="noreferrer">
              {adresse}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

const MODES = [
  ['ajouter', 'Les nouvelles vues s’ajoutent à celles de la source'],
  ['remplacer', 'Elles remplacent les liens et les images des archives (vos photos restent)'],
] as const

/** Asks what becomes of the views that are there. */
export function ModeField({ chosen, error, id }: { chosen: string; error: string | undefined; id: string }) {
  return (
    <Fieldset legend={ADD_LABELS.mode} name={id} error={error}>
      {MODES.map(([value, label]) => (
        <div class="champ case">
          <input type="radio" id={`${id}-${value}`} name="mode" value={value} checked={chosen === value} />
          <label for={`${id}-${value}`}>{label}</label>
        </div>
      ))}
    </Fieldset>
  )
}

function ManifestForm({ form: { raw, errors, jeton }, extent, path }: AddProps) {
  return (
    <Form action={path} id="iiif">
      <input type="hidden" name="_envoi" value={jeton} />
      <Fieldset legend="Par un manifeste IIIF">
        <Field
          name="manifeste"
          label={ADD_LABELS.manifeste}
          help="Le site le lit une fois. Il ne va que chez les serveurs permis pour ce dépôt."
          error={errors.manifeste}
          required
        >
          <input
            type="url"
            name="manifeste"
            value={shown(raw, 'manifeste')}
            maxlength={LONGEST_ADDRESS}
            autocomplete="off"
          />
        </Field>
        {extent && <ModeField chosen={shown(raw, 'mode')} error={errors.mode} id="mode-iiif" />}
        <Actions>
          <button type="submit" class="bouton">
            Lire le manifeste
          </button>
        </Actions>
      </Fieldset>
    </Form>
  )
}
