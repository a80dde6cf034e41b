import type { Child, JSXNode } from 'hono/jsx'
import { cloneElement, isValidElement } from 'hono/jsx'
import { type Body, shown } from '../lib/body.ts'

interface FieldProps {
  name: string
  label: Child
  /** One short sentence under the label. */
  help?: Child
  error?: string | undefined
  required?: boolean | undefined
  /** Needed when two fields of a page share a name. */
  id?: string | undefined
  /** Width that suits the content: a year, a code, a name; else the whole column. */
  width?: 'court' | 'moyen' | undefined
  /** Beside the label: a key, the state of the value. */
  aside?: Child
  children: Child
}

/** The id of the control of a field: `data[nom]` → `data-nom`. Usable in a URL fragment as it is. */
export function fieldId(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '')
}

/**
 * Label, help, control and error as one. The caller writes a plain `<input name="…"/>`, `<select>` or `<textarea>`;
 * the first control found in `children` gets id, required, aria-invalid and aria-describedby.
 */
export function Field({ name, label, help, error, required, id = fieldId(name), width, aside, children }: FieldProps) {
  return (
    <div class={width ? `champ champ-${width}` : 'champ'}>
      {aside === undefined ? (
        <Label id={id} label={label} required={required} />
      ) : (
        <div class="champ-tete">
          <Label id={id} label={label} required={required} />
          <div>{aside}</div>
        </div>
      )}
      <Help id={id} help={help} />
      {wire(children, controlProps({ id, help, error, required }))}
      <ErrorLine id={id} error={error} />
    </div>
  )
}

/** A box to tick, its label at its right. The control is an `<input type="checkbox" name="…"/>`. */
export function CheckField({ name, label, help, error, required, id = fieldId(name), aside, children }: FieldProps) {
  return (
    <div class="champ case">
      {wire(children, controlProps({ id, help, error, required }))}
      {aside === undefined ? (
        <Label id={id} label={label} required={required} />
      ) : (
        <div class="case-tete">
          <Label id={id} label={label} required={required} />
          {aside}
        </div>
      )}
      <Help id={id} help={help} />
      <ErrorLine id={id} error={error} />
    </div>
  )
}

/** A box that sends « 1 », ticked where the form has that. */
export const Switch = ({ raw, ...field }: Omit<FieldProps, 'children'> & { raw: Body }) => (
  <CheckField {...field}>
    <input type="checkbox" name={field.name} value="1" checked={shown(raw, field.name) === '1'} />
  </CheckField>
)

/** A « ? » beside the label of a hard field (`aside`): the page of help that explains it, « lieux#le-nom-complet » its part, beside the form in hand. */
export function HelpMark({ page, about }: { page: string; about: string }) {
  return (
    <a class="aide-signe" href={`/aide/${page}`} target="_blank" aria-label={`Aide : ${about}`} rel="noopener">
      ?
    </a>
  )
}

/** The visible name of a control. */
export function Label({ id, label, required }: { id: string; label: Child; required?: boolean | undefined }) {
  return (
    <label for={id}>
      {label}
      {required && <span class="obligatoire"> (obligatoire)</span>}
    </label>
  )
}

/** Fields beside each other where there is room, one under the other on a phone. */
export function FieldRow({ children }: { children: Child }) {
  return <div class="ligne">{children}</div>
}

interface FieldsetProps {
  legend: string
  help?: Child
  /** For a group of radios or boxes that is right or wrong as a whole: `name` gives the id, the summary links to it. */
  name?: string | undefined
  error?: string | undefined
  children: Child
}

/** Fields that belong together, under a title. */
export function Fieldset({ legend, help, name, error, children }: FieldsetProps) {
  const id = name === undefined ? undefined : fieldId(name)
  return (
    <fieldset id={id} tabindex={id ? -1 : undefined} aria-describedby={id && describedBy(id, help, error)}>
      <legend>{legend}</legend>
      {help !== undefined && (
        <p id={id && `${id}-aide`} class="aide">
          {help}
        </p>
      )}
      {children}
      {id && <ErrorLine id={id} error={error} />}
    </fieldset>
  )
}

interface Wiring {
  id: string
  help?: Child
  error?: string | undefined
  required?: boolean | undefined
}

/** The attributes that tie a control to its label, help and error; for controls that build their own field. */
export function controlProps({ id, help, error, required }: Wiring) {
  return {
    id,
    ...(required && { required: true }),
    ...(error !== undefined && { 'aria-invalid': 'true' }),
    ...(describedBy(id, help, error) && { 'aria-describedby': describedBy(id, help, error) }),
  }
}

/** The line under a label. */
export function Help({ id, help }: { id: string; help?: Child }) {
  return hasText(help) ? (
    <p id={`${id}-aide`} class="aide">
      {help}
    </p>
  ) : null
}

/** The line under a control that says what is wrong and what to do. */
export function ErrorLine({ id, error }: { id: string; error?: string | undefined }) {
  return error === undefined ? null : (
    <p id={`${id}-erreur`} class="erreur">
      {error}
    </p>
  )
}

function describedBy(id: string, help: Child, error: string | undefined): string | undefined {
  const ids = [hasText(help) && `${id}-aide`, error !== undefined && `${id}-erreur`].filter((part) => part !== false)
  return ids.length > 0 ? ids.join(' ') : undefined
}

const hasText = (help: Child): boolean => help !== undefined && help !== null && help !== false && help !== ''

/** hono/jsx turns `<input>` into a component of the same name. */
function isUntypedInput({ tag, props }: JSXNode): boolean {
  return (tag === 'input' || (typeof tag === 'function' && tag.name === 'input')) && props.type === undefined
}

const isControl = ({ props }: JSXNode): boolean => typeof props.name === 'string' && props.type !== 'hidden'

/** A plain element whose children can be looked into; a component decides about its own. */
const isPlain = ({ tag, children }: JSXNode): boolean => typeof tag === 'string' && tag !== '' && children.length > 0

/** Gives `props` to the first named control of the tree, leaves everything else as it is. */
function wire(children: Child, props: Record<string, unknown>): Child {
  let done = false
  const visit = (child: Child): Child => {
    if (Array.isArray(child)) return child.map(visit)
    if (done || !isValidElement(child)) return child
    if (isControl(child)) {
      done = true
      return cloneElement(child, isUntypedInput(child) ? { type: 'text', ...props } : props)
    }
    return isPlain(child) ? cloneElement(child, {}, ...child.children.map(visit)) : child
  }
  return visit(children)
}

/** Attributes of the box of a code of six digits, which telephones offer to fill; `Field` ties the box itself to its label. */
export const CODE_INPUT = {
  name: 'code',
  class: 'code',
  inputmode: 'numeric',
  autocomplete: 'one-time-code',
  autocapitalize: 'none',
  spellcheck: false,
  maxlength: 12,
} as const
