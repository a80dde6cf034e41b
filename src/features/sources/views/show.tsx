import type { Child } from 'hono/jsx'
import type { SourceStatus } from '../../../db/schema.ts'
import type { DateValue } from '../../../lib/dates.ts'
import { formatDay, formatInstant, plural, tableInstant } from '../../../lib/text.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import { HelpMark } from '../../../ui/field.tsx'
import { PageHead } from '../../../ui/page.tsx'
import { Table } from '../../../ui/table.tsx'
import { statusLabel, WORKFLOW } from '../../droits/status.ts'
import type { AuthorCount, LastWork, LatestReleve, Transition } from '../queries/show.ts'
import type { Member } from '../queries/sources.ts'
import { MOVES } from '../rules/workflow.ts'
import { StatusLine } from '../status-badge.tsx'
import { PATH } from './list.tsx'
import { Progress } from './progress.tsx'
import { type ActionsProps, SourceActions } from './show-actions.tsx'
import { Description, Latest, Membres } from './show-facts.tsx'

interface SourceProps extends ActionsProps {
  membres: Member[]
  transitions: Transition[]
  authors: AuthorCount[]
  dates: { premiere: DateValue; derniere: DateValue } | null
  /** Years with records, in order. */
  years: number[]
  lastWork: LastWork
  latest: LatestReleve[]
  /** Acts given back by a review that nobody has looked at again. */
  aRevoir: number
}

export function SourcePage(props: SourceProps) {
  const { source, transitions } = props
  return (
    <>
      <PageHead title={source.titre} />
      <div class="source-etat">
        <StatusLine status={source.status} />
        <HelpMark page="sources#les-etats-d-une-source" about="les états d’une source" />
      </div>
      <SourceActions {...props} />
      {source.retrait_at !== null && (
        <p class="annonce annonce-warn">
          Cette source est en cours de suppression, ou de rétablissement{NBSP}: rien ne peut y être écrit pour le
          moment.
        </p>
      )}
      {source.a_reprendre_at !== null && (
        <p class="annonce">{`Cette source est à reprendre depuis le ${formatDay(source.a_reprendre_at)}${NBSP}: ce qui y est saisi reste.`}</p>
      )}
      {!WORKFLOW[source.status].isOpen && (
        <p>{`Cette source n’est pas ouverte à la saisie${NBSP}: ${CLOSED[source.status] ?? 'elle est close'}.`}</p>
      )}
      <Reason source={source} transitions={transitions} />
      {props.aRevoir > 0 && (
        <p class="annonce annonce-warn">
          <a href={`${PATH}/${source.id}/a-revoir`}>{`${plural(props.aRevoir, 'acte', 'actes')} à revoir`}</a>
          {`, à la demande de la relecture.`}
        </p>
      )}
      <Questions {...props} />
      {/* Progress changes and stands first; the facts of a register stand beside it. */}
      <div class="source-corps">
        <Progress {...props} />
        <Latest source={source} latest={props.latest} />
        <div>
          <Description source={source} />
          <Membres source={source} membres={props.membres} />
        </div>
      </div>
      <h2>Historique du statut</h2>
      {transitions.length > 0 ? <Transitions transitions={transitions} /> : <p>Le statut n’a pas encore changé.</p>}
    </>
  )
}

/** Threads that wait for an answer; a source may be handed in all the same. */
function Questions({ source, allowed }: SourceProps) {
  if (source.questions === 0) return null
  const many = plural(source.questions, 'question ouverte', 'questions ouvertes')
  return (
    <p class="annonce annonce-warn">
      <a href={`${PATH}/${source.id}/fils`}>{many}</a> sur ses relevés.
      {allowed.some(({ to }) => to === 'a_valider') && ' Répondez-y si vous le pouvez avant de soumettre la source.'}
    </p>
  )
}

/** Why nothing is entered by now. */
const CLOSED: Partial<Record<SourceStatus, string>> = {
  a_valider: 'elle attend d’être validée',
  validee: 'elle est validée, et un gestionnaire peut la rouvrir',
}

/** The reason for which the source stands where it stands, for whoever comes to mend it. */
function Reason({ source, transitions }: Pick<SourceProps, 'source' | 'transitions'>) {
  const move = MOVES.find(({ to, motif, givesBack }) => to === source.status && motif && !givesBack)
  const made = transitions.find(({ vers }) => vers === source.status)
  if (!move?.motif || !made) return null
  const by = made.auteur ?? 'une personne dont le compte est supprimé'
  return (
    <div class="rejet">
      <p>{`${move.motif.by} ${by}, le ${formatInstant(made.created_at)}${made.motif === null ? '.' : `, pour ce motif${NBSP}:`}`}</p>
      {made.motif !== null && <blockquote>{made.motif}</blockquote>}
    </div>
  )
}

function Transitions({ transitions }: { transitions: Transition[] }) {
  return (
    <Table
      caption="Historique du statut"
      rows={transitions}
      columns={[
        { label: 'Date', kind: 'date', head: true, cell: (one) => tableInstant(one.created_at) },
        { label: 'Qui', cell: (one) => one.auteur ?? 'Compte supprimé' },
        { label: 'Changement', cell: change },
        { label: 'Motif', kind: 'texte', cell: (one) => one.motif },
      ]}
    />
  )
}

function change({ de, vers }: Transition): Child {
  return de === null ? 'Création de la source' : `De ${quoted(statusLabel(de))} à ${quoted(statusLabel(vers))}`
}
