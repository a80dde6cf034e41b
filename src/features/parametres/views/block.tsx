import type { Child } from 'hono/jsx'
import type { Body, FormErrors } from '../../../lib/body.ts'
import { ErrorSummary } from '../../../ui/form.tsx'
import type { FlashMessage } from '../../../ui/layout.tsx'
import { Definitions } from '../../../ui/page.tsx'

/** A form of the page: what was typed and what is wrong with it, or what is in force. */
export interface BlockForm {
  raw: Body
  errors: FormErrors
  /** The settings as they were when the form was made, as a digest. */
  etat: string
  /** Somebody else changed the block since the form was made: what is in force now. */
  enPlace?: { term: string; value: string }[] | undefined
}

/** A sentence that stands in the part that it is about: whoever saved that part is led there, not to the top of the page. */
export interface Done {
  part: string
  flash: FlashMessage
}

interface BlockProps {
  /** The section bears it: links and saved forms lead there. */
  id: string
  title: string
  badge?: Child
  lead?: Child
  done?: Done | undefined
  children: Child
}

/** A part of the settings page under its title. */
export function Block({ id, title, badge, lead, done, children }: BlockProps) {
  return (
    <section id={id} class="feuille reglage" aria-labelledby={`${id}-titre`}>
      <div class="reglage-tete">
        <h2 id={`${id}-titre`}>{title}</h2>
        {badge}
      </div>
      {done?.part === id && (
        <p class={`flash flash-${done.flash.tone}`} role="status">
          {done.flash.text}
        </p>
      )}
      {lead !== undefined && <p class="chapeau">{lead}</p>}
      {children}
    </section>
  )
}

/** Errors stand above the form, and the state that it was made from goes along with it. */
export function BlockHead({ form, labels }: { form: BlockForm; labels: Record<string, string> }) {
  return (
    <>
      <ErrorSummary errors={form.errors} labels={labels} />
      {form.enPlace && <Definitions items={form.enPlace} />}
      <input type="hidden" name="etat" value={form.etat} />
    </>
  )
}
