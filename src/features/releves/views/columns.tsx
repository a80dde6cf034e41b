import { fieldGroups } from '../../../champs/groups.ts'
import type { Champ } from '../../../champs/kind.ts'
import type { FormErrors } from '../../../lib/body.ts'
import { quoted } from '../../../lib/typo.ts'
import { CheckField, Fieldset } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { PageHead } from '../../../ui/page.tsx'
import type { Move } from '../columns-form.ts'

/** The lists and the table differ in the sentence above the order. */
export interface ColumnsWords {
  order: string
}

interface ColumnsProps {
  type: string
  words: ColumnsWords
  champs: readonly Champ[]
  /** The ticked fields, in the order of the columns. */
  columns: readonly Champ[]
  errors: FormErrors
  /** The person chose before: there is something to take back. */
  isOwn: boolean
  /** The column that was just moved keeps the focus. */
  moved: Move | undefined
  action: string
  back: string
}

const LABELS = { champs: 'Colonnes' }

/** One form: the order of the columns on top, every field of the type below, by person as at the desk. */
export function ColumnsPage({ type, words, champs, columns, errors, isOwn, moved, action, back }: ColumnsProps) {
  return (
    <>
      <PageHead
        title="Choisir les colonnes"
        lead={`Votre choix vaut pour toutes les sources du type ${quoted(type)}, et pour vous seul. Les exports gardent tous les champs.`}
      />
      <Form id="colonnes" action={action} enter="Enregistrer les colonnes" novalidate>
        <ErrorSummary errors={errors} labels={LABELS} />
        {champs.length === 0 ? (
          <p>Ce type de source n’a encore aucun champ&nbsp;: demandez à un administrateur d’en ajouter.</p>
        ) : (
          <>
            <Order columns={columns} words={words} moved={moved} action={action} />
            <Boxes champs={champs} columns={columns} error={errors.champs} />
          </>
        )}
        <Actions cancel={back}>
          {champs.length > 0 && <Submit>Enregistrer les colonnes</Submit>}
          {isOwn && (
            <button type="submit" class="bouton" name="action" value="defaut">
              Colonnes par défaut
            </button>
          )}
        </Actions>
      </Form>
    </>
  )
}

type OrderProps = Pick<ColumnsProps, 'columns' | 'moved' | 'action' | 'words'>

function Order({ columns, moved, action, words }: OrderProps) {
  return (
    <section aria-labelledby="colonnes-ordre">
      <h2 id="colonnes-ordre">Ordre des colonnes</h2>
      <p class="aide">{words.order}</p>
      <ol class="colonnes-ordre">
        {columns.map((champ, index) => (
          <li>
            <input type="hidden" name="ordre" value={champ.id} />
            <span class="colonnes-nom">{fullLabel(champ)}</span>
            <span class="colonnes-pas">
              <MoveButton {...{ champ, index, moved, action }} count={columns.length} step={-1} />
              <MoveButton {...{ champ, index, moved, action }} count={columns.length} step={1} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Two persons of an act have a name each: the label alone may not say whose. */
const fullLabel = ({ label, groupe }: Champ) => (
  <>
    {label}
    {groupe !== null && <small class="aide"> {groupe.libelle}</small>}
  </>
)

interface MoveProps extends Pick<ColumnsProps, 'moved' | 'action'> {
  champ: Champ
  index: number
  count: number
  step: -1 | 1
}

function MoveButton({ champ, index, count, step, moved, action }: MoveProps) {
  const [way, label] = step === -1 ? ['monter', 'Monter'] : ['descendre', 'Descendre']
  const isAtEnd = (at: number) => (step === -1 ? at === 0 : at === count - 1)
  // A button that has come to the end rests and cannot have the focus: its neighbour takes it.
  const other = moved?.step === -1 ? index === 0 : index === count - 1
  const isNext = moved?.id === champ.id && (other ? moved.step !== step : moved.step === step)
  return (
    <button
      type="submit"
      class="lien"
      name="action"
      value={`${way}-${champ.id}`}
      disabled={isAtEnd(index)}
      autofocus={isNext}
      aria-label={`${label} ${quoted(champ.label)}, colonne ${index + 1} sur ${count}`}
      hx-post={action}
      hx-target="#colonnes"
      hx-select="#colonnes"
      // At once: htmx gives the focus to `autofocus` when it settles, and by default takes it back then from who went on.
      hx-swap="outerHTML settle:0s"
    >
      {label}
    </button>
  )
}

function Boxes({
  champs,
  columns,
  error,
}: {
  champs: readonly Champ[]
  columns: readonly Champ[]
  error?: string | undefined
}) {
  const ticked = new Set(columns)
  const boxes = (of: readonly Champ[]) => (
    <div>
      {of.map((champ) => (
        <CheckField name={`champ-${champ.id}`} label={champ.label}>
          <input type="checkbox" name="champs" value={champ.id} checked={ticked.has(champ)} />
        </CheckField>
      ))}
    </div>
  )
  return (
    <Fieldset name="champs" legend="Champs montrés" error={error}>
      <div class="colonnes-personnes">
        {fieldGroups(champs).map(({ group, champs: of }) =>
          group === null ? boxes(of) : <Fieldset legend={group.libelle}>{boxes(of)}</Fieldset>,
        )}
      </div>
    </Fieldset>
  )
}
