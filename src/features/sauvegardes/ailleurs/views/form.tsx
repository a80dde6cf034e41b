import type { Child } from 'hono/jsx'
import { type Body, type FormErrors, shown } from '../../../../lib/body.ts'
import { PLACE_KINDS, type PlaceKind } from '../../../../lib/elsewhere.ts'
import { NBSP } from '../../../../lib/typo.ts'
import { Field, FieldRow, Switch } from '../../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../../ui/form.tsx'
import { ProofField } from '../../../auth/fresh.tsx'
import { KIND_NAMES, LABELS, labelsOf } from '../rules/words.ts'

export const PATH = '/parametres/sauvegardes/ailleurs'

/** Whoever chooses where copies go, and their passphrase, carries everything off. */
const PROOF_HELP = 'Celui de votre compte ici : les copies contiennent tout le site.'

export interface PlaceFormProps {
  sorte: PlaceKind
  raw: Body
  errors: FormErrors
  /** The settings as they were when the form was made, as a digest. */
  etat: string
  /** Secrets are in force, which are never shown. */
  hasSecrets: boolean
  /** The password was shown just now: it is not asked for again. */
  isFresh: boolean
}

/** A function, not a component: `Field` ties its label to the control that it finds. */
const textBox = (raw: Body, name: string, maxlength: number): Child => (
  <input name={name} value={shown(raw, name)} maxlength={maxlength} autocomplete="off" spellcheck={false} />
)

const secretBox = (name: string): Child => (
  <input type="password" name={name} maxlength={1024} autocomplete="new-password" />
)

type Fields = Pick<PlaceFormProps, 'sorte' | 'raw' | 'errors' | 'hasSecrets'>

export function PlaceForm(props: PlaceFormProps) {
  const { sorte, raw, errors, etat, isFresh } = props
  return (
    <>
      <h2 id="destination">{`Où copier\u00a0: ${KIND_NAMES[sorte]}`}</h2>
      <Kinds sorte={sorte} />
      <Form action={PATH}>
        <ErrorSummary errors={errors} labels={labelsOf(sorte)} />
        <input type="hidden" name="sorte" value={sorte} />
        <input type="hidden" name="etat" value={etat} />
        {sorte === 'sftp' && <SftpFields {...props} />}
        {sorte === 'webdav' && <WebdavFields {...props} />}
        {sorte === 's3' && <S3Fields {...props} />}
        <Passphrase {...props} />
        <Switch name="chaque_nuit" label={LABELS.chaque_nuit} raw={raw} />
        <ProofField isFresh={isFresh} help={PROOF_HELP} error={errors.preuve} />
        <Actions>
          <Submit>Enregistrer la copie ailleurs</Submit>
        </Actions>
      </Form>
    </>
  )
}

/** Links, so that they work without scripts; they come before anything is typed. */
function Kinds({ sorte }: { sorte: PlaceKind }) {
  return (
    <nav class="actions" aria-label={LABELS.sorte}>
      <span>Le stockage parle{NBSP}:</span>
      {PLACE_KINDS.map((kind) =>
        kind === sorte ? (
          <strong aria-current="true">{KIND_NAMES[kind]}</strong>
        ) : (
          <a class="bouton" href={`${PATH}?sorte=${kind}#destination`}>
            {KIND_NAMES[kind]}
          </a>
        ),
      )}
    </nav>
  )
}

function Account({ sorte, raw, errors, hasSecrets }: Fields) {
  const labels = labelsOf(sorte)
  return (
    <FieldRow>
      <Field name="identifiant" label={labels.identifiant} error={errors.identifiant} required>
        {textBox(raw, 'identifiant', 255)}
      </Field>
      <Field
        name="secret"
        label={labels.secret}
        help={hasSecrets ? 'Enregistré\u00a0; laissez vide pour le garder.' : ''}
        error={errors.secret}
      >
        {secretBox('secret')}
      </Field>
    </FieldRow>
  )
}

