// How many were found, and what the search may be narrowed by; the same on the page of results and by itself.
import { agreed, formatNumber, plural } from '../../../lib/text.ts'
import { NBSP, NNBSP } from '../../../lib/typo.ts'
import { EmptyState, PageHead } from '../../../ui/page.tsx'
import type { Facet } from '../queries/facets.ts'
import type { Count } from '../queries/tally.ts'
import type { Criteria } from '../rules/criteria.ts'
import { searchUrl, spreadUrl } from '../rules/urls.ts'
import { ANNONCE, LINKS_SWAP } from './swapped.ts'

/** Values of a facet beside the results; the page of all of them is one link away. */
const SHOWN = 8
/** On the page of all of them. */
const SHOWN_AT_MOST = 500

export interface ShownTally {
  count: Count
  /** undefined where they are too many to be spread. */
  facets: Facet[] | undefined
}

const TITLES: Record<Facet['name'], string> = {
  type: 'Type de source',
  lieu: 'Lieu',
  decade: 'Décennie',
  source: 'Source',
}

/** « 121 », « plus de 1 000 ». */
export const numberText = ({ n, isMore }: Count): string => `${isMore ? 'plus de ' : ''}${formatNumber(n)}`

/** « 121 relevés », « plus de 1 000 relevés ». */
export const countText = ({ n, isMore }: Count): string =>
  isMore ? `${numberText({ n, isMore })}${NBSP}relevés` : plural(n, 'relevé', 'relevés')

interface TallyProps {
  criteria: Criteria
  /** undefined where it is asked apart. */
  tally: ShownTally | undefined
  /** It comes after the page, and takes its place there. */
  oob?: boolean
}

/** The number in the sentence above the results. */
export function CountFound({ criteria, tally, oob }: TallyProps) {
  return (
    <strong id="recherche-compte" hx-swap-oob={oob ? 'true' : undefined}>
      {tally ? countText(tally.count) : <a href={spreadUrl(criteria)}>Compter ces relevés</a>}
    </strong>
  )
}

/** Beside the results: the first values of each facet; asked for once the page is there where that takes its time. */
export function Spread({ criteria, tally }: TallyProps) {
  const deferred = tally === undefined && {
    'hx-get': spreadUrl(criteria),
    'hx-trigger': 'load',
    'hx-swap': 'outerHTML',
  }
  return (
    <aside id="recherche-bilan" class="recherche-bilan" aria-label="Affiner la recherche" {...deferred}>
      {tally ? (
        <Facets criteria={criteria} tally={tally} shown={SHOWN} />
      ) : (
        <p>
          <a href={spreadUrl(criteria)}>Répartir par type, lieu, décennie et source</a>
        </p>
      )}
    </aside>
  )
}

/** htmx puts this in the page of results. */
export function SpreadPart(props: { criteria: Criteria; tally: ShownTally }) {
  return (
    <>
      <Spread {...props} />
      <CountFound {...props} oob />
      <span hx-swap-oob={`innerHTML:#${ANNONCE}`}>{countText(props.tally.count)}</span>
    </>
  )
}

export const SPREAD_TITLE = 'Répartition des relevés trouvés'

/** The page of its own: all values. */
export function SpreadPage({ criteria, tally }: { criteria: Criteria; tally: ShownTally }) {
  const back = <a href={searchUrl(criteria)}>Voir ces relevés</a>
  return (
    <>
      <PageHead title={SPREAD_TITLE} lead={countText(tally.count)} action={back} />
      <div class="recherche-repartition">
        <Facets criteria={criteria} tally={tally} shown={SHOWN_AT_MOST} />
      </div>
    </>
  )
}

function Facets({
  criteria,
  tally: { facets, count },
  shown,
}: {
  criteria: Criteria
  tally: ShownTally
  shown: number
}) {
  if (facets === undefined)
    return (
      <p class="aide">
        {`Au-delà de ${formatNumber(count.isMore ? count.n : count.n - 1)}${NBSP}relevés, la répartition n’est pas calculée${NBSP}: ajoutez un nom, un lieu ou des années.`}
      </p>
    )
  if (facets.length === 0)
    return shown === SHOWN ? null : (
      <EmptyState title="Ces relevés sont d’un seul type, d’un seul lieu et d’une seule source." />
    )
  return (
    <>
      {facets.map((facet) => (
        <FacetList criteria={criteria} facet={facet} shown={shown} />
      ))}
    </>
  )
}

/** The values kept, in the order of the facet: decades stay in theirs, and the fullest are kept. */
function kept({ name, values }: Facet, shown: number) {
  if (name !== 'decade') return values.slice(0, shown)
  const fullest = new Set(values.toSorted((a, b) => b.n - a.n).slice(0, shown))
  return values.filter((value) => fullest.has(value))
}

function FacetList({ criteria, facet, shown }: { criteria: Criteria; facet: Facet; shown: number }) {
  const values = kept(facet, shown)
  const others = facet.values.length - values.length
  return (
    <section class="facette">
      <h2>{TITLES[facet.name]}</h2>
      <ul {...(shown === SHOWN && LINKS_SWAP)}>
        {values.map(({ label, n, change }) => (
          <li>
            {change ? <a href={searchUrl(criteria, change)}>{label}</a> : label}{' '}
            <span class="facette-nombre">{formatNumber(n)}</span>
          </li>
        ))}
      </ul>
      {others > 0 && shown === SHOWN && (
        <p>
          <a href={spreadUrl(criteria)}>{`et ${plural(others, 'autre', 'autres')}`}</a>
        </p>
      )}
      {others > 0 && shown > SHOWN && (
        <p>{`et ${plural(others, 'autre', 'autres')}${NNBSP}; affinez pour ${agreed(others, 'le', 'les')} voir.`}</p>
      )}
    </section>
  )
}
