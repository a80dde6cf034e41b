import { Form } from './form.tsx'

/** The form that the boxes of a table belong to. */
export const SELECTION = 'selection'

interface SelectionBarProps {
  /** Answers with the page that asks before anything is done. */
  action: string
  actions: readonly { name: string; label: string }[]
  /** The filter in force: goes with « all that it finds ». */
  filter: Record<string, string>
  /** « Les 312 résultats du filtre »; undefined where the page shows them all. */
  all: string | undefined
}

/**
 * Under a table with boxes: what may be done with the rows that are ticked. Without JavaScript it is always there; with it, as long as a
 * row is (static/js/selection.js), and says how many.
 */
export function SelectionBar({ action, actions, filter, all }: SelectionBarProps) {
  return (
    <Form action={action} method="get" id={SELECTION} class="selection selection-vide" aria-label="Lignes choisies">
      {Object.entries(filter).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <p class="avec-js" role="status" data-selection-compte />
      {all !== undefined && (
        <label>
          <input type="checkbox" name="tous" value="1" data-selection-tous /> {all}
        </label>
      )}
      {actions.map(({ name, label }) => (
        <button type="submit" class="bouton" name="geste" value={name}>
          {label}
        </button>
      ))}
    </Form>
  )
}

/** The box of a row. */
export const RowBox = ({ id, label }: { id: number; label: string }) => (
  <label class="choix-case">
    <input type="checkbox" name="ids" value={id} form={SELECTION} aria-label={`Choisir ${label}`} />
  </label>
)

/** The box over the boxes: a script ticks them. */
export const AllRowsBox = () => (
  <label class="choix-case avec-js">
    <input type="checkbox" data-selection-page aria-label="Tout sélectionner sur cette page" />
  </label>
)
