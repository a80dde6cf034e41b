import type { Child } from 'hono/jsx'
import { ETAT_LABELS } from '../../../champs/etats.ts'
import type { FieldState } from '../../../db/schema.ts'
import { formatNumber } from '../../../lib/text.ts'
import { Badge } from '../../../ui/page.tsx'
import { CursorPager } from '../../../ui/pagination.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { NBSP, NNBSP, quoted } from '../../../ui/typo.ts'
import { type Criteria, type Cursor, exportUrl, searchUrl, TRIS } from '../criteres.ts'
import type { Highlights, Sounding } from '../expression.ts'
import { MAX_WORDS } from '../langage.ts'
import { TRI_LABELS } from '../libelles.ts'
import { markedPieces } from '../passages.ts'
import { MOST_SORTED, type SearchResult } from '../queries.ts'
import type { Hit } from '../trouvailles.ts'
import { NothingFound } from './advice.tsx'
import { CountFound, type ShownBilan, Spread } from './bilan.tsx'

/** One page of results with what is to be said about it. */
export interface Shown {
  result: SearchResult
  highlights: Highlights
  /** Patterns that fit more words than were searched. */
  cut: string[]
  sounding: Sounding[]
  cursor: Cursor | undefined
  /** undefined where it takes longer than the page should. */
  bilan: ShownBilan | undefined
}

interface ResultsProps extends Shown {
  criteria: Criteria
}

export function Results(props: ResultsProps) {
  const { criteria, result, highlights, bilan } = props
  const { hits, previous, next } = result
  if (hits.length === 0 && result.isAll) return <NothingFound criteria={criteria} />
  return (
    <div class="recherche-resultats">
      <section id="resultats" aria-label="Résultats">
        <Count {...props} />
        <Order {...props} />
        <Remarks {...props} />
        {hits.length > 0 ? (
          <Table caption="Relevés trouvés" columns={columns(highlights, criteria)} rows={hits} />
        ) : (
          <p>La liste s’arrête ici.</p>
        )}
        <CursorPager
          previous={previous ? `${searchUrl(criteria, {}, previous)}#resultats` : null}
          next={next ? `${searchUrl(criteria, {}, next)}#resultats` : null}
        />
        <p>
          <a href={exportUrl(criteria)}>Tous ces relevés en CSV</a>
        </p>
      </section>
      <Spread criteria={criteria} bilan={bilan} />
    </div>
  )
}

function Count({ criteria, result: { isUnsorted }, bilan, cursor }: ResultsProps) {
  const tri = isUnsorted ? 'date' : criteria.tri
  return (
    <p class="recherche-compte">
      <CountFound criteria={criteria} bilan={bilan} />, par ordre de {TRI_LABELS[tri]}
      {cursor !== undefined && (
        <>
          {' '}
          (<a href={searchUrl(criteria)}>revenir au début</a>)
        </>
      )}
    </p>
  )
}

function Order({ criteria, result: { isUnsorted } }: ResultsProps) {
  const tri = isUnsorted ? 'date' : criteria.tri
  return (
    <ul class="recherche-ordre" aria-label="Trier par">
      {TRIS.map((one) => (
        <li>
          {one === tri ? (
            <span aria-current="true">{TRI_LABELS[one]}</span>
          ) : (
            <a href={searchUrl(criteria, { tri: one })}>{TRI_LABELS[one]}</a>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What the reader must know of how the search was done. */
function Remarks({ criteria, result: { isUnsorted }, cut }: ResultsProps) {
  const list: string[] = []
  if (isUnsorted)
    list.push(
      `Le tri par ${TRI_LABELS[criteria.tri]} se fait jusqu’à ${formatNumber(MOST_SORTED)}${NBSP}relevés${NBSP}: précisez la recherche pour l’obtenir.`,
    )
  if (criteria.ignored > 0) list.push(`Seuls les ${MAX_WORDS} premiers mots ont été cherchés.`)
  for (const pattern of cut)
    list.push(
      `${quoted(pattern)} correspond à trop de mots différents${NNBSP}; seuls les plus fréquents ont été cherchés.`,
    )
  return (
    <>
      {list.map((text) => (
        <p class="aide">{text}</p>
      ))}
    </>
  )
}

const columns = (highlights: Highlights, criteria: Criteria): Column<Hit>[] => [
  { label: 'Nom et prénoms', kind: 'nom', head: true, cell: (hit) => <Person hit={hit} highlights={highlights} /> },
  { label: 'Date', kind: 'date', cell: (hit) => <When hit={hit} /> },
  { label: 'Acte', cell: (hit) => hit.type_nom },
  { label: 'Lieu', cell: (hit) => hit.lieu_id !== null && <a href={`/lieux/${hit.lieu_id}`}>{hit.lieu_nom_long}</a> },
  { label: 'Source', cell: (hit) => <SourceCell hit={hit} criteria={criteria} /> },
]

/** In its own calendar, then in ours. */
function When({ hit: { date, etats } }: { hit: Hit }) {
  return (
    <>
      {date.text}
      {date.gregorien !== null && (
        <>
          {' '}
          <span class="recherche-gregorien">({date.gregorien})</span>
        </>
      )}
      <Etat etat={etats.date_evenement} />
    </>
  )
}

function SourceCell({ hit, criteria }: { hit: Hit; criteria: Criteria }) {
  return (
    <>
      <a href={`/sources/${hit.source_id}`}>{hit.source_titre}</a>
      {criteria.source === null && (
        <>
          {' '}
          <a class="recherche-dedans" href={searchUrl(criteria, { source: hit.source_id })}>
            chercher dans cette source
          </a>
        </>
      )}
    </>
  )
}

function Person({ hit, highlights }: { hit: Hit; highlights: Highlights }) {
  const name = [hit.nom, hit.prenom].filter((part) => part !== null && part !== '').join(' ')
  return (
    <>
      <a href={`/releves/${hit.id}`}>
        {name === '' ? `Relevé n°${NBSP}${hit.id}` : <Marked text={name} highlights={highlights} />}
      </a>
      <Etat etat={hit.etats.nom ?? hit.etats.prenom} />
      {hit.passages.map(({ label, text }) => (
        <p class="recherche-passage">
          {label}
          {`${NBSP}: `}
          <Marked text={text} highlights={highlights} />
        </p>
      ))}
    </>
  )
}

function Etat({ etat }: { etat: FieldState | undefined }): Child {
  if (etat === undefined) return null
  return (
    <>
      {' '}
      <Badge tone="warn">{ETAT_LABELS[etat]}</Badge>
    </>
  )
}

function Marked({ text, highlights }: { text: string; highlights: Highlights }) {
  return <>{markedPieces(text, highlights).map((piece) => (piece.found ? <mark>{piece.text}</mark> : piece.text))}</>
}
