// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: ul and li are the ARIA guide's own listbox
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays in the text box, which names the active option

import { PageHead } from '../../ui/page.tsx'

export const OFFERS_TITLE = 'Valeurs proposées'

/** Nothing is chosen among the offers before somebody chooses it. */
export function OffersPage({ label, values }: { label: string; values: readonly string[] }) {
  return (
    <>
      <PageHead title={OFFERS_TITLE} lead={label} />
      {values.length === 0 ? (
        <p>Aucune valeur à proposer.</p>
      ) : (
        <ul role="listbox" aria-label={label}>
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
