import type { Child } from 'hono/jsx'
import { ETAT_LABELS } from '../../../champs/states.ts'
import type { FieldState } from '../../../db/schema.ts'
import { formatNumber } from '../../../lib/text.ts'
import { NBSP, NNBSP, quoted } from '../../../lib/typo.ts'
import { MAX_WORDS } from '../../../search/language.ts'
import type { Highlights, Plan } from '../../../search/plan.ts'
import { Badge } from '../../../ui/page.tsx'
import { CursorPager } from '../../../ui/pagination.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { FORMATS } from '../../../web/formats/index.ts'
import { carteUrl } from '../../carte/rules/addresses.ts'
import type { Hit } from '../queries/hits.ts'
import { type FoundPage, MOST_AT_HAND } from '../queries/search.ts'
import { type Criteria, isInForce, isLeftOutOfMap, LABELS, SORTS, type Sort } from '../rules/criteria.ts'
import { SORT_LABELS } from '../rules/labels.ts'
import { markedPieces } from '../rules/passages.ts'
import { type Cursor, exportUrl, searchUrl } from '../rules/urls.ts'
import { SHOWN_NAMES } from './criteria.tsx'
import { NothingFound } from './nothing-found.tsx'
import { SpellingsLater } from './spellings.tsx'
import { CountFound, type ShownTally, Spread } from './tally.tsx'

/** One page of results with what is to be said about it. */
export interface Found {
  list: FoundPage
  plan: Plan
  cursor: Cursor | undefined
  /** undefined where it takes longer than the page should. */
  tally: ShownTally | undefined
}

interface ResultsProps extends Found {
  criteria: Criteria
}

export function Results(props: ResultsProps) {
  const { criteria, list, plan, tally } = props
  const { hits, previous, next } = list
  // Beside the results each source narrows the search; where none stands there, each row does.
  const isSpread = tally?.facets !== undefined || criteria.source !== null
  const graphies = plan.sounding.length > 0 && <SpellingsLater criteria={criteria} />
  if (hits.length === 0 && list.isAll)
    return (
      <>
        {graphies}
        <NothingFound criteria={criteria} />
      </>
    )
  return (
    <div class="recherche-resultats">
      {/* Where the next page begins for the keyboard too. */}
      <section id="resultats" aria-label="Résultats" tabindex={-1}>
        <Head {...props} />
        <Remarks {...props} />
        {hits.length > 0 ? (
          <Table
            caption="Relevés trouvés"
            columns={columns(plan.highlights, isSpread ? undefined : criteria)}
            rows={hits}
          />
        ) : (
          <p>La liste s’arrête ici.</p>
        )}
        <CursorPager
          previous={previous ? `${searchUrl(criteria, {}, previous)}#resultats` : null}
          next={next ? `${searchUrl(criteria, {}, next)}#resultats` : null}
        />
      </section>
      <div id="affiner" class="recherche-cote">
        {graphies}
        <Spread criteria={criteria} tally={tally} />
      </div>
    </div>
  )
}

/** How many, in which order, and what may be done with all of them. */
function Head(props: ResultsProps) {
  const { criteria, list, tally, cursor } = props
  const tri = list.isUnsorted ? 'date' : criteria.tri
  return (
    <div class="recherche-tete">
      <p class="recherche-compte">
        <CountFound criteria={criteria} tally={tally} />, par ordre de {SORT_LABELS[tri]}
        {cursor !== undefined && (
          <>
            {' '}
            (<a href={searchUrl(criteria)}>revenir au début</a>)
          </>
        )}
      </p>
      <Order criteria={criteria} tri={tri} />
      <p>
        <a class="recherche-affiner" href="#affiner">
          Affiner
        </a>{' '}
        {FORMATS.map(({ extension, label }) => (
          <>
            <a href={exportUrl(criteria, extension)}>Exporter en {label}</a>{' '}
          </>
        ))}
        <OnMap criteria={criteria} />
      </p>
    </div>
  )
}

