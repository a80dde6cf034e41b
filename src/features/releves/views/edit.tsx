import { formatInstant } from '../../../lib/text.ts'
import { NNBSP } from '../../../lib/typo.ts'
import { type DeskHead, DeskTitle } from '../../../ui/desk-header.tsx'
import { EntryLayout, Key, SaveBanner, SaveState } from '../../../ui/entry.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { RegisterPane } from '../../vues/pane-views.tsx'
import { Facts } from './entry.tsx'
import { Champs, labelsOf } from './entry-champs.tsx'
import { CameBack, DiscardDraft, DraftLoaded, type DraftNotice, DraftsWaiting } from './entry-drafts.tsx'
import { type DeskProps, deskData, editPath, FORM_PLACE, SWAP } from './entry-form.tsx'
import { KeysHelp, keysWith, Tools } from './entry-keys.tsx'

interface EditProps extends DeskProps {
  releve: { id: number }
  /** A draft of this record that the form does not hold. */
  waiting?: DraftNotice | undefined
  /** Ids of the records entered before and after this one in the source. */
  neighbours: { previous: number | undefined; next: number | undefined }
  /**
   * The form of a new record was sent again, changed, after it had made this one (`at`): the draft is the change. `jeton`: the
   * token with which it may be stored as another record instead.
   */
  autre?: { jeton: string; at: string } | undefined
  /** The record is corrected while another one is in hand: the key and the address of that one, and this one in words. */
  retour?: { cle: string; href: string; title: string; sentence: string } | undefined
  /** Key of the draft that goes when this form is stored, beside that of the record; '' where there is none. */
  brouillon: string
}

/** The form of a stored record. */
export const EditPage = (props: EditProps) => (
  <EntryLayout
    pane={props.pane?.isThere && <RegisterPane {...props.pane} />}
    form={
      <>
        <EditNotices {...props} />
        <CameBack />
        <EditForm {...props} />
        <KeysHelp keys={keysWith(props.pane)} />
      </>
    }
  />
)

/** It takes the place of the act in hand, by htmx. */
export const EditSwap = ({ head, ...props }: EditProps & { head: DeskHead }) => (
  <>
    <DeskTitle {...head} />
    <Facts facts={head.facts} />
    <EditNotices {...props} />
    <EditForm {...props} />
  </>
)

function EditNotices({ releve, form, draft, waiting, autre, retour }: EditProps) {
  const empty = withBack(editPath(releve.id), retour)
  return (
    <div id="saisie-avis">
      <ErrorSummary errors={form.errors} labels={labelsOf(form)} />
      {retour && (
        <div class="retrouve">
          <p>
            L’acte en cours attend. Vous corrigez{NNBSP}: {retour.sentence || `${retour.title}.`}
          </p>
        </div>
      )}
      {draft && <Notice draft={draft} empty={empty} storedAt={autre?.at} />}
      {waiting && <DraftsWaiting drafts={[waiting]} back={empty} />}
    </div>
  )
}

/** The address of a form from which the desk goes back to the act in hand. */
const withBack = (path: string, retour: EditProps['retour']): string => (retour ? `${path}?retour=${retour.cle}` : path)

function EditForm(props: EditProps) {
  const { releve, source, form, auteur, previous, passed, draft, neighbours, autre, brouillon, retour } = props
  const path = `/releves/${releve.id}`
  const edit = (id: number | undefined) => (id === undefined ? undefined : withBack(editPath(id), retour))
  return (
    <div id={FORM_PLACE}>
      <Form
        action={path}
        enter="Enregistrer les modifications"
        novalidate
        {...deskData(source, auteur, `r${releve.id}`)}
        {...props.abreviations}
        data-releve={releve.id}
        {...(retour && { 'hx-post': path, ...SWAP })}
      >
        <input type="hidden" name="version" value={form.version} />
        <input type="hidden" name="_auteur" value={auteur.signature} />
        <input type="hidden" name="repere" value={form.repere} />
        <input type="hidden" name="_source" value={source.id} />
        {retour && <input type="hidden" name="_retour" value={retour.cle} />}
        {brouillon !== '' && <input type="hidden" name="_brouillon" value={brouillon} />}
        <Champs {...{ form, previous, passed }} source={source} />
        <Actions>
          <SaveBanner />
          <Submit data-enregistrer>
            Enregistrer les modifications <Key>Ctrl+Entrée</Key>
          </Submit>
          {draft && autre && <SaveAsOther source={source} releve={releve} jeton={autre.jeton} />}
          {retour ? (
            <a class="annuler" href={retour.href} hx-get={retour.href} data-revenir>
              Revenir à l’acte en cours <Key>Échap</Key>
            </a>
          ) : (
            <a class="annuler" href={path}>
              Annuler
            </a>
          )}
          <SaveState />
          <Tools
            previous={edit(neighbours.previous)}
            next={edit(neighbours.next) ?? retour?.href ?? `/sources/${source.id}/releves/nouveau`}
          />
        </Actions>
      </Form>
    </div>
  )
}

interface NoticeProps {
  draft: DraftNotice
  /** Leads to the form without the draft. */
  empty: string
  storedAt: string | undefined
}

function Notice({ draft, empty, storedAt }: NoticeProps) {
  if (storedAt === undefined) return <DraftLoaded draft={draft} empty={empty} />
  return (
    <div class="retrouve" role="status">
      <p>
        Ce relevé est déjà enregistré (le {formatInstant(storedAt)}). Ce que vous avez changé depuis est dans le
        formulaire et n’est pas encore enregistré{NNBSP}: enregistrez les modifications, ou, s’il s’agit d’un autre
        acte, enregistrez un nouveau relevé.
      </p>
      <DiscardDraft draft={draft} back={empty}>
        Jeter ces changements
      </DiscardDraft>
    </div>
  )
}

interface OtherProps {
  source: { id: number }
  releve: { id: number }
  jeton: string
}

/** The typed values are sent as those of a new record: the draft goes with them. */
function SaveAsOther({ source, releve, jeton }: OtherProps) {
  return (
    <>
      <input type="hidden" name="_forme_de" value={`r${releve.id}`} />
      <button
        type="submit"
        class="bouton"
        name="_envoi"
        value={jeton}
        formaction={`/sources/${source.id}/releves`}
        data-enregistrer
      >
        Enregistrer comme nouveau relevé
      </button>
    </>
  )
}
