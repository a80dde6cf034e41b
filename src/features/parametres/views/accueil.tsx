import { shown } from '../../../lib/body.ts'
import { Field, Switch } from '../../../ui/field.tsx'
import { Actions, Form, Submit } from '../../../ui/form.tsx'
import { Badge } from '../../../ui/page.tsx'
import { Block, type BlockForm, BlockHead, type Done } from './block.tsx'

export const ACCUEIL_LABELS = {
  accueil_public: 'Montrer une page d’accueil à tout le monde',
  accueil_texte: 'Présentation',
  accueil_nombres: 'Montrer les nombres de relevés par département',
  accueil_contact: 'Contact',
}

/** The page before the log-in. `isOn`: it is public now. */
export function AccueilBlock({ form, isOn, done }: { form: BlockForm; isOn: boolean; done: Done | undefined }) {
  const { raw, errors } = form
  return (
    <Block
      id="accueil"
      title="La page d’accueil publique"
      done={done}
      badge={isOn ? <Badge tone="info">Publique</Badge> : <Badge tone="neutre">Éteinte</Badge>}
      lead="Éteinte, le site s’ouvre sur la page de connexion. Allumée, tout le monde lit votre présentation et des nombres, jamais un nom ni un relevé."
    >
      <Form action="/parametres/accueil">
        <BlockHead form={form} labels={ACCUEIL_LABELS} />
        <Switch name="accueil_public" label={ACCUEIL_LABELS.accueil_public} error={errors.accueil_public} raw={raw} />
        <Field
          name="accueil_texte"
          label={ACCUEIL_LABELS.accueil_texte}
          help="Quelques phrases : qui vous êtes, ce que vous relevez. Une ligne vide commence un paragraphe."
          error={errors.accueil_texte}
        >
          <textarea name="accueil_texte" rows={6} maxlength={4000}>
            {shown(raw, 'accueil_texte')}
          </textarea>
        </Field>
        <Switch
          name="accueil_nombres"
          label={ACCUEIL_LABELS.accueil_nombres}
          error={errors.accueil_nombres}
          raw={raw}
        />
        <Field
          name="accueil_contact"
          label={ACCUEIL_LABELS.accueil_contact}
          help="Facultatif : une adresse électronique, une page en « https », ou une phrase."
          error={errors.accueil_contact}
        >
          <input name="accueil_contact" value={shown(raw, 'accueil_contact')} maxlength={300} autocomplete="off" />
        </Field>
        <Actions>
          <Submit>Enregistrer la page d’accueil</Submit>
        </Actions>
      </Form>
      <p>
        <a href="/accueil">Voir la page d’accueil</a>
      </p>
    </Block>
  )
}
