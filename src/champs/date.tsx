import type { Child } from 'hono/jsx'
import { type Body, shown } from '../lib/body.ts'
import {
  type CalendarType,
  type DateValue,
  dateFromCell,
  dateInTable,
  dateInWords,
  dateToCell,
  dateToText,
  MAX_DATE_LENGTH,
  periodOf,
  readDate,
  readTyped,
  understood,
} from '../lib/dates.ts'
import { quoted } from '../lib/typo.ts'
import { Field, fieldId } from '../ui/field.tsx'
import {
  CALENDARS,
  calendrierOf,
  dateRemark,
  isBlank,
  isCalendar,
  SHORT_CALENDARS,
  typedDate,
  valeurOf,
} from './date-typed.ts'
import { CellError, type ChampKind, FieldError } from './kind.ts'

function readForm(raw: Body, name: string): DateValue | null {
  const typed = typedDate(raw, name)
  if (typed === undefined) return null
  if (!isCalendar(typed.calendrier)) throw new FieldError('Choisissez un calendrier dans la liste.')
  const reading = readTyped(typed.valeur, typed.calendrier)
  if (!reading.ok) throw new FieldError(reading.message)
  return reading.value
}

/** « = vendredi 1er août 1794 » where that says more than the text, and what a free Republican text has that cannot be. */
function echo(value: DateValue): string | null {
  const words = understood(value)
  const text = dateToText(value)
  const reading = readDate(text, value.calendrier)
  const warning = reading.ok ? reading.warning : undefined
  const isNew = words !== null && words !== text
  const parts = [isNew ? `= ${words}` : undefined, warning].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join('. ') : null
}

/** One text box and the calendar it is read in: a form sends exactly one value named `valeur` (spec, section 7). */
export const dateKind: ChampKind<DateValue> = {
  label: 'Date',
  inFile: `12/08/1787, 08/1787, 1787, 178? ou 17?? (derniers chiffres de l’année perdus), vers 1780, avant 1750, après 1750, 1780-1785, ${quoted('09/12/1582 (calendrier julien)')}, ${quoted('14 thermidor an II (calendrier républicain)')}.`,
  isValue: (value): value is DateValue => {
    const date = value as Partial<DateValue> | null
    return typeof date === 'object' && typeof date?.valeur === 'string' && isCalendar(String(date.calendrier))
  },
  Input: ({ champ, label, isDense, name, raw, error }) => (
    <Field
      id={fieldId(name)}
      name={name}
      label={label ?? champ.label}
      help={champ.aide ?? undefined}
      error={error}
      required={champ.required}
    >
      <div class="champ-date">
        <input
          type="text"
          name={valeurOf(name)}
          value={shown(raw, valeurOf(name))}
          autocomplete="off"
          spellcheck={false}
          placeholder="jj/mm/aaaa"
          maxlength={MAX_DATE_LENGTH}
        />
        <CalendarSelect
          label={champ.label}
          name={calendrierOf(name)}
          value={shown(raw, calendrierOf(name))}
          isDense={isDense}
        />
      </div>
    </Field>
  ),
  typed: (raw, name) => shown(raw, valeurOf(name)),
  read: async (raw, name) => readForm(raw, name),
  remark(raw, name) {
    const typed = typedDate(raw, name)
    return typed === undefined ? null : dateRemark(typed)
  },
  toRaw: (value, name) => ({ [valeurOf(name)]: dateToText(value), [calendrierOf(name)]: value.calendrier }),
  async fromCell(cell) {
    if (isBlank(cell)) return null
    const reading = dateFromCell(cell)
    if (!reading.ok) throw new CellError(reading.message)
    return reading.value
  },
  cellRemark(cell) {
    // Most are figures alone.
    const reading = /\p{L}/u.test(cell) ? dateFromCell(cell) : undefined
    return reading?.ok ? (reading.warning ?? null) : null
  },
  toCell: dateToCell,
  // Its days follow from these two.
  identity: ({ valeur, calendrier }) => [valeur, calendrier],
  // The days that it stands for, whatever its calendar; a text that stands for none is compared as a text.
  meaning: (value) => periodOf(value)?.join('/') ?? null,
  toText: dateToCell,
  toList: (value) => dateInTable(value).text,
  toSearch: (value) => `${dateToText(value)} ${dateInWords(value)}`,
  understood: echo,
}

interface CalendarProps {
  label: string
  name: string
  value: string
  isDense: boolean | undefined
}

function CalendarSelect({ label, name, value, isDense }: CalendarProps): Child {
  return (
    <select
      id={fieldId(name)}
      name={name}
      aria-label={`Calendrier de ${quoted(label)}`}
      title={isDense ? 'Calendrier' : undefined}
    >
      {Object.entries(CALENDARS).map(([calendrier, text]) => (
        <option
          value={calendrier}
          selected={calendrier === value}
          label={isDense ? SHORT_CALENDARS[calendrier as CalendarType] : undefined}
        >
          {text}
        </option>
      ))}
    </select>
  )
}
