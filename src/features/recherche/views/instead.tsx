import { NBSP, quoted } from '../../../lib/typo.ts'
import { EmptyState, PageHead } from '../../../ui/page.tsx'
import type { Instead } from '../queries/instead.ts'
import type { Criteria } from '../rules/criteria.ts'
import { insteadUrl, searchUrl } from '../rules/urls.ts'
import { LINKS_SWAP } from './swapped.ts'
import { countText } from './tally.tsx'

interface InsteadProps {
  criteria: Criteria
  instead: Instead
}

export const INSTEAD_TITLE = 'Noms proches et lieux voisins'

/** They come by themselves after the page, or by their link: who found nothing is told so at once. */
export function InsteadLater({ criteria }: { criteria: Criteria }) {
  const href = insteadUrl(criteria)
  return (
    <div class="vide" hx-get={href} hx-trigger="load" hx-swap="outerHTML">
      <p>
        <a href={href}>{INSTEAD_TITLE}</a>
      </p>
    </div>
  )
}

/** The page of its own. */
export function InsteadPage(props: InsteadProps) {
  const { spellings, neighbours } = props.instead
  return (
    <>
      <PageHead title={INSTEAD_TITLE} action={<a href={searchUrl(props.criteria)}>Revenir à la recherche</a>} />
      {spellings.length + neighbours.length === 0 && (
        <EmptyState title="Aucun nom proche, aucun lieu voisin n’a de relevé que vous voyez." />
      )}
      <InsteadFound {...props} />
    </>
  )
}

/** Under « nothing found »: what a name written nearly so would find, and the same question in the places around. */
export function InsteadFound({ criteria, instead: { spellings, neighbours } }: InsteadProps) {
  if (spellings.length + neighbours.length === 0) return null
  return (
    <div class="vide" {...LINKS_SWAP}>
      {spellings.length > 0 && (
        <>
          <p>Noms proches, parmi les relevés que vous voyez{NBSP}:</p>
          <ul class="recherche-conseils">
            {spellings.map(({ word, total, change }) => (
              <li>
                <a href={searchUrl(criteria, change)}>{quoted(word)}</a>
                {`${NBSP}: ${countText(total)}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {neighbours.length > 0 && (
        <>
          <p>La même recherche dans les lieux voisins{NBSP}:</p>
          <ul class="recherche-conseils">
            {neighbours.map(({ id, nom_long, km, n }) => (
              <li>
                <a href={searchUrl(criteria, { lieu: { id, nom_long } })}>{nom_long}</a>
                {`, à ${km}${NBSP}km${NBSP}: ${countText({ n, isMore: false })}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
