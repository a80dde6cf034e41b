import type { ActKind } from '../../../db/schema-persons.ts'
import { type Body, type FormErrors, shown } from '../../../lib/body.ts'
import { NBSP } from '../../../lib/typo.ts'
import { Field } from '../../../ui/field.tsx'
import { SectionChoice } from '../../sources/lots/views.tsx'
import type { SourceChoices } from '../../sources/queries/sources.ts'
import { ACT_LABELS } from '../../types-sources/rules/persons.ts'
import type { TypeOfAct } from './queries.ts'

interface ChoiceProps {
  raw: Body
  errors: FormErrors
  actes: readonly ActKind[]
  types: readonly TypeOfAct[]
  choices: SourceChoices
}

/** The type of the sources of each kind of act, chosen beforehand where one alone is made for it; then their section. */
export function NewSourcesChoice({ raw, errors, actes, types, choices }: ChoiceProps) {
  return (
    <>
      {actes.map((acte) => {
        const name = `choix_type_${acte}`
        const [only, another] = types.filter((type) => type.acte === acte)
        const chosen = shown(raw, name) || (only && !another ? String(only.id) : '')
        return (
          <Field
            name={name}
            label={`Type des sources${NBSP}: ${ACT_LABELS[acte].toLowerCase()}`}
            error={errors[name]}
            required
            width="moyen"
          >
            <select name={name}>
              <option value="">Choisissez un type</option>
              {types.map(({ id, nom }) => (
                <option value={id} selected={String(id) === chosen}>
                  {nom}
                </option>
              ))}
            </select>
          </Field>
        )
      })}
      <SectionChoice {...{ raw, errors, choices }} label="Section" choosesOnly />
    </>
  )
}
