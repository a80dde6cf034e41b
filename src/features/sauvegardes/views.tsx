import { formatInstant, formatNumber, formatSize, plural } from '../../lib/text.ts'
import { NBSP, NNBSP, quoted } from '../../lib/typo.ts'
import { CheckField } from '../../ui/field.tsx'
import { Actions, Form, Submit } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Badge, EmptyState, LinkButton, PageHead } from '../../ui/page.tsx'
import { polling } from '../../ui/polling.ts'
import { Progress } from '../../ui/steps.tsx'
import { Table } from '../../ui/table.tsx'
import type { PhotoRoom } from '../vues/queries/photos.ts'
import type { Backup } from './actions/backups.ts'
import type { ElsewhereState } from './ailleurs/queries.ts'
import { ElsewhereNotice } from './ailleurs/views/notice.tsx'
import { type ExternalState, externalFact } from './externe/rules/age.ts'
import { PATH as EXTERNAL, ExternalNotice } from './externe/views.tsx'
import { BackupNotice } from './notice-views.tsx'
import { RestorationTold, restorePath } from './restore-views.tsx'
import { ORIGINS } from './rules/names.ts'
import type { Restoration } from './rules/restoration-note.ts'
import { tooLargeInWords } from './rules/size.ts'

export const PATH = '/parametres/sauvegardes'
export const TITLE = 'Sauvegardes'
const TARGET = '#sauvegardes'

/** `releves`: how many it holds; undefined where the file cannot be read. */
type ListedBackup = Backup & { releves: number | undefined }

interface SauvegardesProps {
  backups: ListedBackup[]
  /** The machine that keeps them, where another server does than the one which answers. */
  keeper: string | undefined
  underWay: { etat: string; progres: number | null } | undefined
  /** The last one, where it was given up. */
  failed: { created_at: string; erreur: string | null } | undefined
  /** Days since the last one, where they are too many. */
  late: number | undefined
  nightly: boolean
  /** A backup that somebody had put back by this page. */
  restoration: Restoration | undefined
  /** How the copies elsewhere go; undefined where nobody set them up. */
  elsewhere: ElsewhereState | undefined
  /** The backup that another program makes; undefined where none is declared. */
  externe: ExternalState | undefined
  /** Bytes, of the database. */
  octets: number
  photos: PhotoRoom
  /** They were last copied into an archive then; undefined: never, as far as the journal knows. */
  archived: string | undefined
}

export function SauvegardesPage(props: SauvegardesProps) {
  const lead =
    'Un fichier par sauvegarde\u00a0: la base, les réglages et le logo, relus et comptés avant d’être gardés. Les plus anciennes de chaque sorte laissent leur place\u00a0; celles de la nuit restent par jour, par semaine et par mois.'
  return (
    <>
      <PageHead title={TITLE} lead={lead} />
      <div id="sauvegardes" {...((props.underWay || props.restoration?.etat === 'demandee') && polling(PATH, TARGET))}>
        <RestorationTold restoration={props.restoration} />
        {props.keeper !== undefined && <Elsewhere keeper={props.keeper} />}
        <Reminder {...props} />
        <Now {...props} />
        <List backups={props.backups} />
      </div>
      <Nightly nightly={props.nightly} />
      <Away elsewhere={props.elsewhere} />
      <External {...props} />
      <Photos {...props} />
      <Advice />
    </>
  )
}

/** Servers that share no folder have each their own; one of them makes those of the site. */
function Elsewhere({ keeper }: { keeper: string }) {
  return (
    <Notice label="Autre serveur">
      <p>
        Les sauvegardes de ce site se font et se gardent sur le serveur {quoted(keeper)}
        {NBSP}; la page est servie ici par un autre, qui ne montre que les siennes. Rechargez-la, ou ouvrez-la sur ce
        serveur-là.
      </p>
    </Notice>
  )
}

function Reminder({ late, failed }: SauvegardesProps) {
  return (
    <>
      {failed && (
        <p class="flash flash-err">
          La sauvegarde du {formatInstant(failed.created_at)} n’a pas pu être faite. {failed.erreur}
        </p>
      )}
      <BackupNotice late={late} />
    </>
  )
}

function Now({ underWay }: SauvegardesProps) {
  if (!underWay)
    return (
      <Form action={PATH}>
        <Actions>
          <Submit>Faire une sauvegarde maintenant</Submit>
        </Actions>
      </Form>
    )
  return (
    <>
      <Progress label="Sauvegarde en cours" done={underWay.progres ?? 0} total={underWay.progres ? 100 : 0} />
      <p>
        Vous pouvez quitter cette page{NNBSP}: le travail continue sans elle. <a href={PATH}>Actualiser</a>
      </p>
    </>
  )
}

