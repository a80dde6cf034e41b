import { shown } from '../../../lib/body.ts'
import { Form, Submit } from '../../../ui/form.tsx'
import { POUR, type SearchForm } from '../form.ts'
import { CRITERIA, type CriterionName } from '../rules/criteria.ts'
import { POUR_LABELS } from '../rules/labels.ts'
import type { SearchChoices } from './boxes.tsx'
import { type Group, SHOWN, SHOWN_NAMES } from './criteria.tsx'
import { FORM_SWAP } from './swapped.ts'

interface FieldsProps {
  form: SearchForm
  choices: SearchChoices
}

const namesOf = (group: Group): CriterionName[] => SHOWN_NAMES.filter((name) => SHOWN[name].group === group)

/** Is something in this box that the reader must see: a value, or what is wrong with it? */
function isFilled(name: CriterionName, { raw, errors }: SearchForm): boolean {
  const typed = shown(raw, name) || shown(raw, `texte:${name}`)
  return errors[name] !== undefined || (typed !== '' && typed !== CRITERIA[name].none)
}

export function SearchFields({ form, choices }: FieldsProps) {
  const boxes = (group: Group) =>
    namesOf(group).map((name) => {
      const { Box } = SHOWN[name]
      return <Box name={name} form={form} choices={choices} />
    })
  const isCouple = shown(form.raw, 'pour') === 'couple' || namesOf('couple').some((name) => isFilled(name, form))
  const pour = isCouple ? 'couple' : 'personne'
  return (
    <Form
      action="/recherche"
      method="get"
      class="recherche-criteres"
      aria-label="Critères de recherche"
      // The button of the box of places would come first.
      enter="Rechercher"
      // « Back » loads the page anew, and its form with what was asked then.
      autocomplete="off"
      data-recherche
      {...FORM_SWAP}
    >
      <fieldset class="recherche-qui">
        <legend class="hors-ecran">Qui cherchez-vous</legend>
        {/* In front of the line, so that the style sheet shows what they ask for, with scripts or without. */}
        {POUR.map((one) => (
          <>
            <input type="radio" name="pour" id={`pour-${one}`} value={one} checked={one === pour} />
            <label for={`pour-${one}`}>{POUR_LABELS[one]}</label>
          </>
        ))}
        <div class="recherche-ligne">
          {boxes('names')}
          <div class="recherche-couple">{boxes('couple')}</div>
          {boxes('where')}
          <Submit>Rechercher</Submit>
        </div>
      </fieldset>
      <div class="recherche-autres">
        <details open={namesOf('more').some((name) => isFilled(name, form))}>
          <summary>Plus de critères</summary>
          <div class="recherche-plus">{boxes('more')}</div>
        </details>
        {boxes('words')}
      </div>
      {boxes('kept')}
    </Form>
  )
}
