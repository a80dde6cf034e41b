import type { Child } from 'hono/jsx'
import type { Champ } from '../../../champs/kind.ts'
import { formatInstant, formatNumber, plural } from '../../../lib/text.ts'
import { NBSP, NNBSP } from '../../../lib/typo.ts'
import { Actions, Form } from '../../../ui/form.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { EmptyState, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { Paging } from '../../../web/pagination.ts'
import type { ActWarning, KindCount, Progress, Wanted } from '../queries/warnings.ts'
import { isGenre, kindOf } from '../rules/kinds.ts'
import { AcceptForm, labelOf, Sentence, warningsPath } from '../warning-views.tsx'

export const titleOf = (source: { titre: string }): string => `Points à revoir${NBSP}: ${source.titre}`

export type WarningRow = ActWarning & { titre: string; par: string | null }

export interface SourceWarningsProps {
  source: { id: number; titre: string; nb_releves: number }
  champs: readonly Champ[]
  progress: Progress | undefined
  counts: KindCount[]
  /** Acts that have at least one. */
  acts: number
  wanted: Wanted
  rows: WarningRow[]
  total: number
  paging: Paging
  href: (page: number) => string
  /** Address of this very page. */
  here: string
  canAccept: boolean
  /** The section whose page the reader may see; null: none. */
  section: number | null
}

const ID = 'avertissements'

/** The machine points at these in a source: counts by kind, then the acts of the kind that was chosen. */
export function SourceWarningsPage(props: SourceWarningsProps) {
  const { source, progress, here } = props
  const isRunning = progress?.isRunning === true
  const polling = { 'hx-get': here, 'hx-trigger': 'every 2s', 'hx-select': `#${ID}`, 'hx-target': `#${ID}` }
  return (
    <>
      <PageHead title={titleOf(source)} lead={<Lead {...props} />} />
      <div id={ID} {...(isRunning && { ...polling, 'hx-swap': 'outerHTML' })}>
        <Found {...props} />
        <Kinds {...props} />
        <Acts {...props} />
      </div>
    </>
  )
}

function Lead({ source, section }: SourceWarningsProps) {
  return (
    <>
      <a href={`/sources/${source.id}`}>Page de la source</a>
      {section !== null && (
        <>
          {' · '}
          <a href={`/sections/${section}/avertissements`}>Toute la section</a>
        </>
      )}
    </>
  )
}

function Found({ source, progress, acts, here }: SourceWarningsProps) {
  return (
    <>
      {progress?.isStuck ? <Stuck {...{ progress, acts }} /> : <p>{foundWords(progress, acts, here)}</p>}
      <Form action={`${warningsPath(source)}/chercher`}>
        <Actions>
          <button type="submit" class={progress === undefined || progress.isStuck ? 'bouton principal' : 'bouton'}>
            {progress === undefined ? 'Chercher les points à revoir' : 'Chercher de nouveau'}
          </button>
        </Actions>
      </Form>
    </>
  )
}

function foundWords(progress: Progress | undefined, acts: number, here: string): Child {
  if (progress === undefined)
    return 'Le site compare les relevés entre eux, au registre et aux autres sources, et montre ce qui étonne. Rien n’est changé, et tout peut être juste.'
  const found = `${plural(acts, 'relevé', 'relevés')} à regarder`
  if (progress.isRunning)
    return (
      <>
        Calcul en cours{NNBSP}: des relevés ont changé
        {progress.calcules_at !== null && `, les nombres sont d’avant (${found})`}. <a href={here}>Actualiser</a>
      </>
    )
  const when = progress.calcules_at === null ? '' : ` Cherchés le ${formatInstant(progress.calcules_at)}.`
  return `${found}.${when} Tout peut être juste${NBSP}: le registre a raison.`
}

