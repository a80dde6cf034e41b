import { plural } from '../../../lib/text.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import { ExportLinks } from '../../../ui/export-links.tsx'
import { Field } from '../../../ui/field.tsx'
import { FilterBar, FilterChoice } from '../../../ui/filters.tsx'
import { Chips, EmptyState, LinkButton, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { ListAddress } from '../../../web/filter.ts'
import { FORMATS } from '../../../web/formats/index.ts'
import type { Paging } from '../../../web/pagination.ts'
import { abbreviationFilter } from '../filter-form.ts'
import { MINE } from '../form.ts'
import { canChange } from '../policy.ts'
import type { AbbreviationFilter, AbbreviationRow, Reader } from '../queries.ts'
import { written } from '../rules/line.ts'

export const PATH = '/abreviations'
const TARGET = '#abreviations'

export interface ListProps {
  lines: AbbreviationRow[]
  total: number
  filter: AbbreviationFilter
  reader: Reader
  paging: Paging
  url: ListAddress
}

export function AbbreviationsPage(props: ListProps) {
  const actions = (
    <>
      <LinkButton href={`${PATH}/nouvelle`} principal>
        Ajouter une abréviation
      </LinkButton>
      <LinkButton href={`${PATH}/import`}>Importer</LinkButton>
    </>
  )
  return (
    <>
      <PageHead
        title="Abréviations"
        lead={`À la saisie, une abréviation suivie d’une espace, d’une ponctuation ou d’Entrée devient son texte${NBSP}; un seul Retour arrière la rend. Jamais dans un nom de famille.`}
        action={actions}
      />
      <Filters {...props} />
      <div id="abreviations">
        <Chips items={chipsOf(props)} clear={PATH} />
        <ExportLinks label="Toutes les abréviations" formats={FORMATS} href={(format) => `${PATH}/export/${format}`} />
        <Found {...props} />
      </div>
    </>
  )
}

const owners = ({ sections }: Reader) => [
  { id: MINE, nom: 'Les miennes' },
  ...sections.map(({ id, nom }) => ({ id: String(id), nom })),
]

function Filters({ filter, reader }: ListProps) {
  return (
    <FilterBar action={PATH} target={TARGET}>
      <Field name="q" label="Abréviation ou texte">
        <input type="search" name="q" value={filter.q} maxlength={200} autocomplete="off" />
      </Field>
      <FilterChoice name="pour" label="Liste" options={owners(reader)} value={filter.pour} />
    </FilterBar>
  )
}

const chipsOf = ({ filter, reader, url }: ListProps) =>
  abbreviationFilter.chips(
    filter,
    { q: quoted, pour: (pour) => owners(reader).find(({ id }) => id === pour)?.nom ?? 'Section inconnue' },
    url,
  )

function Found({ lines, total, filter, reader, paging, url }: ListProps) {
  if (total === 0 && (filter.q !== '' || filter.pour !== null))
    return <EmptyState title="Aucune abréviation ne correspond">Retirez un filtre.</EmptyState>
  if (total === 0)
    return (
      <EmptyState title="Aucune abréviation pour l’instant">
        {`Ajoutez ce que vous tapez sans cesse${NBSP}: ${quoted('lab')} pour ${quoted('laboureur')}.`}
      </EmptyState>
    )
  return (
    <>
      <p>{plural(total, 'abréviation', 'abréviations')}</p>
      <Table
        caption="Abréviations"
        columns={COLUMNS}
        rows={lines}
        target={TARGET}
        actions={(line) => (canChange(reader.user, reader.sections, line) ? <LineActions line={line} /> : null)}
      />
      <Pagination paging={paging} total={total} href={(n) => url({ page: n })} target={TARGET} />
    </>
  )
}

const LineActions = ({ line }: { line: AbbreviationRow }) => (
  <>
    <a href={`${PATH}/${line.id}/modifier`} aria-label={`Modifier ${written(line)}`}>
      Modifier
    </a>
    <a href={`${PATH}/${line.id}/supprimer`} aria-label={`Supprimer ${written(line)}`}>
      Supprimer
    </a>
  </>
)

const COLUMNS: Column<AbbreviationRow>[] = [
  { label: 'Abréviation', kind: 'nom', head: true, cell: ({ abreviation }) => abreviation },
  { label: 'Texte', kind: 'texte', cell: ({ texte }) => texte },
  { label: 'Liste', cell: ({ section }) => section ?? 'La mienne' },
]