function SftpFields(props: Fields) {
  const { sorte, raw, errors } = props
  const labels = labelsOf(sorte)
  return (
    <>
      <FieldRow>
        <Field name="adresse" label={labels.adresse} error={errors.adresse} required>
          {textBox(raw, 'adresse', 255)}
        </Field>
        <Field name="port" label={labels.port} error={errors.port} required>
          <input name="port" value={shown(raw, 'port') || '22'} inputmode="numeric" maxlength={5} />
        </Field>
      </FieldRow>
      <FolderField {...props} help="Il existe déjà là-bas, et ne sert qu’à ce site. Vide : le dossier du compte." />
      <Account {...props} />
      <Field
        name="cle_privee"
        label={labels.cle_privee}
        help="À la place d’un mot de passe. Le texte du fichier, avec ses lignes BEGIN et END. Elle n’est plus montrée ensuite."
        error={errors.cle_privee}
      >
        <textarea name="cle_privee" rows={4} maxlength={20_000} autocomplete="off" spellcheck={false} />
      </Field>
      <Field
        name="cle_hote"
        label={labels.cle_hote}
        help="Laissez vide : le premier essai la lit et la retient. Une autre clé est ensuite refusée."
        error={errors.cle_hote}
      >
        {textBox(raw, 'cle_hote', 100)}
      </Field>
    </>
  )
}

function FolderField({ sorte, raw, errors, help }: Fields & { help: string }) {
  return (
    <Field name="dossier" label={labelsOf(sorte).dossier} help={help} error={errors.dossier}>
      {textBox(raw, 'dossier', 500)}
    </Field>
  )
}

function WebdavFields(props: Fields) {
  const { sorte, raw, errors } = props
  return (
    <>
      <Field
        name="adresse"
        label={labelsOf(sorte).adresse}
        help="Le dossier existe déjà, et ne sert qu’à ce site. Avec Nextcloud : https://nuage.exemple.fr/remote.php/dav/files/COMPTE/copies/, et un mot de passe d’application."
        error={errors.adresse}
        required
      >
        {textBox(raw, 'adresse', 500)}
      </Field>
      <Account {...props} />
    </>
  )
}

function S3Fields(props: Fields) {
  const { sorte, raw, errors } = props
  const labels = labelsOf(sorte)
  return (
    <>
      <FieldRow>
        <Field name="adresse" label={labels.adresse} help="Sans le nom du seau." error={errors.adresse} required>
          {textBox(raw, 'adresse', 500)}
        </Field>
        <Field name="region" label={labels.region} help="Par exemple fr-par." error={errors.region} required>
          {textBox(raw, 'region', 100)}
        </Field>
      </FieldRow>
      <FieldRow>
        <Field name="seau" label={labels.seau} help="Il existe déjà." error={errors.seau} required>
          {textBox(raw, 'seau', 63)}
        </Field>
        <FolderField {...props} help="Début des noms, qui ne sert qu’à ce site. Peut rester vide." />
      </FieldRow>
      <Switch
        name="par_chemin"
        label={labels.par_chemin}
        help="Pour MinIO, Garage et la plupart des hébergeurs. Sans la coche, le nom du seau précède celui du serveur, comme chez Amazon."
        raw={raw}
      />
      <Account {...props} />
    </>
  )
}

function Passphrase({ errors, hasSecrets }: Fields) {
  const help = hasSecrets
    ? 'Enregistrée. Laissez les deux vides pour la garder\u00a0; les copies déjà faites gardent la leur.'
    : 'Seize caractères au moins, par exemple cinq mots sans lien. Sans elle, personne ne pourra lire les copies, ni vous, ni nous\u00a0: écrivez-la sur la fiche.'
  return (
    <>
      <Field name="phrase" label={LABELS.phrase} help={help} error={errors.phrase} required={!hasSecrets}>
        {secretBox('phrase')}
      </Field>
      <Field name="phrase_encore" label={LABELS.phrase_encore} error={errors.phrase_encore} required={!hasSecrets}>
        {secretBox('phrase_encore')}
      </Field>
    </>
  )
}
