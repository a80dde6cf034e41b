import { type Body, type FormErrors, shown } from '../../../lib/body.ts'
import { CheckField, Field, Fieldset } from '../../../ui/field.tsx'
import type { Member, SourceChoices } from '../queries/sources.ts'
import { chosenMembers } from './rules.ts'

interface ChoiceProps {
  raw: Body
  errors: FormErrors
}

const MODES = [
  ['ajouter', 'En plus des personnes à qui elles sont déjà confiées'],
  ['remplacer', 'À la place de ces personnes'],
] as const

/** The people to whom sources are assigned. */
export function MembersChoice({ users, raw, errors }: ChoiceProps & { users: readonly Member[] }) {
  const chosen = new Set(chosenMembers(raw))
  const mode = shown(raw, 'choix_mode') === 'remplacer' ? 'remplacer' : 'ajouter'
  return (
    <>
      <Fieldset legend="À qui" name="choix_membres" error={errors.choix_membres}>
        <div class="cases">
          {users.map(({ id, name }) => (
            <CheckField name="choix_membres" id={`membre-${id}`} label={name}>
              <input type="checkbox" name="choix_membres" value={id} checked={chosen.has(id)} />
            </CheckField>
          ))}
        </div>
      </Fieldset>
      <fieldset class="choix">
        <legend>Comment</legend>
        {MODES.map(([value, label]) => (
          <label>
            <input type="radio" name="choix_mode" value={value} checked={value === mode} /> {label}
          </label>
        ))}
      </fieldset>
    </>
  )
}

interface SectionChoiceProps extends ChoiceProps {
  choices: SourceChoices
  label: string
  /** The only section there is to choose is chosen beforehand. */
  choosesOnly?: boolean
}

/** The section in which sources are made, or to which they move. */
export function SectionChoice({ choices, raw, errors, label, choosesOnly = false }: SectionChoiceProps) {
  const [only, another] = choices.sections
  const chosen = shown(raw, 'choix_section') || (choosesOnly && only && !another ? String(only.id) : '')
  return (
    <Field name="choix_section" label={label} error={errors.choix_section} required width="moyen">
      <select name="choix_section">
        <option value="">Choisissez une section</option>
        {choices.sections.map(({ id, nom }) => (
          <option value={id} selected={String(id) === chosen}>
            {nom}
          </option>
        ))}
        {!choices.needsSection && (
          <option value="aucune" selected={chosen === 'aucune'}>
            Aucune section
          </option>
        )}
      </select>
    </Field>
  )
}
