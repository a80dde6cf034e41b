import type { Child } from 'hono/jsx'
import { etatName, fieldName, KINDS } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { ETAT_LABELS } from '../../../champs/states.ts'
import { shown } from '../../../lib/body.ts'
import { quoted } from '../../../lib/typo.ts'
import { fieldId } from '../../../ui/field.tsx'
import { Form, Submit } from '../../../ui/form.tsx'
import { Badge, PageHead } from '../../../ui/page.tsx'
import type { ReleveForm } from '../form.ts'
import { lecturesPath, OtherReadings } from '../lectures-views.tsx'
import { shortText } from '../rules/display.ts'
import { SENTENCE_TARGET, Sentence } from './sentence.tsx'

/** Where a value is edited in place: on the page of its record, in a row of the list of its source, at the head of one. */
export const INLINE_VIEWS = ['fiche', 'liste', 'tete'] as const
export type InlineView = (typeof INLINE_VIEWS)[number]

/** A field of a record, as it is shown where it can be edited. */
export interface Place {
  id: number
  /** Title of the record, for those who do not see where the link stands. */
  title: string
  champ: Pick<Champ, 'nom' | 'label'>
  vue: InlineView
}

interface ValueProps extends Place {
  text: string
  /** Says how a date was understood. */
  echo?: string | undefined
  /** « douteux », « illisible »…; undefined when the value is sure. */
  etat?: string | undefined
  /** Other readings, on the page of the record. */
  lectures?: readonly string[]
}

/** Pages hold a field of a record once, so that its element has one address. */
const elementId = ({ id, champ }: Pick<Place, 'id' | 'champ'>): string => `champ-${id}-${champ.nom}`
const pathOf = ({ id, champ }: Pick<Place, 'id' | 'champ'>): string => `/releves/${id}/champs/${champ.nom}`

/** The element of the field takes the same element of the answer. */
const swapHere = (place: Place) => ({
  'hx-target': `#${elementId(place)}`,
  'hx-select': `#${elementId(place)}`,
  'hx-swap': 'outerHTML',
})

/** A value with the link that edits it where it stands (static/js/en-place.js); without script the link leads to a page of its own. */
export const InlineValue = (props: ValueProps): Child => (
  <span id={elementId(props)} class="en-place">
    {props.vue === 'fiche' ? <OnPage {...props} /> : inRow(props)}
  </span>
)

/**
 * A row of a list has it without an address: that comes with the first form that is opened here. No component, as there are hundreds of
 * them: what stood around the value and its link took a fifth of the time of the page.
 */
export const inlineCell = (props: ValueProps): Child => <span>{inRow(props)}</span>

const editLink = (place: Pick<Place, 'id' | 'champ'>, name: string, text?: string): Child => (
  <a class="modifier" href={pathOf(place)} aria-label={`Modifier ${name}`}>
    {text}
  </a>
)

/** A value in a row, whose head tells whose it is and leads to the record. Blanks between the parts: text browsers have nothing else to keep them apart. */
function inRow({ id, title, champ, vue, text, etat }: ValueProps): Child[] {
  const short = shortText(text)
  const value = vue === 'tete' ? <a href={`/releves/${id}`}>{short || title}</a> : short
  const edit = editLink({ id, champ }, champ.label)
  return etat ? [value, ' ', <Badge tone="warn">{etat}</Badge>, ' ', edit] : [value, ' ', edit]
}

function OnPage({ text, echo = '', etat, lectures = [], ...place }: ValueProps): Child {
  const { id, title, champ } = place
  return (
    <>
      <Text text={text} etat={etat} />
      {echo !== '' && <span class="compris"> {echo}</span>}
      {etat && ' '}
      {etat && <Badge tone="warn">{etat}</Badge>}{' '}
      <OtherReadings list={lectures} label={champ.label} href={lecturesPath(id, champ.nom)} />
      {editLink(place, `${quoted(champ.label)} de ${quoted(title)}`, 'Modifier')}
    </>
  )
}

function Text({ text, etat }: Pick<ValueProps, 'text' | 'etat'>): Child {
  if (text !== '') return <span>{text}</span>
  return etat ? null : <span class="rien">non renseigné</span>
}

interface FormProps {
  title: string
  releve: { id: number }
  /** Title of the record. */
  releveTitle: string
  source: { id: number; titre: string }
  champ: Champ
  form: ReleveForm
  /** Sent by the script that swaps the field in place; undefined for the page of its own. */
  vue: InlineView | undefined
  /** Somebody was faster: what happened, and what to do. */
  notice?: Child
}

/** The form of one field: a page of its own, of which scripts take the form alone. */
export function InlineFormPage(props: FormProps) {
  const { title, releve, source, champ, form, vue, notice } = props
  const place = { id: releve.id, title: props.releveTitle, champ, vue: vue ?? 'fiche' }
  const path = pathOf(place)
  const name = fieldName(champ)
  const { Input } = KINDS[champ.type]
  return (
    <>
      <PageHead title={title} lead={<a href={`/sources/${source.id}`}>{source.titre}</a>} />
      <div id={elementId(place)} class="en-place-forme">
        <Form
          action={path}
          enter="Enregistrer"
          novalidate
          data-en-place
          {...(vue && { 'hx-post': `${path}?vue=${vue}`, ...swapHere(place), 'hx-disabled-elt': 'find .principal' })}
          {...(vue === 'fiche' && { 'hx-select-oob': SENTENCE_TARGET })}
        >
          <input type="hidden" name="version" value={form.version} />
          {notice !== undefined && (
            <p class="erreur" role="alert">
              {notice}
            </p>
          )}
          <Input
            champ={champ}
            name={name}
            raw={form.raw}
            error={form.errors[name]}
            candidates={form.candidates[name]}
          />
          <Etat champ={champ} value={shown(form.raw, etatName(champ))} />
          <div class="actions">
            <Submit>Enregistrer</Submit>
            <a
              class="annuler"
              href={`/releves/${releve.id}`}
              data-annuler
              {...(vue && { 'hx-get': `${path}/valeur?vue=${vue}`, ...swapHere(place) })}
            >
              Annuler
            </a>
            <a href={lecturesPath(releve.id, champ.nom)}>Autre lecture</a>
          </div>
        </Form>
      </div>
    </>
  )
}

/** The state of a value, as a list to choose from. */
export function Etat({ champ, value }: { champ: Champ; value: string }) {
  const name = etatName(champ)
  return (
    <div class="champ champ-court">
      <label for={fieldId(name)}>État</label>
      <select id={fieldId(name)} name={name} aria-label={`État de ${quoted(champ.label)}`}>
        {Object.entries(ETAT_LABELS).map(([etat, label]) => (
          <option value={etat} selected={etat === value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}

/** A value alone: what takes the place of the form once it is saved or given up. */
export function InlineValuePage({ title, sentence, ...value }: ValueProps & { pageTitle: string; sentence: string }) {
  return (
    <>
      <PageHead title={value.pageTitle} lead={<a href={`/releves/${value.id}`}>{title}</a>} />
      {sentence !== '' && <Sentence>{sentence}</Sentence>}
      <p>
        <InlineValue title={title} {...value} />
      </p>
    </>
  )
}
