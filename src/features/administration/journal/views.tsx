import { formatClock, formatDay, plural, startOfDay } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { ExportLinks } from '../../../ui/export-links.tsx'
import { Field } from '../../../ui/field.tsx'
import { FilterBar } from '../../../ui/filters.tsx'
import { Badge, Chips, EmptyState, ListHead, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Table } from '../../../ui/table.tsx'
import type { ListAddress } from '../../../web/filter.ts'
import { FORMATS } from '../../../web/formats/index.ts'
import type { Paging } from '../../../web/pagination.ts'
import { ACTIONS, actionLabel, detailInWords, RESULTATS } from '../../journal/rules/kinds.ts'
import { journalFilter } from './filter-form.ts'
import type { JournalFilter, JournalLine } from './queries.ts'

export const PATH = '/admin/journal'
export const TITLE = 'Journal'

interface JournalProps {
  lines: JournalLine[]
  total: number
  filter: JournalFilter
  paging: Paging
  /** For how long lines are kept. */
  months: number
  url: ListAddress
  /** Its export in a format. */
  exportUrl: (extension: string) => string
}

export function JournalPage(props: JournalProps) {
  const { filter, total, lines, paging, url, exportUrl, months } = props
  return (
    <>
      <PageHead title={TITLE} />
      <Filters filter={filter} />
      <div id="liste">
        <ListHead
          count={plural(total, 'ligne', 'lignes')}
          links={total > 0 && <ExportLinks label="Exporter" formats={FORMATS} href={exportUrl} />}
        >
          <Chips items={chipsOf(props)} clear={PATH} />
        </ListHead>
        {total === 0 ? (
          <EmptyState title="Aucune ligne ne répond à ces filtres">Retirez-en un, ou cherchez autrement.</EmptyState>
        ) : (
          <Lines lines={lines} />
        )}
        <Pagination paging={paging} total={total} href={(page) => url({ page })} target="#liste" />
      </div>
      <p class="aide">
        {`Connexions, refus, droits, réglages, imports et exports. Rien ne s’y modifie\u00a0; les lignes sont gardées ${months}${NBSP}mois.`}
      </p>
    </>
  )
}

function Filters({ filter }: { filter: JournalFilter }) {
  return (
    <FilterBar action={PATH} target="#liste">
      <Field name="qui" label="Personne">
        <input type="search" name="qui" value={filter.qui} maxlength={100} autocomplete="off" />
      </Field>
      <Field name="action" label="Action">
        <select name="action">
          <option value="">Toutes</option>
          {Object.entries(ACTIONS).map(([action, label]) => (
            <option value={action} selected={action === filter.action}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <Field name="resultat" label="Résultat">
        <select name="resultat">
          <option value="">Tous</option>
          {Object.entries(RESULTATS).map(([resultat, { label }]) => (
            <option value={resultat} selected={resultat === filter.resultat}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <Field name="du" label="Du">
        <input type="date" name="du" value={filter.du} />
      </Field>
      <Field name="au" label="Au">
        <input type="date" name="au" value={filter.au} />
      </Field>
    </FilterBar>
  )
}

const dayInWords = (day: string): string => formatDay(startOfDay(day) ?? day)

const chipsOf = ({ filter, url }: JournalProps) =>
  journalFilter.chips(
    filter,
    {
      qui: (qui) => `Personne${NBSP}: ${qui}`,
      action: (action) => `Action${NBSP}: ${ACTIONS[action]}`,
      resultat: (resultat) => `Résultat${NBSP}: ${RESULTATS[resultat].label}`,
      du: (du) => `Depuis le ${dayInWords(du)}`,
      au: (au) => `Jusqu’au ${dayInWords(au)}`,
    },
    url,
  )

function Lines({ lines }: { lines: JournalLine[] }) {
  return (
    <Table
      caption={TITLE}
      rows={lines}
      columns={[
        { label: 'Quand', kind: 'date', cell: ({ at }) => <time datetime={at}>{formatClock(at)}</time> },
        { label: 'Qui', kind: 'nom', cell: (line) => <Person id={line.user_id} name={line.auteur} /> },
        { label: 'Action', head: true, cell: ({ action }) => actionLabel(action) },
        { label: 'Résultat', cell: ({ resultat }) => <Result resultat={resultat} /> },
        { label: 'Sur', cell: (line) => <Target line={line} /> },
        { label: 'Précisions', cell: ({ detail }) => detailInWords(detail) },
        { label: 'Adresse', cell: ({ adresse }) => adresse },
      ]}
      wide
      target="#liste"
    />
  )
}

const Result = ({ resultat }: Pick<JournalLine, 'resultat'>) => (
  <Badge tone={RESULTATS[resultat].tone}>{RESULTATS[resultat].label}</Badge>
)

function Person({ id, name }: { id: number | null; name: string | null }) {
  if (id === null) return <span class="rien">–</span>
  return name === null ? <span>{`compte n°${NBSP}${id}`}</span> : <span>{name}</span>
}

function Target({ line: { objet, objet_id, compte } }: { line: JournalLine }) {
  if (objet_id === null) return null
  if (objet === 'user') return <Person id={objet_id} name={compte} />
  if (objet === 'import') return <a href={`/imports/${objet_id}`}>{`import n°${NBSP}${objet_id}`}</a>
  if (objet === 'source') return <a href={`/sources/${objet_id}`}>{`source n°${NBSP}${objet_id}`}</a>
  return <span>{`${objet} n°${NBSP}${objet_id}`}</span>
}
