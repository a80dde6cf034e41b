// The boxes that the table of criteria.tsx chooses from.
import { shown, shownAll } from '../../../lib/body.ts'
import { Field, HelpMark } from '../../../ui/field.tsx'
import { PlaceInput } from '../../../ui/place-input.tsx'
import type { SearchForm } from '../form.ts'
import { type CriterionName, LABELS, type PlaceCriterion } from '../rules/criteria.ts'

interface Named {
  id: number
  nom: string
}

/** The form offers these to choose from. */
export interface SearchChoices {
  types: Named[]
  sections: Named[]
}

export interface BoxProps {
  name: CriterionName
  form: SearchForm
  choices: SearchChoices
}

export function WordsBox({ name, form: { raw, errors } }: BoxProps) {
  const help = (
    <>
      <em>mart*</em> pour un début, <em>~lefevre</em> pour un son, <em>«&nbsp;jean martin&nbsp;»</em> pour une suite
    </>
  )
  return (
    <Field
      name={name}
      label={LABELS[name]}
      error={errors[name]}
      help={help}
      aside={<HelpMark page="recherche#la-case-mots" about={LABELS[name]} />}
    >
      <input type="search" name={name} value={shown(raw, name)} maxlength={500} autocomplete="off" spellcheck={false} />
    </Field>
  )
}

export function NameBox({ name, form: { raw, errors } }: BoxProps) {
  return (
    <Field name={name} label={LABELS[name]} error={errors[name]} width="moyen">
      <input name={name} value={shown(raw, name)} maxlength={200} autocomplete="off" spellcheck={false} />
    </Field>
  )
}

export function YearBox({ name, form: { raw, errors } }: BoxProps) {
  return (
    <Field name={name} label={LABELS[name]} error={errors[name]} width="court">
      <input name={name} value={shown(raw, name)} inputmode="numeric" maxlength={20} autocomplete="off" />
    </Field>
  )
}

export function PlaceBox({ name, form: { raw, errors, places } }: BoxProps & { name: PlaceCriterion }) {
  const { place, candidates } = places[name]
  return (
    <PlaceInput
      name={name}
      label={LABELS[name]}
      value={place}
      texte={shown(raw, `texte:${name}`)}
      candidates={candidates}
      error={errors[name]}
    />
  )
}

interface ChoiceProps extends BoxProps {
  options: { id: number | string; nom: string }[]
  /** Stands for no choice; without it the first option does. */
  all?: string
  /** It is hard to guess: the help explains it. */
  isHard?: boolean
}

export function ChoiceBox({ name, form: { raw, errors }, options, all, isHard }: ChoiceProps) {
  const chosen = shown(raw, name)
  return (
    <Field
      name={name}
      label={LABELS[name]}
      error={errors[name]}
      aside={isHard ? <HelpMark page="recherche#les-autres-criteres" about={LABELS[name]} /> : undefined}
    >
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

/** No box: the value is kept for the next search. */
export function Kept({ name, form: { raw } }: BoxProps) {
  const value = shown(raw, name)
  return value === '' ? null : <input type="hidden" name={name} value={value} />
}

/** No box either: every value of a parameter that may be repeated is kept. */
export function KeptList({ name, form: { raw } }: BoxProps) {
  return (
    <>
      {shownAll(raw, name).map((value) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  )
}
