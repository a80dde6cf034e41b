import type { FormErrors } from '../../../lib/body.ts'
import { type Body, shown } from '../../../lib/body.ts'
import { formatDay } from '../../../lib/text.ts'
import { Field } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { EmptyState, LinkButton, PageHead } from '../../../ui/page.tsx'
import { Table } from '../../../ui/table.tsx'
import { KEY_FIELD } from '../../auth/code-form.ts'
import type { Factor } from '../../auth/factor-queries.ts'
import type { Key } from '../../auth/key-queries.ts'
import type { KeyObstacle } from '../../auth/key-site.tsx'
import { hasOwnFactor } from '../../auth/rules/own-factor.ts'
import { MOST_NAME, PROOFS } from './form.ts'
import { KEYS_PATH, NEW_KEY_PATH } from './must-have.tsx'
import { CodesLeft } from './part-views.tsx'
import { CodesForm, PasswordField } from './views.tsx'

export const KEYS_TITLE = 'Clés d’accès'
export const NEW_KEY_TITLE = 'Ajouter une clé d’accès'

const NAME_LABEL = 'Nom de la clé'

const LABELS = { nom: NAME_LABEL, [PROOFS.codes]: 'Votre mot de passe', [PROOFS.retrait]: 'Votre mot de passe' }

const LEAD =
  'Une clé d’accès (« passkey ») est gardée par votre téléphone, votre ordinateur ou une clé USB : un geste après le mot de passe, aucun code à recopier.'

/** Why no key can be made, or used, on this page. */
const OBSTACLES: Record<KeyObstacle, string> = {
  inconnue:
    'Ce site ne sait pas encore à quelle adresse il répond : la personne qui tient le serveur doit régler APP_URL. Il n’y a pas de clé d’accès d’ici là.',
  http: 'Ce site est servi sans chiffrement (http) : les navigateurs n’y permettent pas de clé d’accès. Il faut une adresse en « https ».',
  adresse_ip:
    'Ce site est servi par une adresse en chiffres : les navigateurs lient une clé d’accès à un nom, et n’en permettent pas ici.',
  maintenance: 'Le site est en maintenance : ajoutez votre clé d’accès dans quelques minutes.',
  ailleurs: 'Vous n’êtes pas à l’adresse principale du site : une clé d’accès ne se fait, et ne sert, qu’à celle-là.',
}

export const Obstacle = ({ obstacle }: { obstacle: KeyObstacle }) => (
  <p class="flash flash-err">{OBSTACLES[obstacle]}</p>
)

interface KeysProps {
  keys: Key[]
  factor: Factor
  /** The name that keys of this page are bound to, or why there are none. */
  site: { name: string } | KeyObstacle
  errors: FormErrors
}

const usedInWords = ({ utilisee_at }: Key): string => (utilisee_at === null ? 'pas encore' : formatDay(utilisee_at))

/** The keys of a person, and the codes for when they are lost. */
export function KeysPage({ keys, factor, site, errors }: KeysProps) {
  const canAdd = typeof site === 'object'
  return (
    <>
      <PageHead
        title={KEYS_TITLE}
        lead={LEAD}
        action={canAdd && <LinkButton href={NEW_KEY_PATH}>{NEW_KEY_TITLE}</LinkButton>}
      />
      <ErrorSummary errors={errors} labels={LABELS} />
      {!canAdd && <Obstacle obstacle={site} />}
      {keys.length === 0 ? (
        <EmptyState title="Aucune clé d’accès">La première vous donne aussi dix codes de secours.</EmptyState>
      ) : (
        <KeysTable keys={keys} site={site} />
      )}
      {hasOwnFactor(factor) && (
        <>
          <p>
            Codes de secours&nbsp;: <CodesLeft codes={factor.codes} />. Ils ouvrent votre compte si une clé est perdue,
            sans JavaScript, ou avec un navigateur trop ancien pour elle.
          </p>
          <CodesForm error={errors[PROOFS.codes]} />
        </>
      )}
    </>
  )
}

