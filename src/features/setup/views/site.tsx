import type { Body, FormErrors } from '../../../lib/body.ts'
import { shown } from '../../../lib/body.ts'
import { NBSP, NNBSP } from '../../../lib/typo.ts'
import { Field, FieldRow, Switch } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, RequiredNote, Submit } from '../../../ui/form.tsx'
import { MESSAGERIES } from '../../parametres/rules/messageries.ts'
import { BackLink, StepFrame } from './frame.tsx'

interface Props {
  raw: Body
  errors: FormErrors
  /** APP_URL of the environment, which wins. */
  givenUrl: string | undefined
  /** An image, and a password of mail, were accepted before and are kept. */
  hasLogo: boolean
  hasMailPassword: boolean
}

/** Step 3: the name of the site is all that is needed; the rest can wait for its settings. */
export function SitePage(props: Props) {
  const { raw, errors } = props
  return (
    <StepFrame
      step={3}
      lead={`Comment s’appelle votre site${NNBSP}? Seul le nom est nécessaire${NBSP}: le reste peut attendre.`}
    >
      <ErrorSummary errors={errors} />
      <RequiredNote />
      <Form action="/setup/3" enctype="multipart/form-data">
        <Field
          name="site_name"
          label="Nom du site"
          help="Il paraît en haut de chaque page."
          error={errors.site_name}
          required
        >
          <input name="site_name" value={shown(raw, 'site_name')} maxlength={100} />
        </Field>
        <Address {...props} />
        <Logo {...props} />
        <Mail {...props} />
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

function Address({ raw, errors, givenUrl }: Props) {
  if (givenUrl !== undefined)
    return (
      <p>
        Adresse publique, donnée par la variable d’environnement APP_URL&nbsp;: <strong>{givenUrl}</strong>
      </p>
    )
  return (
    <Field
      name="app_url"
      label="Adresse publique"
      help="L’adresse par laquelle tout le monde ouvrira le site, par exemple https://releves.exemple.fr : les formulaires ne marcheront que par elle. Dans le doute, laissez vide."
      error={errors.app_url}
    >
      <input name="app_url" value={shown(raw, 'app_url')} maxlength={300} inputmode="url" spellcheck={false} />
    </Field>
  )
}

function Logo({ raw, errors, hasLogo }: Props) {
  const help = hasLogo
    ? 'Une image est gardée : choisissez-en une autre pour la remplacer.'
    : 'PNG, JPG, SVG ou WebP, 2 Mo au plus. Il paraît en tête de chaque page.'
  return (
    <>
      <Field name="logo" label="Logo de l’association" help={help} error={errors.logo}>
        <input type="file" name="logo" accept="image/png,image/jpeg,image/webp,image/svg+xml" />
      </Field>
      {hasLogo && <Switch name="sans_logo" label="Se passer de logo" raw={raw} />}
    </>
  )
}

/** A known provider needs an address and its password alone; any other server is for the settings. */
function Mail({ raw, errors, hasMailPassword }: Props) {
  const chosen = shown(raw, 'messagerie')
  return (
    <>
      <Field
        name="messagerie"
        label="Courriels du site, envoyés par"
        help="Invitations, mots de passe oubliés, notifications. Dès qu’elle est réglée, chaque connexion demande aussi un code envoyé par courriel."
        error={errors.messagerie}
        width="moyen"
      >
        <select name="messagerie">
          <option value="">Plus tard, ou une autre messagerie</option>
          {MESSAGERIES.map(({ code, nom }) => (
            <option value={code} selected={code === chosen}>
              {nom}
            </option>
          ))}
        </select>
      </Field>
      <details class="champ">
        <summary>Ce que demande chaque messagerie</summary>
        <dl>
          {MESSAGERIES.map(({ nom, aide }) => (
            <>
              <dt>{nom}</dt>
              <dd>{aide}</dd>
            </>
          ))}
        </dl>
      </details>
      <FieldRow>
        <Field
          name="courriel_adresse"
          label="Adresse de cette messagerie"
          help="Vide si la messagerie attend."
          error={errors.courriel_adresse}
        >
          <input
            type="email"
            name="courriel_adresse"
            value={shown(raw, 'courriel_adresse')}
            maxlength={254}
            autocomplete="off"
          />
        </Field>
        <Field
          name="courriel_mot_de_passe"
          label="Son mot de passe"
          help={hasMailPassword ? 'Gardé : laissez vide pour ne pas le changer.' : 'Vide si la messagerie attend.'}
          error={errors.courriel_mot_de_passe}
        >
          <input type="password" name="courriel_mot_de_passe" maxlength={1024} autocomplete="new-password" />
        </Field>
      </FieldRow>
    </>
  )
}
