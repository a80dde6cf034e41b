import type { Body, FormErrors } from '../../../lib/body.ts'
import { shown } from '../../../lib/body.ts'
import { EmailField, LoginField } from '../../../ui/account-fields.tsx'
import { Field } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, RequiredNote, Submit } from '../../../ui/form.tsx'
import { BackLink, StepFrame } from './frame.tsx'

interface Props {
  raw: Body
  errors: FormErrors
}

/** Step 3. `givenUrl`: APP_URL of the environment, which wins. */
export function SitePage({ raw, errors, givenUrl }: Props & { givenUrl: string | undefined }) {
  return (
    <StepFrame step={3} lead="Comment s’appelle votre site ?">
      <ErrorSummary errors={errors} />
      <RequiredNote />
      <Form action="/setup/3">
        <Field
          name="site_name"
          label="Nom du site"
          help="Il paraît en haut de chaque page."
          error={errors.site_name}
          required
        >
          <input name="site_name" value={shown(raw, 'site_name')} maxlength={100} />
        </Field>
        {givenUrl === undefined ? (
          <Field
            name="app_url"
            label="Adresse publique"
            help="L’adresse par laquelle tout le monde ouvrira le site, par exemple https://releves.exemple.fr : les formulaires ne marcheront que par elle. Dans le doute, laissez vide."
            error={errors.app_url}
          >
            <input name="app_url" value={shown(raw, 'app_url')} maxlength={300} inputmode="url" spellcheck={false} />
          </Field>
        ) : (
          <p>
            Adresse publique, donnée par la variable d’environnement APP_URL&nbsp;: <strong>{givenUrl}</strong>
          </p>
        )}
        <p class="aide">
          Fuseau horaire&nbsp;: Europe/Paris. Les dates et les heures sont affichées à l’heure de Paris.
        </p>
        <Actions>
          <Submit>Continuer</Submit>
          <BackLink step={3} />
        </Actions>
      </Form>
    </StepFrame>
  )
}

/** Step 4. `hasPassword`: one was accepted before and is kept, as a hash. */
export function AdminPage({ raw, errors, hasPassword }: Props & { hasPassword: boolean }) {
  const help = hasPassword
    ? 'Mot de passe gardé : laissez les deux champs vides pour ne pas le changer.'
    : 'Au moins 12 caractères : plusieurs mots sans rapport font un bon mot de passe.'
  return (
    <StepFrame step={4} lead="Avec ce compte vous inviterez les autres et réglerez le site.">
      <ErrorSummary errors={errors} />
      <RequiredNote />
      <Form action="/setup/4">
        <LoginField
          name="name"
          label="Nom d’utilisateur"
          value={shown(raw, 'name')}
          help="Pour vous connecter, sans @."
          error={errors.name}
          width="moyen"
        />
        <EmailField label="Adresse électronique" value={shown(raw, 'email')} error={errors.email} width="moyen" />
        <Field
          name="password"
          label="Mot de passe"
          help={help}
          error={errors.password}
          required={!hasPassword}
          width="moyen"
        >
          <input type="password" name="password" autocomplete="new-password" maxlength={1024} />
        </Field>
        <Field
          name="password2"
          label="Le même, une seconde fois"
          error={errors.password2}
          required={!hasPassword}
          width="moyen"
        >
          <input type="password" name="password2" autocomplete="new-password" maxlength={1024} />
        </Field>
        <Actions>
          <Submit>Continuer</Submit>
          <BackLink step={4} />
        </Actions>
      </Form>
    </StepFrame>
  )
}
