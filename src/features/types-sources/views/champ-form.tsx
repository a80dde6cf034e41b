import { KINDS } from '../../../champs/index.ts'
import type { Group } from '../../../champs/kind.ts'
import { FIELD_POLICIES, FIELD_TYPES } from '../../../db/schema.ts'
import { PERSON_PARTS } from '../../../db/schema-persons.ts'
import { type Body, type FormErrors, shown } from '../../../lib/body.ts'
import { plural } from '../../../lib/text.ts'
import { quoted } from '../../../lib/typo.ts'
import { CheckField, Field, FieldRow, HelpMark } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { MAX_NOM, POLICY_LABELS } from '../rules/champ.ts'
import { OTHERS } from '../rules/groups.ts'
import { PART_LABELS } from '../rules/persons.ts'

export interface ChampFormProps {
  raw: Body
  errors: FormErrors
  action: string
  submit: string
  /** Goes before the ids, where the page holds a second form of the same fields. */
  prefix?: string
  cancel?: string
  envoi?: string
  /** Records with a value in the field: its name is then settled. */
  nbHolding: number
  /** Every group of the type. */
  groups: Group[]
  /** It is a field of no group: the list says so. */
  isWithoutGroup?: boolean
}

const LABELS: Record<string, string> = {
  label: 'Libellé',
  nom: 'Nom',
  type: 'Type',
  options_raw: 'Valeurs de la liste',
  aide: 'Aide',
  politique: 'Au relevé suivant',
  reprendre: 'Valeurs déjà saisies',
  retirer: 'Valeurs retirées',
  groupe: 'Groupe',
  partie: 'Partie',
}

type PartProps = Pick<ChampFormProps, 'raw' | 'errors' | 'nbHolding'> & { prefix: string }

export function ChampForm({ action, submit, cancel, envoi, groups, isWithoutGroup, ...given }: ChampFormProps) {
  const { raw, errors, prefix = '', nbHolding } = given
  const part = { raw, errors, prefix, nbHolding }
  return (
    <>
      <ErrorSummary errors={withPrefix(errors, prefix)} labels={withPrefix(LABELS, prefix)} id={`${prefix}erreurs`} />
      <Form action={`${action}#${prefix}erreurs`}>
        {envoi === undefined ? (
          <input type="hidden" name="version" value={shown(raw, 'version')} />
        ) : (
          <input type="hidden" name="_envoi" value={envoi} />
        )}
        <Identity {...part} />
        <Place {...part} groups={groups} none={noGroup(groups, envoi !== undefined, isWithoutGroup)} />
        <Options {...part} />
        <Keyboard {...part} />
        <Agreement {...part} name="reprendre" label="Reprendre ces valeurs dans ce champ" />
        <Agreement {...part} name="retirer" label="Retirer ces valeurs de la liste" />
        <Actions cancel={cancel}>
          <Submit>{submit}</Submit>
        </Actions>
      </Form>
    </>
  )
}

const withPrefix = (messages: Record<string, string>, prefix: string): Record<string, string> =>
  Object.fromEntries(Object.entries(messages).map(([name, text]) => [name === '' ? '' : prefix + name, text]))

function Identity({ raw, errors, prefix, nbHolding }: PartProps) {
  const settled = nbHolding > 0
  return (
    <>
      <FieldRow>
        <Field name="label" id={`${prefix}label`} label="Libellé" error={errors.label} required>
          <input type="text" name="label" value={shown(raw, 'label')} maxlength={120} autocomplete="off" />
        </Field>
        <Field name="type" id={`${prefix}type`} label="Type" error={errors.type} required>
          <select name="type">
            {FIELD_TYPES.map((type) => (
              <option value={type} selected={type === shown(raw, 'type')}>
                {KINDS[type].label}
              </option>
            ))}
          </select>
        </Field>
      </FieldRow>
      <Field
        name="nom"
        id={`${prefix}nom`}
        label="Nom"
        help={nameHelp(nbHolding)}
        error={errors.nom}
        aside={<HelpMark page="types-sources#regler-un-champ" about="Nom" />}
        width="moyen"
      >
        <input
          type="text"
          name="nom"
          value={shown(raw, 'nom')}
          maxlength={MAX_NOM}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          readonly={settled}
        />
      </Field>
      <CheckField name="required" id={`${prefix}required`} label="Obligatoire" error={errors.required}>
        <input type="checkbox" name="required" value="1" checked={shown(raw, 'required') !== ''} />
      </CheckField>
    </>
  )
}

type PlaceProps = PartProps & { groups: Group[]; none: string | undefined }

const isOthers = ({ role, libelle }: Group): boolean => role === null && libelle === OTHERS

