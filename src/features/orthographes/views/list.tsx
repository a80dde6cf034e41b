import type { PlaceFilter } from '../../../champs/place-choice.ts'
import { SPELLING_SIGNS, SPELLING_STATES } from '../../../db/schema-orthographes.ts'
import { formatNumber, plural } from '../../../lib/text.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import { ExportLinks } from '../../../ui/export-links.tsx'
import { Field } from '../../../ui/field.tsx'
import { FilterBar, FilterChoice } from '../../../ui/filters.tsx'
import { Form } from '../../../ui/form.tsx'
import { Badge, Chips, EmptyState, LinkButton, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { FilterPlace } from '../../../ui/part-filters.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { type ListAddress, placeWords, sortLink } from '../../../web/filter.ts'
import { FORMATS } from '../../../web/formats/index.ts'
import type { Paging } from '../../../web/pagination.ts'
import { spellingFilter } from '../filter-form.ts'
import type { SpellingFilter, SpellingRow, SpellingSort } from '../queries/listing.ts'
import { KIND_LABELS, KINDS, SIGNS, STATES, written } from '../rules/line.ts'

export const PATH = '/orthographes'
const TARGET = '#orthographes'

export interface SpellingsProps {
  lines: SpellingRow[]
  total: number
  /** Lines that wait for a decision, whatever the filter. */
  proposed: number
  filter: SpellingFilter
  lieu: PlaceFilter
  paging: Paging
  url: ListAddress
  decides: boolean
}

export function SpellingsPage(props: SpellingsProps) {
  const { decides } = props
  const actions = (
    <>
      <LinkButton href={`${PATH}/nouvelle`} principal>
        {decides ? 'Ajouter une ligne' : 'Proposer une ligne'}
      </LinkButton>
      {decides && <LinkButton href={`${PATH}/import`}>Importer</LinkButton>}
    </>
  )
  return (
    <>
      <PageHead title="Orthographes" lead={LEAD} action={actions} />
      <Filters {...props} />
      <div id="orthographes">
        <Chips items={chipsOf(props)} clear={PATH} />
        <Waiting {...props} />
        <ExportLinks label="Toutes les lignes" formats={FORMATS} href={(format) => `${PATH}/export/${format}`} />
        {props.lieu.message === undefined ? <Found {...props} /> : <p>{props.lieu.message}</p>}
      </div>
      <Meaning />
    </>
  )
}

const LEAD = (
  <>
    Ce que la recherche par le son ne devine pas toute seule. <a href="#comment">Comment une ligne sert</a>
  </>
)

/** Says once, in words, what a line does and when. */
function Meaning() {
  return (
    <section aria-labelledby="comment">
      <h2 id="comment">Comment une ligne sert</h2>
      <p>
        {`${quoted('LE GOFF = LE GOAFF')}${NBSP}: qui cherche l’un, orthographe ${quoted('se prononce comme')} ou `}
        <em>~legoff</em>
        {`, trouve aussi l’autre. Les lignes s’enchaînent${NBSP}: A = B et B = C réunissent A, B et C. ${quoted('MARTIN ≠ MARTEL')}${NBSP}: qui cherche l’un ne trouve plus l’autre, même si le son ou d’autres lignes les rapprochent.`}
      </p>
      <p>
        Une ligne sert quand l’un de ses deux noms est tapé. Une ligne qui a un lieu ne vaut que si la recherche demande
        ce lieu ou un lieu situé dedans{`${NBSP}: `}une recherche sans lieu n’en tient pas compte. Quand deux lignes se
        contredisent, celle du lieu le plus précis l’emporte.
      </p>
      <p>
        Chacun propose, les gestionnaires et les administrateurs décident. Une ligne acceptée sert aussitôt, et chacun
        peut encore décocher dans ses résultats une orthographe qui ne lui convient pas.
      </p>
    </section>
  )
}

function Filters({ filter, lieu }: SpellingsProps) {
  const states = SPELLING_STATES.map((etat) => ({ id: etat, nom: STATES[etat].label }))
  const signs = SPELLING_SIGNS.map((signe) => ({ id: signe, nom: SIGNS[signe].sign }))
  const kinds = KINDS.map((genre) => ({ id: genre, nom: KIND_LABELS[genre] }))
  return (
    <FilterBar action={PATH} target={TARGET}>
      <Field name="q" label="Nom">
        <input type="search" name="q" value={filter.q} maxlength={200} autocomplete="off" />
      </Field>
      <FilterChoice name="etat" label="État" options={states} value={filter.etat} />
      <FilterChoice name="signe" label="Signe" options={signs} value={filter.signe} />
      <FilterChoice name="genre" label="Genre" options={kinds} value={filter.genre} />
      <FilterPlace lieu={lieu} />
      <input type="hidden" name="tri" value={filter.tri} />
      <input type="hidden" name="ordre" value={filter.ordre} />
    </FilterBar>
  )
}

const chipsOf = ({ filter, lieu, url }: SpellingsProps) =>
  spellingFilter.chips(
    filter,
    {
      q: quoted,
      etat: (etat) => STATES[etat].label,
      signe: (signe) => SIGNS[signe].sign,
      genre: (genre) => KIND_LABELS[genre],
      lieu: placeWords(lieu),
    },
    url,
  )

function Waiting({ proposed, filter, decides }: SpellingsProps) {
  if (proposed === 0 || filter.etat === 'proposee' || !decides) return null
  return (
    <p>
      <a href={`${PATH}?etat=proposee`}>
        {plural(proposed, 'proposition attend', 'propositions attendent')} votre décision
      </a>
    </p>
  )
}

function Found(props: SpellingsProps) {
  const { lines, total, filter, paging, url, decides } = props
  if (total === 0) return <Nothing filter={filter} />
  return (
    <>
      <p>{plural(total, 'ligne', 'lignes')}</p>
      <Table
        caption="Orthographes"
        columns={columns(filter, url)}
        rows={lines}
        target={TARGET}
        actions={decides ? (line) => <Decision line={line} /> : undefined}
      />
      <Pagination paging={paging} total={total} href={(n) => url({ page: n })} target={TARGET} />
    </>
  )
}

/** A proposal is accepted from the list; whatever asks for words has its page. */
function Decision({ line }: { line: SpellingRow }) {
  const name = written(line)
  if (line.etat !== 'proposee')
    return (
      <a href={`${PATH}/${line.id}/modifier`} aria-label={`Modifier ${name}`}>
        Modifier
      </a>
    )
  return (
    <>
      <Form action={`${PATH}/${line.id}/accepter`}>
        <input type="hidden" name="version" value={line.version} />
        <button type="submit" class="bouton-texte" aria-label={`Accepter ${name}`}>
          Accepter
        </button>
      </Form>
      <a href={`${PATH}/${line.id}#refus`} aria-label={`Refuser ${name}`}>
        Refuser
      </a>
    </>
  )
}

function Nothing({ filter }: { filter: SpellingFilter }) {
  const isFiltered = Object.keys(spellingFilter.params(filter)).some(
    (name) => name !== 'tri' && name !== 'ordre' && spellingFilter.params(filter)[name] !== null,
  )
  if (isFiltered) return <EmptyState title="Aucune ligne ne correspond">Retirez un filtre.</EmptyState>
  return (
    <EmptyState title="Aucune ligne pour l’instant">
      Quand un nom manque dans une recherche par le son, ou qu’un autre s’y mêle, proposez une ligne.
    </EmptyState>
  )
}

/** « utilisée 12 fois ». */
export const usesText = ({ usages }: Pick<SpellingRow, 'usages'>): string =>
  usages === 0 ? 'jamais utilisée' : `utilisée ${plural(usages, 'fois', 'fois')}`

function columns(filter: SpellingFilter, url: ListAddress): Column<SpellingRow>[] {
  const sort = (by: SpellingSort) => sortLink(filter, url, { by, first: 'nom' })
  return [
    {
      label: 'Ligne',
      kind: 'nom',
      head: true,
      sort: sort('nom'),
      cell: (line) => <a href={`${PATH}/${line.id}`}>{written(line)}</a>,
    },
    { label: 'Genre', cell: ({ genre }) => KIND_LABELS[genre] },
    { label: 'Lieu', cell: ({ lieu }) => lieu ?? 'Partout' },
    { label: 'État', cell: ({ etat }) => <Badge tone={STATES[etat].tone}>{STATES[etat].label}</Badge> },
    { label: 'Connue par', kind: 'texte', cell: ({ source }) => source ?? '' },
    { label: 'Proposée par', sort: sort('date'), cell: ({ auteur }) => auteur ?? '' },
    {
      label: 'Utilisée',
      sort: sort('usages'),
      cell: ({ usages }) => (usages === 0 ? 'jamais' : `${formatNumber(usages)} fois`),
    },
  ]
}
