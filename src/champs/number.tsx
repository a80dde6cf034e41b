import { shown } from '../lib/body.ts'
import { NumberCell } from '../lib/rows.ts'
import { NBSP } from '../lib/typo.ts'
import { Field } from '../ui/field.tsx'
import { CellError, type ChampKind, FieldError } from './kind.ts'
import { cellText, fieldText } from './typed-text.ts'

const MAX_TYPED = 40
/** A double keeps fifteen digits exactly; six of them at most after the comma, so that none is ever written with an exponent. */
const SHAPE = /^[+-]?\d{1,15}(?:[.,]\d{1,6})?$/
const MAX_DIGITS = 15

const UNREAD = 'Indiquez un nombre en chiffres, par exemple 12 ou 12,5 (quinze chiffres au plus, dont six décimales).'

/** The number a text stands for, with comma or point, blanks between its digits left out; null when it is none. */
function parseNumber(typed: string): number | null {
  const text = typed.replace(/−/g, '-').replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '')
  if (!SHAPE.test(text) || text.replace(/\D/g, '').length > MAX_DIGITS) return null
  // -0 would come back as 0 from the database.
  return Number(text.replace(',', '.')) || 0
}

const inFrench = (value: number): string => String(value).replace('.', ',')

/** A number, stored as such. */
export const numberKind: ChampKind<number> = {
  label: 'Nombre',
  inFile: `Avec un point ou une virgule${NBSP}: 12,5.`,
  isValue: (value): value is number => typeof value === 'number',
  Input: ({ champ, label, name, raw, error }) => (
    <Field
      name={name}
      label={label ?? champ.label}
      help={champ.aide ?? undefined}
      error={error}
      required={champ.required}
      width="court"
    >
      <input
        type="text"
        inputmode="decimal"
        name={name}
        value={shown(raw, name)}
        autocomplete="off"
        maxlength={MAX_TYPED}
      />
    </Field>
  ),
  typed: shown,
  async read(raw, name) {
    const text = fieldText(raw, name, MAX_TYPED)
    if (text === '') return null
    const value = parseNumber(text)
    if (value === null) throw new FieldError(UNREAD)
    return value
  },
  toRaw: (value, name) => ({ [name]: inFrench(value) }),
  async fromCell(cell) {
    const text = cellText(cell, MAX_TYPED)
    if (text === '') return null
    const value = parseNumber(text)
    if (value === null) throw new CellError(UNREAD)
    return value
  },
  // French spreadsheets take 3.5 for the third of May.
  toCell: (value) => new NumberCell(value, inFrench(value)),
  toText: inFrench,
  toSearch: inFrench,
  next: (value) => Math.floor(value) + 1,
  becomes: { types: ['text', 'textarea'], isStoredAsText: false },
}
