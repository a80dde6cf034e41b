import type { Child } from 'hono/jsx'
import type { Body } from '../../../lib/body.ts'
import { DESK_FACTS_ID, DESK_TITLE_ID } from '../../../ui/desk-header.tsx'
import { Key, SaveBanner, SaveState } from '../../../ui/entry.tsx'
import { Actions, Form, Submit } from '../../../ui/form.tsx'
import type { Pane } from '../../vues/queries/pane.ts'
import type { ReleveForm } from '../form.ts'
import { formatClock } from '../rules/display.ts'
import type { Insertion } from '../rules/insertion.ts'
import type { PreviousRaw } from '../rules/previous.ts'
import type { RecentAct } from '../rules/recent.ts'
import { Champs } from './entry-champs.tsx'
import type { DraftNotice } from './entry-drafts.tsx'
import { Tools } from './entry-keys.tsx'
import { InsertionNotice } from './insertion.tsx'

export const NEXT_ID = 'saisie-suite'
/** Where a form stands on the desk. */
export const FORM_PLACE = 'saisie-formulaire'
/** That of the act in hand. */
export const FORM_ID = 'saisie-acte'

interface SourceHead {
  hasConventions?: boolean | undefined
  section_id?: number | null | undefined
  id: number
  titre: string
  type_nom: string
  lieu_nom_long: string | null
  annee_debut: number | null
  annee_fin: number | null
  cote: string | null
}

/** Whom the form is made for. */
export interface FormAuthor {
  id: number
  name: string
  signature: string
}

export interface DeskProps {
  source: SourceHead
  form: ReleveForm
  auteur: FormAuthor
  /** Attributes of the form (`abbreviationsOf`). */
  abreviations: Record<string, string>
  /** The record before this one, field by field, for « idem ». */
  previous: PreviousRaw
  /** The register, where a whole page is answered. */
  pane?: Pane | undefined
  /** Names of the fields that this person always passes in this source. */
  passed: ReadonlySet<string>
  /** The draft that the form holds. */
  draft?: DraftNotice | undefined
}

interface SavedRecord {
  id: number
  created_at: string
  warning: string | null
  inserted?: Insertion | undefined
}

export interface EntryProps extends DeskProps {
  /** Key of a draft that goes when this form is stored, where it is not that of the form. */
  brouillon?: string
  /** The record that « idem » repeats (`previous`), by its id. */
  avant: number | undefined
  /** Other drafts left in this source. */
  drafts: DraftNotice[]
  /** Makes the form of the next record in a browser without a line: `nextFormRules`, and the default values of the source. */
  suivant: { regles: Record<string, string>; defauts: Body }
  /** The acts entered last, newest first. */
  recent: RecentAct[]
  /** The header says this beside the source. */
  facts: Child
  /** The record just saved, what is odd about it, and where it was inserted. */
  saved?: SavedRecord | undefined
  /** The record is to stand in the midst of the register. */
  insertion?: Insertion | undefined
  /** The act in hand comes back, after that one was corrected. */
  back?: { corrected?: { id: number; title: string; remarks: string } } | undefined
  /** It was to stand there, and goes to the end: as the person wanted, or because the place is gone. */
  notice?: 'abandon' | 'perdue' | undefined
  /**
   * Gives the fields that the form is made of, where nothing else than their values changes from one record to the next: the
   * answer to a save then needs no more than `EntryNext`. undefined for a form with errors, a draft, no record before it.
   */
  shape?: string | undefined
}

export const sourceLine = ({ type_nom, lieu_nom_long, annee_debut, annee_fin, cote }: SourceHead): string => {
  const years = [...new Set([annee_debut, annee_fin])].filter((year) => year !== null).join('-')
  return [type_nom, lieu_nom_long, years, cote].filter(Boolean).join(' · ')
}

// A save swaps the form (or its values alone: entry-next.tsx) and what stands around it; without htmx the same form posts and
// the whole page comes back.
export const SWAP = {
  'hx-target': `#${FORM_PLACE}`,
  'hx-select': `#${FORM_PLACE}`,
  'hx-select-oob': `#saisie-avis,#saisie-recents,#${DESK_TITLE_ID},#${DESK_FACTS_ID}:innerHTML`,
  // Without htmx's pause before it settles: the cursor would leave, for the first empty field, a field one already types in.
  'hx-swap': 'outerHTML settle:0ms',
  // The address changes with each save: no copy of the page is made for a history that keeps none.
  'hx-history': 'false',
  // A line that is cut without a word: the save goes into the queue of the device, as where none was found.
  'hx-request': '{"timeout":8000}',
  'hx-sync': 'this:drop',
  'hx-disabled-elt': '[data-enregistrer]',
}

