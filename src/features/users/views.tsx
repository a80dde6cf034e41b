import type { Body, FormErrors } from '../../lib/body.ts'
import { shown, shownAll } from '../../lib/body.ts'
import { Field, Fieldset } from '../../ui/field.tsx'
import { Actions, ErrorSummary, Form, RequiredNote, Submit } from '../../ui/form.tsx'
import { Badge, Confirm, Definitions, LinkButton, PageHead, Sheet } from '../../ui/page.tsx'
import { ProofField } from '../auth/fresh.tsx'
import { KINDS_HELP, MembershipOptions } from '../droits/membership-options.tsx'
import { chosenKinds } from '../droits/rules/memberships.ts'
import { PATH, RoleOptions } from './list-views.tsx'
import { TEMPORARY_DAYS } from './rules/temporary-password.ts'

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

export function NewUserPage({ jeton, ...form }: UserFormProps & { jeton: string }) {
  return (
    <>
      <PageHead title="Nouvel utilisateur" />
      <Form action={PATH}>
        <input type="hidden" name="_envoi" value={jeton} />
        <UserFields {...form} />
        <Field
          name="password"
          label={LABELS.password}
          help="Laissez vide pour en recevoir un tout fait. Dans les deux cas, il devra être changé à la première connexion."
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

interface EditUserProps extends UserFormProps {
  user: { id: number; name: string; is_active: boolean }
  /** The account of whoever reads this page. */
  isSelf: boolean
  jeton: string
}

export function EditUserPage({ user, isSelf, jeton, ...form }: EditUserProps) {
  return (
    <>
      <PageHead title="Modifier le compte" lead={user.is_active ? undefined : 'Ce compte est désactivé.'} />
      <Form action={`${PATH}/${user.id}`}>
        <input type="hidden" name="version" value={shown(form.raw, 'version')} />
        <UserFields {...form} />
        <Actions cancel={PATH}>
          <Submit>Enregistrer le compte</Submit>
        </Actions>
      </Form>
      {isSelf ? <OwnAccount /> : <AccessActions user={user} jeton={jeton} />}
    </>
  )
}

const LABELS = {
  name: 'Nom d’utilisateur',
  email: 'Adresse électronique',
  role: 'Rôle',
  sections: 'Sections',
  password: 'Mot de passe temporaire',
  preuve: 'Votre mot de passe',
}

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

function OwnAccount() {
  return (
    <section>
      <h2>Accès</h2>
      <p>
        C’est votre propre compte&nbsp;: votre mot de passe se change dans <a href="/profil">votre profil</a>.
      </p>
    </section>
  )
}

function AccessActions({ user, jeton }: Pick<EditUserProps, 'user' | 'jeton'>) {
  return (
    <section>
      <h2>Accès</h2>
      <Form action={`${PATH}/${user.id}/mot-de-passe`}>
        <input type="hidden" name="_envoi" value={jeton} />
        <p>{resetMeaning(user.name)}</p>
        <Actions>
          <button type="submit" class="bouton">
            Donner un mot de passe temporaire
          </button>
        </Actions>
      </Form>
      <Form action={`${PATH}/${user.id}/${user.is_active ? 'desactiver' : 'activer'}`}>
        <input type="hidden" name="retour" value={`${PATH}/${user.id}/modifier`} />
        <p>Un compte désactivé ne peut plus se connecter. Ce qu’il a saisi reste.</p>
        <Actions>
          <button type="submit" class={user.is_active ? 'bouton danger' : 'bouton'}>
            {user.is_active ? 'Désactiver ce compte' : 'Activer ce compte'}
          </button>
        </Actions>
      </Form>
    </section>
  )
}

interface ResetProps {
  user: { id: number; name: string }
  jeton: string
  error: string
}

/** Asks who gives somebody else another password for the own one. */
export function ResetPasswordPage({ user, jeton, error }: ResetProps) {
  return (
    <Confirm
      title={PASSWORD_TITLE}
      lead={resetMeaning(user.name)}
      action={`${PATH}/${user.id}/mot-de-passe`}
      submit="Donner un mot de passe temporaire"
      cancel={`${PATH}/${user.id}/modifier`}
    >
      <input type="hidden" name="_envoi" value={jeton} />
      <ProofField isFresh={false} help="Celui de votre propre compte." error={error} />
    </Confirm>
  )
}

const resetMeaning = (name: string): string =>
  `Un nouveau mot de passe temporaire remplace l’ancien et déconnecte ${name} de partout.`

export const EXPIRY = `Il devra être remplacé à la première connexion, dans les ${TEMPORARY_DAYS}\u00a0jours\u00a0; après, il n’ouvre plus rien.`

export const PASSWORD_TITLE = 'Mot de passe temporaire'

interface PasswordProps {
  user: { name: string; email: string }
  password: string
}

/** Shown once, as the answer to the post that made it: nothing keeps the password. */
export function TemporaryPasswordPage({ user, password }: PasswordProps) {
  return (
    <>
      <PageHead
        title={PASSWORD_TITLE}
        lead="Notez ce mot de passe et transmettez-le maintenant&nbsp;: il ne sera plus jamais montré."
      />
      <Sheet>
        <Definitions
          items={[
            { term: LABELS.name, value: user.name },
            { term: LABELS.email, value: user.email },
            { term: LABELS.password, value: <code>{password}</code> },
          ]}
        />
        <p>{EXPIRY}</p>
        <LinkButton href={PATH} principal>
          C’est noté, revenir à la liste
        </LinkButton>
      </Sheet>
    </>
  )
}
