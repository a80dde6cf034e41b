import { type Body, shown, shownAll } from '../../../lib/body.ts'
import { NBSP } from '../../../lib/typo.ts'
import { CheckField, Field, Fieldset, HelpMark } from '../../../ui/field.tsx'
import { type FieldsProps, HELP, LABELS } from './edit-labels.ts'

/** Its section and its archive. */
export function Whereabouts({ raw, errors, choices }: FieldsProps) {
  return (
    <Fieldset legend="Où il se trouve, qui s’en occupe">
      <Select
        name="section_id"
        raw={raw}
        error={errors.section_id}
        options={choices.sections}
        none={choices.needsSection ? 'Choisissez une section' : 'Aucune section'}
        required={choices.needsSection}
      />
      <Select name="depot_id" raw={raw} error={errors.depot_id} options={choices.depots} none="Aucun dépôt" />
      <Field
        name="cote"
        label={LABELS.cote}
        error={errors.cote}
        aside={<HelpMark page="mots#les-archives" about={LABELS.cote} />}
        width="moyen"
      >
        <input type="text" name="cote" value={shown(raw, 'cote')} maxlength={120} autocomplete="off" />
      </Field>
      <Field
        name="url"
        label={LABELS.url}
        help="La visionneuse du dépôt, ouverte à la page du registre."
        error={errors.url}
      >
        <input type="url" name="url" value={shown(raw, 'url')} maxlength={2000} autocomplete="off" spellcheck={false} />
      </Field>
      <Field name="note" label={LABELS.note} error={errors.note}>
        <textarea name="note" maxlength={5000} rows={4}>
          {shown(raw, 'note')}
        </textarea>
      </Field>
    </Fieldset>
  )
}

interface SelectProps {
  name: 'section_id' | 'depot_id'
  raw: Body
  error: string | undefined
  options: { id: number; nom: string }[]
  none: string
  required?: boolean
}

function Select({ name, raw, error, options, none, required }: SelectProps) {
  return (
    <Field
      name={name}
      label={LABELS[name]}
      error={error}
      aside={<HelpMark page={HELP[name]} about={LABELS[name]} />}
      required={required}
      width="moyen"
    >
      <select name={name}>
        <option value="">{none}</option>
        {options.map(({ id, nom }) => (
          <option value={id} selected={String(id) === shown(raw, name)}>
            {nom}
          </option>
        ))}
      </select>
    </Field>
  )
}

/** Those assigned so far come first, whoever became inactive among them; then the other active users. */
export function Membres({ raw, errors, choices, membres }: FieldsProps) {
  const assigned = new Set(membres.map(({ id }) => id))
  const offered = [...membres, ...choices.users.filter(({ id }) => !assigned.has(id))]
  const ticked = new Set(shownAll(raw, 'membres'))
  return (
    <Fieldset
      legend={LABELS.membres}
      name="membres"
      help={
        <>
          Les personnes à qui la source est confiée. Sans membre, toute la section peut y saisir ; sans section non
          plus, seuls les gestionnaires et les administrateurs.{' '}
          <HelpMark page={HELP.section_id} about={LABELS.membres} />
        </>
      }
      error={errors.membres}
    >
      {offered.map(({ id, name, is_active }) => (
        <CheckField name="membres" id={`membre-${id}`} label={is_active ? name : `${name}${NBSP}(compte inactif)`}>
          <input type="checkbox" name="membres" value={id} checked={ticked.has(String(id))} />
        </CheckField>
      ))}
    </Fieldset>
  )
}
