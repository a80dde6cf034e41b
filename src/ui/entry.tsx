import type { Child } from 'hono/jsx'

/** The form is the page, on a sheet with the margin rule of a register; `pane`: the register beside it; `below`: what was entered last. */
export function EntryLayout({ form, pane, below }: { form: Child; pane?: Child; below?: Child }) {
  return (
    <>
      {pane}
      <DeskSheet>{form}</DeskSheet>
      {below !== undefined && <div class="saisie-recents">{below}</div>}
    </>
  )
}

/** The component « poste » (static/js/saisie-poste.js) hears these events, on the sheet or on the page: its method answers. */
const HEARD = {
  // Before anything else hears it.
  'x-on:beforeinput.capture': 'hold',
  'x-on:keydown.capture': 'hold',
  'x-on:mousedown.capture': 'hold',
  'x-on:click.capture': 'clickedFirst',
  'x-on:input': 'typed',
  'x-on:saisie:rempli': 'filled',
  'x-on:change': 'chosen',
  'x-on:focusin': 'entered',
  'x-on:focusout': 'left',
  'x-on:toggle.capture': 'opened',
  'x-on:click': 'clicked',
  'x-on:submit': 'submitted',
  'x-on:keydown.document': 'pressed',
  'x-on:mousedown.document': 'pointed',
  'x-on:visibilitychange.document': 'gone',
  'x-on:pagehide.window': 'gone',
  'x-on:beforeunload.window': 'leaving',
  'x-on:storage.window': 'called',
  'x-on:online.window': 'again',
  'x-on:htmx:config-request': 'prepared',
  'x-on:htmx:before-request': 'sent',
  'x-on:htmx:before-request.document': 'turning',
  'x-on:htmx:before-on-load': 'received',
  'x-on:htmx:before-swap': 'swapped',
  'x-on:htmx:response-error': 'refused',
  'x-on:htmx:send-error.camel.capture': 'unsent',
  'x-on:htmx:timeout.capture': 'unsent',
  'x-on:htmx:after-request': 'answered',
  'x-on:htmx:on-load-error': 'answered',
  'x-on:htmx:after-settle': 'settled',
}

/** The sheet with the form of a record, above it what is said of it: the desk, which stays while htmx swaps the form. */
export function DeskSheet({ children }: { children: Child }) {
  return (
    <div class="saisie-feuille" x-data="poste" {...HEARD}>
      {children}
    </div>
  )
}

/** Whether the record is kept, in words: « Enregistré à 14 h 32 ». What a key did is told here too, with the way back from it. */
export function SaveState({ children }: { children?: Child }) {
  return (
    <p class="saisie-etat" role="status" data-saisie-etat>
      <span x-text="sentence">{children}</span>
      <template x-if="undo">
        <button type="button" class="bouton-texte" x-text="undo.label" x-on:click="undo.run">
          Annuler
        </button>
      </template>
    </p>
  )
}

/** In the bar of the buttons: why a record is not stored yet, no line or a session that has ended. */
export function SaveBanner() {
  return (
    <template x-if="banner.sentence">
      <p class="saisie-bandeau" role="alert">
        <span x-text="banner.sentence"></span>{' '}
        <template x-if="banner.href">
          <a href="/login" x-bind:href="banner.href">
            reconnectez-vous pour la retrouver
          </a>
        </template>
      </p>
    </template>
  )
}

const PALETTE = {
  role: 'group',
  'aria-label': 'Caractères spéciaux',
  'x-on:keydown': 'pressedInPalette',
  'x-on:mousedown.prevent': '',
  'x-on:click': 'clickedInPalette',
}

/** Characters that keyboards lack, when they are asked for (static/js/saisie-palette.js). */
export function Palette() {
  return (
    <template x-if="palette.length">
      <div class="palette" {...PALETTE}>
        <template x-for="(signe, rang) in palette">
          <button type="button" x-text="signe" x-bind:tabindex="stopOfCharacter">
            ¶
          </button>
        </template>
      </div>
    </template>
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
