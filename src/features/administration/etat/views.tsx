import { agoInWords } from '../../../lib/ages.ts'
import type { Incident } from '../../../lib/incidents.ts'
import { formatInstant, formatNumber, formatSize, plural, tableInstant } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { Form } from '../../../ui/form.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Badge, type Definition, Definitions, EmptyState, PageHead } from '../../../ui/page.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { externalFact } from '../../sauvegardes/externe/rules/age.ts'
import { PATH as EXTERNAL, ExternalNotice } from '../../sauvegardes/externe/views.tsx'
import { tooLargeInWords } from '../../sauvegardes/rules/size.ts'
import type { SiteState } from './queries.ts'
import { incidentInWords } from './rules/told.ts'

export const PATH = '/admin/etat'
export const TITLE = 'État du site'

/** Lines of each list; who has more than that reads the log of the server. */
const SHOWN = 200

/** How programs may watch the site. */
interface Watch {
  /** undefined where none may. */
  token: string | undefined
  origin: string
}

interface EtatProps {
  state: SiteState
  now: Date
  watch: Watch
}

export function EtatPage({ state, now, watch }: EtatProps) {
  return (
    <>
      <PageHead
        title={TITLE}
        lead="Comment va ce serveur. La commande « bin/releve status » dit l’essentiel sans navigateur."
      />
      {state.soucis.map((text) => (
        <Notice label="Base de données">
          <p>{text}</p>
        </Notice>
      ))}
      {state.fichiers?.souci !== undefined && (
        <Notice label="Stockage partagé">
          <p>
            Le stockage partagé des fichiers ne répond pas comme il devrait{NBSP}: {state.fichiers.souci} Les photos
            déjà vues sur ce serveur s’y montrent encore{NBSP}; les autres, et les envois de fichiers, attendent qu’il
            revienne.
          </p>
        </Notice>
      )}
      <Backups state={state} />
      <Definitions items={factsOf(state, now)} />
      <Slow list={state.lentes} />
      <Errors list={state.erreurs} />
      <Watching {...watch} />
    </>
  )
}

function factsOf(state: SiteState, now: Date): Definition[] {
  const { moteur, disque, memoire, processus } = state
  const served = plural(processus, 'processus', 'processus')
  return [
    { term: 'Version', value: `Relevés ${state.version}, Node.js ${state.node.replace(/^v/, '')}` },
    { term: 'Base', value: `${moteur.label} ${moteur.version}, ${formatSize(state.octets)}` },
    ...state.copies.map(copyFact),
    { term: 'Relevés', value: formatNumber(state.releves) },
    {
      term: 'Disque',
      value: `${formatSize(disque.free)} libres sur ${formatSize(disque.total)}`,
      etat: disque.isNearlyFull ? 'bientôt plein' : undefined,
    },
    {
      term: 'Mémoire',
      value: memoire === undefined ? `${served} en service` : `${formatSize(memoire)}, ${served} en service`,
    },
    ...sharedFacts(state),
    { term: 'Démarré', value: formatInstant(state.depuis) },
    { term: 'Travaux de fond', value: <Tasks {...state.taches} /> },
    { term: 'Dernière sauvegarde', value: <Backup backup={state.sauvegarde} now={now} /> },
    { term: 'Dernière copie ailleurs', value: <Copy at={state.copie} now={now} /> },
    ...externalFacts(state.externe),
  ]
}

/** Servers that share no folder are named, with their storage. */
function sharedFacts({ fichiers, serveurs }: SiteState): Definition[] {
  if (!fichiers) return []
  const room = `${plural(fichiers.fichiers, 'fichier', 'fichiers')}, ${formatSize(fichiers.octets)}`
  return [
    { term: 'Stockage partagé', value: room, etat: fichiers.souci === undefined ? undefined : 'ne répond pas' },
    { term: 'Serveurs', value: serveurs.map(({ nom, version }) => `${nom.split(' ')[0]} (${version})`).join(', ') },
  ]
}

/** The declared backup that is late, or none declared where one file no longer does. */
function Backups({ state: { externe, octets } }: { state: SiteState }) {
  if (externe) return <ExternalNotice state={externe} />
  const text = tooLargeInWords(octets)
  if (text === undefined) return null
  return (
    <Notice label="Sauvegardes">
      <p>
        {text} <a href={EXTERNAL}>Déclarer une sauvegarde externe</a>
      </p>
    </Notice>
  )
}

function externalFacts(externe: SiteState['externe']): Definition[] {
  if (!externe) return []
  const value = <a href={EXTERNAL}>{externalFact(externe)}</a>
  return [{ term: 'Sauvegarde externe', value, etat: externe.isLate ? 'en retard' : undefined }]
}

/** Seconds are told from one on: a copy is always some moments behind. */
function copyFact({ place, isUsed, lateMs }: SiteState['copies'][number]): Definition {
  const term = `Copie ${place}`
  if (lateMs === undefined) return { term, value: 'ne répond pas', etat: 'laissée' }
  const value = lateMs < 1000 ? 'à jour' : `${formatNumber(Math.round(lateMs / 1000))}${NBSP}s de retard`
  return { term, value, etat: isUsed ? undefined : 'laissée' }
}

