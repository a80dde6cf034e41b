import type { FormErrors } from '../../../lib/body.ts'
import { formatInstant, formatNumber, plural } from '../../../lib/text.ts'
import { NBSP, NNBSP, quoted } from '../../../lib/typo.ts'
import { Actions, Form, Submit } from '../../../ui/form.tsx'
import { Badge, LinkButton, PageHead, Sheet } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { polling } from '../../../ui/polling.ts'
import { Progress } from '../../../ui/steps.tsx'
import { Table } from '../../../ui/table.tsx'
import { FORMATS } from '../../../web/formats/index.ts'
import type { Paging } from '../../../web/pagination.ts'
import type { ImportKind, NextStep, ReportTable } from '../kind.ts'
import type { Message, SameFile, ShownImport } from '../queries/imports.ts'
import { progressOf } from '../rules/speed.ts'
import { ETATS } from '../rules/states.ts'
import { Abandon, Decision } from './decision.tsx'
import { Figures } from './figures.tsx'
import { ReportTables } from './report.tsx'

export interface ImportPageProps {
  imported: ShownImport
  kind: Pick<
    ImportKind<unknown>,
    'titre' | 'noms' | 'liste' | 'formulaire' | 'preuve' | 'presentes' | 'remplace' | 'sansFichier'
  >
  same: SameFile | undefined
  preview: { headers: string[]; rows: string[][] }
  messages: Message[]
  totalMessages: number
  paging: Paging
  url: (page: number) => string
  canUndo: boolean
  now: Date
  report: ReportTable[]
  /** Its columns can be chosen anew. */
  hasColumns: boolean
  /** Names of places in the file that no place bears, and their lines; undefined where nothing can be said of them. */
  unknownPlaces: { noms: number; lignes: number | null } | undefined
  next: NextStep | undefined
  /** One-time token of the form that does it. */
  jeton: string
  /** The password was shown just now: a kind that asks for it does not ask again. */
  isFresh: boolean
  /** Why the confirmation was refused. */
  errors: FormErrors
}

const TARGET = '#import'

/** An import from its dry run to its undo: one page, that looks again by itself while something goes on. */
export function ImportPage(props: ImportPageProps) {
  const { imported, kind } = props
  const path = `/imports/${imported.id}`
  const { work } = ETATS[imported.etat]
  return (
    <>
      <PageHead
        title={kind.titre}
        lead={`${quoted(imported.nom_fichier)}, ${kind.sansFichier ? 'demandé' : 'envoyé'} le ${formatInstant(imported.created_at)} par ${imported.user_name ?? 'un compte supprimé'}`}
      />
      <div id="import" {...(work && polling(path, TARGET))}>
        <p>
          <Badge tone={ETATS[imported.etat].tone}>{ETATS[imported.etat].label}</Badge>
        </p>
        {work ? <Working {...props} path={path} work={work} /> : <Result {...props} path={path} />}
      </div>
    </>
  )
}

function Working({ imported, path, work, now }: ImportPageProps & { path: string; work: string }) {
  const progress = progressOf(imported, now)
  return (
    <>
      <Progress label={work} done={imported.avancement} total={imported.total} />
      {progress.length > 0 && <p>{progress.join(' · ')}</p>}
      <p>
        Vous pouvez quitter cette page{NNBSP}: le travail continue sans elle. <a href={path}>Actualiser</a>
      </p>
    </>
  )
}

function Result(props: ImportPageProps & { path: string }) {
  const { imported } = props
  return (
    <>
      {imported.erreur !== null && <p class="flash flash-err">{imported.erreur}</p>}
      {props.errors[''] !== undefined && (
        <p class="flash flash-err" role="alert">
          {props.errors['']}
        </p>
      )}
      {props.same && !props.kind.sansFichier && <SameFileNotice same={props.same} />}
      {imported.etat === 'colonnes' && <ChooseColumns path={props.path} />}
      {imported.etat === 'colonnes' ? null : imported.etat === 'echec' ? (
        <Failure {...props} />
      ) : (
        <Figures {...props} />
      )}
      {remarksOf(imported).map((text) => (
        <p class="flash flash-warn">{text}</p>
      ))}
      {imported.etat !== 'echec' && <ReportTables tables={props.report.slice(0, 1)} />}
      {imported.etat === 'pret' && <Decision {...props} />}
      {props.next && <Next {...props.next} jeton={props.jeton} />}
      {imported.etat === 'termine' && <Done {...props} />}
      {imported.etat !== 'echec' && <ReportTables tables={props.report.slice(1)} />}
      <Preview {...props} />
      <Messages {...props} />
    </>
  )
}

