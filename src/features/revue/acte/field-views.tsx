import { etatName, fieldName, KINDS } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { ETAT_LABELS } from '../../../champs/states.ts'
import { shown } from '../../../lib/body.ts'
import { quoted } from '../../../lib/typo.ts'
import { Field, fieldId } from '../../../ui/field.tsx'
import { Actions, Form, Submit } from '../../../ui/form.tsx'
import type { TypedField } from './field-reading.ts'
import { actePath, POIDS, SWAP } from './frame-views.tsx'

export interface FieldFormProps {
  source: { id: number }
  act: { id: number; version: number }
  champ: Champ
  form: TypedField
  /** It is said to be doubtful: its state is set, and that is the verdict. */
  geste: 'corrige' | 'douteux'
  wantsRest: boolean
  words: { poids: string; motif: string }
  /** Said where it could not be stored. */
  error: string | undefined
}

/** The form of one field, which has the cursor; Enter saves it and shows the next act. */
export function FieldForm({ source, act, champ, form, geste, wantsRest, words, error }: FieldFormProps) {
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
