import type { PlaceFilter } from '../../../champs/place-choice.ts'
import { REGISTER_STATES } from '../../../db/schema-couverture.ts'
import { formatNumber, plural } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { ExportLinks } from '../../../ui/export-links.tsx'
import { CheckField } from '../../../ui/field.tsx'
import { FilterBar, FilterChoice } from '../../../ui/filters.tsx'
import { Chips, EmptyState, LinkButton, ListHead, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { FilterPlace } from '../../../ui/part-filters.tsx'
import { SelectionBar } from '../../../ui/selection.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { type ListAddress, placeWords } from '../../../web/filter.ts'
import { FORMATS } from '../../../web/formats/index.ts'
import type { Paging } from '../../../web/pagination.ts'
import { ACT_CHOICES, ACT_LABELS } from '../../types-sources/rules/persons.ts'
import { registerFilter } from '../filter-form.ts'
import type { RegisterFilter, RegisterRow } from '../queries.ts'
import { registerName, STATE_LABELS, yearsText } from '../rules/words.ts'

export const PATH = '/inventaire'
export const TITLE = 'Inventaire des registres'
const TARGET = '#registres'

export interface InventoryProps {
  lines: RegisterRow[]
  total: number
  filter: RegisterFilter
  lieu: PlaceFilter
  paging: Paging
  url: ListAddress
  exportUrl: (extension: string) => string
  canEdit: boolean
  gestures: readonly { name: string; label: string }[]
  /** The filter in force, as fields. */
  asked: Record<string, string>
}

export function InventoryPage(props: InventoryProps) {
  const { filter, canEdit } = props
  const place = filter.lieu === null ? '' : `?lieu_id=${filter.lieu.id}`
  const actions = (
    <>
      <LinkButton href={`${PATH}/nouveau${place}`} principal>
        Ajouter un registre
      </LinkButton>
      <LinkButton href={`${PATH}/import`}>Importer</LinkButton>
    </>
  )
  return (
    <>
      <PageHead
        title={TITLE}
        lead={`Les registres qui existent, ou qui ont existé, par lieu et par genre d’actes${NBSP}: relevés ou non.`}
        action={
          <>
            {canEdit && actions}
            <LinkButton href="/registres">Registres à prendre</LinkButton>
            <LinkButton href="/couverture">Couverture</LinkButton>
            <LinkButton href="/couverture/trous">Ce qui reste à relever</LinkButton>
          </>
        }
      />
      <Filters {...props} />
      <div id="registres">
        <ListHead
          count={<strong>{plural(props.total, 'registre', 'registres')}</strong>}
          links={props.total > 0 && <ExportLinks label="Exporter" formats={FORMATS} href={props.exportUrl} />}
        >
          <Chips items={chipsOf(props)} clear={PATH} />
        </ListHead>
        {props.lieu.message === undefined ? <Found {...props} /> : <p class="erreur">{props.lieu.message}</p>}
      </div>
    </>
  )
}

const STATES = REGISTER_STATES.map((id) => ({ id, nom: STATE_LABELS[id] }))

function Filters({ filter, lieu }: InventoryProps) {
  return (
    <FilterBar action={PATH} target={TARGET}>
      <FilterPlace lieu={lieu} />
      <FilterChoice name="acte" label="Actes" options={ACT_CHOICES} value={filter.acte} />
      <FilterChoice name="etat" label="État" options={STATES} value={filter.etat} />
      <CheckField name="libres" label="Sans source">
        <input type="checkbox" name="libres" value="oui" checked={filter.libres} />
      </CheckField>
    </FilterBar>
  )
}

const chipsOf = ({ filter, lieu, url }: InventoryProps) =>
  registerFilter.chips(
    filter,
    {
      lieu: placeWords(lieu),
      acte: (acte) => ACT_LABELS[acte],
      etat: (etat) => STATE_LABELS[etat],
      libres: () => 'Sans source',
    },
    url,
  )

function Found(props: InventoryProps) {
  const { lines, total, paging, url, canEdit } = props
  if (total === 0) return <Nothing isFiltered={chipsOf(props).length > 0} canEdit={canEdit} />
  return (
    <>
      <Table
        caption={TITLE}
        columns={COLUMNS}
        rows={lines}
        target={TARGET}
        {...(canEdit && { select: (line: RegisterRow) => ({ id: line.id, label: registerName(line) }) })}
        actions={(line: RegisterRow) => (canEdit ? <LineActions line={line} /> : <WishLink line={line} />)}
      />
      {canEdit && (
        <SelectionBar
          action={`${PATH}/lot`}
          actions={props.gestures}
          filter={props.asked}
          all={total > lines.length ? `Les ${formatNumber(total)} résultats du filtre` : undefined}
        />
      )}
      <Pagination paging={paging} total={total} href={(n) => url({ page: n })} target={TARGET} />
    </>
  )
}

function Nothing({ isFiltered, canEdit }: { isFiltered: boolean; canEdit: boolean }) {
  if (isFiltered)
    return <EmptyState title="Aucun registre ne correspond">Retirez un filtre, ou élargissez-en un.</EmptyState>
  return (
    <EmptyState title="Aucun registre pour l’instant">
      {canEdit
        ? 'Ajoutez-les un à un, ou importez la liste de votre dépôt d’archives.'
        : 'Un gestionnaire ou un administrateur en fera l’inventaire.'}
    </EmptyState>
  )
}

function LineActions({ line }: { line: RegisterRow }) {
  const name = registerName(line)
  return (
    <>
      {line.etat === 'conserve' && !line.isTaken && (
        <a href={`${PATH}/lot?geste=creer&ids=${line.id}`} aria-label={`Créer la source\u00a0: ${name}`}>
          Créer la source
        </a>
      )}
      <a href={`${PATH}/${line.id}/modifier`} aria-label={`Modifier ${name}`}>
        Modifier
      </a>
      <a href={`${PATH}/${line.id}/supprimer`} aria-label={`Supprimer ${name}`}>
        Supprimer
      </a>
    </>
  )
}

/** Asks those who manage a section for a register that nobody transcribes. */
const WishLink = ({ line }: { line: RegisterRow }) =>
  line.etat === 'conserve' &&
  !line.isTaken && (
    <a
      href={`/registres/demander?registre=${line.id}`}
      aria-label={`Ce registre m’intéresse\u00a0: ${registerName(line)}`}
    >
      Ce registre m’intéresse
    </a>
  )

const COLUMNS: Column<RegisterRow>[] = [
  {
    label: 'Lieu',
    kind: 'nom',
    head: true,
    cell: ({ lieu_id, lieu }) => <a href={`${PATH}?lieu=${lieu_id}`}>{lieu}</a>,
  },
  { label: 'Actes', cell: ({ acte }) => ACT_LABELS[acte] },
  { label: 'Années', kind: 'date', cell: yearsText },
  { label: 'État', cell: ({ etat }) => STATE_LABELS[etat] },
  { label: 'Dépôt', cell: ({ depot }) => depot },
  {
    label: 'Cote',
    cell: ({ cote, url }) =>
      url === null ? (
        cote
      ) : (
        <a href={url} rel="noopener noreferrer external">
          {cote ?? 'Voir les images'}
        </a>
      ),
  },
  { label: 'Source', kind: 'texte', cell: (line) => <SourcesOf line={line} /> },
]

function SourcesOf({ line: { isTaken, sources } }: { line: RegisterRow }) {
  if (isTaken && sources.length === 0) return <>pris</>
  return (
    <>
      {sources.map(({ id, titre }, n) => (
        <>
          {n > 0 && ', '}
          <a href={`/sources/${id}`}>{titre}</a>
        </>
      ))}
    </>
  )
}