function Tasks({ attente, enCours, garees, echecs }: SiteState['taches']) {
  const waiting = `${formatNumber(attente)} en attente, ${formatNumber(enCours)} en cours`
  if (echecs === 0) return <>{waiting}</>
  const failed = plural(echecs, 'en échec', 'en échec')
  return (
    <>
      {waiting}, <a href="/admin/taches">{garees > 0 ? `${failed}, dont ${formatNumber(garees)} à l’arrêt` : failed}</a>
    </>
  )
}

function Backup({ backup, now }: { backup: SiteState['sauvegarde']; now: Date }) {
  const told = backup
    ? `${agoInWords(backup.at, now)} (${formatInstant(backup.at)}, ${formatSize(backup.taille)})`
    : 'aucune'
  return <a href="/parametres/sauvegardes">{told}</a>
}

function Copy({ at, now }: { at: string | undefined; now: Date }) {
  const told = at === undefined ? 'aucune' : `${agoInWords(at, now)} (${formatInstant(at)})`
  return <a href="/parametres/sauvegardes/ailleurs">{told}</a>
}

const WHEN: Column<Incident> = { label: 'Quand', kind: 'date', head: true, cell: ({ at }) => tableInstant(at) }
const WHERE: Column<Incident> = {
  label: 'Demande',
  cell: ({ methode, chemin }) => (chemin ? <code>{`${methode ?? ''} ${chemin}`.trim()}</code> : ''),
}
const REFERENCE: Column<Incident> = {
  label: 'Référence',
  cell: ({ reference }) => reference && <code>{reference}</code>,
}

function Slow({ list }: { list: Incident[] }) {
  const shown = [...list].sort((a, b) => (b.ms ?? 0) - (a.ms ?? 0)).slice(0, SHOWN)
  const seconds: Column<Incident> = {
    label: 'Attente',
    kind: 'nombre',
    cell: ({ ms = 0 }) => `${(ms / 1000).toLocaleString('fr-FR', { maximumFractionDigits: 1 })}${NBSP}s`,
  }
  return (
    <section>
      <h2>Demandes lentes depuis hier</h2>
      {shown.length === 0 ? (
        <EmptyState title="Aucune demande n’a pris plus de deux secondes depuis vingt-quatre heures." />
      ) : (
        <>
          <p class="aide">
            Celles qui ont pris plus de deux secondes, les plus lentes d’abord{NBSP}; sans ce qui y était saisi.
          </p>
          <Table caption="Demandes lentes" rows={shown} columns={[WHEN, WHERE, seconds, REFERENCE]} />
        </>
      )}
    </section>
  )
}

function Errors({ list }: { list: Incident[] }) {
  return (
    <section>
      <h2>Erreurs des trente derniers jours</h2>
      {list.length === 0 ? (
        <EmptyState title="Aucune erreur depuis trente jours." />
      ) : (
        <>
          <p class="aide">
            Quelqu’un qui a rencontré une erreur en a reçu la référence{NBSP}: elle est ici. Donnez la ligne entière à
            qui développe Relevés.
          </p>
          <Table
            caption="Erreurs"
            rows={list.slice(0, SHOWN)}
            columns={[WHEN, { label: 'Ce qui s’est passé', cell: incidentInWords }, WHERE, CAUSE, REFERENCE]}
          />
          {list.length > SHOWN && (
            <p class="aide">
              {`Les ${formatNumber(SHOWN)} plus récentes, sur ${formatNumber(list.length)}${NBSP}; le journal du serveur les a toutes.`}
            </p>
          )}
        </>
      )}
    </section>
  )
}

const CAUSE: Column<Incident> = { label: 'Cause', cell: ({ cause }) => cause && <code>{cause}</code> }

function Watching({ token, origin }: Watch) {
  return (
    <section id="surveillance">
      <h2>Surveillance par un programme</h2>
      <p>
        Un programme peut lire cet état et prévenir quelqu’un. Il montre un jeton, dans l’en-tête{' '}
        <code>Authorization: Bearer …</code> ou dans l’adresse.{' '}
        {token === undefined ? (
          <Badge tone="neutre">aucun jeton</Badge>
        ) : (
          <Badge tone="ok">un jeton est en service</Badge>
        )}
      </p>
      {token !== undefined && (
        <Definitions
          items={[
            { term: 'Jeton', value: <code class="adresse">{token}</code> },
            { term: 'En JSON', value: <code class="adresse">{`${origin}/sante?detail&jeton=${token}`}</code> },
            { term: 'Pour Prometheus', value: <code class="adresse">{`${origin}/metrics`}</code> },
          ]}
        />
      )}
      <div class="actions">
        <Form action={`${PATH}/jeton`}>
          <button type="submit" class="bouton">
            {token === undefined ? 'Créer un jeton' : 'Remplacer le jeton'}
          </button>
        </Form>
        {token !== undefined && (
          <Form action={`${PATH}/jeton/retirer`}>
            <button type="submit" class="bouton">
              Retirer le jeton
            </button>
          </Form>
        )}
      </div>
    </section>
  )
}
