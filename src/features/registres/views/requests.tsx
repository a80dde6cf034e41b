import type { Child } from 'hono/jsx'
import { type Body, type FormErrors, shown } from '../../../lib/body.ts'
import { formatDay, plural, tableInstant } from '../../../lib/text.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import { Field } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { Badge, EmptyState, LinkButton, PageHead, type Tone } from '../../../ui/page.tsx'
import { Table } from '../../../ui/table.tsx'
import { MAX_WORDS } from '../form.ts'
import type { OwnRequest, PendingRequest } from '../queries/requests.ts'
import type { Reminder, SilentSource } from '../queries/silence.ts'
import { TAKEABLE_PATH } from './takeable.tsx'

export const PATH = '/registres/demandes'
export const TITLE = 'Demandes de registres'
export const ASK_TITLE = 'Demander un registre'
export const ANSWER_TITLE = 'Répondre à une demande'

/** A request, and what the source of a line of the inventory would be made of, where that can be told beforehand. */
export interface ShownRequest extends PendingRequest {
  /** Fields of the answer that grants it at once; undefined: type or section must be chosen. */
  atOnce: Record<string, string> | undefined
}

interface RequestsProps {
  toDecide: readonly ShownRequest[]
  own: readonly OwnRequest[]
  reminders: readonly Reminder[]
  silent: readonly SilentSource[]
  decides: boolean
}

/** Shows first the questions that wait for this reader, then the reader's own wishes. */
export function RequestsPage({ toDecide, own, reminders, silent, decides }: RequestsProps) {
  return (
    <>
      <PageHead title={TITLE} action={<LinkButton href={TAKEABLE_PATH}>Registres à prendre</LinkButton>} />
      <Reminders reminders={reminders} />
      {decides && <ToDecide requests={toDecide} />}
      {silent.length > 0 && <Silent sources={silent} />}
      {(own.length > 0 || !decides) && <Own requests={own} />}
    </>
  )
}

/** Registers of this reader that have not moved. */
function Reminders({ reminders }: Pick<RequestsProps, 'reminders'>) {
  if (reminders.length === 0) return null
  return (
    <section id="nouvelles">
      <h2>On aimerait avoir de vos nouvelles</h2>
      {reminders.map(({ id, source_id, titre, nb_releves }) => (
        <>
          <p>
            <a href={`/sources/${source_id}`}>{titre}</a>
            {`, ${plural(nb_releves, 'acte relevé', 'actes relevés')}${NBSP}: rien n’a bougé depuis un moment.`}
          </p>
          <NewsForm action={`/registres/rappels/${id}`} titre={titre} />
        </>
      ))}
    </section>
  )
}

/** Both answers to a reminder; `chosen` is the one that the link of the mail stands for. */
export const NewsForm = ({
  action,
  titre,
  chosen = 'continue',
}: {
  action: string
  titre: string
  chosen?: string
}) => (
  <Form action={action}>
    <Actions>
      {NEWS.map(([reponse, label]) => (
        <button
          type="submit"
          name="reponse"
          value={reponse}
          class={reponse === chosen ? 'bouton principal' : 'bouton'}
          aria-label={`${label}\u00a0: ${titre}`}
        >
          {label}
        </button>
      ))}
    </Actions>
  </Form>
)

const NEWS = [
  ['continue', 'Je continue'],
  ['rend', 'Je rends ce registre'],
] as const

function ToDecide({ requests }: { requests: readonly ShownRequest[] }) {
  if (requests.length === 0) return <EmptyState title="Aucune demande n’attend votre réponse" />
  return (
    <section>
      <h2>À décider</h2>
      <Table
        caption="Demandes qui attendent une réponse"
        rows={[...requests]}
        columns={[
          { label: 'Registre', kind: 'nom', head: true, cell: registerLink },
          { label: 'Qui', cell: ({ name }) => name },
          { label: 'Ce qui a été fait', kind: 'texte', cell: workInWords },
          { label: 'Message', kind: 'texte', cell: ({ message }) => message },
          { label: 'Demandé le', kind: 'date', cell: ({ created_at }) => tableInstant(created_at) },
        ]}
        actions={(one) => <DecideActions request={one} />}
      />
    </section>
  )
}

const registerLink = ({ titre, source_id }: OwnRequest): Child =>
  source_id === null ? titre : <a href={`/sources/${source_id}`}>{titre}</a>

/** « 3 registres terminés, 1 240 actes, membre depuis le 4 mars 2024, dernière saisie le 2 novembre 2026 » */
export function workInWords({ work, depuis }: PendingRequest): string {
  const parts = [
    plural(work.finis, 'registre terminé', 'registres terminés'),
    plural(work.actes, 'acte saisi', 'actes saisis'),
    `membre depuis le ${formatDay(depuis)}`,
    work.derniere === null ? 'n’a encore rien saisi' : `dernière saisie le ${formatDay(work.derniere)}`,
  ]
  return parts.join(', ')
}

