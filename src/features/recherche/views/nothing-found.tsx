import { NBSP } from '../../../lib/typo.ts'
import { EmptyState } from '../../../ui/page.tsx'
import type { Advice } from '../rules/advice.ts'
import { type Criteria, type CriterionName, isInForce, without } from '../rules/criteria.ts'
import { searchUrl } from '../rules/urls.ts'
import { SHOWN, SHOWN_NAMES } from './criteria.tsx'
import { LINKS_SWAP } from './swapped.ts'

export function NothingFound({ criteria }: { criteria: Criteria }) {
  const list = advices(criteria)
  if (list.length === 0)
    return (
      <EmptyState title="Aucun relevé ne répond à tous ces critères.">
        Aucun relevé ne vous est encore accessible.
      </EmptyState>
    )
  return (
    <div class="vide">
      <p class="vide-titre">Aucun relevé ne répond à tous ces critères.</p>
      <p>{`Essayez ceci${NBSP}:`}</p>
      <ul class="recherche-conseils" {...LINKS_SWAP}>
        {list.map(({ text, change }) => (
          <li>{change ? <a href={searchUrl(criteria, change)}>{text}</a> : text}</li>
        ))}
      </ul>
    </div>
  )
}

/** These seldom are why nothing was found: their advice follows that of all others. */
const LAST: readonly CriterionName[] = ['lieu', 'type', 'acte', 'section', 'statut']

const LIKELIEST_FIRST = [...SHOWN_NAMES.filter((name) => !LAST.includes(name)), ...LAST]

function adviceOf(name: CriterionName, criteria: Criteria): Advice[] {
  const { advice } = SHOWN[name]
  if (typeof advice === 'function') return advice(criteria)
  return advice !== null && isInForce(name, criteria) ? [{ text: advice, change: without(name) }] : []
}

/** Tells what to loosen, the likeliest first; with the change that does it where one is enough. */
function advices(criteria: Criteria): { text: string; change?: Partial<Criteria> }[] {
  const words = criteria.clauses.length + criteria.names.length
  const list = LIKELIEST_FIRST.flatMap((name) => adviceOf(name, criteria))
  if (words > 1) return [{ text: 'cherchez moins de mots' }, ...list]
  return list.length === 0 && words > 0 ? [{ text: 'tentez une graphie ancienne du nom' }] : list
}
