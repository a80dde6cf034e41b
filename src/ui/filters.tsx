import type { Child } from 'hono/jsx'
import { Field } from './field.tsx'
import { Form } from './form.tsx'

interface FilterBarProps {
  action: string
  /** `#id` of the part of the page that shows the result. */
  target: string
  /** `Field`s without help. */
  children: Child
}

/**
 * The filters of a list: a plain GET form with its button; with htmx each change replaces `target` and the address.
 * What the filters change (chips, count, table, pagination) must lie inside `target`.
 */
export function FilterBar({ action, target, children }: FilterBarProps) {
  return (
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
      <button type="submit" class="bouton sans-js">
        Filtrer
      </button>
    </Form>
  )
}

interface ChoiceProps {
  name: string
  label: string
  options: { id: number | string; nom: string }[]
  value: number | string | null
  error?: string | undefined
  /** What stands for no choice. */
  all?: string
}

/** One of a list, or all. */
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
