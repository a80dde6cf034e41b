import type { Champ } from '../../../champs/kind.ts'
import type { Weight } from '../../../db/schema-revue.ts'
import { formatNumber, plural, tableInstant } from '../../../lib/text.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import { HelpMark } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Badge, EmptyState, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Table } from '../../../ui/table.tsx'
import type { Paging } from '../../../web/pagination.ts'
import { openingPath, readingText } from '../../fils/thread-views.tsx'
import { textPath } from '../../sections/texts-rules.ts'
import { ActLink } from '../../vues/act-views.tsx'
import type { CorrectionCounts, CorrectionRow, OwnMonth } from './queries.ts'

export const CORRECTIONS_PATH = '/profil/corrections'
export const CORRECTIONS_TITLE = 'Mes corrections'

interface Props {
  rows: CorrectionRow[]
  counts: CorrectionCounts
  paging: Paging
  /** Corrections of this field alone are shown; undefined: of all. */
  field: string | undefined
  /** How many there are of what is shown. */
  shown: number
  /** Titles of the acts. */
  titles: ReadonlyMap<number, string>
  /** Fields by the type of the source. */
  champs: ReadonlyMap<number, readonly Champ[]>
  month: OwnMonth
  /** Sections that wrote a lesson. */
  lessons: readonly { id: number; nom: string }[]
  href: (page: number) => string
}

export function CorrectionsPage(props: Props) {
  const { rows, counts, paging, shown, href } = props
  return (
    <>
      <PageHead
        title={CORRECTIONS_TITLE}
        lead={
          <>
            Ce que d’autres ont lu autrement que vous, dans les actes que vous avez saisis.{' '}
            <HelpMark page="lectures#mes-corrections" about="mes corrections" />
          </>
        }
        action={counts.unread > 0 ? <ReadAll {...counts} /> : undefined}
      />
      <Month {...props} />
      {counts.total === 0 ? (
        <EmptyState title="Rien n’a été corrigé dans vos actes">
          Les corrections faites à la relecture apparaîtront ici, avec leur raison.
        </EmptyState>
      ) : (
        <div id="corrections">
          <Lessons {...props} />
          <Fields {...props} />
          <Table
            caption={CORRECTIONS_TITLE}
            rows={rows}
            rowState={({ lue_at }) => (lue_at === null ? 'neuf' : null)}
            columns={columnsOf(props)}
            actions={(row) => <Answers row={row} title={props.titles.get(row.releve_id) ?? ''} />}
          />
          <Pagination paging={paging} total={shown} href={href} target="#corrections" />
        </div>
      )}
    </>
  )
}

/** Nobody is measured against anybody: these are one's own numbers. */
function Month({ month: { actes, sources, finies, ouvertures }, counts }: Props) {
  const said = [
    `${plural(actes, 'acte saisi', 'actes saisis')} dans ${plural(sources, 'source', 'sources')}`,
    finies > 0 &&
      plural(finies, 'source où vous avez travaillé est validée', 'sources où vous avez travaillé sont validées'),
    ouvertures > 0 && `vos actes ont été ouverts ${formatNumber(ouvertures)} fois par d’autres`,
    counts.unread > 0 && plural(counts.unread, 'correction à lire', 'corrections à lire'),
  ].filter(Boolean)
  return (
    <p>
      <strong>Ce mois-ci{NBSP}:</strong> {said.join(', ')}.
    </p>
  )
}

function Lessons({ lessons }: Pick<Props, 'lessons'>) {
  if (lessons.length === 0) return null
  return (
    <p class="actions">
      {lessons.map(({ id, nom }) => (
        <a href={textPath('lecon', id)}>
          La leçon{NBSP}: {nom}
        </a>
      ))}
    </p>
  )
}

function ReadAll({ last }: CorrectionCounts) {
  return (
    <Form action={`${CORRECTIONS_PATH}/lues`}>
      <input type="hidden" name="jusqua" value={last} />
      <button type="submit" class="bouton">
        Tout marquer comme lu
      </button>
    </Form>
  )
}

/** A field has the label of the first type that has one; one that was taken away keeps its name. */
const labelIn = (champs: Props['champs'], nom: string): string =>
  [...champs.values()].flat().find((champ) => champ.nom === nom)?.label ?? nom

/** Links that show one field alone, that with the most corrections first. */
function Fields({ counts: { byField, total }, champs, field }: Props) {
  if (byField.length < 2) return null
  return (
    <nav aria-label="Corrections par champ">
      <ul class="jetons">
        <li>
          {field === undefined ? (
            <strong aria-current="true">Tous les champs ({formatNumber(total)})</strong>
          ) : (
            <a href={CORRECTIONS_PATH}>Tous les champs ({formatNumber(total)})</a>
          )}
        </li>
        {byField.map(({ champ, n }) => (
          <li>
            {champ === field ? (
              <strong aria-current="true">
                {labelIn(champs, champ)} ({formatNumber(n)})
              </strong>
            ) : (
              <a href={`${CORRECTIONS_PATH}?champ=${encodeURIComponent(champ)}`}>
                {labelIn(champs, champ)} ({formatNumber(n)})
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

const WEIGHT_WORDS: Record<Weight, string> = { 3: 'grave', 2: 'gênante', 1: 'de forme', 0: 'autre lecture possible' }

const columnsOf = ({ titles, champs }: Props) => [
  {
    label: 'Acte',
    head: true,
    cell: (row: CorrectionRow) => (
      <span>
        {row.lue_at === null && (
          <>
            <Badge tone="info">à lire</Badge>{' '}
          </>
        )}
        <a href={`/releves/${row.releve_id}`}>{titles.get(row.releve_id)}</a>
      </span>
    ),
  },
  { label: 'Source', cell: (row: CorrectionRow) => <a href={`/sources/${row.source_id}`}>{row.titre}</a> },
  { label: 'Champ', cell: (row: CorrectionRow) => labelIn(champs, row.champ) },
  { label: 'Avant, après', cell: (row: CorrectionRow) => <Change row={row} champs={champs} /> },
  { label: 'Erreur', cell: (row: CorrectionRow) => WEIGHT_WORDS[row.poids] },
  { label: 'Raison', kind: 'texte' as const, cell: (row: CorrectionRow) => row.motif },
  { label: 'Par', cell: (row: CorrectionRow) => row.auteur ?? 'Compte supprimé' },
  { label: 'Le', kind: 'date' as const, cell: (row: CorrectionRow) => tableInstant(row.created_at) },
]

function Change({ row, champs }: { row: CorrectionRow; champs: Props['champs'] }) {
  const own = champs.get(row.type_source_id) ?? []
  return (
    <span>
      <del>{readingText(own, row.champ, row.avant)}</del> → <ins>{readingText(own, row.champ, row.apres)}</ins>
    </span>
  )
}

function Answers({ row: { releve_id, champ }, title }: { row: CorrectionRow; title: string }) {
  return (
    <>
      <ActLink id={releve_id} />{' '}
      <a
        href={`${openingPath(releve_id)}?champ=${encodeURIComponent(champ)}`}
        aria-label={`Je ne suis pas d’accord${NBSP}: ${quoted(title)}`}
      >
        Je ne suis pas d’accord
      </a>
    </>
  )
}
