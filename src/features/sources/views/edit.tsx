import { DOUBLE_SHARES, type Relecture } from '../../../db/schema-revue.ts'
import { type Body, type FormErrors, shown, shownAll } from '../../../lib/body.ts'
import { plural } from '../../../lib/text.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import { CheckField, Field, FieldRow, Fieldset, HelpMark } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, RequiredNote, Submit } from '../../../ui/form.tsx'
import { type PlaceChoice, PlaceInput } from '../../../ui/place-input.tsx'
import type { Member, SourceChoices, VisibleSource } from '../queries/sources.ts'
import { PATH } from './list.tsx'

export interface SourceFormProps {
  raw: Body
  errors: FormErrors
  place: PlaceChoice | null
  candidates: PlaceChoice[] | undefined
  choices: SourceChoices
}

export const NEW_TITLE = 'Nouvelle source'

export function NewSourcePage(props: SourceFormProps & { envoi: string }) {
  return (
    <>
      <h1>{NEW_TITLE}</h1>
      <ErrorSummary errors={props.errors} labels={LABELS} />
      <RequiredNote />
      <Form action={PATH} enter="Créer la source">
        <input type="hidden" name="_envoi" value={props.envoi} />
        <SourceFields {...props} membres={[]} />
        <Actions cancel={PATH}>
          <Submit>Créer la source</Submit>
        </Actions>
      </Form>
    </>
  )
}

export const editTitle = (source: { titre: string }): string => `Modifier la source ${quoted(source.titre)}`

interface EditProps extends SourceFormProps {
  source: VisibleSource
  membres: Member[]
}

export function EditSourcePage(props: EditProps) {
  const { source, raw, errors } = props
  return (
    <>
      <h1>{editTitle(source)}</h1>
      <ErrorSummary errors={errors} labels={LABELS} />
      <RequiredNote />
      <Form action={`${PATH}/${source.id}`} enter="Enregistrer la source">
        <input type="hidden" name="version" value={shown(raw, 'version')} />
        <SourceFields {...props} />
        <Actions cancel={`${PATH}/${source.id}`}>
          <Submit>Enregistrer la source</Submit>
        </Actions>
      </Form>
    </>
  )
}

const LABELS = {
  titre: 'Titre',
  type_source_id: 'Type de source',
  lieu_id: 'Lieu',
  annee_debut: 'Première année',
  annee_fin: 'Dernière année',
  annees: 'Années présentes',
  lacunes: 'Lacunes',
  section_id: 'Section',
  depot_id: 'Dépôt',
  cote: 'Cote',
  url: 'Adresse des images',
  note: 'Note',
  relecture: 'Ce qui est relu avant la décision',
  quatre_yeux: 'Qui approuve un acte corrigé à la relecture',
  double_saisie: 'Seconde saisie à l’aveugle',
  membres: 'Membres',
}

type FieldsProps = SourceFormProps & { membres: Member[]; source?: VisibleSource }

function SourceFields(props: FieldsProps) {
  return (
    <>
      <Register {...props} />
      <Whereabouts {...props} />
      <Reading {...props} />
      <Membres {...props} />
    </>
  )
}

function Register({ raw, errors, place, candidates, choices, source }: FieldsProps) {
  return (
    <Fieldset legend="Le registre">
      <TypeField raw={raw} errors={errors} types={choices.types} source={source} />
      <PlaceInput
        name="lieu_id"
        label={LABELS.lieu_id}
        value={place}
        texte={shown(raw, 'texte:lieu_id')}
        candidates={candidates}
        error={errors.lieu_id}
        aside={<HelpMark page="lieux#le-nom-complet" about={LABELS.lieu_id} />}
      />
      <FieldRow>
        <Field
          name="annee_debut"
          label={LABELS.annee_debut}
          error={errors.annee_debut}
          aside={<HelpMark page="sources#les-annees-et-les-lacunes" about={LABELS.annee_debut} />}
        >
          <input type="text" inputmode="numeric" name="annee_debut" value={shown(raw, 'annee_debut')} maxlength={4} />
        </Field>
        <Field name="annee_fin" label={LABELS.annee_fin} error={errors.annee_fin}>
          <input type="text" inputmode="numeric" name="annee_fin" value={shown(raw, 'annee_fin')} maxlength={4} />
        </Field>
      </FieldRow>
      <Years raw={raw} errors={errors} />
      <Field
        name="titre"
        label={LABELS.titre}
        help="Laissé vide, il est composé du type, du lieu et des années : « Baptêmes de Pleurtuit, 1793-1802 »."
        error={errors.titre}
      >
        <input type="text" name="titre" value={shown(raw, 'titre')} maxlength={255} autocomplete="off" />
      </Field>
    </Fieldset>
  )
}

