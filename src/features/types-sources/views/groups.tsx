import type { Group } from '../../../champs/kind.ts'
import { GROUP_ROLES, PERSON_PARTS } from '../../../db/schema-persons.ts'
import { type Body, type FormErrors, shown, shownAll } from '../../../lib/body.ts'
import { quoted } from '../../../lib/typo.ts'
import { CheckField, Field, FieldRow, Fieldset } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { Confirm, LinkButton } from '../../../ui/page.tsx'
import { heldMessage, MAX_LABEL } from '../rules/groups.ts'
import { PART_LABELS, ROLE_LABELS } from '../rules/persons.ts'

const LABELS = {
  'groupe-libelle': 'Libellé',
  'groupe-role': 'Rôle',
  'groupe-de': 'De',
  'groupe-parties': 'Ses champs',
}

interface GroupFormProps {
  raw: Body
  errors: FormErrors
  /** Every group of the type. */
  groups: Group[]
  action: string
  submit: string
  /** The group that is edited; a new one has a token instead. */
  edited?: Group
  envoi?: string
  cancel?: string
}

function GroupForm({ raw, errors, groups, action, submit, edited, envoi, cancel }: GroupFormProps) {
  const summary = Object.entries(errors).map(([name, text]) => [name === '' ? '' : `groupe-${name}`, text])
  return (
    <>
      <ErrorSummary errors={Object.fromEntries(summary)} labels={LABELS} id="groupe-erreurs" />
      <Form action={`${action}#groupe-erreurs`}>
        {envoi === undefined ? (
          <input type="hidden" name="version" value={shown(raw, 'version')} />
        ) : (
          <input type="hidden" name="_envoi" value={envoi} />
        )}
        <Field
          name="libelle"
          id="groupe-libelle"
          label="Libellé"
          help="Le titre au-dessus de ses champs : Père de l’époux, Témoin 1, Repères…"
          error={errors.libelle}
          required
        >
          <input type="text" name="libelle" value={shown(raw, 'libelle')} maxlength={MAX_LABEL} autocomplete="off" />
        </Field>
        <FieldRow>
          <RoleField raw={raw} error={errors.role} isNew={edited === undefined} />
          <KinField raw={raw} error={errors.de} groups={groups} edited={edited} />
        </FieldRow>
        {edited === undefined && <PartsField raw={raw} error={errors.parties} />}
        <Actions cancel={cancel}>
          <Submit>{submit}</Submit>
        </Actions>
      </Form>
    </>
  )
}

const ByLabel = ({ chosen }: { chosen: string }) => (
  <option value="auto" selected={chosen === 'auto'}>
    Selon le libellé
  </option>
)

type RoleProps = { raw: Body; error: string | undefined; isNew: boolean }

function RoleField({ raw, error, isNew }: RoleProps) {
  const chosen = shown(raw, 'role')
  return (
    <Field name="role" id="groupe-role" label="Rôle" help="Qui est cette personne dans l’acte." error={error}>
      <select name="role">
        {isNew && <ByLabel chosen={chosen} />}
        <option value="" selected={chosen === ''}>
          Aucun : une rubrique
        </option>
        {GROUP_ROLES.map((role) => (
          <option value={role} selected={role === chosen}>
            {ROLE_LABELS[role]}
          </option>
        ))}
      </select>
    </Field>
  )
}

type KinProps = Pick<GroupFormProps, 'raw' | 'groups'> & { error: string | undefined; edited: Group | undefined }

function KinField({ raw, error, groups, edited }: KinProps) {
  const chosen = shown(raw, 'de')
  const persons = groups.filter(({ id, role }) => role !== null && id !== edited?.id)
  return (
    <Field name="de" id="groupe-de" label="De" help="Père, mère, conjoint… de qui." error={error}>
      <select name="de">
        {edited === undefined && <ByLabel chosen={chosen} />}
        <option value="" selected={chosen === ''}>
          L’acte entier
        </option>
        {persons.map(({ id, libelle }) => (
          <option value={id} selected={String(id) === chosen}>
            {libelle}
          </option>
        ))}
      </select>
    </Field>
  )
}

/** A new person comes with the fields that are ticked; nobody has to name them one by one. */
function PartsField({ raw, error }: { raw: Body; error: string | undefined }) {
  const ticked = shownAll(raw, 'parties')
  return (
    <Fieldset
      name="groupe-parties"
      legend="Ses champs"
      help="Pour une personne : chaque case cochée fait un champ, nommé d’après elle. Tout peut ensuite être modifié."
      error={error}
    >
      <div class="groupe-parties">
        {PERSON_PARTS.map((part) => (
          <CheckField name={`groupe-partie-${part}`} label={PART_LABELS[part]}>
            <input type="checkbox" name="parties" value={part} checked={ticked.includes(part)} />
          </CheckField>
        ))}
      </div>
    </Fieldset>
  )
}

type FormState = Pick<GroupFormProps, 'raw' | 'errors' | 'groups'>

/** A section of the designer's page. */
export function AddedGroup({ base, ...form }: FormState & { base: string; envoi: string }) {
  return (
    <section id="ajouter-groupe" aria-labelledby="ajouter-groupe-titre">
      <h2 id="ajouter-groupe-titre">Ajouter un groupe</h2>
      <p class="aide">
        Une personne de l’acte, ou une rubrique&nbsp;: d’autres champs s’y ajoutent, ou y sont déplacés.
      </p>
      <GroupForm {...form} action={`${base}/groupes`} submit="Ajouter le groupe" />
    </section>
  )
}

export const groupTitle = (group: { libelle: string }): string => `Modifier le groupe ${quoted(group.libelle)}`

export function EditGroupPage({ base, edited, ...form }: FormState & { base: string; edited: Group }) {
  return (
    <>
      <h1>{groupTitle(edited)}</h1>
      <GroupForm
        {...form}
        edited={edited}
        action={`${base}/groupes/${edited.id}`}
        submit="Enregistrer le groupe"
        cancel={`${base}/champs#groupe-${edited.id}`}
      />
    </>
  )
}

export const deleteGroupTitle = (group: { libelle: string }): string => `Supprimer le groupe ${quoted(group.libelle)}`

export function DeleteGroupPage({ base, group, nbChamps }: { base: string; group: Group; nbChamps: number }) {
  const refusal = heldMessage(group, nbChamps)
  const back = `${base}/champs#groupe-${group.id}`
  if (refusal === undefined)
    return (
      <Confirm
        title={deleteGroupTitle(group)}
        lead="Aucun champ n’est dans ce groupe."
        action={`${base}/groupes/${group.id}/supprimer`}
        submit="Supprimer le groupe"
        cancel={back}
      />
    )
  return (
    <>
      <h1>{deleteGroupTitle(group)}</h1>
      <p>{refusal}</p>
      <Actions>
        <LinkButton href={back}>Retour aux champs</LinkButton>
      </Actions>
    </>
  )
}
