import { type Body, type FormErrors, shown } from '../../../lib/body.ts'
import { formatDay } from '../../../lib/text.ts'
import { CODE_INPUT, Field } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { Definitions, LinkButton, PageHead, Sheet } from '../../../ui/page.tsx'
import type { Factor } from '../../auth/factor-queries.ts'
import { PROOF_FIELD, ProofField } from '../../auth/fresh.tsx'
import { inGroups } from '../../auth/rules/recovery-codes.ts'
import { PROOFS } from './form.ts'
import { FACTOR_PATH, NEW_KEY_PATH } from './must-have.tsx'
import { CodesLeft, FACTOR_TITLE } from './part-views.tsx'
import { QrCode } from './qr-views.tsx'

export const CODES_TITLE = 'Codes de secours'

const LABELS = {
  code: 'Code de l’application',
  [PROOF_FIELD]: 'Votre mot de passe',
  [PROOFS.codes]: 'Votre mot de passe',
  [PROOFS.retrait]: 'Votre mot de passe',
}

interface SetUpProps {
  /** In base 32. */
  secret: string
  /** The QR code says this to the application. */
  address: string
  cle: string
  raw: Body
  errors: FormErrors
  isFresh: boolean
  /** The role of the person needs one: nothing else opens before. */
  isNeeded: boolean
  /** Where the person was going. */
  suite: string
}

export function SetUpPage(props: SetUpProps) {
  const { secret, address, cle, raw, errors, isFresh, isNeeded, suite } = props
  return (
    <>
      <PageHead title={FACTOR_TITLE} lead={isNeeded ? NEEDED : OFFERED} />
      <ErrorSummary errors={errors} labels={LABELS} />
      {isNeeded && (
        <p>
          <LinkButton href={newKeyAddress(suite)}>Plutôt une clé d’accès</LinkButton>
        </p>
      )}
      <h2>1. Donner le secret à l’application</h2>
      <p>
        N’importe quelle application d’authentification convient&nbsp;: Aegis, FreeOTP, Google Authenticator, Microsoft
        Authenticator, ou le gestionnaire de mots de passe que vous avez déjà. Demandez-lui d’ajouter un compte, puis
        visez ce dessin.
      </p>
      <QrCode text={address} label="Code QR à lire par l’application" />
      <p>
        Sans appareil photo, tapez ce secret dans l’application&nbsp;:{' '}
        <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <p>
        Cette page est sur le téléphone lui-même&nbsp;? <a href={address}>Ouvrir l’application</a>
      </p>
      <h2>2. Taper le premier code</h2>
      <Form action={FACTOR_PATH}>
        <input type="hidden" name="cle" value={cle} />
        {suite !== '' && <input type="hidden" name="suite" value={suite} />}
        <Field
          name="code"
          label={LABELS.code}
          help="Six chiffres, qui changent toutes les trente secondes."
          error={errors.code}
          width="moyen"
          required
        >
          <input {...CODE_INPUT} value={shown(raw, 'code')} />
        </Field>
        <ProofField isFresh={isFresh} help="Celui de votre compte ici." error={errors[PROOF_FIELD]} />
        <Actions cancel={isNeeded ? undefined : '/profil'}>
          <Submit>Mettre en place</Submit>
        </Actions>
      </Form>
    </>
  )
}

const newKeyAddress = (suite: string): string =>
  suite === '' ? NEW_KEY_PATH : `${NEW_KEY_PATH}?suite=${encodeURIComponent(suite)}`

const OFFERED =
  'Après votre mot de passe, la connexion demandera un code que montre une application de votre téléphone. Il remplace le code envoyé par courriel, et se passe de réseau.'
const NEEDED =
  'Ce site demande aux administrateurs et aux gestionnaires un second facteur : une application d’authentification, ou une clé d’accès. Mettez le vôtre en place pour continuer.'

interface StateProps {
  factor: Factor & { totp_at: string }
  errors: FormErrors
  isNeeded: boolean
}

