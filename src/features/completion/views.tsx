// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: ul and li are the ARIA guide's own listbox
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays in the text box, which names the active option

/** The fragment that answers `/completions?q=`: nothing in it is chosen before somebody chooses it. */
export function Offers({ label, values }: { label: string; values: readonly string[] }) {
  return (
    <ul role="listbox" aria-label={label}>
      {values.map((value) => (
        <li role="option" aria-selected="false" data-valeur={value}>
          {value}
        </li>
      ))}
    </ul>
  )
}
