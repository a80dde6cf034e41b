import { type Body, type FormErrors, shown } from '../../../lib/body.ts'
import { Field } from '../../../ui/field.tsx'
import { choiceText } from '../lots/rules.ts'

interface TargetProps {
  sources: readonly { id: number; titre: string }[]
  raw: Body
  errors: FormErrors
}

/** The source to which records move: a text box, which finds it by a few letters of its title. */
export const TargetChoice = ({ sources, raw, errors }: TargetProps) => (
  <>
    <Field
      name="choix_source"
      label="Vers la source"
      help="Tapez quelques lettres de son titre, puis choisissez-la."
      error={errors.choix_source}
      required
    >
      <input
        type="text"
        name="choix_source"
        list="sources-du-type"
        value={shown(raw, 'choix_source')}
        autocomplete="off"
      />
    </Field>
    <datalist id="sources-du-type">
      {sources.map((source) => (
        <option value={choiceText(source)} />
      ))}
    </datalist>
  </>
)
