import { FREQUENCES } from '../../../db/schema-alertes.ts'
import { Field } from '../../../ui/field.tsx'
import { Form, Submit } from '../../../ui/form.tsx'
import type { Criteria } from '../rules/criteria.ts'
import { FREQUENCY_LABELS, MAX_TITLE, proposedTitle } from '../rules/keeping.ts'
import { searchParams } from '../rules/urls.ts'

/** Keeps the search as it is asked here: `/mes-recherches` then tells its person what is new. */
export function KeepSearch({ criteria }: { criteria: Criteria }) {
  const adresse = new URLSearchParams(searchParams({ ...criteria, tri: 'date' })).toString()
  return (
    <details class="recherche-garder">
      <summary>Enregistrer cette recherche</summary>
      <Form action="/mes-recherches">
        <input type="hidden" name="adresse" value={adresse} />
        <Field name="titre" id="garder-titre" label="Titre" required>
          <input name="titre" value={proposedTitle(criteria)} maxlength={MAX_TITLE} autocomplete="off" />
        </Field>
        <Field name="frequence" id="garder-frequence" label="M’avertir" width="moyen">
          <select name="frequence">
            {FREQUENCES.map((one) => (
              <option value={one}>{FREQUENCY_LABELS[one]}</option>
            ))}
          </select>
        </Field>
        <Submit>Enregistrer cette recherche</Submit> <a href="/mes-recherches">Mes recherches</a>
      </Form>
    </details>
  )
}