function List({ backups }: { backups: ListedBackup[] }) {
  if (backups.length === 0)
    return (
      <EmptyState title="Aucune sauvegarde pour l’instant">La première se fait avec le bouton ci-dessus.</EmptyState>
    )
  return (
    <Table
      caption={TITLE}
      rows={backups}
      columns={[
        { label: 'Date', head: true, cell: ({ at }) => formatInstant(at) },
        { label: 'Faite', cell: ({ origine }) => ORIGINS[origine] },
        { label: 'Relevés', kind: 'nombre', cell: Releves },
        { label: 'Taille', kind: 'nombre', cell: ({ taille }) => formatSize(taille) },
      ]}
      actions={({ name, at }) => (
        <>
          <a class="bouton" href={`${PATH}/${name}`} aria-label={`Télécharger la sauvegarde du ${formatInstant(at)}`}>
            Télécharger
          </a>
          <a class="bouton" href={restorePath(name)} aria-label={`Remettre la sauvegarde du ${formatInstant(at)}`}>
            Remettre
          </a>
        </>
      )}
    />
  )
}

function Releves({ releves }: ListedBackup) {
  return releves === undefined ? <Badge tone="err">illisible</Badge> : formatNumber(releves)
}

function Nightly({ nightly }: { nightly: boolean }) {
  return (
    <Form action={`${PATH}/quotidienne`}>
      <h2>Chaque nuit</h2>
      <CheckField
        name="sauvegarde_quotidienne"
        label="Faire une sauvegarde chaque nuit"
        help={`Vers 3 heures, ou dès que l’ordinateur est rallumé.`}
      >
        <input type="checkbox" name="sauvegarde_quotidienne" value="1" checked={nightly} />
      </CheckField>
      <Actions>
        <Submit>Enregistrer ce choix</Submit>
      </Actions>
    </Form>
  )
}

function Away({ elsewhere }: Pick<SauvegardesProps, 'elsewhere'>) {
  const last = elsewhere?.last ? `Dernière copie\u00a0: ${formatInstant(elsewhere.last.at)}.` : 'Aucune copie encore.'
  return (
    <>
      <h2>Ailleurs</h2>
      {elsewhere && <ElsewhereNotice state={elsewhere} />}
      <p>
        {elsewhere
          ? last
          : 'Le site peut envoyer lui-même chaque sauvegarde, chiffrée, sur un autre stockage\u00a0: SFTP, Nextcloud ou S3.'}
      </p>
      <p>
        <LinkButton href={`${PATH}/ailleurs`}>
          {elsewhere ? 'Voir la copie ailleurs' : 'Régler la copie ailleurs'}
        </LinkButton>
      </p>
    </>
  )
}

function External({ externe, octets }: SauvegardesProps) {
  const large = tooLargeInWords(octets)
  return (
    <>
      <h2>Par un autre outil</h2>
      {externe && <ExternalNotice state={externe} />}
      {!externe && large !== undefined && <p class="flash flash-err">{large}</p>}
      <p>
        {externe
          ? `Sauvegarde externe${NNBSP}: ${externalFact(externe)}.`
          : 'Une base de plus de 50 Go se sauvegarde par un outil de PostgreSQL, que le site peut suivre.'}
      </p>
      <p>
        <LinkButton href={EXTERNAL}>
          {externe ? 'Voir la sauvegarde externe' : 'Déclarer une sauvegarde externe'}
        </LinkButton>
      </p>
    </>
  )
}

function Photos({ photos: { photos, octets }, archived }: SauvegardesProps) {
  if (photos === 0) return null
  const last =
    archived === undefined ? 'n’ont encore jamais été archivées' : `ont été archivées le ${formatInstant(archived)}`
  return (
    <>
      <h2>Photos des registres</h2>
      <p>
        <strong>Les sauvegardes ci-dessus ne contiennent pas les photos</strong>
        {NNBSP}: {plural(photos, 'photo', 'photos')} ({formatSize(octets)}), qui {last}.
      </p>
      <p>
        Pour les copier sur un autre disque, sur l’ordinateur du site{NNBSP}:{' '}
        <code>bin/releve images:archive DOSSIER</code>. Seules les nouvelles sont copiées. Pour les remettre, après la
        sauvegarde{NNBSP}: <code>bin/releve images:restore DOSSIER</code>.
      </p>
    </>
  )
}

function Advice() {
  return (
    <>
      <h2>Garder et restaurer</h2>
      <p>
        Ces fichiers sont sur l’ordinateur du site{NNBSP}: s’il tombe en panne, ils sont perdus avec lui. Téléchargez-en
        un de temps en temps et gardez-le ailleurs, dans un endroit sûr{NNBSP}: il contient les adresses des membres et
        tous les relevés.
      </p>
      <p>
        Pour revenir à une sauvegarde{NNBSP}: {quoted('Remettre')}, dans la liste, ou sur l’ordinateur du site{NNBSP}:{' '}
        <code>bin/releve db:restore NOM-DU-FICHIER</code>. Ce qui est en place est d’abord sauvegardé.
      </p>
      <p>
        Une sauvegarde ne se lit que par ce site. Pour des fichiers que tout tableur ouvre{NNBSP}:{' '}
        <a href="/parametres/emporter">tout emporter</a>.
      </p>
    </>
  )
}
