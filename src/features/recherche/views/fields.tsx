import { Form, Submit } from '../../../ui/form.tsx'
import type { SearchForm } from '../form.ts'
import type { SearchChoices } from './boxes.tsx'
import { type Group, LINES, SHOWN, SHOWN_NAMES } from './criteria.tsx'

interface FieldsProps {
  form: SearchForm
  choices: SearchChoices
  /** The results are under the form: all but its first line is in their way. */
  isFolded: boolean
}

export function SearchFields({ form, choices, isFolded }: FieldsProps) {
  const boxes = (group: Group) =>
    SHOWN_NAMES.filter((name) => SHOWN[name].group === group).map((name) => {
      const { Box } = SHOWN[name]
      return <Box name={name} form={form} choices={choices} />
    })
  return (
    <Form action="/recherche" method="get" class="recherche-criteres" aria-label="Critères de recherche">
      <div class="recherche-mots">
        {boxes('words')}
        {/* First button of the form: the one that the Enter key presses, in whatever box. */}
        <Submit>Rechercher</Submit>
      </div>
      <details open={!isFolded}>
        <summary>Nom, lieu, années et autres critères</summary>
        {LINES.map((groups) => (
          <div class="ligne recherche-ligne">{groups.map(boxes)}</div>
        ))}
      </details>
      {boxes('kept')}
    </Form>
  )
}
