import { NBSP, quoted } from '../../../lib/typo.ts'
import type { Instead } from '../queries/instead.ts'
import type { Criteria } from '../rules/criteria.ts'
import { searchUrl } from '../rules/urls.ts'
import { LINKS_SWAP } from './swapped.ts'
import { countText } from './tally.tsx'

/** Under « nothing found »: what a name written nearly so would find, and the same question in the places around. */
export function InsteadFound({
  criteria,
  instead: { spellings, neighbours },
}: {
  criteria: Criteria
  instead: Instead
}) {
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
