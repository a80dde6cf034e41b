import { shown } from '../lib/body.ts'
import { Field } from '../ui/field.tsx'
import type { Champ, ChampKind } from './kind.ts'
import { cellText, fieldText } from './typed-text.ts'

export const MAX_TEXT = 500

export const cased = (text: string, champ: Champ): string => (champ.majuscules ? text.toLocaleUpperCase('fr') : text)
const given = (text: string): string | null => (text === '' ? null : text)

/** The last number in a text, plus one: « 12 bis » has none to count on, « f° 12 » becomes « f° 13 ». */
function counted(text: string): string {
  return text.replace(/\d{1,9}$/, (digits) => String(Number(digits) + 1).padStart(digits.length, '0'))
}

/** One line of text. */
export const textKind: ChampKind<string> = {
  label: 'Texte court',
  inFile: '',
  isValue: (value): value is string => typeof value === 'string',
  Input: ({ champ, label, name, raw, error }) => (
    <Field
      name={name}
      label={label ?? champ.label}
      help={champ.aide ?? undefined}
      error={error}
      required={champ.required}
    >
      <input
        type="text"
        name={name}
        value={shown(raw, name)}
        autocomplete="off"
        spellcheck={false}
        autocapitalize={champ.majuscules ? 'characters' : undefined}
        maxlength={MAX_TEXT}
      />
    </Field>
  ),
  typed: shown,
  read: async (raw, name, champ) => given(cased(fieldText(raw, name, MAX_TEXT), champ)),
  toRaw: (value, name) => ({ [name]: value }),
  fromCell: async (cell, champ) => given(cased(cellText(cell, MAX_TEXT), champ)),
  toCell: (value) => value,
  // Records of before the field asked for capitals keep theirs.
  identity: cased,
  toText: (value) => value,
  toSearch: (value) => value,
  next: counted,
  oneLine: MAX_TEXT,
  becomes: { types: ['textarea'], isStoredAsText: true },
}
