import type { Child } from 'hono/jsx'
import type { Champ } from '../../champs/kind.ts'
import { ETAT_LABELS } from '../../champs/states.ts'
import type { Body, FormErrors } from '../../lib/body.ts'
import { formatInstant, formatNumber, plural, tableInstant } from '../../lib/text.ts'
import { NBSP } from '../../lib/typo.ts'
import { ColumnsLine } from '../../ui/columns-line.tsx'
import { ErrorSummary } from '../../ui/form.tsx'
import { Badge, EmptyState, LinkButton, PageHead } from '../../ui/page.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import type { Paging } from '../../web/pagination.ts'
import type { SourcePoints } from '../avertissements/queries/warnings.ts'
import type { ListColumns } from '../releves/rules/columns.ts'
import type { ReleveRow } from '../releves/rules/display.ts'
import type { VisibleSource } from '../sources/queries/sources.ts'
import { MOVES, type Move } from '../sources/rules/workflow.ts'
import { MoveForm, motifLabels } from '../sources/workflow-views.tsx'
import { ActLink } from '../vues/act-views.tsx'
import { actePath } from './acte/frame-views.tsx'
import { SecondsPart } from './arbitrage/decision-views.tsx'
import type { SecondFindings } from './arbitrage/queries.ts'
import type { Findings } from './decision/queries.ts'
import { proposedReason } from './decision/rules.ts'
import { FindingsPart } from './decision/views.tsx'
import { GIVEN_BACK_LABELS, GivenBackFields, nameOf } from './given-back-views.tsx'
import type { Change, FoundWrong, Submission, ToReview } from './queries.ts'

export const PATH = '/revue'
export const TITLE = 'Sources à valider'
const GONE = 'Compte supprimé'

interface QueueProps {
  sources: QueuedSource[]
  total: number
  paging: Paging
  href: (page: number) => string
}

export function QueuePage({ sources, total, paging, href }: QueueProps) {
  const first = sources[0]
  const start = first && paging.page === 1 && (
    <LinkButton href={`${PATH}/${first.id}`} principal>
      Commencer par la plus ancienne
    </LinkButton>
  )
  return (
    <>
      <PageHead title={TITLE} action={start} />
      <div id="revue">
        {total === 0 ? (
          <EmptyState title="Aucune source à valider">Celles que l’on vous soumettra apparaîtront ici.</EmptyState>
        ) : (
          <>
            <QueueTable sources={sources} />
            <Pagination paging={paging} total={total} href={href} target="#revue" />
          </>
        )}
      </div>
    </>
  )
}

type QueuedSource = ToReview & { points: SourcePoints | undefined }

/** Acts that the machine points at, and where they are listed; nobody may have had them found yet. */
function Points({ id, points }: QueuedSource) {
  const counted =
    points && (points.isOutdated ? `${formatNumber(points.acts)}, à recompter` : formatNumber(points.acts))
  return <a href={`/sources/${id}/avertissements`}>{counted ?? 'Chercher'}</a>
}

function QueueTable({ sources }: { sources: QueuedSource[] }) {
  return (
    <Table
      caption={TITLE}
      rows={sources}
      columns={[
        { label: 'Source', head: true, cell: (row) => <a href={`${PATH}/${row.id}`}>{row.titre}</a> },
        { label: 'Section', cell: (row) => row.section },
        { label: 'Soumise par', cell: (row) => row.auteur ?? GONE },
        { label: 'Soumise le', kind: 'date', cell: (row) => tableInstant(row.depuis) },
        { label: 'Relevés', kind: 'nombre', cell: (row) => formatNumber(row.nb_releves) },
        { label: 'Points à revoir', kind: 'nombre', cell: (row) => <Points {...row} /> },
      ]}
    />
  )
}

export interface ReviewProps {
  source: VisibleSource
  submission: Submission
  /** Since the decision or submission before; undefined for a first submission. */
  changes: { modifies: number; supprimes: number } | undefined
  columns: ListColumns
  /** Address of this list with its empty columns, or without. */
  toggled: string
  rows: ReleveRow[]
  changed: ReadonlyMap<number, Change>
  /** Acts that the reading found something in: they are offered to be given back. */
  found: readonly FoundWrong[]
  findings: Findings
  seconds: SecondFindings
  /** Labels of all fields by their names. */
  labels: ReadonlyMap<string, string>
  /** The source has views: each record leads to its own. */
  hasViews: boolean
  /** Only the records that changed are shown. */
  onlyChanged: boolean
  total: number
  paging: Paging
  href: (page: number) => string
  next: { id: number; titre: string } | undefined
  raw: Body
  errors: FormErrors
}

export const reviewTitle = (source: { titre: string }): string => `Relecture${NBSP}: ${source.titre}`

/** The submitted source: what came since the last time, its records, the decision. */
export function ReviewPage(props: ReviewProps) {
  const { source, next, errors } = props
  const action = (
    <>
      <LinkButton href={actePath(source.id)} principal>
        Relire acte par acte
      </LinkButton>
      {next && <LinkButton href={`${PATH}/${next.id}`}>Source suivante</LinkButton>}
      <LinkButton href="#decision">Aller à la décision</LinkButton>
    </>
  )
  return (
    <>
      <PageHead title={reviewTitle(source)} lead={<Lead {...props} />} action={action} />
      <ErrorSummary errors={errors} labels={{ ...motifLabels(MOVES), ...GIVEN_BACK_LABELS }} />
      <Changes {...props} />
      <Records {...props} />
      <FindingsPart {...props} />
      <SecondsPart {...props} />
      <Decision {...props} />
    </>
  )
}

