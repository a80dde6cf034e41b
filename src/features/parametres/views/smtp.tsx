import type { Child } from 'hono/jsx'
import { type Body, type FormErrors, shown } from '../../../lib/body.ts'
import { NBSP } from '../../../lib/typo.ts'
import { Field, FieldRow, HelpMark, Switch } from '../../../ui/field.tsx'
import { Actions, Form, Submit } from '../../../ui/form.tsx'
import { Badge, Confirm, LinkButton } from '../../../ui/page.tsx'
import { ProofField } from '../../auth/fresh.tsx'
import { MESSAGERIES, type Messagerie } from '../rules/messageries.ts'
import { Block, type BlockForm, BlockHead, type Done } from './block.tsx'

export const SMTP_LABELS = {
  host: 'Serveur d’envoi',
  port: 'Port',
  encryption: 'Chiffrement',
  username: 'Identifiant',
  password: 'Mot de passe',
  sender_address: 'Adresse de l’expéditeur',
  sender_name: 'Nom de l’expéditeur',
  pin_obligatoire: 'Refuser la connexion quand le code ne peut pas partir',
  preuve: 'Votre mot de passe',
}

export const ENCRYPTIONS: Record<string, string> = {
  starttls: 'Après la connexion (STARTTLS)',
  tls: 'Dès la connexion (TLS)',
  none: 'Aucun, sur le même ordinateur seulement',
}

/** Whoever holds the mail server reads the codes and the links of forgotten passwords. */
const PROOF_HELP = 'Celui de votre compte ici : le serveur de courriel décide de qui peut se connecter.'

/** How a trial mail went. */
export interface Trial {
  ok: boolean
  text: string
}

interface SmtpProps {
  form: BlockForm
  isConfigured: boolean
  /** The one in force has a password, which is never shown. */
  hasPassword: boolean
  /** Where a trial mail goes. */
  email: string
  /** The password was shown just now: it is not asked for again. */
  isFresh: boolean
  trial: Trial | undefined
  /** The provider that was chosen to fill the form. */
  messagerie: Messagerie | undefined
  done: Done | undefined
}

export function SmtpBlock(props: SmtpProps) {
  const { form, isConfigured, hasPassword, email, isFresh, trial, messagerie, done } = props
  return (
    <Block
      id="courriel"
      title="Le courriel"
      done={done}
      badge={isConfigured ? <Badge tone="ok">Configuré — 2FA actif</Badge> : <Badge tone="neutre">Non configuré</Badge>}
      lead="Le serveur qui envoie les courriels du site. Dès qu’il est configuré, chaque connexion demande aussi un code envoyé par courriel."
    >
      {/* It comes first: whoever saved the server is led here to try it. */}
      {isConfigured && <TrialForm email={email} trial={trial} />}
      <Presets chosen={messagerie} />
      <Form action="/parametres/smtp">
        <BlockHead form={form} labels={SMTP_LABELS} />
        <ServerFields {...form} />
        <AccountFields {...form} hasPassword={hasPassword} />
        <SenderFields {...form} />
        <ProofField isFresh={isFresh} help={PROOF_HELP} error={form.errors.preuve} />
        <Actions>
          <Submit>Enregistrer le serveur de courriel</Submit>
        </Actions>
      </Form>
      {isConfigured && (
        <p>
          <LinkButton href="/parametres/smtp/supprimer">Retirer ce serveur</LinkButton>
        </p>
      )}
    </Block>
  )
}

/** Links, so that they work without scripts; they come before anything is typed. */
function Presets({ chosen }: { chosen: Messagerie | undefined }) {
  return (
    <>
      <nav class="actions" aria-label="Réglages de messageries connues">
        <span>Remplir pour{NBSP}:</span>
        {MESSAGERIES.map(({ code, nom }) => (
          <a
            class="bouton"
            href={`/parametres?messagerie=${code}#courriel`}
            aria-current={code === chosen?.code ? 'true' : undefined}
          >
            {nom}
          </a>
        ))}
      </nav>
      {chosen && (
        <p class="flash" role="status">
          <strong>{chosen.nom}.</strong> {chosen.aide} Il reste à donner l’identifiant, le mot de passe et l’expéditeur.
        </p>
      )}
    </>
  )
}

type Fields = Pick<BlockForm, 'raw' | 'errors'>