/** As few bytes as can be (static/js/saisie-corps.js). */
const SENT = { 'hx-ext': 'bref' }

/** static/js/saisie*.js reads these of a form: whose it is, where its values come from, what its draft is called. */
export const deskData = (source: SourceHead, auteur: FormAuthor, cle: string) => ({
  'data-saisie': '',
  'data-source': source.id,
  'data-utilisateur': auteur.id,
  'data-cle': cle,
})

/** The form of the act in hand, with its buttons and tools. */
export function EntryForm(props: EntryProps) {
  const { source, form, auteur, previous, passed, draft, saved, shape, insertion } = props
  const action = `/sources/${source.id}/releves`
  const { regles, defauts } = props.suivant
  const desk = {
    ...deskData(source, auteur, form.jeton),
    ...props.abreviations,
    'data-apres': insertion?.apres,
    'data-nom': auteur.name,
    'data-regles': JSON.stringify(regles),
    'data-defauts': JSON.stringify(defauts),
  }
  const brouillon = draft?.cle ?? props.brouillon ?? ''
  return (
    <div id={FORM_PLACE}>
      <Form
        id={FORM_ID}
        action={action}
        enter="Enregistrer le relevé"
        novalidate
        {...desk}
        {...SWAP}
        {...SENT}
        hx-post={action}
      >
        <input type="hidden" name="_envoi" value={form.jeton} />
        <input type="hidden" name="_auteur" value={auteur.signature} />
        <input type="hidden" name="repere" value={form.repere} />
        <input type="hidden" name="_forme_de" value={form.jeton} />
        <input type="hidden" name="_avant" value={props.avant ?? ''} />
        {brouillon !== '' && <input type="hidden" name="_brouillon" value={brouillon} />}
        {shape !== undefined && <input type="hidden" name="_forme" value={shape} />}
        {insertion && <InsertionNotice insertion={insertion} />}
        <Champs {...{ form, previous, passed }} source={source} />
        <Actions>
          <SaveBanner />
          <Submit data-enregistrer>
            Enregistrer le relevé <Key>Ctrl+Entrée</Key>
          </Submit>
          <SaveState>{saved && savedWords(saved)}</SaveState>
          <Tools
            previous={props.avant === undefined ? undefined : editPath(props.avant)}
            folder={`${action}/nouveau?dossier=1`}
            isOpenedHere
          >
            {props.avant !== undefined && (
              <CorrectButton source={source} id={props.avant} class="outil sans-js">
                Corriger le relevé précédent
              </CorrectButton>
            )}
            {insertion ? (
              <button type="submit" class="outil" name="suite" value="inserer" data-enregistrer>
                Enregistrer, et insérer un acte à sa suite
              </button>
            ) : (
              carries(form) && (
                <button type="submit" class="outil" name="suite" value="vide" data-enregistrer data-sans-reprise>
                  Enregistrer sans reprise
                </button>
              )
            )}
          </Tools>
        </Actions>
      </Form>
      <div id={NEXT_ID} hidden />
    </div>
  )
}

export const savedWords = ({ created_at }: { created_at: string }): string => `Enregistré à ${formatClock(created_at)}`

export const editPath = (id: number): string => `/releves/${id}/modifier`

const carries = ({ champs }: ReleveForm): boolean =>
  champs.some(({ politique }) => politique === 'repris' || politique === 'incremente')

interface CorrectProps {
  source: { id: number }
  id: number
  children: Child
  /** Attributes of the button. */
  [attribute: string]: unknown
}

/** Opens another act on the desk; the form goes with it, and waits as a draft. */
export function CorrectButton({ source, id, children, ...attributes }: CorrectProps) {
  const path = `/sources/${source.id}/releves/corriger`
  return (
    <button type="submit" name="corriger" value={id} formaction={path} hx-post={path} {...attributes}>
      {children}
    </button>
  )
}
