import type { Child } from 'hono/jsx'
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