/** The search was given up: what is shown may be of before, and nobody will look again by himself. */
function Stuck({ progress, acts }: { progress: Progress; acts: number }) {
  return (
    <Notice label="Calcul arrêté">
      Le calcul s’est arrêté avant la fin, et ne reprendra pas de lui-même.
      {progress.calcules_at !== null &&
        ` Ce qui suit date du ${formatInstant(progress.calcules_at)} (${plural(acts, 'relevé', 'relevés')} à regarder).`}{' '}
      Cherchez de nouveau{NBSP}; si cela recommence, prévenez un administrateur.
    </Notice>
  )
}

function Kinds({ source, counts, wanted }: SourceWarningsProps) {
  if (counts.length === 0) return null
  const path = warningsPath(source)
  const link = (genre: string, n: number, more = '') =>
    n === 0 ? '' : <a href={`${path}?genre=${genre}${more}`}>{formatNumber(n)}</a>
  return (
    <Table
      caption="Points à revoir par sorte"
      rows={counts}
      rowState={({ genre }) => (genre === wanted.genre ? 'neuf' : null)}
      columns={[
        {
          label: 'À revoir',
          head: true,
          cell: ({ genre, ouverts }) =>
            ouverts > 0 ? <a href={`${path}?genre=${genre}`}>{labelOf(genre)}</a> : labelOf(genre),
        },
        { label: 'Relevés', kind: 'nombre', cell: ({ genre, ouverts }) => link(genre, ouverts) },
        { label: 'C’est bien ainsi', kind: 'nombre', cell: ({ genre, admis }) => link(genre, admis, '&admis=1') },
        {
          label: 'Ce qui peut être juste',
          kind: 'texte',
          cell: ({ genre }) => (isGenre(genre) ? kindOf(genre).caution : ''),
        },
      ]}
    />
  )
}

const LABEL_ALL = 'Tous les points à revoir'

/** True where the numbers shown may be of before. */
const isOutdated = ({ isRunning, isStuck }: Progress): boolean => isRunning || isStuck

function Acts(props: SourceWarningsProps) {
  const { source, champs, progress, counts, wanted, rows, total, paging, href, here, canAccept } = props
  if (progress === undefined || (counts.length === 0 && isOutdated(progress))) return null
  if (counts.length === 0) return <EmptyState title="Rien n’étonne dans cette source" />
  const title = wanted.genre === null ? LABEL_ALL : labelOf(wanted.genre)
  const columns: Column<WarningRow>[] = [
    {
      label: 'Relevé',
      head: true,
      kind: 'nom',
      cell: ({ releve_id, titre }) => <a href={`/releves/${releve_id}`}>{titre}</a>,
    },
    ...(wanted.genre === null ? [{ label: 'Sorte', cell: ({ genre }: WarningRow) => labelOf(genre) }] : []),
    { label: 'Pourquoi', kind: 'texte', cell: (warning) => <Sentence {...{ warning, champs }} /> },
    ...(wanted.isAccepted ? [{ label: 'Accepté par', cell: ({ par }: WarningRow) => par ?? 'Compte supprimé' }] : []),
  ]
  const button = (warning: WarningRow) =>
    wanted.isAccepted ? (
      <TakeBack {...{ source, warning, here }} />
    ) : (
      <AcceptForm {...{ source, warning }} retour={here} />
    )
  return (
    <>
      <h2>{wanted.isAccepted ? `${title}, bien ainsi` : title}</h2>
      {wanted.genre !== null && (
        <p>
          <a href={warningsPath(source)}>{LABEL_ALL}</a>
        </p>
      )}
      {rows.length === 0 ? (
        <EmptyState title="Plus rien à revoir ici" />
      ) : (
        <Table caption={title} columns={columns} rows={rows} actions={canAccept ? button : undefined} />
      )}
      <Pagination paging={paging} total={total} href={href} target={`#${ID}`} />
    </>
  )
}

/** Takes « c'est bien ainsi » back. */
function TakeBack({ source, warning, here }: { source: { id: number }; warning: WarningRow; here: string }) {
  const { genre, champ, valeur } = warning
  return (
    <Form action={`${warningsPath(source)}/admis/retirer`}>
      {Object.entries({ genre, champ, valeur, retour: here }).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <button type="submit" class="bouton">
        À revoir quand même
      </button>
    </Form>
  )
}
