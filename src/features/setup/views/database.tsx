import type { Child } from 'hono/jsx'
import type { Body, FormErrors } from '../../../lib/body.ts'
import { shown } from '../../../lib/body.ts'
import { Field, FieldRow, Fieldset } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { BackLink, StepFrame } from './frame.tsx'

export interface Trial {
  ok: boolean
  text: string
}

interface Props {
  raw: Body
  errors: FormErrors
  trial?: Trial | undefined
  /** A password is kept from an earlier success. */
  hasPassword: boolean
}

const LEAD = 'Où Relevés doit-il garder vos relevés ? Dans le doute, gardez SQLite.'

/** Step 2: one engine of two, the fields of the chosen one under it. */
export function DatabasePage({ raw, errors, trial, hasPassword }: Props) {
  const engine = shown(raw, 'moteur') || 'sqlite'
  return (
    <StepFrame step={2} lead={LEAD}>
      <ErrorSummary errors={errors} />
      <Form action="/setup/2" autocomplete="off">
        <Fieldset legend="Moteur de base de données" name="moteur" error={errors.moteur}>
          <div class="moteurs">
            <Engine value="sqlite" label="SQLite" chosen={engine}>
              Un seul fichier, rien à administrer. Suffit à une association, jusqu’à plusieurs millions de relevés.
            </Engine>
            <div class="moteur-champs">
              <SqliteFields raw={raw} errors={errors} />
            </div>
            <Engine value="postgresql" label="PostgreSQL" chosen={engine}>
              Un serveur à part. À choisir si vous en avez déjà un, ou quand plusieurs serveurs doivent servir le même
              site.
            </Engine>
            <div class="moteur-champs">
              <PostgresFields raw={raw} errors={errors} hasPassword={hasPassword} />
            </div>
          </div>
        </Fieldset>
        <TrialRegion trial={trial} />
        <Actions>
          <Submit>Continuer</Submit>
          <TestButton />
          <BackLink step={2} />
        </Actions>
      </Form>
    </StepFrame>
  )
}

/** Step 2 where DATABASE_URL already says it. */
export function GivenDatabasePage({
  given,
  errors,
  trial,
}: {
  given: string
  errors: FormErrors
  trial?: Trial | undefined
}) {
  return (
    <StepFrame
      step={2}
      lead="La base est donnée par la variable d’environnement DATABASE_URL : il n’y a rien à choisir."
    >
      <ErrorSummary errors={errors} />
      <Form action="/setup/2">
        <p>
          Base donnée&nbsp;: <strong>{given}</strong>
        </p>
        <TrialRegion trial={trial} />
        <Actions>
          <Submit>Continuer</Submit>
          <TestButton />
          <BackLink step={2} />
        </Actions>
      </Form>
    </StepFrame>
  )
}

function Engine({ value, label, chosen, children }: { value: string; label: string; chosen: string; children: Child }) {
  const id = `moteur-${value}`
  return (
    <>
      <input
        type="radio"
        id={id}
        name="moteur"
        value={value}
        checked={value === chosen}
        aria-describedby={`${id}-aide`}
      />
      <label for={id}>{label}</label>
      <p id={`${id}-aide`} class="aide">
        {children}
      </p>
    </>
  )
}

function SqliteFields({ raw, errors }: { raw: Body; errors: FormErrors }) {
  return (
    <Field
      name="fichier"
      label="Fichier"
      help="Son nom dans le dossier des données (« storage »)."
      error={errors.fichier}
      width="moyen"
    >
      <input name="fichier" value={shown(raw, 'fichier')} maxlength={200} spellcheck={false} />
    </Field>
  )
}

function PostgresFields({ raw, errors, hasPassword }: { raw: Body; errors: FormErrors; hasPassword: boolean }) {
  const plain = { spellcheck: false, autocapitalize: 'none', autocomplete: 'off' } as const
  return (
    <>
      <FieldRow>
        <Field
          name="hote"
          label="Hôte"
          help="Nom ou adresse de l’ordinateur qui tient la base ; « localhost » pour celui-ci."
          error={errors.hote}
        >
          <input name="hote" value={shown(raw, 'hote')} maxlength={255} {...plain} />
        </Field>
        <Field name="port" label="Port" help="5432 le plus souvent." error={errors.port} width="court">
          <input name="port" value={shown(raw, 'port')} inputmode="numeric" maxlength={5} />
        </Field>
      </FieldRow>
      <Field name="base" label="Base" error={errors.base} width="moyen">
        <input name="base" value={shown(raw, 'base')} maxlength={63} {...plain} />
      </Field>
      <Field name="utilisateur" label="Utilisateur" error={errors.utilisateur} width="moyen">
        <input name="utilisateur" value={shown(raw, 'utilisateur')} maxlength={63} {...plain} />
      </Field>
      <Field
        name="mot_de_passe"
        label="Mot de passe"
        help={
          hasPassword
            ? 'Mot de passe gardé : laissez vide pour ne pas le changer.'
            : 'Laissez vide si le serveur n’en demande pas.'
        }
        error={errors.mot_de_passe}
        width="moyen"
      >
        <input type="password" name="mot_de_passe" maxlength={1024} autocomplete="new-password" />
      </Field>
      <Field
        name="ssl"
        label="Chiffrement (SSL)"
        help="Inutile sur le même ordinateur."
        error={errors.ssl}
        width="moyen"
      >
        <select name="ssl">
          {Object.entries(SSL).map(([value, label]) => (
            <option value={value} selected={value === (shown(raw, 'ssl') || 'sans')}>
              {label}
            </option>
          ))}
        </select>
      </Field>
    </>
  )
}

const SSL: Record<string, string> = {
  sans: 'Sans chiffrement',
  verifie: 'Chiffré, certificat vérifié',
  chiffre: 'Chiffré, certificat non vérifié',
}

/** The outer element stays in the page, so that readers announce what htmx puts in it. */
function TrialRegion({ trial }: { trial?: Trial | undefined }) {
  return (
    <div role="status">
      <div id="essai">{trial && <p class={`flash flash-${trial.ok ? 'ok' : 'err'}`}>{trial.text}</p>}</div>
    </div>
  )
}

function TestButton() {
  return (
    <button
      type="submit"
      class="bouton"
      formaction="/setup/base/test"
      hx-post="/setup/base/test"
      hx-target="#essai"
      hx-select="#essai"
      hx-swap="outerHTML"
      hx-sync="this:drop"
    >
      Essayer la connexion
    </button>
  )
}
