import type { Champ } from '../../champs/kind.ts'
import { type Body, type FormErrors, shown } from '../../lib/body.ts'
import { NBSP } from '../../lib/typo.ts'
import { CheckField, Field } from '../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../ui/form.tsx'
import { EmptyState, LinkButton, PageHead, Sheet } from '../../ui/page.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import type { Paging } from '../../web/pagination.ts'
import type { Thread, ThreadState } from './queries.ts'
import { MAX_TEXT } from './rules/reason.ts'
import { ThreadBody, ThreadSheet, threadPath } from './thread-views.tsx'

export const sourceThreadsPath = (sourceId: number): string => `/sources/${sourceId}/fils`

type People = readonly { id: number; name: string }[]

interface MessageFieldsProps {
  raw: Body
  errors: FormErrors
  people: People
  label: string
}

function MessageFields({ raw, errors, people, label }: MessageFieldsProps) {
  return (
    <>
      <Field name="texte" label={label} error={errors.texte} help={`${MAX_TEXT} signes au plus.`} required>
        <textarea name="texte" rows={5} maxlength={MAX_TEXT}>
          {shown(raw, 'texte')}
        </textarea>
      </Field>
      <Field
        name="mention"
        label="Prévenir aussi"
        error={errors.mention}
        help="Qui a saisi l’acte, qui gère la section et qui a déjà répondu sont prévenus. Vous pouvez aussi écrire @ suivi du nom dans le texte."
      >
        <select name="mention">
          <option value="">Personne d’autre</option>
          {people.map(({ id, name }) => (
            <option value={id} selected={shown(raw, 'mention') === String(id)}>
              {name}
            </option>
          ))}
        </select>
      </Field>
    </>
  )
}

const LABELS = { texte: 'Message', mention: 'Prévenir aussi', champ: 'Sur quoi' }

interface OpeningProps {
  title: string
  act: { id: number; titre: string }
  source: { titre: string }
  champs: readonly Champ[]
  people: People
  raw: Body
  errors: FormErrors
}