const KeysTable = ({ keys, site }: Pick<KeysProps, 'keys' | 'site'>) => (
  <Table
    caption="Vos clés d’accès"
    rows={keys}
    columns={[
      { label: 'Nom', head: true, cell: ({ nom, domaine }) => nom + elsewhereInWords(domaine, site) },
      { label: 'Ajoutée le', kind: 'date', cell: ({ created_at }) => formatDay(created_at) },
      { label: 'Dernier usage', kind: 'date', cell: usedInWords },
    ]}
    actions={({ id, nom }) => (
      <a href={`${KEYS_PATH}/${id}`} aria-label={`Renommer ou retirer « ${nom} »`}>
        Renommer ou retirer
      </a>
    )}
  />
)

const elsewhereInWords = (domaine: string, site: KeysProps['site']): string =>
  typeof site === 'object' && site.name !== domaine ? ` (faite pour ${domaine}\u00a0: ne sert pas ici)` : ''

interface NewKeyProps {
  /** The browser makes a key of this (JSON), or cannot for this reason. */
  offer: string | { obstacle: KeyObstacle }
  raw: Body
  errors: FormErrors
  suite: string
  cancel: string | undefined
}

export function NewKeyPage({ offer, raw, errors, suite, cancel }: NewKeyProps) {
  return (
    <>
      <PageHead title={NEW_KEY_TITLE} lead={LEAD} />
      <ErrorSummary errors={errors} labels={LABELS} />
      {typeof offer === 'string' ? (
        <NewKeyForm {...{ offer, raw, errors, suite, cancel }} />
      ) : (
        <Obstacle obstacle={offer.obstacle} />
      )}
    </>
  )
}

const NewKeyForm = ({ offer, raw, errors, suite, cancel }: NewKeyProps & { offer: string }) => (
  <Form action={NEW_KEY_PATH} data-cle="create" data-options={offer}>
    <p class="flash flash-err" data-cle-sans>
      Une clé d’accès demande JavaScript et un navigateur récent&nbsp;: ce navigateur n’en fait pas. Une application
      d’authentification marche partout.
    </p>
    <p class="flash flash-err" role="alert" hidden data-cle-dit />
    <input type="hidden" name={KEY_FIELD} />
    {suite !== '' && <input type="hidden" name="suite" value={suite} />}
    <NameField value={shown(raw, 'nom')} error={errors.nom} />
    <Actions cancel={cancel}>
      <Submit hidden>Créer la clé</Submit>
    </Actions>
  </Form>
)

const NameField = ({ value, error }: { value: string; error: string | undefined }) => (
  <Field
    name="nom"
    label={NAME_LABEL}
    help="Pour la reconnaître : l’appareil qui la garde."
    error={error}
    width="moyen"
    required
  >
    <input name="nom" value={value} maxlength={MOST_NAME} autocomplete="off" />
  </Field>
)

interface OneKeyProps {
  keyed: Key
  raw: Body
  errors: FormErrors
  /** The account has no other factor, and its recovery codes go too. */
  isLast: boolean
}

export function OneKeyPage({ keyed: { id, nom, created_at }, raw, errors, isLast }: OneKeyProps) {
  return (
    <>
      <PageHead title={nom} lead={`Clé d’accès ajoutée le ${formatDay(created_at)}.`} />
      <ErrorSummary errors={errors} labels={LABELS} />
      <Form action={`${KEYS_PATH}/${id}`}>
        <NameField value={shown(raw, 'nom')} error={errors.nom} />
        <Actions cancel={KEYS_PATH}>
          <Submit>Renommer</Submit>
        </Actions>
      </Form>
      <h2>Retirer la clé</h2>
      <Form action={`${KEYS_PATH}/${id}/retrait`}>
        <p>
          {isLast
            ? 'C’est votre dernier second facteur : vos codes de secours seront effacés aussi.'
            : 'La connexion ne l’acceptera plus.'}{' '}
          L’appareil la garde encore&nbsp;: retirez-la aussi de ses réglages.
        </p>
        <PasswordField name={PROOFS.retrait} error={errors[PROOFS.retrait]} />
        <Actions>
          <Submit tone="danger">Retirer la clé</Submit>
        </Actions>
      </Form>
    </>
  )
}
