import { NBSP } from '../../../lib/typo.ts'
import { listUrl } from '../../../web/pagination.ts'
import type { Criteria } from '../rules/criteria.ts'

/**
 * The registers of the place that was asked for, and what of its years is done, under way or missing. They are counted when somebody
 * looks, at once where nothing was found; without a script a link leads to them.
 */
export function LookedIn({ criteria, isOpen }: { criteria: Criteria; isOpen: boolean }) {
  const { lieu, annee_debut, annee_fin, type, acte } = criteria
  if (lieu === null) return null
  const path = listUrl(`/couverture/lieux/${lieu.id}`, {}, { de: annee_debut, a: annee_fin, type, acte })
  return (
    <details
      class="recherche-couverture"
      open={isOpen}
      hx-get={path}
      hx-trigger={isOpen ? 'load once' : 'toggle once'}
      hx-target="find div"
    >
      <summary>Ce qui a été cherché{NBSP}: les registres de ce lieu</summary>
      <div>
        <a href={path}>Voir ce qui est relevé, en cours, ou manque</a>
      </div>
    </details>
  )
}