/** The form that begins a thread about an act or one of its fields. */
export function OpeningPage({ title, act, source, champs, people, raw, errors }: OpeningProps) {
  const path = `/releves/${act.id}`
  return (
    <>
      <PageHead title={title} lead={<a href={path}>{`${act.titre}, ${source.titre}`}</a>} />
      <ErrorSummary errors={errors} labels={LABELS} />
      <Form action={`${path}/fils`}>
        <input type="hidden" name="_envoi" value={shown(raw, '_envoi')} />
        <Field name="champ" label="Sur quoi" error={errors.champ}>
          <select name="champ">
            <option value="">L’acte entier</option>
            {champs.map(({ nom, label }) => (
              <option value={nom} selected={shown(raw, 'champ') === nom}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <MessageFields raw={raw} errors={errors} people={people} label="Votre question ou remarque" />
        <Actions cancel={path}>
          <Submit>Envoyer</Submit>
        </Actions>
      </Form>
    </>
  )
}

interface ThreadProps {
  title: string
  thread: Thread
  act: { id: number; titre: string; isDeleted: boolean }
  source: { id: number; titre: string }
  champs: readonly Champ[]
  people: People
  raw: Body
  errors: FormErrors
  canAnswer: boolean
  /** This reader manages the source, and nobody has decided on the proposal. */
  canDecide: boolean
}

/** A thread on a page of its own, where it is answered. */
export function ThreadPage(props: ThreadProps) {
  const { title, thread, act, source, champs, errors } = props
  const path = act.isDeleted ? `/releves/${act.id}/historique` : `/releves/${act.id}`
  return (
    <>
      <PageHead title={title} lead={<a href={`/sources/${source.id}`}>{source.titre}</a>} />
      <p>
        <a href={path}>{act.isDeleted ? `${act.titre} (relevé supprimé)` : act.titre}</a>
      </p>
      <ErrorSummary errors={errors} labels={LABELS} />
      <Sheet>
        <ThreadBody thread={thread} champs={champs} />
      </Sheet>
      {props.canDecide && <Decision {...props} />}
      {props.canAnswer && <AnswerForm {...props} />}
      <p>
        <a href={sourceThreadsPath(source.id)}>Tous les échanges de la source</a>
      </p>
    </>
  )
}

function Decision({ thread, act }: ThreadProps) {
  return (
    <Sheet>
      {!act.isDeleted && (
        <Form action={`${threadPath(thread.id)}/appliquer`}>
          <p class="aide">
            L’acte est corrigé comme proposé, à vos deux noms. Son état et celui de la source ne changent pas.
          </p>
          <Submit>Appliquer la correction</Submit>
        </Form>
      )}
      <Form action={`${threadPath(thread.id)}/refuser`}>
        <Field name="texte" id="refus" label="Ne pas la retenir : pourquoi ?" required>
          <textarea name="texte" rows={3} maxlength={MAX_TEXT} />
        </Field>
        <button type="submit" class="bouton">
          Ne pas retenir
        </button>
      </Form>
    </Sheet>
  )
}

function AnswerForm({ thread, raw, errors, people }: ThreadProps) {
  const isOpen = thread.resolu_at === null
  const isQuestion = thread.nature === 'fil'
  const path = threadPath(thread.id)
  return (
    <>
      <Form action={path}>
        <input type="hidden" name="_envoi" value={shown(raw, '_envoi')} />
        <MessageFields raw={raw} errors={errors} people={people} label="Votre réponse" />
        {isQuestion && isOpen && (
          <CheckField name="clore" label="La question est résolue">
            <input type="checkbox" name="clore" value="1" checked={shown(raw, 'clore') === '1'} />
          </CheckField>
        )}
        <Actions>
          <Submit>Répondre</Submit>
        </Actions>
      </Form>
      {isQuestion && (
        <Form action={isOpen ? `${path}/clore` : `${path}/rouvrir`}>
          <button type="submit" class="bouton">
            {isOpen ? 'Marquer comme résolu' : 'Rouvrir'}
          </button>
        </Form>
      )}
    </>
  )
}

interface ListProps {
  title: string
  source: { id: number; titre: string }
  state: ThreadState
  counts: { ouverts: number; clos: number }
  threads: readonly Thread[]
  /** Titles of the acts, by id. */
  acts: ReadonlyMap<number, string>
  champs: readonly Champ[]
  paging: Paging
  href: (page: number) => string
}

/** The threads of a source: the open ones, or those that are closed. */
export function SourceThreadsPage({ title, source, state, counts, threads, acts, champs, paging, href }: ListProps) {
  const other: ThreadState = state === 'ouverts' ? 'clos' : 'ouverts'
  const lead = <a href={`/sources/${source.id}`}>{source.titre}</a>
  return (
    <>
      <PageHead
        title={title}
        lead={lead}
        action={
          <LinkButton href={`${sourceThreadsPath(source.id)}?etat=${other}`}>
            {other === 'clos' ? `Échanges clos (${counts.clos})` : `Échanges ouverts (${counts.ouverts})`}
          </LinkButton>
        }
      />
      <div id="fils">
        {threads.length === 0 ? (
          <EmptyState title={state === 'ouverts' ? 'Aucune question ouverte' : 'Aucun échange clos'}>
            Une question se pose depuis la page d’un relevé.
          </EmptyState>
        ) : (
          threads.map((thread) => (
            <>
              <h2>{acts.get(thread.releve_id) ?? `Relevé n°${NBSP}${thread.releve_id}`}</h2>
              <ThreadSheet thread={thread} champs={champs} label="Ouvrir l’échange" />
            </>
          ))
        )}
        <Pagination paging={paging} total={counts[state]} href={href} target="#fils" />
      </div>
    </>
  )
}
