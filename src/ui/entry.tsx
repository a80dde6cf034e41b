import type { Child } from 'hono/jsx'

interface EntryProps {
  /** Title of the source. */
  title: string
  /** Its place, years and call number, in one line. */
  context: Child
  /** At the right of the title: previous, next, back to the source. */
  links?: Child
  form: Child
  /** The last entries; beneath the form, at its right from 1280 px. */
  recent: Child
}

/** The entry page: the form is the page, on a sheet with the margin rule of a register. */
export function EntryLayout({ title, context, links, form, recent }: EntryProps) {
  return (
    <div class="saisie">
      <div class="saisie-tete">
        <div>
          <h1>{title}</h1>
          <p>{context}</p>
        </div>
        {links !== undefined && <div class="saisie-liens">{links}</div>}
      </div>
      <div class="saisie-feuille">{form}</div>
      <div class="saisie-recents">{recent}</div>
    </div>
  )
}

/** Whether the record is kept, in words: « Enregistré à 14 h 32 ». static/js/saisie.js writes in it too. */
export function SaveState({ children }: { children?: Child }) {
  return (
    <p class="saisie-etat" role="status" data-saisie-etat>
      {children}
    </p>
  )
}

/** A key, shown beside the button that does the same. */
export function Key({ children }: { children: Child }) {
  return <kbd>{children}</kbd>
}

/** Says under its field how a typed date was understood; htmx fills it. */
export function Understood({ id, children }: { id: string; children?: Child }) {
  return (
    <p id={id} class="compris" aria-live="polite">
      {children}
    </p>
  )
}
