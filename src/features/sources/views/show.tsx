import type { Child } from 'hono/jsx'
import type { SourceStatus } from '../../../db/schema.ts'
import type { DateValue } from '../../../lib/dates.ts'
import { formatDay, formatInstant, formatNumber, plural, tableInstant } from '../../../lib/text.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import { HelpMark } from '../../../ui/field.tsx'
import { Lines, Panel } from '../../../ui/figures.tsx'
import { Actions } from '../../../ui/form.tsx'
import { Badge, Definitions, LinkButton, MoreActions, PageHead } from '../../../ui/page.tsx'
import { Table } from '../../../ui/table.tsx'
import { FORMATS } from '../../../web/formats/index.ts'
import { statusLabel, WORKFLOW } from '../../droits/status.ts'
import type { AuthorCount, LastWork, LatestReleve, Transition } from '../queries/show.ts'
import type { Member, VisibleSource } from '../queries/sources.ts'
import type { OpenCounts } from '../rules/second-keying.ts'
import { period } from '../rules/title.ts'
import { MOVES, type Move } from '../rules/workflow.ts'
import { gapText, spansText } from '../rules/years.ts'
import { secondPath } from '../second-keying-views.tsx'
import { StatusLine } from '../status-badge.tsx'
import { StatusButtons } from '../workflow-views.tsx'
import { PATH } from './list.tsx'
import { Progress } from './progress.tsx'

