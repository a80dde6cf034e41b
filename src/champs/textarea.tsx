import { shown } from '../lib/body.ts'
import { Field } from '../ui/field.tsx'
import type { Champ, ChampKind } from './kind.ts'
import { cellText, fieldText } from './typed-text.ts'

export const MAX_TEXTAREA = 10_000

const cased = (text: string, champ: Champ): string => (champ.majuscules ? text.toLocaleUpperCase('fr') : text)
const given = (text: string): string | null => (text === '' ? null : text)

/** Text of several lines, its line breaks kept. */
export const textareaKind: ChampKind<string> = {
  label: 'Texte long',
  inFile: 'Les retours à la ligne sont gardés.',
  isValue: (value): value is string => typeof value === 'string',
  Input: ({ champ, label, name, raw, error }) => (
    <Field
      name={name}
      label={label ?? champ.label}
      help={champ.aide ?? undefined}
      error={error}
      required={champ.required}
    >
      <textarea name={name} rows={3}>
        {shown(raw, name)}
      </textarea>
    </Field>
  ),
  typed: shown,
  read: async (raw, name, champ) => given(cased(fieldText(raw, name, MAX_TEXTAREA, false), champ)),
  toRaw: (value, name) => ({ [name]: value }),
  fromCell: async (cell, champ) => given(cased(cellText(cell, MAX_TEXTAREA, false), champ)),
  toCell: (value) => value,
  // Records of before the field asked for capitals keep theirs.
  identity: cased,
  toText: (value) => value,
  toSearch: (value) => value,
  becomes: { types: ['text'], isStoredAsText: true },
}
