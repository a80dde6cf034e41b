import type { Child } from 'hono/jsx'
import { formatNumber } from '../../../lib/text.ts'
import { NBSP, NNBSP, quoted } from '../../../lib/typo.ts'
import { MAX_WORDS } from '../../../search/language.ts'
import type { Plan } from '../../../search/plan.ts'
import { ExportMenu } from '../../../ui/export-links.tsx'
import { CursorPager } from '../../../ui/pagination.tsx'
import { FORMATS } from '../../../web/formats/index.ts'
import { carteUrl } from '../../carte/rules/addresses.ts'
import { familyUrl } from '../../releves/rules/couple-links.ts'
import type { Instead } from '../queries/instead.ts'
import { type FoundPage, MOST_AT_HAND } from '../queries/search.ts'
import { type Criteria, isInForce, isLeftOutOfMap, LABELS, SORTS, type Sort } from '../rules/criteria.ts'
import { SORT_LABELS } from '../rules/labels.ts'
import { soughtText } from '../rules/sought.ts'
import { type Cursor, exportUrl, programsUrl, searchUrl } from '../rules/urls.ts'
import { SHOWN_NAMES } from './criteria.tsx'
import { Entries } from './entries.tsx'
import { InsteadFound, InsteadLater } from './instead.tsx'
import { KeepSearch } from './keep.tsx'
import { LookedIn } from './looked-in.tsx'
import { NothingFound } from './nothing-found.tsx'
import { Sought, SpellingsLater } from './spellings.tsx'
import { LINKS_SWAP } from './swapped.ts'
import { CountFound, type ShownTally, Spread } from './tally.tsx'

/** One page of results with what is to be said about it. */
export interface Found {
  list: FoundPage
  plan: Plan
  cursor: Cursor | undefined
  /** undefined where it takes longer than the page should. */
  tally: ShownTally | undefined
  /** Where nothing was found: what a little elsewhere would be; undefined where it takes longer than the page should. */
  instead: Instead | undefined
}

interface ResultsProps extends Found {
  criteria: Criteria
  /** The filters in force. */
  children: Child
}

export function Results(props: ResultsProps) {
  const { criteria, list, plan, tally, instead } = props
  const { hits, previous, next } = list
  // Beside the results each source narrows the search; where none stands there, each row does.
  const isSpread = tally?.facets !== undefined || criteria.source !== null
  const text = soughtText(criteria, plan.sounding)
  const sought = text !== undefined && <Sought text={text} />
  const graphies = plan.sounding.length > 0 && <SpellingsLater criteria={criteria} />
  if (hits.length === 0 && list.isAll)
    return (
      <>
        {props.children}
        {sought}
        {graphies}
        <NothingFound criteria={criteria} />
        {instead ? <InsteadFound criteria={criteria} instead={instead} /> : <InsteadLater criteria={criteria} />}
        <KeepSearch criteria={criteria} />
        <LookedIn criteria={criteria} isOpen />
      </>
    )
  return (
    // Where the next page begins for the keyboard too.
    <section id="resultats" aria-label="Résultats" tabindex={-1}>
      <Head {...props} />
      {sought}
      <Remarks {...props} />
      <div class="recherche-resultats">
        <div>
          {hits.length > 0 ? (
            <Entries hits={hits} highlights={plan.highlights} narrowed={isSpread ? undefined : criteria} />
          ) : (
            <p>La liste s’arrête ici.</p>
          )}
          <div {...LINKS_SWAP}>
            <CursorPager
              previous={previous ? `${searchUrl(criteria, {}, previous)}#resultats` : null}
              next={next ? `${searchUrl(criteria, {}, next)}#resultats` : null}
            />
          </div>
        </div>
        <div id="affiner" class="recherche-cote">
          {graphies}
          <Spread criteria={criteria} tally={tally} />
        </div>
      </div>
      <KeepSearch criteria={criteria} />
      <LookedIn criteria={criteria} isOpen={false} />
    </section>
  )
}

/** How many of what, in which order, and what may be done with all of them. */
function Head({ criteria, list, tally, cursor, children }: ResultsProps) {
  return (
    <div class="recherche-tete">
      <p class="recherche-compte">
        <CountFound criteria={criteria} tally={tally} />
        {cursor !== undefined && (
          <span {...LINKS_SWAP}>
            {' '}
            (<a href={searchUrl(criteria)}>revenir au début</a>)
          </span>
        )}
      </p>
      {children}
      <Order criteria={criteria} tri={list.isUnsorted ? 'date' : criteria.tri} />
      <div class="recherche-suites">
        <a class="recherche-affiner" href="#affiner">
          Affiner
        </a>{' '}
        <OnMap criteria={criteria} /> <AsFamily criteria={criteria} />{' '}
        <ExportMenu>
          {FORMATS.filter(({ isForOthers }) => !isForOthers).map(({ extension, label }) => (
            <a href={exportUrl(criteria, extension)}>Exporter en {label}</a>
          ))}
          <a href={programsUrl(criteria)}>Autres formats</a>
        </ExportMenu>
      </div>
    </div>
  )
}

/** The acts of a couple as one family, in the place and from the year of this search. */
function AsFamily({ criteria: { nom, prenom, nom2, prenom2, lieu, annee_debut } }: { criteria: Criteria }) {
  if (nom === '' || nom2 === '') return null
  const couple = { nom, prenom, nom2, prenom2, lieu: lieu?.id ?? null, annee: annee_debut, releve: null }
  return <a href={familyUrl(couple)}>Voir comme une famille</a>
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
    <div class="recherche-ordre" {...LINKS_SWAP}>
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