/** The empty choice: the heading that a new field makes where it is not there yet, or that an old field stands in no group. */
function noGroup(groups: Group[], isNew: boolean, isWithoutGroup = false): string | undefined {
  if (isNew) return groups.some(isOthers) ? undefined : OTHERS
  return isWithoutGroup ? 'Sans groupe' : undefined
}

/** The person or heading that the field stands under, and what it says of the person. */
function Place({ raw, errors, prefix, groups, none }: PlaceProps) {
  const [chosen, part] = [shown(raw, 'groupe'), shown(raw, 'partie')]
  const group = chosen === '' && none === undefined ? String(groups.find(isOthers)?.id ?? '') : chosen
  return (
    <FieldRow>
      <Field
        name="groupe"
        id={`${prefix}groupe`}
        label="Groupe"
        error={errors.groupe}
        aside={<HelpMark page="types-sources#les-personnes-de-l-acte" about="Groupe" />}
      >
        <select name="groupe">
          {none !== undefined && <option value="">{none}</option>}
          {groups.map(({ id, libelle }) => (
            <option value={id} selected={String(id) === group}>
              {libelle}
            </option>
          ))}
        </select>
      </Field>
      <Field
        name="partie"
        id={`${prefix}partie`}
        label="Partie"
        error={errors.partie}
        aside={<HelpMark page="types-sources#la-sorte-d-acte-et-les-parties" about="Partie" />}
      >
        <select name="partie">
          <option value="">Aucune</option>
          {PERSON_PARTS.map((value) => (
            <option value={value} selected={value === part}>
              {PART_LABELS[value]}
            </option>
          ))}
        </select>
      </Field>
    </FieldRow>
  )
}

/** A tick that is there only once it is asked for: the form came back to say what it would do. */
function Agreement({ raw, errors, prefix, name, label }: PartProps & { name: 'reprendre' | 'retirer'; label: string }) {
  if (errors[name] === undefined && shown(raw, name) === '') return null
  return (
    <CheckField name={name} id={`${prefix}${name}`} label={label} error={errors[name]}>
      <input type="checkbox" name={name} value="1" checked={shown(raw, name) !== ''} />
    </CheckField>
  )
}

const nameHelp = (nbHolding: number): string =>
  nbHolding > 0
    ? `Ce nom ne peut plus changer : ${plural(nbHolding, 'relevé a', 'relevés ont')} une valeur dans ce champ.`
    : 'Sans espace ni accent, proposé d’après le libellé si rien n’est saisi. Les noms nom, prenom et date_evenement servent aux listes et à la recherche.'

function Options({ raw, errors, prefix }: PartProps) {
  return (
    <>
      <Field
        name="options_raw"
        id={`${prefix}options_raw`}
        label="Valeurs de la liste"
        help={`Une par ligne\u202f; pour le type ${quoted(KINDS.select.label)} seulement.`}
        error={errors.options_raw}
      >
        <textarea name="options_raw" rows={4} spellcheck={false}>
          {shown(raw, 'options_raw')}
        </textarea>
      </Field>
      <Field
        name="aide"
        id={`${prefix}aide`}
        label="Aide"
        help="Une phrase courte, montrée avec le champ à la saisie."
        error={errors.aide}
      >
        <input type="text" name="aide" value={shown(raw, 'aide')} maxlength={300} autocomplete="off" />
      </Field>
    </>
  )
}

function Keyboard({ raw, errors, prefix }: PartProps) {
  const current = shown(raw, 'politique')
  return (
    <>
      <Field
        name="politique"
        id={`${prefix}politique`}
        label="Au relevé suivant"
        help="Ce que le champ contient quand on passe au relevé suivant."
        error={errors.politique}
        aside={<HelpMark page="types-sources#regler-un-champ" about="Au relevé suivant" />}
        width="moyen"
      >
        <select name="politique">
          {FIELD_POLICIES.map((policy) => (
            <option value={policy} selected={policy === current}>
              {POLICY_LABELS[policy]}
            </option>
          ))}
        </select>
      </Field>
      <CheckField name="majuscules" id={`${prefix}majuscules`} label="Écrire en majuscules" error={errors.majuscules}>
        <input type="checkbox" name="majuscules" value="1" checked={shown(raw, 'majuscules') !== ''} />
      </CheckField>
      <CheckField
        name="completion"
        id={`${prefix}completion`}
        label="Proposer les valeurs déjà saisies"
        error={errors.completion}
      >
        <input type="checkbox" name="completion" value="1" checked={shown(raw, 'completion') !== ''} />
      </CheckField>
    </>
  )
}
