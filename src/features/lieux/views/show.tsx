import { formatInstant, formatNumber, plural } from '../../../lib/text.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import { Definitions, EmptyState, LinkButton, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { PlaceOptions } from '../../../ui/place-input.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { Paging } from '../../../web/pagination.ts'
import { statusLabel } from '../../droits/status.ts'
import type { MergeRow } from '../merge/actions.ts'
import type { ChildRow, SourceOfLieu } from '../queries/listing.ts'
import type { Lieu } from '../queries/places.ts'
import { positionText } from '../rules/coordinates.ts'

const PATH = '/lieux'
const TARGET = '#enfants'

export interface LieuProps {
  lieu: Lieu
  enfants: ChildRow[]
  totalEnfants: number
  paging: Paging
  href: (page: number) => string
  /** The first sources of the place itself that the reader sees. */
  sources: SourceOfLieu[]
  /** Counts of the place and of everything below, as far as the reader sees them. */
  totals: { sources: number; releves: number }
  /** Records that may still hold an old name of the place; 0 where all are up to date. */
  aRelire: number
  /** The last merges into this place. */
  fusions: MergeRow[]
  canEdit: boolean
  canDelete: boolean
}

export function LieuPage(props: LieuProps) {
  const { lieu, canEdit, canDelete } = props
  return (
    <>
      <PageHead title={lieu.nom} lead={lieu.nom_long} action={canEdit && <LieuActions {...{ lieu, canDelete }} />} />
      <Remaining n={props.aRelire} />
      <Definitions items={definitionsOf(lieu)} />
      <Position {...lieu} />
      <Sources {...props} />
      <Coverage id={lieu.id} isOpen={props.sources.length > 0} />
      <p>
        <a href={`/inventaire?lieu=${lieu.id}`}>Inventaire des registres de ce lieu</a>
      </p>
      <Children {...props} />
      <Merges fusions={props.fusions} />
    </>
  )
}

/**
 * The years of the place that are done, under way or missing. They are counted when somebody looks, as those of a whole region are
 * many, and at once where the place itself has sources; without a script a link leads to them.
 */
function Coverage({ id, isOpen }: { id: number; isOpen: boolean }) {
  const path = `/couverture/lieux/${id}`
  return (
    <details open={isOpen} hx-get={path} hx-trigger={isOpen ? 'load once' : 'toggle once'} hx-target="find div">
      <summary>Couverture, année par année</summary>
      <div>
        <a href={path}>Voir ce qui est relevé, en cours, ou manque</a>
      </div>
    </details>
  )
}

function LieuActions({ lieu, canDelete }: Pick<LieuProps, 'lieu' | 'canDelete'>) {
  return (
    <>
      <LinkButton href={`${PATH}/${lieu.id}/modifier`} principal>
        Modifier le lieu
      </LinkButton>
      <LinkButton href={`${PATH}/nouveau?lieu_parent_id=${lieu.id}`}>Ajouter un lieu en dessous</LinkButton>
      {canDelete && <LinkButton href={`${PATH}/${lieu.id}/fusionner`}>Fusionner</LinkButton>}
      {canDelete && <LinkButton href={`${PATH}/${lieu.id}/supprimer`}>Supprimer</LinkButton>}
    </>
  )
}

/** The names kept in records follow a rename in the background. */
function Remaining({ n }: { n: number }) {
  if (n === 0) return null
  return (
    <p class="aide" role="status">
      {`Le nom complet de ce lieu a changé. Il reste ${plural(n, 'relevé', 'relevés')} à relire pour que les relevés et la recherche portent le nouveau nom${NBSP}: cela se fait de soi-même.`}
    </p>
  )
}

/** Brought out by static/js/carte-ouvrir.js; without JavaScript the position above says the same. */
function Position({ nom, latitude, longitude }: Lieu) {
  if (latitude === null || longitude === null) return null
  const at = { 'data-carte-lieu': nom, 'data-latitude': latitude, 'data-longitude': longitude }
  return <div id="carte" class="carte-lieu" {...at} data-carte-ouvrir="Voir sur la carte" hidden />
}

function Merges({ fusions }: Pick<LieuProps, 'fusions'>) {
  if (fusions.length === 0) return null
  return (
    <section aria-labelledby="fusions">
      <h2 id="fusions">Lieux fusionnés avec celui-ci</h2>
      <ul>
        {fusions.map(({ nom_long, created_at, par }) => (
          <li>{`${nom_long}, le ${formatInstant(created_at)}${par === null ? '' : `, par ${par}`}`}</li>
        ))}
      </ul>
    </section>
  )
}

