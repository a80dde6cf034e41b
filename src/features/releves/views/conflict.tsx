import type { Child } from 'hono/jsx'
import { type Body, shownAll } from '../../../lib/body.ts'
import { formatInstant, plural } from '../../../lib/text.ts'
import { NBSP, NNBSP, quoted } from '../../../lib/typo.ts'
import { Fieldset, fieldId } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { PageHead } from '../../../ui/page.tsx'
import { Table } from '../../../ui/table.tsx'
import type { FormErrors } from '../../../web/form.ts'
import { choiceName, type Difference, type Version } from '../rules/conflict.ts'
import type { ReleveField } from '../rules/display.ts'

interface Head {
  title: string
  releve: { id: number; version: number }
  source: { id: number; titre: string }
  /** Saved or deleted by this account meanwhile. */
  editor: string
  at: string
  /** The act that was in hand when this one was opened. */
  retour?: { cle: string; href: string } | undefined
}

interface ConflictProps extends Head {
  /** It was the same person, in another page. */
  isOwn: boolean
  differences: Difference[]
  /** How many fields are the same in both. */
  alike: number
  /** My values as form fields. */
  mine: Body
  /** Version that my form was made from. */
  base: number
  errors: FormErrors
}

/** Two people changed one record: both versions side by side, a choice for each field that differs. */
export function ConflictPage(props: ConflictProps) {
  const { title, releve, source, editor, isOwn, differences, alike, errors } = props
  const path = `/releves/${releve.id}`
  const labels = Object.fromEntries(differences.map(({ champ }) => [choiceName(champ), champ.label]))
  return (
    <>
      <PageHead title={title} lead={<a href={`/sources/${source.id}/releves`}>{source.titre}</a>} />
      <p>
        {isOwn
          ? `Vous avez modifié ce relevé le ${formatInstant(props.at)}, dans une autre page.`
          : `${editor} a modifié ce relevé le ${formatInstant(props.at)}, pendant que vous le modifiiez aussi.`}{' '}
        Rien de ce que vous avez saisi n’est perdu, rien n’est encore enregistré{NBSP}: choisissez, champ par champ, ce
        qui doit rester.
      </p>
      {alike > 0 && <p class="aide">{sentenceOf(alike)}</p>}
      <ErrorSummary errors={errors} labels={labels} />
      <Form action={`${path}/conflit`} novalidate>
        <input type="hidden" name="version" value={releve.version} />
        <input type="hidden" name="base" value={props.base} />
        <Hidden fields={props.mine} />
        <Back retour={props.retour} />
        {differences.map((difference) => (
          <Choice
            difference={difference}
            labels={isOwn ? OWN_LABELS : labelsFor(editor)}
            error={errors[choiceName(difference.champ)]}
          />
        ))}
        <Actions cancel={props.retour?.href ?? path} back={props.retour && TO_HAND}>
          <Submit>Enregistrer la version choisie</Submit>
        </Actions>
      </Form>
    </>
  )
}

const sentenceOf = (alike: number): string =>
  alike === 1
    ? 'Un autre champ est le même dans les deux versions.'
    : `${plural(alike, 'autre champ est le même', 'autres champs sont les mêmes')} dans les deux versions.`

type VersionLabels = Record<Version, string>

const labelsFor = (editor: string): VersionLabels => ({
  mien: 'Ma version',
  actuel: `Version enregistrée par ${editor}`,
})

const OWN_LABELS: VersionLabels = { mien: 'Cette saisie', actuel: 'Ce que vous avez enregistré' }

interface ChoiceProps {
  difference: Difference
  labels: VersionLabels
  error: string | undefined
}