/** Which years the register has, and which it should have: few registers need it, so that it is folded until something stands there. */
function Years({ raw, errors }: Pick<FieldsProps, 'raw' | 'errors'>) {
  const aside = <HelpMark page="sources#les-annees-et-les-lacunes" about={LABELS.lacunes} />
  const isOpen = (['annees', 'lacunes'] as const).some((name) => shown(raw, name) !== '' || errors[name] !== undefined)
  return (
    <details class="champ" open={isOpen}>
      <summary>Des années manquent dans le registre</summary>
      <Field
        name="annees"
        label={LABELS.annees}
        help={`Vide${NBSP}: toutes, de la première à la dernière. Sinon, par exemple 1760-1778, 1780.`}
        error={errors.annees}
      >
        <input type="text" name="annees" value={shown(raw, 'annees')} maxlength={1000} autocomplete="off" />
      </Field>
      <Field
        name="lacunes"
        label={LABELS.lacunes}
        help={`Une par ligne, années d’abord${NBSP}: 1770-1773 registre manquant.`}
        error={errors.lacunes}
        aside={aside}
      >
        <textarea name="lacunes" rows={3} maxlength={10000}>
          {shown(raw, 'lacunes')}
        </textarea>
      </Field>
    </details>
  )
}

interface TypeProps {
  raw: Body
  errors: FormErrors
  types: SourceChoices['types']
  source: VisibleSource | undefined
}

/** The type gives the fields of the records: with the first record it is settled. */
function TypeField({ raw, errors, types, source }: TypeProps) {
  const settled = source !== undefined && source.nb_releves > 0
  const chosen = shown(raw, 'type_source_id')
  const offered = settled ? types.filter(({ id }) => id === source.type_source_id) : types
  return (
    <Field
      name="type_source_id"
      label={LABELS.type_source_id}
      help={
        settled
          ? `Il ne change plus : la source contient ${plural(source.nb_releves, 'relevé', 'relevés')}.`
          : undefined
      }
      error={errors.type_source_id}
      aside={<HelpMark page="sources#creer-une-source" about={LABELS.type_source_id} />}
      required
      width="moyen"
    >
      <select name="type_source_id">
        {!settled && <option value="">Choisissez un type</option>}
        {offered.map(({ id, nom }) => (
          <option value={id} selected={settled || String(id) === chosen}>
            {nom}
          </option>
        ))}
      </select>
    </Field>
  )
}

function Whereabouts({ raw, errors, choices }: FieldsProps) {
  return (
    <Fieldset legend="Où il se trouve, qui s’en occupe">
      <Select
        name="section_id"
        raw={raw}
        error={errors.section_id}
        options={choices.sections}
        none={choices.needsSection ? 'Choisissez une section' : 'Aucune section'}
        required={choices.needsSection}
      />
      <Select name="depot_id" raw={raw} error={errors.depot_id} options={choices.depots} none="Aucun dépôt" />
      <Field
        name="cote"
        label={LABELS.cote}
        error={errors.cote}
        aside={<HelpMark page="mots#les-archives" about={LABELS.cote} />}
        width="moyen"
      >
        <input type="text" name="cote" value={shown(raw, 'cote')} maxlength={120} autocomplete="off" />
      </Field>
      <Field
        name="url"
        label={LABELS.url}
        help="La visionneuse du dépôt, ouverte à la page du registre."
        error={errors.url}
      >
        <input type="url" name="url" value={shown(raw, 'url')} maxlength={2000} autocomplete="off" spellcheck={false} />
      </Field>
      <Field name="note" label={LABELS.note} error={errors.note}>
        <textarea name="note" maxlength={5000} rows={4}>
          {shown(raw, 'note')}
        </textarea>
      </Field>
    </Fieldset>
  )
}