function definitionsOf({ type_nom, code, latitude, longitude, note }: Lieu) {
  const position = latitude !== null && longitude !== null ? positionText(latitude, longitude) : null
  return [
    { term: 'Type', value: type_nom },
    { term: 'Code', value: code },
    { term: 'Position', value: position },
    { term: 'Note', value: note },
  ]
}

function Sources({ lieu, sources, totals }: LieuProps) {
  if (totals.sources === 0) {
    return (
      <section aria-labelledby="sources">
        <h2 id="sources">Sources</h2>
        <EmptyState title="Aucune source que vous puissiez voir ne concerne ce lieu" />
      </section>
    )
  }
  return (
    <section aria-labelledby="sources">
      <h2 id="sources">Sources</h2>
      <p>
        {`${plural(totals.sources, 'source', 'sources')} et ${plural(totals.releves, 'relevé', 'relevés')}, lieux en dessous compris.`}
      </p>
      {sources.length > 0 && <Table caption="Sources de ce lieu" columns={SOURCE_COLUMNS} rows={sources} />}
      {totals.sources > sources.length && (
        <p>
          <a href={`/sources?lieu=${lieu.id}`}>
            {totals.sources === 1 ? 'Voir la source' : `Voir les ${formatNumber(totals.sources)} sources`}
          </a>
        </p>
      )}
    </section>
  )
}

const SOURCE_COLUMNS: Column<SourceOfLieu>[] = [
  { label: 'Titre', kind: 'nom', head: true, cell: ({ id, titre }) => <a href={`/sources/${id}`}>{titre}</a> },
  { label: 'Années', cell: (source) => yearsText(source) },
  { label: 'Statut', cell: ({ status }) => statusLabel(status) },
  { label: 'Relevés', kind: 'nombre', cell: ({ nb_releves }) => formatNumber(nb_releves) },
]

function yearsText({ annee_debut: from, annee_fin: to }: Pick<SourceOfLieu, 'annee_debut' | 'annee_fin'>): string {
  if (from !== null && to !== null) return from === to ? String(from) : `${from}-${to}`
  if (from !== null) return `depuis ${from}`
  return to === null ? '' : `jusqu’à ${to}`
}

function Children({ enfants, totalEnfants, paging, href, lieu }: LieuProps) {
  return (
    <section id="enfants" aria-labelledby="enfants-titre">
      <h2 id="enfants-titre">Lieux en dessous</h2>
      {totalEnfants === 0 ? (
        <EmptyState title="Aucun lieu n’est situé dans celui-ci" />
      ) : (
        <>
          <p>
            {`${plural(totalEnfants, 'lieu', 'lieux')} directement en dessous. `}
            <a href={`${PATH}?parent=${lieu.id}`}>Voir aussi les niveaux suivants</a>
          </p>
          <Table caption="Lieux en dessous" columns={CHILD_COLUMNS} rows={enfants} />
        </>
      )}
      <Pagination paging={paging} total={totalEnfants} href={href} target={TARGET} />
    </section>
  )
}

const CHILD_COLUMNS: Column<ChildRow>[] = [
  { label: 'Nom', kind: 'nom', head: true, cell: ({ id, nom }) => <a href={`${PATH}/${id}`}>{nom}</a> },
  { label: 'Type', cell: ({ type_nom }) => type_nom ?? '' },
  { label: 'Code', cell: ({ code }) => code ?? '' },
]

export const SUGGESTIONS_TITLE = 'Lieux proposés'

/** The place box reads its options from this page, which is one by itself too. */
export function SuggestionsPage({ q, lieux }: { q: string; lieux: { id: number; nom_long: string }[] }) {
  return (
    <>
      <h1>{SUGGESTIONS_TITLE}</h1>
      <p>{suggestionsLead(q, lieux.length)}</p>
      {lieux.length > 0 && <PlaceOptions lieux={lieux} />}
    </>
  )
}

function suggestionsLead(q: string, found: number): string {
  if (q === '') return 'Aucun nom n’a été demandé.'
  return found === 0 ? `Aucun lieu ne correspond à ${quoted(q)}.` : `Les mieux placés pour ${quoted(q)}.`
}
