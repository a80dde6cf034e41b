import type { Child } from 'hono/jsx'
import { type Body, type FormErrors, shown } from '../lib/body.ts'
import { Field } from './field.tsx'
import { Form } from './form.tsx'

interface FilterBarProps {
  action: string
  /** `#id` of the part of the page that shows the result. */
  target: string
  /** `Field`s without help: one row of them. */
  children: Child
  /** Those asked less often, folded under « Plus de critères » unless one of them is in force. */
  more?: { fields: Child; isUsed: boolean } | undefined
  /** There is but one filter, which a phone shows as it is: no box unfolds others. */
  isSingle?: boolean
}

/** The box that unfolds the filters of a telephone; static/css/listes.css shows it there alone. */
const UNFOLD = 'filtres-voir'

/** On a phone what follows its box stands folded until that is ticked; elsewhere there is no box. */
export const Unfold = ({ label, ...box }: { label: string; checked?: boolean; hidden?: boolean }) => (
  <>
    <input type="checkbox" class="filtres-voir" id={UNFOLD} {...box} />
    <label class="filtres-voir" for={UNFOLD} hidden={box.hidden}>
      {label}
    </label>
  </>
)

/**
 * The filters of a list: a plain GET form with its button; with htmx each change replaces `target` and the address.
 * Everything that the filters change (chips, count, table, pagination) must lie inside `target`. On a phone the first one stands
 * alone until the box in front of the form is ticked: outside of the form, as it asks for nothing.
 */
export function FilterBar({ action, target, children, more, isSingle = false }: FilterBarProps) {
  return (
    <>
      {!isSingle && <Unfold label="Tous les filtres" />}
      <Form
        action={action}
        method="get"
        class="filtres"
        aria-label="Filtres"
        enter="Filtrer"
        hx-get={action}
        hx-trigger="change, submit"
        hx-target={target}
        hx-select={target}
        hx-swap="outerHTML"
        hx-push-url="true"
        hx-sync="this:replace"
      >
        {children}
        {more && (
          <details class="filtres-plus" open={more.isUsed}>
            <summary>Plus de critères</summary>
            <div class="filtres">{more.fields}</div>
          </details>
        )}
        <button type="submit" class="bouton sans-js">
          Filtrer
        </button>
      </Form>
    </>
  )
}

interface ChoiceProps {
  name: string
  label: string
  options: { id: number | string; nom: string }[]
  value: number | string | null
  error?: string | undefined
  /** Labels the option that filters nothing out. */
  all?: string
}

/** Filters by one of a list, or by all. */
export function FilterChoice({ name, label, options, value, error, all = 'Tous' }: ChoiceProps) {
  return (
    <Field name={name} label={label} error={error}>
      <select name={name}>
        <option value="">{all}</option>
        {options.map(({ id, nom }) => (
          <option value={id} selected={id === value}>
            {nom}
          </option>
        ))}
      </select>
    </Field>
  )
}

const YEARS = [
  ['annee_debut', 'De l’année'],
  ['annee_fin', 'À l’année'],
] as const

/** First and last year, as typed. */
export function FilterYears({ raw, errors }: { raw: Body; errors: FormErrors }) {
  return (
    <>
      {YEARS.map(([name, label]) => (
        <Field name={name} label={label} error={errors[name]}>
          <input type="text" inputmode="numeric" name={name} value={shown(raw, name)} maxlength={4} />
        </Field>
      ))}
    </>
  )
}