export interface SourceProps {
  source: VisibleSource
  membres: Member[]
  transitions: Transition[]
  authors: AuthorCount[]
  dates: { premiere: DateValue; derniere: DateValue } | null
  /** Years with records, in order. */
  years: number[]
  lastWork: LastWork
  latest: LatestReleve[]
  /** How many views its register has. */
  vues: number
  /** Acts given back by a review that nobody has looked at again. */
  aRevoir: number
  /** Acts that the machine points at; `pointsLus`: below zero while they are looked for, null where nobody ever asked. */
  points: number
  pointsLus: number | null
  seesPoints: boolean
  canWrite: boolean
  canManage: boolean
  /** Acts of its second keying that keep it from being validated, and may this reader type them? */
  seconds: OpenCounts
  maySecond: boolean
  /** This reader may ask to be entrusted with it. */
  mayAsk: boolean
  /** The moves of the workflow open to this reader. */
  allowed: readonly Move[]
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
        <Latest {...props} />
        <div>
          <Description source={source} />
          <Membres {...props} />
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

/** All that may be done with the source stands here: what is done daily as buttons, the rest behind one. */
function SourceActions(props: SourceProps) {
  const { source, canWrite, allowed } = props
  const path = `${PATH}/${source.id}`
  // The first record entered makes this move by itself: beside « Saisir », its button would make one wonder which of the two begins.
  const decides = allowed.some(({ review }) => review !== null)
  // Whoever decides has no need to withdraw beside it.
  const isLesser = ({ isMadeByEntry, isForward, review }: Move) =>
    (canWrite && isMadeByEntry) || (decides && !isForward && review === null)
  return (
    <div class="source-actions">
      <Actions>
        {canWrite && (
          <LinkButton href={`${path}/releves/nouveau`} principal>
            Saisir un relevé
          </LinkButton>
        )}
        {decides && (
          <LinkButton href={`/revue/${source.id}`} principal>
            Relire et décider
          </LinkButton>
        )}
        <StatusButtons
          source={source}
          allowed={allowed.filter((move) => !isLesser(move))}
          isMain={!canWrite && !decides}
        />
        {props.mayAsk && !canWrite && <LinkButton href={askPath(source.id)}>Ce registre m’intéresse</LinkButton>}
        {source.nb_releves > 0 && <LinkButton href={`${path}/releves`}>{seeReleves(source.nb_releves)}</LinkButton>}
        {props.vues > 0 && <LinkButton href={`${path}/vues`}>{`Vues (${formatNumber(props.vues)})`}</LinkButton>}
        {props.seesPoints && props.pointsLus !== null && (
          <LinkButton href={`${path}/avertissements`}>
            {`Points à revoir (${props.pointsLus < 0 ? 'calcul en cours' : formatNumber(props.points)})`}
          </LinkButton>
        )}
        {props.maySecond && source.status === 'a_valider' && props.seconds.aSaisir > 0 && (
          <LinkButton href={secondPath(source.id)}>
            {`Seconde saisie (${formatNumber(props.seconds.aSaisir)})`}
          </LinkButton>
        )}
        <MoreActions label="Autres actions">
          <StatusButtons source={source} allowed={allowed.filter(isLesser)} isMain={false} />
          <OtherActions {...props} path={path} />
        </MoreActions>
      </Actions>
    </div>
  )
}

const askPath = (id: number): string => `/registres/demander?source=${id}`

const seeReleves = (n: number): string => (n === 1 ? 'Voir le relevé' : `Voir les ${plural(n, 'relevé', 'relevés')}`)

function OtherActions({
  canWrite,
  canManage,
  mayAsk,
  path,
  source,
  vues,
  seesPoints,
  pointsLus,
}: SourceProps & { path: string }) {
  return (
    <>
      {source.nb_releves === 0 && <a href={`${path}/releves`}>Liste des relevés</a>}
      {canWrite && mayAsk && <a href={askPath(source.id)}>Ce registre m’intéresse</a>}
      {canWrite && <a href={`${path}/tableau`}>Saisir en tableau</a>}
      {canWrite && <a href={`${path}/import`}>Importer un fichier</a>}
      {vues === 0 && <a href={`${path}/vues`}>Vues du registre</a>}
      {FORMATS.filter(({ isForOthers }) => !isForOthers).map(({ extension, label }) => (
        <a href={`/export/source/${source.id}/${extension}`}>Exporter en {label}</a>
      ))}
      {source.nb_releves > 0 && <a href={`${path}/livret`}>Livret à imprimer</a>}
      <a href={`/export/source/${source.id}`}>Exporter pour Excel et d’autres logiciels</a>
      {seesPoints && pointsLus === null && <a href={`${path}/avertissements`}>Chercher les points à revoir</a>}
      {source.questions === 0 && <a href={`${path}/fils`}>Questions et remarques</a>}
      {canManage && <a href={`${path}/modifier`}>Modifier la source</a>}
      {canManage && <a href={`${path}/defauts`}>Valeurs par défaut</a>}
      {canManage && <a href={`${path}/releves/supprimes`}>Relevés supprimés</a>}
      {canManage && <a href={`${path}/supprimer`}>Supprimer la source</a>}
    </>
  )
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

function Description({ source }: { source: VisibleSource }) {
  const lieu = source.lieu_id !== null && <a href={`/lieux/${source.lieu_id}`}>{source.lieu_nom_long}</a>
  const images = source.url !== null && (
    <a href={source.url} rel="noopener noreferrer external">
      Voir le registre dans la visionneuse du dépôt
    </a>
  )
  return (
    <Definitions
      filled
      items={[
        { term: 'Type', value: source.type_nom },
        { term: 'Lieu', value: lieu },
        { term: 'Années', value: period(source.annee_debut, source.annee_fin) },
        { term: 'Années présentes', value: spansText(source.annees) },
        { term: 'Lacunes', value: gapsOf(source) },
        { term: 'Section', value: source.section_nom },
        { term: 'Dépôt', value: source.depot_nom },
        { term: 'Cote', value: source.cote },
        { term: 'Images', value: images },
        { term: 'Note', value: source.note },
        { term: 'Créée le', value: formatDay(source.created_at) },
      ]}
    />
  )
}

function gapsOf({ lacunes }: VisibleSource): Child {
  if (lacunes === null) return null
  return (
    <ul class="lignes">
      {lacunes.map((gap) => (
        <li>{gapText(gap)}</li>
      ))}
    </ul>
  )
}

function Latest({ source, latest }: SourceProps) {
  const items = latest.map((releve) => ({
    href: `/releves/${releve.id}`,
    label: [releve.nom, releve.prenom].filter(Boolean).join(' ') || `Relevé ${releve.id}`,
    ...(releve.date !== '' && { detail: releve.date }),
  }))
  return (
    <Panel title="Derniers relevés saisis" more={latest.length > 0 ? `${PATH}/${source.id}/releves` : undefined}>
      {items.length > 0 ? <Lines items={items} /> : <p>Aucun relevé pour l’instant.</p>}
    </Panel>
  )
}

function Membres({ source, membres }: SourceProps) {
  return (
    <Panel title="Membres">
      {membres.length > 0 ? (
        <ul class="lignes">
          {membres.map(({ name, is_active }) => (
            <li>
              {name}
              {!is_active && <Badge tone="neutre">compte inactif</Badge>}
            </li>
          ))}
        </ul>
      ) : (
        <p>
          {source.section_id === null
            ? 'Aucun membre désigné, aucune section : les gestionnaires et les administrateurs y saisissent.'
            : 'Aucun membre désigné : toute la section peut y saisir.'}
        </p>
      )}
    </Panel>
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
