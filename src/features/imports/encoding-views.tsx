import { Field, HelpMark } from '../../ui/field.tsx'
import { ENCODING_CHOICES, ENCODINGS } from './rules/encoding.ts'

interface EncodingProps {
  help: string
  /** The words for the first choice: let the site find out. */
  auto: string
  value?: string
  error?: string | undefined
}

/** Stands behind the file in every form that sends one: hardly anybody needs it. */
export const EncodingField = ({ help, auto, value = 'auto', error }: EncodingProps) => (
  <Field
    name="encodage"
    label="Encodage du texte"
    help={help}
    error={error}
    aside={<HelpMark page="imports#si-l-apercu-est-illisible" about="Encodage du texte" />}
  >
    <select name="encodage">
      {ENCODING_CHOICES.map((choice) => (
        <option value={choice} selected={value === choice}>
          {choice === 'auto' ? auto : ENCODINGS[choice].label}
        </option>
      ))}
    </select>
  </Field>
)