function ServerFields({ raw, errors }: Fields) {
  const encryption = shown(raw, 'encryption') || 'starttls'
  return (
    <>
      <FieldRow>
        <Field
          name="host"
          label={SMTP_LABELS.host}
          error={errors.host}
          aside={<HelpMark page="parametres#le-courriel" about={SMTP_LABELS.host} />}
          required
        >
          {textBox(raw, 'host', 255)}
        </Field>
        <Field
          name="port"
          label={SMTP_LABELS.port}
          error={errors.port}
          aside={<HelpMark page="mots#le-courriel" about={SMTP_LABELS.port} />}
          required
        >
          <input name="port" value={shown(raw, 'port') || '587'} inputmode="numeric" maxlength={5} />
        </Field>
      </FieldRow>
      <Field
        name="encryption"
        label={SMTP_LABELS.encryption}
        help="Le plus souvent : après la connexion, sur le port 587. Sur le port 465 : dès la connexion."
        error={errors.encryption}
        aside={<HelpMark page="mots#le-courriel" about={SMTP_LABELS.encryption} />}
        width="moyen"
      >
        <select name="encryption">
          {Object.entries(ENCRYPTIONS).map(([value, label]) => (
            <option value={value} selected={value === encryption}>
              {label}
            </option>
          ))}
        </select>
      </Field>
    </>
  )
}

function AccountFields({ raw, errors, hasPassword }: Fields & { hasPassword: boolean }) {
  const kept = hasPassword
    ? 'Un mot de passe est enregistré ; laissez vide pour le garder.'
    : 'Celui de ce compte de courriel.'
  return (
    <FieldRow>
      <Field
        name="username"
        label={SMTP_LABELS.username}
        help="Vide si le serveur n’en demande pas."
        error={errors.username}
        aside={<HelpMark page="parametres#le-courriel" about={SMTP_LABELS.username} />}
      >
        {textBox(raw, 'username', 255)}
      </Field>
      <Field name="password" label={SMTP_LABELS.password} help={kept} error={errors.password}>
        <input type="password" name="password" maxlength={1024} autocomplete="new-password" />
      </Field>
    </FieldRow>
  )
}

function SenderFields({ raw, errors }: Fields) {
  return (
    <>
      <FieldRow>
        <Field name="sender_address" label={SMTP_LABELS.sender_address} error={errors.sender_address} required>
          <input
            type="email"
            name="sender_address"
            value={shown(raw, 'sender_address')}
            maxlength={254}
            autocomplete="off"
          />
        </Field>
        <Field name="sender_name" label={SMTP_LABELS.sender_name} error={errors.sender_name}>
          {textBox(raw, 'sender_name', 100)}
        </Field>
      </FieldRow>
      <Switch
        name="pin_obligatoire"
        label={SMTP_LABELS.pin_obligatoire}
        help="Sans cela, une panne du serveur de courriel laisse entrer avec le seul mot de passe, et les administrateurs en sont avertis."
        aside={<HelpMark page="parametres#le-code-de-connexion" about={SMTP_LABELS.pin_obligatoire} />}
        raw={raw}
      />
    </>
  )
}

/** A function, not a component: `Field` ties its label to the control that it finds. */
const textBox = (raw: Body, name: string, maxlength: number): Child => (
  <input name={name} value={shown(raw, name)} maxlength={maxlength} autocomplete="off" spellcheck={false} />
)

/** Outside the form of the settings: what is tried is what is saved. */
function TrialForm({ email, trial }: { email: string; trial: Trial | undefined }): Child {
  return (
    <>
      {/* The outer element stays in the page, so that readers announce what htmx puts in it. */}
      <div role="status">
        <div id="essai-courriel">{trial && <p class={`flash flash-${trial.ok ? 'ok' : 'err'}`}>{trial.text}</p>}</div>
      </div>
      <Form
        action="/parametres/smtp/test"
        hx-post="/parametres/smtp/test"
        hx-target="#essai-courriel"
        hx-select="#essai-courriel"
        hx-swap="outerHTML"
        hx-sync="this:drop"
        hx-disabled-elt="find button"
      >
        {/* Without scripts the answer is a page, which shows this part first. */}
        <button type="submit" class="bouton" formaction="/parametres/smtp/test#courriel">
          Envoyer un courriel d’essai
        </button>
        <p class="aide">
          Il part à votre adresse, {email}, par le serveur enregistré. La réponse vient en dix secondes au plus.
        </p>
      </Form>
    </>
  )
}

export const REMOVE_SMTP_TITLE = 'Retirer le serveur de courriel'

interface RemoveProps {
  host: string
  isFresh: boolean
  errors: FormErrors
}

export function RemoveSmtpPage({ host, isFresh, errors }: RemoveProps) {
  return (
    <Confirm
      title={REMOVE_SMTP_TITLE}
      lead={`Le site n’enverra plus de courriels par ${host} : ni notifications, ni liens de mot de passe oublié. La connexion ne demandera plus de code. Ce qui attend de partir partira quand un serveur sera de nouveau configuré.`}
      action="/parametres/smtp/supprimer"
      submit="Retirer le serveur"
      cancel="/parametres#courriel"
    >
      <ProofField isFresh={isFresh} help={PROOF_HELP} error={errors.preuve} />
    </Confirm>
  )
}