/** The map of the same sources as far as it can be asked for them, and what it leaves out. */
function OnMap({ criteria }: { criteria: Criteria }) {
  const leftOut = SHOWN_NAMES.filter((name) => isLeftOutOfMap(name) && isInForce(name, criteria))
  return (
    <a href={carteUrl(criteria)}>
      Voir sur la carte
      {leftOut.length > 0 && ` (sans\u00a0: ${leftOut.map((name) => LABELS[name].toLowerCase()).join(', ')})`}
    </a>
  )
}

function Order({ criteria, tri }: { criteria: Criteria; tri: Sort }) {
  return (
    <div class="recherche-ordre">
      <span id="recherche-tri">Trier par</span>
      <ul aria-labelledby="recherche-tri">
        {SORTS.map((one) => (
          <li>
            {one === tri ? (
              <span aria-current="true">{SORT_LABELS[one]}</span>
            ) : (
              <a href={searchUrl(criteria, { tri: one })}>{SORT_LABELS[one]}</a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The reader must know where the search was done otherwise than it was asked. */
function Remarks({ criteria, list: { isUnsorted }, plan: { cut } }: ResultsProps) {
  const remarks: string[] = []
  if (isUnsorted)
    remarks.push(
      `Le tri par ${SORT_LABELS[criteria.tri]} se fait jusqu’à ${formatNumber(MOST_AT_HAND)}${NBSP}relevés${NBSP}: précisez la recherche pour l’obtenir.`,
    )
  if (criteria.ignored > 0) remarks.push(`Seuls les ${MAX_WORDS} premiers mots ont été cherchés.`)
  for (const pattern of cut)
    remarks.push(
      `${quoted(pattern)} correspond à trop de mots différents${NNBSP}; seuls les plus fréquents ont été cherchés.`,
    )
  return (
    <>
      {remarks.map((text) => (
        <p class="aide">{text}</p>
      ))}
    </>
  )
}

const columns = (highlights: Highlights, narrowed: Criteria | undefined): Column<Hit>[] => [
  { label: 'Nom et prénoms', kind: 'nom', head: true, cell: (hit) => <Person hit={hit} highlights={highlights} /> },
  { label: 'Date', kind: 'date', cell: (hit) => <When hit={hit} /> },
  { label: 'Acte', cell: (hit) => hit.type_nom },
  { label: 'Lieu', cell: (hit) => <Place hit={hit} /> },
  { label: 'Source', cell: (hit) => <SourceCell hit={hit} narrowed={narrowed} /> },
]

/** In its own calendar, then in ours. */
function When({ hit: { date, etats } }: { hit: Hit }) {
  return (
    <div>
      {date.text}
      {date.gregorien !== null && (
        <>
          {' '}
          <span class="recherche-gregorien">({date.gregorien})</span>
        </>
      )}
      <Etat etat={etats.date_evenement} />
    </div>
  )
}

/** The place of its source, and where that is on the map. */
function Place({ hit: { lieu_id, lieu_nom_long, latitude } }: { hit: Hit }) {
  if (lieu_id === null) return null
  return (
    <div>
      <a href={`/lieux/${lieu_id}`}>{lieu_nom_long}</a>
      {latitude !== null && (
        <>
          {' '}
          <a class="recherche-dedans" href={`/lieux/${lieu_id}#carte`} aria-label={`Carte de ${lieu_nom_long}`}>
            carte
          </a>
        </>
      )}
    </div>
  )
}

/** `narrowed`: the search that may be limited to this source. */
function SourceCell({ hit, narrowed }: { hit: Hit; narrowed: Criteria | undefined }) {
  return (
    <div>
      <a href={`/sources/${hit.source_id}`}>{hit.source_titre}</a>
      {narrowed && (
        <>
          {' '}
          <a class="recherche-dedans" href={searchUrl(narrowed, { source: hit.source_id })}>
            chercher dans cette source
          </a>
        </>
      )}
    </div>
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