/** The part of the help that explains what is chosen. */
const HELP = { section_id: 'sources#la-section-les-membres-et-la-cote', depot_id: 'mots#les-archives' }

interface SelectProps {
  name: 'section_id' | 'depot_id'
  raw: Body
  error: string | undefined
  options: { id: number; nom: string }[]
  none: string
  required?: boolean
}

function Select({ name, raw, error, options, none, required }: SelectProps) {
  return (
    <Field
      name={name}
      label={LABELS[name]}
      error={error}
      aside={<HelpMark page={HELP[name]} about={LABELS[name]} />}
      required={required}
      width="moyen"
    >
      <select name={name}>
        <option value="">{none}</option>
        {options.map(({ id, nom }) => (
          <option value={id} selected={String(id) === shown(raw, name)}>
            {nom}
          </option>
        ))}
      </select>
    </Field>
  )
}

const RELECTURE_LABELS: Record<Relecture, string> = {
  echantillon: 'Les actes signalés, et un échantillon tiré au sort',
  tous: 'Tous les actes',
  aucune: 'Rien en particulier',
}

const shareLabel = (share: number): string => {
  if (share === 0) return 'Aucune'
  return share === 100 ? 'Tous les actes' : `${share}${NBSP}% des actes, tirés au sort`
}

const QUATRE_YEUX = [
  ['1', 'Une autre personne que celle qui l’a corrigé'],
  ['0', 'N’importe quel relecteur'],
] as const

/** How the source is read over; a form that comes back shows what was chosen. */
function Reading({ raw, errors }: FieldsProps) {
  const chosen = shown(raw, 'relecture') || 'echantillon'
  const eyes = shown(raw, 'quatre_yeux') || '1'
  const share = shown(raw, 'double_saisie') || '0'
  return (
    <Fieldset legend="La relecture">
      <Field name="relecture" label={LABELS.relecture} error={errors.relecture} width="moyen">
        <select name="relecture">
          {Object.entries(RELECTURE_LABELS).map(([value, label]) => (
            <option value={value} selected={value === chosen}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <Field name="quatre_yeux" label={LABELS.quatre_yeux} error={errors.quatre_yeux} width="moyen">
        <select name="quatre_yeux">
          {QUATRE_YEUX.map(([value, label]) => (
            <option value={value} selected={value === eyes}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <Field
        name="double_saisie"
        label={LABELS.double_saisie}
        help="Une autre personne saisit ces actes d’après l’image seule, et un relecteur tranche les différences. Ils sont tirés quand la source est soumise."
        error={errors.double_saisie}
        width="moyen"
      >
        <select name="double_saisie">
          {DOUBLE_SHARES.map((one) => (
            <option value={one} selected={String(one) === share}>
              {shareLabel(one)}
            </option>
          ))}
        </select>
      </Field>
    </Fieldset>
  )
}

/** Those assigned so far come first, whoever became inactive among them; then the other active users. */
function Membres({ raw, errors, choices, membres }: FieldsProps) {
  const assigned = new Set(membres.map(({ id }) => id))
  const offered = [...membres, ...choices.users.filter(({ id }) => !assigned.has(id))]
  const ticked = new Set(shownAll(raw, 'membres'))
  return (
    <Fieldset
      legend={LABELS.membres}
      name="membres"
      help={
        <>
          Les personnes à qui la source est confiée. Sans membre, toute la section peut y saisir ; sans section non
          plus, seuls les gestionnaires et les administrateurs.{' '}
          <HelpMark page={HELP.section_id} about={LABELS.membres} />
        </>
      }
      error={errors.membres}
    >
      {offered.map(({ id, name, is_active }) => (
        <CheckField name="membres" id={`membre-${id}`} label={is_active ? name : `${name}${NBSP}(compte inactif)`}>
          <input type="checkbox" name="membres" value={id} checked={ticked.has(String(id))} />
        </CheckField>
      ))}
    </Fieldset>
  )
}
