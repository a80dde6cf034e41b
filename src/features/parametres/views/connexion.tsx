import { HelpMark, Switch } from '../../../ui/field.tsx'
import { Actions, Form, Submit } from '../../../ui/form.tsx'
import { Badge, LinkButton } from '../../../ui/page.tsx'
import { ProofField } from '../../auth/fresh.tsx'
import { Block, type BlockForm, BlockHead, type Done } from './block.tsx'
import type { Part } from './parts.tsx'
import { PROVIDER_SETTINGS_PATH } from './provider.tsx'

export const CONNEXION_LABELS = {
  facteur_exige: 'Exiger un second facteur des administrateurs et des gestionnaires',
  avis_appareils: 'Prévenir chacun par courriel d’une connexion depuis un nouvel appareil',
  preuve: 'Votre mot de passe',
}

export const connexionPart = (isAsked: boolean): Part => ({
  ...{ id: 'connexion', title: 'La connexion', tone: isAsked ? 'ok' : 'neutre' },
  state: isAsked ? 'Second facteur exigé' : 'Second facteur libre',
})

interface ConnexionProps {
  form: BlockForm
  /** In force, whatever was typed. */
  isAsked: boolean
  /** Mail is set up. */
  hasMail: boolean
  /** People may come in by this instead of a password, as they call it; null for nothing. */
  provider: string | null
  /** The reader has an application or a key. */
  hasFactor: boolean
  isFresh: boolean
  done: Done | undefined
}

const ASKED =
  'Une application d’authentification, ou une clé d’accès. Qui est concerné et n’en a pas encore est conduit, après la connexion, à la page qui la met en place, et ne peut rien faire d’autre avant.'
const NONE_YET =
  ' Vous n’en avez pas encore\u00a0: dès l’enregistrement, vous serez conduit à mettre en place la vôtre, téléphone en main.'
const NO_MAIL = ' Le courriel n’est pas réglé\u00a0: rien ne part pour l’instant.'

/** Says what a log-in asks for, and who is told of it. */
export function ConnexionBlock({ form, isAsked, hasMail, provider, hasFactor, isFresh, done }: ConnexionProps) {
  const { raw, errors } = form
  return (
    <Block
      id="connexion"
      title="La connexion"
      done={done}
      badge={
        isAsked ? <Badge tone="ok">Second facteur exigé</Badge> : <Badge tone="neutre">Second facteur libre</Badge>
      }
      lead="Chacun peut mettre en place, dans son profil, une application d’authentification ou une clé d’accès : elles remplacent les codes envoyés par courriel et ne dépendent pas de lui."
    >
      <Form action="/parametres/connexion">
        <BlockHead form={form} labels={CONNEXION_LABELS} />
        <Switch
          name="facteur_exige"
          label={CONNEXION_LABELS.facteur_exige}
          help={ASKED + (hasFactor || isAsked ? '' : NONE_YET)}
          error={errors.facteur_exige}
          aside={<HelpMark page="parametres#le-code-de-connexion" about={CONNEXION_LABELS.facteur_exige} />}
          raw={raw}
        />
        <Switch
          name="avis_appareils"
          label={CONNEXION_LABELS.avis_appareils}
          help={`Une fois par appareil, avec l’heure, le navigateur et le début de l’adresse.${hasMail ? '' : NO_MAIL}`}
          error={errors.avis_appareils}
          raw={raw}
        />
        <ProofField
          isFresh={isFresh}
          help="Celui de votre compte ici : ces réglages décident de qui peut se connecter."
          error={errors.preuve}
        />
        <Actions>
          <Submit>Enregistrer les réglages de connexion</Submit>
        </Actions>
      </Form>
      <h3>Un autre compte de l’association</h3>
      <p>
        {provider === null
          ? 'Les membres qui ont un compte Nextcloud, ou un autre compte « OpenID Connect », peuvent s’en servir ici.'
          : `La page de connexion propose aussi ${provider}.`}
      </p>
      <p>
        <LinkButton href={PROVIDER_SETTINGS_PATH}>
          {provider === null ? 'Régler un fournisseur d’identité' : 'Changer ou retirer ce fournisseur'}
        </LinkButton>
      </p>
    </Block>
  )
}
