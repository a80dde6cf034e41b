import { type Body, shown } from '../../../lib/body.ts'
import { Field, HelpMark, Switch } from '../../../ui/field.tsx'
import { Actions, Form, Submit } from '../../../ui/form.tsx'
import { Badge } from '../../../ui/page.tsx'
import { Block, type BlockForm, BlockHead } from './block.tsx'

export const GENERAL_LABELS = {
  site_name: 'Titre du site',
  registration_enabled: 'Inscriptions ouvertes',
  inscriptions_approuvees: 'Un administrateur accepte chaque inscription',
  contact_comptes: 'À qui demander un compte',
  journal_mois: 'Journal gardé (mois)',
  silence_jours: 'Demander des nouvelles d’un registre après (jours)',
  contact_securite: 'Contact pour la sécurité',
}

/** Title, registration, journal. `isOpen`: registration is open now. */
export function GeneralBlock({ form, isOpen }: { form: BlockForm; isOpen: boolean }) {
  const { raw, errors } = form
  return (
    <Block
      id="general"
      title="Le site"
      badge={
        isOpen ? <Badge tone="warn">Inscriptions ouvertes</Badge> : <Badge tone="neutre">Inscriptions fermées</Badge>
      }
    >
      <Form action="/parametres/general">
        <BlockHead form={form} labels={GENERAL_LABELS} />
        <Field
          name="site_name"
          label={GENERAL_LABELS.site_name}
          help="Il paraît sur chaque page et dans l’objet des courriels."
          error={errors.site_name}
          required
        >
          <input name="site_name" value={shown(raw, 'site_name')} maxlength={100} autocomplete="off" />
        </Field>
        <RegistrationFields raw={raw} errors={errors} />
        <Field
          name="journal_mois"
          label={GENERAL_LABELS.journal_mois}
          help="De 6 à 120."
          error={errors.journal_mois}
          aside={<HelpMark page="parametres#le-journal" about={GENERAL_LABELS.journal_mois} />}
          width="moyen"
          required
        >
          <input name="journal_mois" value={shown(raw, 'journal_mois')} inputmode="numeric" maxlength={3} />
        </Field>
        <Field
          name="silence_jours"
          label={GENERAL_LABELS.silence_jours}
          help="Les membres d’une source en cours où rien n’a bougé sont interrogés une fois. 0 : jamais."
          error={errors.silence_jours}
          width="moyen"
          required
        >
          <input name="silence_jours" value={shown(raw, 'silence_jours')} inputmode="numeric" maxlength={3} />
        </Field>
        <ContactField raw={raw} error={errors.contact_securite} />
        <Actions>
          <Submit>Enregistrer les réglages du site</Submit>
        </Actions>
      </Form>
    </Block>
  )
}

/** The settings of registration say how people come in, and whom they ask. */
function RegistrationFields({ raw, errors }: Pick<BlockForm, 'raw' | 'errors'>) {
  return (
    <>
      <Switch
        name="registration_enabled"
        label={GENERAL_LABELS.registration_enabled}
        help="N’importe qui peut alors demander un compte de membre. Fermées, seul un administrateur crée des comptes."
        error={errors.registration_enabled}
        aside={<HelpMark page="parametres#les-inscriptions" about={GENERAL_LABELS.registration_enabled} />}
        raw={raw}
      />
      <Switch
        name="inscriptions_approuvees"
        label={GENERAL_LABELS.inscriptions_approuvees}
        help="Sans cela, un compte sert dès que l’adresse est confirmée. Les administrateurs sont prévenus dans les deux cas."
        error={errors.inscriptions_approuvees}
        raw={raw}
      />
      <Field
        name="contact_comptes"
        label={GENERAL_LABELS.contact_comptes}
        help="Facultatif, et lisible par tous&nbsp;: un nom, une fonction, une adresse ou un numéro. Il paraît aux pages de connexion et d’inscription."
        error={errors.contact_comptes}
      >
        <input
          name="contact_comptes"
          value={shown(raw, 'contact_comptes')}
          maxlength={200}
          autocomplete="off"
          placeholder="Jeanne Le Goff, secrétaire, contact@exemple.fr"
        />
      </Field>
    </>
  )
}

function ContactField({ raw, error }: { raw: Body; error?: string | undefined }) {
  return (
    <Field
      name="contact_securite"
      label={GENERAL_LABELS.contact_securite}
      help="Facultatif, et lisible par tous : l’adresse électronique ou la page à laquelle signaler une faille. Elle est publiée à l’adresse /.well-known/security.txt."
      error={error}
    >
      <input
        name="contact_securite"
        value={shown(raw, 'contact_securite')}
        maxlength={300}
        autocomplete="off"
        placeholder="securite@exemple.fr"
      />
    </Field>
  )
}