function Lead({ source, submission: { submission } }: ReviewProps) {
  return (
    <>
      {submission && `Soumise par ${submission.auteur ?? GONE}, le ${formatInstant(submission.created_at)}. `}
      <a href={`/sources/${source.id}`}>Page de la source</a>
    </>
  )
}

function Changes({ source, submission: { previous }, changes, onlyChanged }: ReviewProps) {
  if (!previous || !changes) return <p>Première soumission{NBSP}: tous les relevés sont à relire.</p>
  const since = MOVES.find(({ to, since }) => to === previous.vers && since)?.since
  const path = `${PATH}/${source.id}`
  return (
    <>
      <p>
        Depuis {since} du {formatInstant(previous.created_at)}
        {NBSP}: {plural(changes.modifies, 'relevé nouveau ou modifié', 'relevés nouveaux ou modifiés')},{' '}
        {plural(changes.supprimes, 'supprimé', 'supprimés')}.{' '}
        {onlyChanged ? (
          <a href={path}>Voir tous les relevés</a>
        ) : (
          changes.modifies > 0 && <a href={`${path}?modifies=1`}>Voir seulement ceux-là</a>
        )}
      </p>
      {previous.motif !== null && (
        <>
          <p>Le motif du rejet était{NBSP}:</p>
          <blockquote>{previous.motif}</blockquote>
        </>
      )}
    </>
  )
}

const CHANGE_LABELS: Record<Change, string> = { nouveau: 'nouveau', modifie: 'modifié' }

const ACT: Column<ReleveRow> = { label: 'Acte', cell: ({ id }) => <ActLink id={id} /> }

function Records({ columns, toggled, rows, changed, changes, hasViews, total, paging, href }: ReviewProps) {
  const mark: Column<ReleveRow> = { label: 'Depuis', cell: (row) => <Mark change={changed.get(row.id)} /> }
  return (
    <div id="releves">
      {total === 0 ? (
        <EmptyState title="Aucun relevé à montrer" />
      ) : (
        <>
          <ColumnsLine {...columns} toggled={toggled} target="#releves" />
          <Table
            caption="Relevés de la source"
            columns={[...releveColumns(columns.champs), ...(hasViews ? [ACT] : []), ...(changes ? [mark] : [])]}
            rows={rows}
            rowState={(row) => (changed.has(row.id) ? 'neuf' : null)}
            wide
          />
          <Pagination paging={paging} total={total} href={href} target="#releves" />
        </>
      )}
    </div>
  )
}

function Mark({ change }: { change: Change | undefined }): Child {
  return change ? <Badge tone="info">{CHANGE_LABELS[change]}</Badge> : null
}

/** The first column leads to the record. */
function releveColumns(champs: readonly Champ[]): Column<ReleveRow>[] {
  if (champs.length === 0) return [{ label: 'Relevé', head: true, cell: (row) => <ReleveLink row={row} /> }]
  return champs.map(({ label }, index) => ({
    label,
    head: index === 0,
    cell: (row) => <Cell row={row} index={index} />,
  }))
}

function Cell({ row, index }: { row: ReleveRow; index: number }) {
  const { text, etat } = row.cells[index] ?? { text: '', etat: 'sur' }
  if (index > 0 && text === '' && etat === 'sur') return null
  return (
    <span>
      {index === 0 ? <ReleveLink row={row} text={text} /> : text}
      {etat !== 'sur' && (
        <>
          {' '}
          <Badge tone="warn">{ETAT_LABELS[etat]}</Badge>
        </>
      )}
    </span>
  )
}

const ReleveLink = ({ row, text }: { row: ReleveRow; text?: string }) => (
  <a href={`/releves/${row.id}`}>{text || row.title}</a>
)

function Decision({ source, found, findings, labels, raw, errors }: ReviewProps) {
  const action = `${PATH}/${source.id}`
  const moves = MOVES.filter(({ from, review }) => from === source.status && review)
  const proposed = proposedReason({ findings, labels, acts: found.map(nameOf), nb_releves: source.nb_releves })
  return moves.map((move, index) => {
    const words = wordsOf(move, raw, proposed)
    const motifId = move.givesBack ? 'motif-rendre' : 'motif'
    return (
      <>
        <h2 id={index === 0 ? 'decision' : undefined}>{move.review?.title}</h2>
        <MoveForm {...{ source, move, action, motifId }} raw={words} error={words === raw ? errors.motif : undefined}>
          {move.givesBack && <GivenBackFields {...{ found, raw, errors }} />}
        </MoveForm>
      </>
    )
  })
}

/** The form that was sent keeps its words; before, the findings write the reason of a rejection. */
function wordsOf(move: Move, raw: Body, motif: string): Body {
  if (raw.statut !== undefined) return raw.statut === move.to ? raw : {}
  return move.motif?.missing ? { motif } : {}
}
