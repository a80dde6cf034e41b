import { shown } from '../../../lib/body.ts'
import { Field } from '../../../ui/field.tsx'
import { Actions, Form, Submit } from '../../../ui/form.tsx'
import { Badge } from '../../../ui/page.tsx'
import { Block, type BlockForm, BlockHead, type Done } from './block.tsx'

export const CARTE_LABELS = { tuiles_url: 'Adresse des images de carte', tuiles_mention: 'Mention de la source' }

interface CarteProps {
  form: BlockForm
  hasTiles: boolean
  done: Done | undefined
}

export function CarteBlock({ form, hasTiles, done }: CarteProps) {
  const { raw, errors } = form
  return (
    <Block
      id="fond-de-carte"
      title="Le fond de carte"
      done={done}
      badge={<Badge tone="neutre">{hasTiles ? 'Images d’un autre serveur' : 'Fond du site'}</Badge>}
      lead="Le site a son propre fond : côtes et frontières. Un serveur d’images de carte montre aussi les villes et les routes ; il apprend alors l’adresse de qui regarde, et quelle région."
    >
      <Form action="/parametres/carte">
        <BlockHead form={form} labels={CARTE_LABELS} />
        <Field
          name="tuiles_url"
          label={CARTE_LABELS.tuiles_url}
          help="Avec {z}, {x} et {y}, comme son hébergeur la donne. Vide : le fond du site."
          error={errors.tuiles_url}
        >
          <input
            name="tuiles_url"
            value={shown(raw, 'tuiles_url')}
            maxlength={500}
            autocomplete="off"
            spellcheck={false}
          />
        </Field>
        <Field
          name="tuiles_mention"
          label={CARTE_LABELS.tuiles_mention}
          help="Ce que l’hébergeur demande d’écrire sur la carte, par exemple « © les contributeurs d’OpenStreetMap »."
          error={errors.tuiles_mention}
        >
          <input name="tuiles_mention" value={shown(raw, 'tuiles_mention')} maxlength={200} autocomplete="off" />
        </Field>
        <Actions>
          <Submit>Enregistrer le fond de carte</Submit>
        </Actions>
      </Form>
    </Block>
  )
}
