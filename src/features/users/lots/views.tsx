import { type Body, type FormErrors, shown } from '../../../lib/body.ts'
import { Field } from '../../../ui/field.tsx'
import { KINDS_HELP } from '../../droits/membership-options.tsx'
import { MEMBERSHIP_CHOICES, MEMBERSHIP_KINDS } from '../../droits/rules/memberships.ts'

interface ChoiceProps {
  sections: readonly { id: number; nom: string }[]
  raw: Body
  errors: FormErrors
}

/** The section that people are put into, and what they do there. */
export function MembershipChoice({ sections, raw, errors }: ChoiceProps) {
  return (
    <>
      <Field name="choix_section" label="Section" error={errors.choix_section} required width="moyen">
        <select name="choix_section">
          <option value="">Choisissez une section</option>
          {sections.map(({ id, nom }) => (
            <option value={id} selected={String(id) === shown(raw, 'choix_section')}>
              {nom}
            </option>
          ))}
        </select>
      </Field>
      <Field
        name="choix_droit"
        label="Dans la section"
        help={KINDS_HELP}
        error={errors.choix_droit}
        required
        width="moyen"
      >
        <select name="choix_droit">
          {MEMBERSHIP_KINDS.map((kind) => (
            <option value={kind} selected={kind === (shown(raw, 'choix_droit') || 'saisie')}>
              {MEMBERSHIP_CHOICES[kind]}
            </option>
          ))}
        </select>
      </Field>
    </>
  )
}
