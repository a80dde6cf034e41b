import type { Body, FormErrors } from '../../lib/body.ts'
import { shown, shownAll } from '../../lib/body.ts'
import { Field, Fieldset } from '../../ui/field.tsx'
import { Actions, ErrorSummary, Form, RequiredNote, Submit } from '../../ui/form.tsx'
import { Badge, PageHead } from '../../ui/page.tsx'
import { ProofField } from '../auth/fresh.tsx'
import { KINDS_HELP, MembershipOptions } from '../droits/membership-options.tsx'
import { chosenKinds } from '../droits/rules/memberships.ts'
import { AccessActions, type AccessUser, type Invitation, OwnAccount, RequestActions } from './access-views.tsx'
import type { Comings } from './factor-views.tsx'
import { PATH, RoleOptions } from './list-views.tsx'

export interface SectionChoice {
  id: number
  nom: string
  /** Somebody decides in it. */
  isManaged: boolean
}

export interface UserFormProps {
  raw: Body
  errors: FormErrors
  sections: SectionChoice[]
  /** The password was shown just now: it is not asked for again. */
  isFresh: boolean
}

export function NewUserPage({ jeton, hasMail, ...form }: UserFormProps & { jeton: string; hasMail: boolean }) {
  return (
    <>
      <PageHead title="Nouvel utilisateur" />
      <Form action={PATH}>
        <input type="hidden" name="_envoi" value={jeton} />
        <UserFields {...form} />
        <Field
          name="password"
          label={LABELS.password}
          help={hasMail ? INVITED_HELP : ALONE_HELP}
          error={form.errors.password}
        >
          <input
            type="text"
            name="password"
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            maxlength={200}
          />
        </Field>
        <Actions cancel={PATH}>
          <Submit>Créer le compte</Submit>
        </Actions>
      </Form>
    </>
  )
}

const ALONE_HELP =
  'Laissez vide pour en recevoir un tout fait. Dans les deux cas, il devra être changé à la première connexion.'
const INVITED_HELP =
  'Laissez vide\u00a0: la personne reçoit par courriel une invitation à choisir le sien, et un mot de passe tout fait vous est montré en secours. Si vous en tapez un, aucune invitation ne part.'

interface EditUserProps extends UserFormProps {
  user: AccessUser
  invitation: Invitation
  comings: Comings
  /** The account of whoever reads this page. */
  isSelf: boolean
  jeton: string
}

export function EditUserPage({ user, invitation, comings, isSelf, jeton, ...form }: EditUserProps) {
  return (
    <>
      <PageHead
        title="Modifier le compte"
        lead={user.is_active || user.demande_at !== null ? undefined : 'Ce compte est désactivé.'}
      />
      <Form action={`${PATH}/${user.id}`}>
        <input type="hidden" name="version" value={shown(form.raw, 'version')} />
        <UserFields {...form} />
        <Field name="note" label={LABELS.note} help={NOTE_HELP} error={form.errors.note}>
          <textarea name="note" rows={3} maxlength={2000}>
            {shown(form.raw, 'note')}
          </textarea>
        </Field>
        <Actions cancel={PATH}>
          <Submit>Enregistrer le compte</Submit>
        </Actions>
      </Form>
      <Access {...{ user, invitation, comings, isSelf, jeton }} />
    </>
  )
}

function Access({ isSelf, ...props }: Omit<EditUserProps, keyof UserFormProps>) {
  if (isSelf) return <OwnAccount />
  return props.user.demande_at === null ? <AccessActions {...props} /> : <RequestActions user={props.user} />
}

const LABELS = {
  name: 'Nom d’utilisateur',
  email: 'Adresse électronique',
  role: 'Rôle',
  sections: 'Sections',
  password: 'Mot de passe temporaire',
  preuve: 'Votre mot de passe',
  note: 'Note',
}

const NOTE_HELP =
  'Pour les administrateurs\u00a0: ce qu’il faut retenir de cette personne, d’un ancien site par exemple.'

function UserFields({ raw, errors, sections, isFresh }: UserFormProps) {
  const chosen = chosenKinds(shownAll(raw, 'sections'))
  return (
    <>
      <ErrorSummary errors={errors} labels={LABELS} />
      <RequiredNote />
      <Field name="name" label={LABELS.name} help="Sans le signe @." error={errors.name} required>
        <input name="name" value={shown(raw, 'name')} maxlength={60} autocomplete="off" spellcheck={false} />
      </Field>
      <Field name="email" label={LABELS.email} error={errors.email} required>
        <input type="email" name="email" value={shown(raw, 'email')} maxlength={254} autocomplete="off" />
      </Field>
      <Field name="role" label={LABELS.role} error={errors.role} required>
        <select name="role">
          <RoleOptions value={shown(raw, 'role')} />
        </select>
      </Field>
      <ProofField
        isFresh={isFresh}
        help="Pour donner ou changer un rôle, ou changer une adresse."
        error={errors.preuve}
      />
      <Fieldset name="sections" legend={LABELS.sections} help={sectionsHelp(sections)} error={errors.sections}>
        {sections.map(({ id, nom, isManaged }) => (
          <Field
            name="sections"
            id={`section-${id}`}
            label={nom}
            width="moyen"
            aside={isManaged ? undefined : <Badge tone="warn">sans gestionnaire</Badge>}
          >
            <select name="sections">
              <MembershipOptions id={id} chosen={chosen.get(id)} />
            </select>
          </Field>
        ))}
      </Fieldset>
    </>
  )
}

const sectionsHelp = (sections: SectionChoice[]): string =>
  sections.length === 0 ? 'Il n’y a pas encore de section.' : KINDS_HELP
