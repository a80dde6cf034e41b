import { etatName, fieldName, KINDS } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { lecturesText } from '../../../champs/lectures.ts'
import { ETAT_LABELS } from '../../../champs/states.ts'
import { MAX_TEXT } from '../../../champs/text.tsx'
import { shown } from '../../../lib/body.ts'
import { quoted } from '../../../lib/typo.ts'
import { CheckField, Field, fieldId } from '../../../ui/field.tsx'
import { Actions, Form, Submit } from '../../../ui/form.tsx'
import { shortText } from '../../releves/rules/display.ts'
import type { TypedField } from './field-reading.ts'
import { actePath, POIDS, SWAP } from './frame-views.tsx'

export interface FieldFormProps {
  source: { id: number }
  act: { id: number; version: number }
  champ: Champ
  form: TypedField
  /** Doubtful: its state is set, and that is the verdict. A reading: the value stays, and another one stands beside it. */
  geste: 'corrige' | 'douteux' | 'lecture'
  /** The value as it stands, and other readings of it. */
  stands: { text: string; lectures: readonly string[] }
  wantsRest: boolean
  words: { poids: string; motif: string; garder: boolean; lecture: string }
  /** Said where it could not be stored. */
  error: string | undefined
}

/** The form of one field, which has the cursor; Enter saves it and shows the next act. */
export function FieldForm(props: FieldFormProps) {
  const { source, act, champ, form, geste, stands, wantsRest, words, error } = props
  const path = `/releves/${act.id}/correction`
  const back = `${actePath(source.id)}?releve=${act.id}${wantsRest ? '&suite=1' : ''}`
  const name = fieldName(champ)
  const etat = etatName(champ)
  const { Input } = KINDS[champ.type]
  return (
    <Form
      action={path}
      hx-post={path}
      {...SWAP}
      enter="Enregistrer, acte suivant"
      novalidate
      class="feuille"
      data-curseur
    >
      <input type="hidden" name="version" value={act.version} />
      <input type="hidden" name="champ" value={champ.nom} />
      <input type="hidden" name="verdict" value={geste} />
      {wantsRest && <input type="hidden" name="suite" value="1" />}
      {error !== undefined && (
        <p class="erreur" role="alert">
          {error}
        </p>
      )}
      <Input champ={champ} name={name} raw={form.raw} error={form.error} candidates={form.candidates} />
      <div class="champ champ-court">
        <label for={fieldId(etat)}>État</label>
        <select id={fieldId(etat)} name={etat} aria-label={`État de ${quoted(champ.label)}`}>
          {Object.entries(ETAT_LABELS).map(([value, label]) => (
            <option value={value} selected={value === shown(form.raw, etat)}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {stands.text !== '' && (
        <CheckField
          name="garder"
          label={`Garder ${quoted(shortText(stands.text))} comme autre lecture`}
          help="Les deux lectures se défendent : ce n’est pas compté comme une erreur, sauf si vous dites sa gravité."
        >
          <input type="checkbox" name="garder" value="1" checked={words.garder} />
        </CheckField>
      )}
      <details open={words.poids !== '' || words.motif !== ''}>
        <summary>Gravité de l’erreur, et pourquoi</summary>
        <Field name="poids" label="Gravité">
          <select name="poids">
            {POIDS.map(([value, label]) => (
              <option value={value} selected={value === words.poids}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <Field name="motif" label="Pourquoi" help="Facultatif. La personne qui a saisi l’acte le lira.">
          <input type="text" name="motif" value={words.motif} maxlength={500} autocomplete="off" />
        </Field>
      </details>
      <Actions>
        <Submit>Enregistrer, acte suivant</Submit>
        <button type="submit" class="bouton" name="rester" value="1">
          Enregistrer, rester sur l’acte
        </button>
        <a class="annuler" href={back} hx-get={back} {...SWAP} data-annuler>
          Annuler
        </a>
      </Actions>
    </Form>
  )
}

/** Another reading of one field, kept beside its value; Enter saves it and shows the next act. */
export function ReadingForm({ source, act, champ, stands, wantsRest, words, error }: FieldFormProps) {
  const path = `/releves/${act.id}/autre-lecture`
  const back = `${actePath(source.id)}?releve=${act.id}${wantsRest ? '&suite=1' : ''}`
  const known = lecturesText(stands.lectures)
  const value = stands.text === '' ? 'Ce champ est vide' : `La valeur ${quoted(stands.text)} reste`
  return (
    <Form
      action={path}
      hx-post={path}
      {...SWAP}
      enter="Garder cette lecture, acte suivant"
      novalidate
      class="feuille"
      data-curseur
    >
      <input type="hidden" name="version" value={act.version} />
      <input type="hidden" name="champ" value={champ.nom} />
      {wantsRest && <input type="hidden" name="suite" value="1" />}
      <Field
        name="lecture"
        label={`Autre lecture de ${quoted(champ.label)}`}
        help={`${value}${known === '' ? '' : `, avec ${known}`}. La recherche trouvera l’acte par l’une ou l’autre.`}
        error={error}
      >
        <input
          type="text"
          name="lecture"
          value={words.lecture}
          maxlength={MAX_TEXT}
          autocomplete="off"
          spellcheck={false}
          autocapitalize={champ.majuscules ? 'characters' : undefined}
        />
      </Field>
      <Field name="motif" label="Pourquoi" help="Facultatif. La personne qui a saisi l’acte le lira.">
        <input type="text" name="motif" value={words.motif} maxlength={500} autocomplete="off" />
      </Field>
      <Actions>
        <Submit>Garder cette lecture, acte suivant</Submit>
        <button type="submit" class="bouton" name="rester" value="1">
          Garder, rester sur l’acte
        </button>
        <a class="annuler" href={back} hx-get={back} {...SWAP} data-annuler>
          Annuler
        </a>
      </Actions>
    </Form>
  )
}
