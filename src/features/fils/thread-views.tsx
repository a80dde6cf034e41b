import { heldText } from '../../champs/held.ts'
import type { Champ } from '../../champs/kind.ts'
import type { Reading } from '../../db/schema-revue.ts'
import { formatInstant, plural } from '../../lib/text.ts'
import { NBSP } from '../../lib/typo.ts'
import { Badge, Sheet } from '../../ui/page.tsx'
import type { Thread } from './queries.ts'

const NOBODY = 'Compte supprimé'

export const threadPath = (id: number): string => `/fils/${id}`
export const openingPath = (releveId: number): string => `/releves/${releveId}/fils/nouveau`
export const proposingPath = (releveId: number): string => `/releves/${releveId}/proposer`

type Labels = readonly Pick<Champ, 'nom' | 'label'>[]

const labelOf = (champs: Labels, nom: string): string => champs.find((champ) => champ.nom === nom)?.label ?? nom

/** A value of a proposal or of a correction in words; its field may be gone since. */
export function readingText(champs: readonly Champ[], nom: string, { valeur, etat, lectures }: Reading): string {
  const champ = champs.find((one) => one.nom === nom)
  if (!champ) return valeur === null ? 'vide' : typeof valeur === 'object' ? JSON.stringify(valeur) : String(valeur)
  const held = {
    data: { [nom]: valeur },
    etats: etat === null ? {} : { [nom]: etat as 'douteux' },
    lectures: lectures ? { [nom]: [...lectures] } : null,
  }
  return heldText(champ, held) || 'vide'
}

function StateBadge({ thread }: { thread: Thread }) {
  if (thread.decision === 'appliquee') return <Badge tone="ok">correction appliquée</Badge>
  if (thread.decision === 'refusee') return <Badge tone="neutre">proposition non retenue</Badge>
  if (thread.resolu_at !== null) return <Badge tone="ok">résolu</Badge>
  return <Badge tone="warn">{thread.nature === 'proposition' ? 'correction proposée' : 'question ouverte'}</Badge>
}

function Proposal({ thread, champs }: { thread: Thread; champs: readonly Champ[] }) {
  if (thread.proposition === null) return null
  return (
    <ul class="changements">
      {Object.entries(thread.proposition).map(([nom, { avant, apres }]) => (
        <li>
          {`${labelOf(champs, nom)}${NBSP}: `}
          <del>{readingText(champs, nom, avant)}</del> → <ins>{readingText(champs, nom, apres)}</ins>
        </li>
      ))}
    </ul>
  )
}

function Messages({ thread }: { thread: Thread }) {
  return (
    <>
      {thread.messages.map(({ auteur, created_at, texte }) => (
        <>
          <p class="aide">{`${auteur ?? NOBODY}, le ${formatInstant(created_at)}${NBSP}:`}</p>
          <blockquote>{texte}</blockquote>
        </>
      ))}
    </>
  )
}

/** A thread says what it is about, how it stands, and all that was written. */
export function ThreadBody({ thread, champs }: { thread: Thread; champs: readonly Champ[] }) {
  const by = `${thread.auteur ?? NOBODY}, le ${formatInstant(thread.created_at)}`
  return (
    <>
      <p>
        <StateBadge thread={thread} />{' '}
        {thread.champ !== null && `Champ «${NBSP}${labelOf(champs, thread.champ)}${NBSP}». `}
        {thread.nature === 'proposition' && `Proposé par ${by}.`}
      </p>
      <Proposal thread={thread} champs={champs} />
      <Messages thread={thread} />
      {thread.resolu_at !== null && (
        <p class="aide">{`Clos par ${thread.resolu_nom ?? NOBODY}, le ${formatInstant(thread.resolu_at)}.`}</p>
      )}
    </>
  )
}

interface ThreadsProps {
  threads: readonly Thread[]
  champs: readonly Champ[]
  releveId: number
  /** This reader enters acts in the source, or manages it. */
  canSpeak: boolean
  /** Offered to everybody who is signed in; not where the reader may change the act at once. */
  canPropose: boolean
}

/** Shows what is asked and answered about an act, on its page and where it is read over: the open threads first, the closed ones folded. */
export function Threads({ threads, champs, releveId, canSpeak, canPropose }: ThreadsProps) {
  const open = threads.filter(({ resolu_at }) => resolu_at === null)
  const closed = threads.filter(({ resolu_at }) => resolu_at !== null)
  return (
    <section class="fils" id="fils">
      {threads.length > 0 && <h2>Questions et remarques</h2>}
      {open.map((thread) => (
        <ThreadSheet thread={thread} champs={champs} label="Répondre" />
      ))}
      {closed.length > 0 && (
        <details>
          <summary>{plural(closed.length, 'échange clos', 'échanges clos')}</summary>
          {closed.map((thread) => (
            <ThreadSheet thread={thread} champs={champs} label="Ouvrir l’échange" />
          ))}
        </details>
      )}
      <p class="actions">
        {canSpeak && <a href={openingPath(releveId)}>Poser une question sur cet acte</a>}
        {canPropose && <a href={proposingPath(releveId)}>Proposer une correction</a>}
      </p>
    </section>
  )
}

export function ThreadSheet({ thread, champs, label }: { thread: Thread; champs: readonly Champ[]; label: string }) {
  return (
    <Sheet>
      <ThreadBody thread={thread} champs={champs} />
      <p class="actions">
        <a href={threadPath(thread.id)}>{label}</a>
      </p>
    </Sheet>
  )
}
