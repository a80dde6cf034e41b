import { shown } from '../lib/body.ts'
import { Field } from '../ui/field.tsx'
import { CellError, type ChampKind, FieldError } from './kind.ts'
import { cellText, fieldText } from './typed-text.ts'
import { yesOrNo } from './yes-no.ts'

const MAX_TYPED = 20
const UNREAD = 'Indiquez Oui ou Non.'
const inFrench = (value: boolean): string => (value ? 'Oui' : 'Non')

/** Yes or no; a no that was said is not the same as nothing. */
export const booleanKind: ChampKind<boolean> = {
  label: 'Oui ou non',
  inFile: 'Oui, non, o, n, vrai, faux, 1, 0 ou x.',
  isValue: (value): value is boolean => typeof value === 'boolean',
  Input: ({ champ, label, name, raw, error }) => {
    const value = yesOrNo(shown(raw, name))
    return (
      <Field
        name={name}
        label={label ?? champ.label}
        help={champ.aide ?? undefined}
        error={error}
        required={champ.required}
        width="court"
      >
        <select name={name}>
          <option value="" label="–">
            Non renseigné
          </option>
          <option value="oui" selected={value === true}>
            Oui
          </option>
          <option value="non" selected={value === false}>
            Non
          </option>
        </select>
      </Field>
    )
  },
  typed: shown,
  async read(raw, name) {
    const text = fieldText(raw, name, MAX_TYPED)
    if (text === '') return null
    const value = yesOrNo(text)
    if (value === undefined) throw new FieldError(UNREAD)
    return value
  },
  toRaw: (value, name) => ({ [name]: value ? 'oui' : 'non' }),
  async fromCell(cell) {
    const text = cellText(cell, MAX_TYPED)
    if (text === '') return null
    const value = yesOrNo(text)
    if (value === undefined) throw new CellError(UNREAD)
    return value
  },
  toCell: inFrench,
  toText: inFrench,
  // « oui » and « non » would be found in half of all records.
  toSearch: () => '',
}