export function FactorPage({ factor, errors, isNeeded }: StateProps) {
  const { totp_at, codes } = factor
  return (
    <>
      <PageHead title={FACTOR_TITLE} lead="La connexion demande, après votre mot de passe, un code de l’application." />
      <ErrorSummary errors={errors} labels={LABELS} />
      <Sheet>
        <Definitions
          items={[
            { term: 'En place', value: `depuis le ${formatDay(totp_at)}` },
            { term: CODES_TITLE, value: <CodesLeft codes={codes} /> },
          ]}
        />
      </Sheet>
      <CodesForm error={errors[PROOFS.codes]} />
      <h2>Retirer l’application</h2>
      <Form action={`${FACTOR_PATH}/retrait`}>
        <p>{removedInWords(factor.cle_at !== null, isNeeded)}</p>
        <PasswordField name={PROOFS.retrait} error={errors[PROOFS.retrait]} />
        <Actions cancel="/profil" back="Revenir au profil">
          <Submit tone="danger">Retirer l’application</Submit>
        </Actions>
      </Form>
    </>
  )
}

/** New codes in the place of all others, on whichever page of a factor. */
export const CodesForm = ({ error }: { error: string | undefined }) => (
  <>
    <h2>Refaire les codes de secours</h2>
    <Form action={`${FACTOR_PATH}/codes`}>
      <p>Dix nouveaux codes remplacent tous les précédents, qui ne serviront plus.</p>
      <PasswordField name={PROOFS.codes} error={error} />
      <Actions>
        <button type="submit" class="bouton">
          Faire de nouveaux codes
        </button>
      </Actions>
    </Form>
  </>
)

const removedInWords = (hasKey: boolean, isNeeded: boolean): string => {
  if (hasKey) return REMOVED_BESIDE_KEY
  return isNeeded ? REMOVED_AND_NEEDED : REMOVED
}

const REMOVED_BESIDE_KEY =
  'La connexion ne demandera plus de code de l’application. Vos clés d’accès et vos codes de secours restent.'
const REMOVED =
  'La connexion ne demandera plus de code de l’application, et vos codes de secours seront effacés. Faites-le aussi pour changer de téléphone, puis mettez en place la nouvelle application.'
const REMOVED_AND_NEEDED =
  'Vos codes de secours seront effacés aussi. Ce site exige un second facteur de votre rôle\u00a0: vous en mettrez un autre en place aussitôt, par exemple sur un nouveau téléphone.'

export const PasswordField = ({ name, error }: { name: string; error: string | undefined }) => (
  <Field name={name} label="Votre mot de passe" error={error} width="moyen" required>
    <input type="password" name={name} autocomplete="current-password" maxlength={1024} />
  </Field>
)

interface CodesProps {
  siteName: string
  name: string
  codes: readonly string[]
  /** The sentence about what they came with, '' where they came alone. */
  done: string
  /** Where the person goes on. */
  suite: string
}

/** Shown once, as the answer to the post that made them: nothing keeps them in clear. */
export function CodesPage({ siteName, name, codes, done, suite }: CodesProps) {
  return (
    <>
      <PageHead
        title={CODES_TITLE}
        lead={`${done === '' ? '' : `${done} `}Gardez ces codes ailleurs que dans votre téléphone${'\u00a0'}: ils ne seront plus jamais montrés.`}
      />
      <Sheet>
        <p>
          Pour {name}, sur {siteName}. Si votre téléphone ou votre clé est perdu ou cassé, chacun ouvre une fois votre
          compte, après le mot de passe.
        </p>
        <ol>
          {codes.map((code) => (
            <li>
              <code>{inGroups(code)}</code>
            </li>
          ))}
        </ol>
        <p>Imprimez cette page, recopiez-la, ou enregistrez-la dans un fichier.</p>
        <Form action={`${FACTOR_PATH}/codes/fichier`}>
          <input type="hidden" name="codes" value={codes.join(' ')} />
          <Actions>
            <button type="submit" class="bouton">
              Télécharger les codes (texte)
            </button>
            <LinkButton href={suite} principal>
              C’est noté, continuer
            </LinkButton>
          </Actions>
        </Form>
      </Sheet>
    </>
  )
}
