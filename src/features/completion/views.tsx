// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: ul and li are the ARIA guide's own listbox
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays in the text box, which names the active option

import { PageHead } from '../../ui/page.tsx'

export const OFFERS_TITLE = 'Valeurs proposées'

/** Nothing is chosen among the offers before somebody chooses it. `isWhole`: no other value begins so. */
export function OffersPage({ label, values, isWhole }: { label: string; values: readonly string[]; isWhole: boolean }) {
  return (
    <>
      <PageHead title={OFFERS_TITLE} lead={label} />
      {values.length === 0 ? (
        <p data-complet={isWhole ? '' : undefined}>Aucune valeur à proposer.</p>
      ) : (
        <ul role="listbox" aria-label={label} data-complet={isWhole ? '' : undefined}>
          {values.map((value) => (
            <li role="option" aria-selected="false" data-valeur={value}>
              {value}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