function Choice({ difference, labels, error }: ChoiceProps) {
  const { champ, mien, actuel, avant, choix } = difference
  const name = choiceName(champ)
  const help = avant === undefined ? undefined : `Avant${NBSP}: ${avant || 'vide'}`
  return (
    <Fieldset legend={champ.label} name={name} error={error} help={help}>
      <div class="conflit-choix">
        <Option name={name} version="mien" choix={choix} label={labels.mien} text={mien} />
        <Option name={name} version="actuel" choix={choix} label={labels.actuel} text={actuel} />
      </div>
    </Fieldset>
  )
}

interface OptionProps {
  name: string
  version: Version
  choix: Version | undefined
  label: string
  text: string
}

function Option({ name, version, choix, label, text }: OptionProps) {
  const id = `${fieldId(name)}-${version}`
  return (
    <div class="case">
      <input type="radio" id={id} name={name} value={version} checked={choix === version} required />
      <label for={id}>
        {`${label}${NBSP}: `}
        {text === '' ? <span class="rien">vide</span> : <span class="conflit-texte">{text}</span>}
      </label>
    </div>
  )
}

const Hidden = ({ fields }: { fields: Body }): Child =>
  Object.keys(fields).map((name) =>
    shownAll(fields, name).map((value) => <input type="hidden" name={name} value={value} />),
  )

const TO_HAND = 'Revenir à l’acte en cours'

const Back = ({ retour }: Pick<Head, 'retour'>): Child =>
  retour ? <input type="hidden" name="_retour" value={retour.cle} /> : null

interface DeletedProps extends Head {
  mine: Body
  /** My values as pages show them. */
  fields: ReleveField[]
  base: number
  canRestore: boolean
  /** Token of the record that may be created instead. */
  jeton: string
}

/** The record was deleted while I changed it: what I typed, and what can be done with it. */
export function DeletedPage(props: DeletedProps) {
  const { title, releve, source, fields, canRestore } = props
  const path = `/releves/${releve.id}`
  return (
    <>
      <PageHead title={title} lead={<a href={`/sources/${source.id}/releves`}>{source.titre}</a>} />
      <p>
        {props.editor} a supprimé ce relevé le {formatInstant(props.at)}, pendant que vous le modifiiez. Votre saisie
        est ci-dessous{NNBSP}; elle n’est pas encore enregistrée.
      </p>
      <Table caption="Votre saisie" columns={COLUMNS} rows={fields} />
      {canRestore ? (
        <Form action={`${path}/conflit`}>
          <input type="hidden" name="base" value={props.base} />
          <input type="hidden" name="retablir" value="oui" />
          <Hidden fields={props.mine} />
          <Back retour={props.retour} />
          <Actions>
            <Submit>Rétablir le relevé avec ma saisie</Submit>
          </Actions>
        </Form>
      ) : (
        <p>Un gestionnaire de la section peut rétablir le relevé supprimé, tel qu’il était.</p>
      )}
      <Form action={`/sources/${source.id}/releves`}>
        <input type="hidden" name="_envoi" value={props.jeton} />
        <input type="hidden" name="_brouillon" value={`r${releve.id}`} />
        <Hidden fields={props.mine} />
        <Back retour={props.retour} />
        <Actions cancel={props.retour?.href ?? `/sources/${source.id}/releves`} back={props.retour && TO_HAND}>
          <button type="submit" class="bouton">
            L’enregistrer comme nouveau relevé
          </button>
        </Actions>
      </Form>
      <p>
        <a href={`${path}/historique`}>Historique du relevé supprimé</a>
      </p>
    </>
  )
}

const COLUMNS = [
  { label: 'Champ', head: true, cell: ({ term }: ReleveField) => term },
  { label: 'Ma saisie', cell: ({ value, etat }: ReleveField) => (etat ? `${value} (${etat})`.trim() : value || '–') },
]

/** A field of mine may not be stored any more: its text must not be lost in silence. */
export const lostSentence = (label: string, typed: string, message: string): string =>
  `${quoted(label)}${NBSP}: votre texte ${quoted(typed)} ne peut plus être enregistré. ${message}`
