import { shown } from '../lib/body.ts'
import { sortKey } from '../lib/text.ts'
import { quoted } from '../lib/typo.ts'
import { Field } from '../ui/field.tsx'
import { CellError, type Champ, type ChampKind, FieldError } from './kind.ts'
import { MAX_TEXT } from './text.tsx'
import { cellText, excerpt, fieldText } from './typed-text.ts'

/** A value chosen among the options of the field. */
export const selectKind: ChampKind<string> = {
  label: 'Liste de choix',
  inFile: '',
  isValue: (value): value is string => typeof value === 'string',
  Input: ({ champ, label, name, raw, error }) => {
    const value = shown(raw, name)
    // A value that was sent and is refused stays in view beside its error.
    const options = value === '' || champ.options.includes(value) ? champ.options : [...champ.options, value]
    return (
      <Field
        name={name}
        label={label ?? champ.label}
        help={champ.aide ?? undefined}
        error={error}
        required={champ.required}
        width="moyen"
      >
        <select name={name}>
          <option value="" label="–">
            Non renseigné
          </option>
          {options.map((option) => (
            <option value={option} selected={option === value}>
              {champ.anciennes?.includes(option) ? `${option} (ancienne valeur)` : option}
            </option>
          ))}
        </select>
      </Field>
    )
  },
  typed: shown,
  async read(raw, name, champ) {
    const text = fieldText(raw, name, MAX_TEXT)
    if (text === '') return null
    const option = readable(champ).find((one) => one === text)
    if (option === undefined) throw new FieldError('Choisissez une valeur dans la liste.')
    return option
  },
  toRaw: (value, name) => ({ [name]: value }),
  async fromCell(cell, champ) {
    const text = cellText(cell, MAX_TEXT)
    if (text === '') return null
    const exact = readable(champ).find((one) => one === text)
    const alike = exact === undefined ? champ.options.filter((one) => alikeKey(one) === alikeKey(text)) : [exact]
    if (alike.length === 1 && alike[0] !== undefined) return alike[0]
    throw new CellError(
      `${quoted(excerpt(text))} n’est pas dans la liste. Valeurs possibles\u00a0: ${champ.options.join(', ')}.`,
    )
  },
  toCell: (value) => value,
  toText: (value) => value,
  toSearch: (value) => value,
  hasOptions: true,
  becomes: { types: ['text', 'textarea'], isStoredAsText: true },
  keeping({ anciennes = [], ...champ }, stored) {
    if (champ.options.includes(stored)) return { ...champ, anciennes }
    return { ...champ, options: [...champ.options, stored], anciennes: [...anciennes, stored] }
  },
}

/** Former options are offered no more, but to the record that holds one; a file or a draft that says one is read all the same. */
const readable = ({ options, anciennes = [] }: Champ): string[] => [...options, ...anciennes]

/** Accents and case aside; an option of signs alone (« ? ») counts as it is. */
const alikeKey = (text: string): string => sortKey(text) || text