function DecideActions({ request: { id, name, titre, atOnce } }: { request: ShownRequest }) {
  return (
    <>
      {atOnce && (
        <Form action={`${PATH}/${id}`}>
          {Object.entries(atOnce).map(([field, value]) => (
            <input type="hidden" name={field} value={value} />
          ))}
          <button
            type="submit"
            name="decision"
            value="accorder"
            class="lien"
            aria-label={`Confier à ${name}\u00a0: ${titre}`}
          >
            Confier à {name}
          </button>
        </Form>
      )}
      <a href={`${PATH}/${id}`} aria-label={`Répondre à ${name}\u00a0: ${titre}`}>
        Répondre
      </a>
    </>
  )
}

const STATES: Record<OwnRequest['etat'], { label: string; tone: Tone }> = {
  ouverte: { label: 'en attente', tone: 'info' },
  accordee: { label: 'accordée', tone: 'ok' },
  refusee: { label: 'refusée', tone: 'err' },
  retiree: { label: 'retirée', tone: 'neutre' },
}

function Own({ requests }: { requests: readonly OwnRequest[] }) {
  if (requests.length === 0)
    return (
      <EmptyState title="Vous n’avez demandé aucun registre">
        {`Sur une source ou une ligne de l’inventaire, ${quoted('Ce registre m’intéresse')} le demande à qui gère la section.`}
      </EmptyState>
    )
  return (
    <section>
      <h2>Mes demandes</h2>
      <Table
        caption="Mes demandes de registres"
        rows={[...requests]}
        columns={[
          { label: 'Registre', kind: 'nom', head: true, cell: registerLink },
          { label: 'État', cell: ({ etat }) => <Badge tone={STATES[etat].tone}>{STATES[etat].label}</Badge> },
          { label: 'Réponse', kind: 'texte', cell: ({ reponse }) => reponse },
          { label: 'Demandé le', kind: 'date', cell: ({ created_at }) => tableInstant(created_at) },
        ]}
        actions={({ id, etat, titre }) =>
          etat === 'ouverte' && (
            <Form action={`${PATH}/${id}/retirer`}>
              <button type="submit" class="lien" aria-label={`Retirer la demande\u00a0: ${titre}`}>
                Retirer
              </button>
            </Form>
          )
        }
      />
    </section>
  )
}

const Silent = ({ sources }: { sources: readonly SilentSource[] }) => (
  <section id="sans-nouvelles">
    <h2>Sans nouvelles</h2>
    <p class="aide">
      Personne n’a répondu. Proposer une source à d’autres en retire qui n’a pas répondu{NBSP}; ses relevés et ses
      brouillons restent.
    </p>
    <Table
      caption="Sources sans nouvelles"
      rows={[...sources]}
      columns={[
        { label: 'Source', kind: 'nom', head: true, cell: ({ id, titre }) => <a href={`/sources/${id}`}>{titre}</a> },
        { label: 'Relevés', kind: 'nombre', cell: ({ nb_releves }) => nb_releves },
      ]}
      actions={({ id, titre }) => (
        <Form action={`/registres/sources/${id}/proposer`}>
          <button type="submit" class="lien" aria-label={`Proposer à d’autres\u00a0: ${titre}`}>
            Proposer à d’autres
          </button>
        </Form>
      )}
    />
  </section>
)

interface AskProps {
  titre: string
  raw: Body
  errors: FormErrors
  back: string
}

/** One short form: the register, and a word to whoever decides. */
export function AskPage({ titre, raw, errors, back }: AskProps) {
  return (
    <>
      <PageHead title={ASK_TITLE} lead={titre} />
      <ErrorSummary errors={errors} labels={{ message: 'Message' }} />
      <p>Votre demande va à qui gère la section, avec ce que vous avez déjà relevé. Vous serez averti de la réponse.</p>
      <Form action={PATH}>
        <input type="hidden" name="source" value={shown(raw, 'source')} />
        <input type="hidden" name="registre" value={shown(raw, 'registre')} />
        <Field name="message" label="Message" help={`Facultatif, ${MAX_WORDS} signes au plus.`} error={errors.message}>
          <textarea name="message" rows={3} maxlength={MAX_WORDS}>
            {shown(raw, 'message')}
          </textarea>
        </Field>
        <Actions cancel={back}>
          <Submit>Demander ce registre</Submit>
        </Actions>
      </Form>
    </>
  )
}
