import { formatInstant } from '../../../lib/text.ts'
import { NNBSP } from '../../../lib/typo.ts'
import { EntryLayout, Key, SaveBanner, SaveState } from '../../../ui/entry.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { type DeskProps, deskData, editPath } from './entry.tsx'
import { Champs, labelsOf } from './entry-champs.tsx'
import { CameBack, DiscardDraft, DraftLoaded, type DraftNotice, DraftsWaiting } from './entry-drafts.tsx'
import { KeysHelp, Tools } from './entry-keys.tsx'

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
  /** Key of the draft that goes when this form is stored, beside that of the record; '' where there is none. */
  brouillon: string
}

/** The form of a stored record. */
export function EditPage(props: EditProps) {
  const { releve, source, form, auteur, previous, passed, draft, waiting, neighbours, autre, brouillon } = props
  const path = `/releves/${releve.id}`
  const edit = (id: number | undefined) => (id === undefined ? undefined : editPath(id))
  return (
    <EntryLayout
      form={
        <>
          <div id="saisie-avis">
            <ErrorSummary errors={form.errors} labels={labelsOf(form)} />
            {draft && <Notice draft={draft} empty={editPath(releve.id)} storedAt={autre?.at} />}
            {waiting && <DraftsWaiting drafts={[waiting]} back={editPath(releve.id)} />}
          </div>
          <CameBack />
          <Form
            action={path}
            enter="Enregistrer les modifications"
            novalidate
            {...deskData(source, auteur, `r${releve.id}`)}
            {...props.abreviations}
            data-releve={releve.id}
          >
            <input type="hidden" name="version" value={form.version} />
            <input type="hidden" name="_auteur" value={auteur.signature} />
            <input type="hidden" name="_source" value={source.id} />
            {brouillon !== '' && <input type="hidden" name="_brouillon" value={brouillon} />}
            <Champs {...{ form, previous, passed }} source={source} />
            <Actions>
              <SaveBanner />
              <Submit data-enregistrer>
                Enregistrer les modifications <Key>Ctrl+Entrée</Key>
              </Submit>
              {draft && autre && <SaveAsOther source={source} releve={releve} jeton={autre.jeton} />}
              <a class="annuler" href={path}>
                Annuler
              </a>
              <SaveState />
              <Tools
                previous={edit(neighbours.previous)}
                next={edit(neighbours.next) ?? `/sources/${source.id}/releves/nouveau`}
              />
            </Actions>
          </Form>
          <KeysHelp />
        </>
      }
    />
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
