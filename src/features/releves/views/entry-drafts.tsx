import type { Child } from 'hono/jsx'
import { plural } from '../../../lib/text.ts'
import { quoted } from '../../../lib/typo.ts'
import { Form } from '../../../ui/form.tsx'

/** Something typed and not saved, as its author finds it again. */
export interface DraftNotice {
  id: number
  cle: string
  /** '' where nothing names it. */
  title: string
  /** Why it was refused, where it had waited in a browser for a line. */
  motif: string | null
  /** « 12 août 2026 à 14:32 ». */
  at: string
  href: string
  /** Text typed in fields that are gone, by name: no field of the form holds it. */
  orphans?: readonly (readonly [nom: string, text: string])[]
}

const Reason = ({ motif }: { motif: string | null }) => motif !== null && <p>Refusé à l’envoi&nbsp;: {motif}</p>

interface LoadedProps {
  draft: DraftNotice
  /** Leads to the form without it. */
  empty: string
  /** It waited while another act was corrected. */
  isBack?: boolean
}

/** The form holds a draft: said, with the way out of it. */
export function DraftLoaded({ draft, empty, isBack = false }: LoadedProps) {
  return (
    <div class="retrouve" role="status">
      <p>
        {isBack ? 'Voici de nouveau l’acte en cours' : `Voici ce que vous aviez saisi le ${draft.at}`}. Ce n’est pas
        encore enregistré.
      </p>
      <Reason motif={draft.motif} />
      {draft.orphans?.map(([nom, text]) => (
        <p>
          Le champ {quoted(nom)} n’existe plus&nbsp;; vous y aviez saisi {quoted(text)}.
        </p>
      ))}
      <DiscardDraft draft={draft} back={empty}>
        Jeter cette saisie
      </DiscardDraft>
    </div>
  )
}

/** The form holds values that only this browser had kept (static/js/saisie-retrouve.js). */
export function CameBack() {
  return (
    <template x-if="back">
      <div class="retrouve" role="status">
        Voici ce que vous aviez saisi le <span x-text="back"></span>. Ce n’est pas encore enregistré.{' '}
        <button type="button" class="bouton-texte" x-on:click="discard">
          Jeter cette saisie
        </button>
      </div>
    </template>
  )
}

/** Throws a draft away, and its copy in this browser with it (static/js/saisie-retrouve.js). */
export function DiscardDraft({ draft, back, children }: { draft: DraftNotice; back: string; children: Child }) {
  return (
    <Form action={`/brouillons/${draft.id}/supprimer`}>
      <input type="hidden" name="retour" value={back} />
      <button type="submit" class="bouton-texte" data-jeter={draft.cle}>
        {children}
      </button>
    </Form>
  )
}

/** Drafts wait in this source: the newest is offered, the others are one link away. */
export function DraftsWaiting({ drafts, back }: { drafts: DraftNotice[]; back: string }) {
  const [newest, ...others] = drafts
  if (!newest) return null
  return (
    <div class="retrouve" data-brouillon-attend={newest.cle}>
      <p>
        Une saisie du {newest.at} n’a pas été enregistrée{newest.title !== '' && `\u00a0: ${quoted(newest.title)}`}.
      </p>
      <Reason motif={newest.motif} />
      <div class="retrouve-suite">
        <a href={newest.href}>Reprendre cette saisie</a>
        <DiscardDraft draft={newest} back={back}>
          Jeter
        </DiscardDraft>
        {others.length > 0 && (
          <a href="/brouillons">Voir {plural(others.length, 'autre brouillon', 'autres brouillons')}</a>
        )}
      </div>
    </div>
  )
}