/** Sentences of the dry run; those of one that a new choice of columns has made void are told no more. */
const remarksOf = ({ etat, remarques }: ShownImport): string[] =>
  etat === 'colonnes' ? [] : remarques.split('\n').filter((text) => text !== '')

function ChooseColumns({ path }: { path: string }) {
  return (
    <>
      <p>Il reste à dire dans quels champs vont les colonnes de ce fichier. Rien n’est encore lu ni enregistré.</p>
      <p class="actions">
        <LinkButton href={`${path}/colonnes`} principal>
          Choisir les colonnes
        </LinkButton>
      </p>
      <Abandon path={path} />
    </>
  )
}

function SameFileNotice({ same }: { same: SameFile }) {
  return (
    <Sheet>
      <p>
        <Badge tone="warn">Déjà vu</Badge> Ce fichier a déjà été envoyé le {formatInstant(same.created_at)} par{' '}
        {same.user_name ?? 'un compte supprimé'} (import n°{NBSP}
        {same.id}, {ETATS[same.etat].label.toLowerCase()}). L’importer de nouveau ne crée pas deux fois les mêmes
        lignes.
      </p>
    </Sheet>
  )
}

function Next({ action, label, aide, csv, jeton }: NextStep & { jeton: string }) {
  return (
    <Sheet>
      <Form action={action}>
        <input type="hidden" name="_envoi" value={jeton} />
        <p>{aide}</p>
        <Actions>
          <Submit>{label}</Submit>
          {csv !== undefined && (
            <button type="submit" class="bouton" name="format" value="csv">
              {csv}
            </button>
          )}
        </Actions>
      </Form>
    </Sheet>
  )
}

function Done({ imported, kind, path, canUndo }: ImportPageProps & { path: string }) {
  const { href, label } = kind.liste(imported.cible_id)
  return (
    <p class="actions">
      <LinkButton href={href} principal>
        {label}
      </LinkButton>
      <LinkButton href={kind.formulaire(imported.cible_id)}>
        {kind.sansFichier?.encore ?? 'Importer un autre fichier'}
      </LinkButton>
      {canUndo && <a href={`${path}/annuler`}>Annuler cet import</a>}
    </p>
  )
}

function Failure({ imported, kind, path, canUndo }: ImportPageProps & { path: string }) {
  const canResume = imported.fichier !== null || imported.total > 0 || imported.curseur !== ''
  return (
    <>
      {canResume && (
        <Form action={`${path}/reprendre`}>
          <Actions>
            <Submit>Reprendre l’import</Submit>
          </Actions>
        </Form>
      )}
      <p class="actions">
        <LinkButton href={kind.formulaire(imported.cible_id)}>
          {kind.sansFichier?.encore ?? 'Envoyer un autre fichier'}
        </LinkButton>
        {canUndo && <a href={`${path}/annuler`}>Annuler ce qui a été enregistré</a>}
      </p>
    </>
  )
}

function Preview({ preview, imported, kind }: ImportPageProps) {
  if (preview.rows.length === 0) return null
  const isAllNew = imported.etat === 'pret' && imported.inchangees === 0
  const origin = kind.sansFichier ? '' : ' du fichier'
  const caption = isAllNew ? 'Premières lignes, telles qu’elles seront enregistrées' : `Premières lignes${origin}`
  const columns = preview.headers.map((label, i) => ({ label, cell: (row: string[]) => row[i] ?? '', head: i === 0 }))
  return (
    <>
      <h2>{caption}</h2>
      <Table caption={caption} rows={preview.rows} columns={columns} wide />
    </>
  )
}

const PHASES = { analyse: 'Vérification', application: 'Enregistrement', annulation: 'Annulation' } as const

function Messages({ imported, messages, totalMessages, paging, url, path }: ImportPageProps & { path: string }) {
  if (totalMessages === 0) return null
  return (
    <>
      <h2 id="messages">{plural(totalMessages, 'message', 'messages')}</h2>
      <p>
        {FORMATS.map(({ extension, label }, index) => (
          <>
            {index > 0 && ' · '}
            <a href={`${path}/messages/${extension}`}>Télécharger les messages ({label})</a>
          </>
        ))}
      </p>
      <Table
        caption={`Messages de l’import n°${NBSP}${imported.id}`}
        rows={messages}
        columns={[
          { label: 'Ligne', cell: (row) => (row.ligne === null ? '' : formatNumber(row.ligne)), kind: 'nombre' },
          { label: 'Message', cell: (row) => row.message },
          { label: 'Étape', cell: (row) => PHASES[row.phase] },
        ]}
      />
      <Pagination paging={paging} total={totalMessages} href={url} />
    </>
  )
}
