import type { Child } from 'hono/jsx'
import { DESK_FACTS_ID, type DeskHead, DeskTitle } from '../../../ui/desk-header.tsx'
import { EntryLayout } from '../../../ui/entry.tsx'
import { ErrorSummary } from '../../../ui/form.tsx'
import { Badge } from '../../../ui/page.tsx'
import { textPath } from '../../sections/texts-rules.ts'
import { RegisterPane } from '../../vues/pane-views.tsx'
import { labelsOf } from './entry-champs.tsx'
import { CameBack, DraftLoaded, DraftsWaiting } from './entry-drafts.tsx'
import { EntryForm, type EntryProps } from './entry-form.tsx'
import { KeysHelp, keysWith } from './entry-keys.tsx'
import { Recent } from './entry-recent.tsx'
import { GivenUp, Inserted, PlaceLost } from './insertion.tsx'

/** The desk: the form of the next record, ready again after each save, and the last ones entered. */
export function EntryPage(props: EntryProps) {
  return (
    <EntryLayout
      pane={props.pane?.isThere && <RegisterPane {...props.pane} />}
      form={
        <>
          <Notices {...props} />
          <CameBack />
          <EntryForm {...props} />
          <KeysHelp keys={keysWith(props.pane)} />
        </>
      }
      below={
        <>
          <div data-file hidden />
          <Conventions {...props.source} />
          <Recent {...props} />
        </>
      }
    />
  )
}

/** How the section writes, fetched when it is unfolded: a first visit of the desk does not carry it. */
function Conventions({ hasConventions, section_id }: Pick<EntryProps['source'], 'hasConventions' | 'section_id'>) {
  if (!hasConventions || section_id == null) return null
  const path = textPath('conventions', section_id)
  return (
    <details hx-get={path} hx-trigger="toggle once" hx-target="find div">
      <summary>Conventions de la section</summary>
      <div>
        <a href={path} target="_blank" rel="noopener">
          Les lire dans une autre fenêtre
        </a>
      </div>
    </details>
  )
}

/** A save by htmx swaps this alone. */
export const EntrySwap = ({ head, ...props }: EntryProps & { head: DeskHead }) => (
  <>
    <DeskTitle {...head} />
    <Notices {...props} />
    <EntryForm {...props} />
    <Recent {...props} />
    <Facts {...props} />
  </>
)

/** For the header, which stands outside what is swapped. */
export const Facts = ({ facts }: Pick<EntryProps, 'facts'>) => <p id={DESK_FACTS_ID}>{facts}</p>

/** Above the form: what is wrong, what is odd about the record just saved, what was left. */
export function Notices({ source, form, saved, draft, drafts, notice, back }: EntryProps) {
  const fresh = `/sources/${source.id}/releves/nouveau`
  return (
    <div id="saisie-avis">
      <ErrorSummary errors={form.errors} labels={labelsOf(form)} />
      {saved?.warning && <Warning>{saved.warning}</Warning>}
      {saved?.inserted && <Inserted source={source} saved={saved} insertion={saved.inserted} />}
      {notice === 'abandon' && <GivenUp />}
      {notice === 'perdue' && <PlaceLost />}
      {back?.corrected && <Corrected {...back.corrected} />}
      {draft ? (
        <DraftLoaded draft={draft} empty={fresh} isBack={back !== undefined} />
      ) : (
        <DraftsWaiting drafts={drafts} back={fresh} />
      )}
    </div>
  )
}

/** The record that was opened meanwhile is stored. */
const Corrected = ({ id, title, remarks }: { id: number; title: string; remarks: string }) => (
  <p class="retrouve">
    Relevé modifié&nbsp;: <a href={`/releves/${id}`}>{title}</a>. {remarks}
  </p>
)

/** A sentence about what is stored all the same. */
export const Warning = ({ children }: { children: Child }) => (
  <p class="avertissement" role="status">
    <Badge tone="warn">À vérifier</Badge> {children}
  </p>
)
