import type { Child } from 'hono/jsx'
import type { FormErrors } from '../lib/body.ts'
import { NBSP, quoted } from '../lib/typo.ts'
import { fieldId } from './field.tsx'
import { tokenOfPage } from './markup.ts'

interface FormProps {
  action: string
  method?: 'get' | 'post'
  /**
   * Says what the key Enter does, in the words of the main button: needed where another button comes first in the form, as
   * « Chercher » of a place box does. Enter presses the first submit button, shown or not.
   */
  enter?: string | undefined
  children?: Child
  /** htmx attributes, `data-…`, `enctype`, `id`, `class`. */
  [attribute: string]: unknown
}

/** A form that works without JavaScript; a posted one carries the CSRF token of its page by itself, without being handed it. */
export function Form({ action, method = 'post', enter, children, ...attributes }: FormProps) {
  return (
    <form action={action} method={method} {...attributes}>
      {enter !== undefined && (
        <button type="submit" class="hors-ecran" tabindex={-1}>
          {enter}
        </button>
      )}
      {method === 'post' && <input type="hidden" name="_csrf" value={tokenOfPage()} />}
      {children}
    </form>
  )
}

/** Once on top of a form that has required fields, as the design asks. */
export function RequiredNote() {
  return <p class="aide">Les champs suivis de {quoted('obligatoire')} sont nécessaires.</p>
}

interface ErrorSummaryProps {
  errors: FormErrors
  labels?: Record<string, string>
  id?: string | undefined
  /** It comes by htmx for a form that stays as it is: the focus stays there too, and a script puts each message beside its field. */
  isApart?: boolean
}

/**
 * Says on top of the form what is wrong, each line a link to its field. Nothing when there are no errors.
 * `labels` gives the visible name of a field; an error without a label is shown alone. The key '' is an error of the whole form.
 * `id`: where the form stands far down its page, what its action names, so that the answer opens there without JavaScript too.
 */
export function ErrorSummary({ errors, labels = {}, id, isApart = false }: ErrorSummaryProps) {
  const entries = Object.entries(errors)
  if (entries.length === 0) return null
  return (
    <div id={id} class="erreurs" role="alert" tabindex={-1} data-focus={isApart ? undefined : true}>
      <h2>{entries.length === 1 ? 'Une réponse est à revoir' : `${entries.length} réponses sont à revoir`}</h2>
      <ul>
        {entries.map(([name, message]) => (
          <li>
            {name === '' ? (
              message
            ) : (
              <a href={`#${fieldId(name)}`} data-erreur={isApart ? message : undefined}>
                {withLabel(labels[name], message)}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function withLabel(label: string | undefined, message: string): string {
  return label ? `${label}${NBSP}: ${message}` : message
}

/** The button that sends the form. Its label says what happens: « Créer le lieu ». */
export function Submit({
  children,
  tone,
  ...attributes
}: {
  children: Child
  tone?: 'danger'
  [attribute: string]: unknown
}) {
  return (
    <button type="submit" class={tone === 'danger' ? 'bouton danger' : 'bouton principal'} {...attributes}>
      {children}
    </button>
  )
}

interface ActionsProps {
  children: Child
  cancel?: string | undefined
  back?: string | undefined
}

/**
 * The last row of a form: the primary button first, then what else is given, then « Annuler » as a link. `back` names the link
 * where the button itself takes something back.
 */
export function Actions({ children, cancel, back = 'Annuler' }: ActionsProps) {
  return (
    <div class="actions">
      {children}
      {cancel !== undefined && (
        <a class="annuler" href={cancel}>
          {back}
        </a>
      )}
    </div>
  )
}
