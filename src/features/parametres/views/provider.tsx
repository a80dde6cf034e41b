import { type Body, type FormErrors, shown } from '../../../lib/body.ts'
import { Field } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { Confirm, Definitions, LinkButton, PageHead, Sheet } from '../../../ui/page.tsx'
import { ProofField } from '../../auth/fresh.tsx'

export const PROVIDER_SETTINGS_PATH = '/parametres/fournisseur'
export const PROVIDER_TITLE = 'Fournisseur d’identité'

const LABELS = {
  emetteur: 'Adresse du fournisseur',
  client_id: 'Identifiant du client',
  secret: 'Secret du client',
  libelle: 'Nom sur le bouton',
  preuve: 'Votre mot de passe',
}

interface ProviderProps {
  raw: Body
  errors: FormErrors
  /** The settings as they were when the form was made, as a digest. */
  etat: string
  /** One is in force; its secret is never shown. */
  isSet: boolean
  isFresh: boolean
  /** The provider has to know this address, to the letter. */
  back: string
  hasMail: boolean
}

const LEAD =
  'Un Nextcloud, ou un autre service «\u00a0OpenID Connect\u00a0» de l’association, dit qui se présente\u00a0: la page de connexion le propose à côté du mot de passe. Aucun compte n’est créé\u00a0: seul entre qui a déjà un compte ici, avec la même adresse électronique, vérifiée.'

export function ProviderPage({ raw, errors, etat, isSet, isFresh, back, hasMail }: ProviderProps) {
  return (
    <>
      <PageHead title={PROVIDER_TITLE} lead={LEAD} />
      <ErrorSummary errors={errors} labels={LABELS} />
      <Sheet>
        <Definitions items={[{ term: 'Adresse de retour, à donner au fournisseur', value: <code>{back}</code> }]} />
        {!hasMail && (
          <p class="aide">
            Ce site n’envoie pas de courriel&nbsp;: il croit les adresses écrites dans les comptes. Vérifiez celles que
            des membres auraient changées eux-mêmes.
          </p>
        )}
      </Sheet>
      <ProviderForm {...{ raw, errors, etat, isSet, isFresh }} />
      {isSet && (
        <p>
          <LinkButton href={`${PROVIDER_SETTINGS_PATH}/retrait`}>Retirer ce fournisseur</LinkButton>
        </p>
      )}
    </>
  )
}

export const REMOVE_PROVIDER_TITLE = 'Retirer le fournisseur d’identité'

export function RemoveProviderPage({ name, isFresh, errors }: { name: string; isFresh: boolean; errors: FormErrors }) {
  return (
    <>
      <ErrorSummary errors={errors} labels={LABELS} />
      <Confirm
        title={REMOVE_PROVIDER_TITLE}
        lead={`La page de connexion ne proposera plus ${name} : chacun se connectera par son mot de passe. Les comptes reliés le restent, si vous le remettez.`}
        action={`${PROVIDER_SETTINGS_PATH}/retrait`}
        submit="Retirer le fournisseur"
        cancel={PROVIDER_SETTINGS_PATH}
      >
        <ProofField isFresh={isFresh} help="Celui de votre compte ici." error={errors.preuve} />
      </Confirm>
    </>
  )
}

type FormProps = Omit<ProviderProps, 'back' | 'hasMail'>

const ProviderForm = ({ raw, errors, etat, isSet, isFresh }: FormProps) => (
  <Form action={PROVIDER_SETTINGS_PATH}>
    <input type="hidden" name="etat" value={etat} />
    <Field
      name="emetteur"
      label={LABELS.emetteur}
      help={
        'Par exemple https://nuage.exemple.fr. Une machine du réseau local convient, en «\u00a0http\u00a0» aussi\u00a0; le site n’appelle pas d’adresse réservée.'
      }
      error={errors.emetteur}
      required
    >
      <input name="emetteur" value={shown(raw, 'emetteur')} maxlength={500} inputmode="url" autocomplete="off" />
    </Field>
    <Field name="client_id" label={LABELS.client_id} error={errors.client_id} required>
      <input name="client_id" value={shown(raw, 'client_id')} maxlength={300} autocomplete="off" />
    </Field>
    <Field
      name="secret"
      label={LABELS.secret}
      help={isSet ? 'Laissé vide, celui qui est enregistré reste. Il n’est jamais montré.' : undefined}
      error={errors.secret}
      required={!isSet}
    >
      <input type="password" name="secret" maxlength={1024} autocomplete="new-password" />
    </Field>
    <Field
      name="libelle"
      label={LABELS.libelle}
      help="« Se connecter avec… » : le nom que les membres connaissent."
      error={errors.libelle}
      width="moyen"
      required
    >
      <input name="libelle" value={shown(raw, 'libelle')} maxlength={40} autocomplete="off" />
    </Field>
    <ProofField
      isFresh={isFresh}
      help="Celui de votre compte ici : le fournisseur décide de qui peut se connecter."
      error={errors.preuve}
    />
    <Actions cancel="/parametres#connexion">
      <Submit>Enregistrer le fournisseur</Submit>
    </Actions>
  </Form>
)
