import { shown } from '../../../lib/body.ts'
import { Field } from '../../../ui/field.tsx'
import { Actions, Form, Submit } from '../../../ui/form.tsx'
import { Badge } from '../../../ui/page.tsx'
import { Block, type BlockForm, BlockHead, type Done } from './block.tsx'
import type { Part } from './parts.tsx'

export const DONNEES_LABELS = {
  responsable_donnees: 'Qui répond des données',
  contact_donnees: 'À qui écrire à ce sujet',
  sous_traitants: 'Qui travaille pour l’association',
  inutilise_avis_mois: 'Prévenir qui n’est pas venu depuis (mois)',
  inutilise_fermeture_mois: 'Fermer son compte au bout de (mois)',
}

export const donneesPart = (isNamed: boolean): Part => ({
  ...{ id: 'donnees', title: 'Les données personnelles', tone: isNamed ? 'ok' : 'warn' },
  state: isNamed ? 'Responsable nommé' : 'À compléter',
})

/** The page « Données personnelles » and the register of treatments say this of the association. `isNamed`: somebody answers for them. */
export function DonneesBlock({ form, isNamed, done }: { form: BlockForm; isNamed: boolean; done: Done | undefined }) {
  return (
    <Block
      id="donnees"
      title="Les données personnelles"
      done={done}
      badge={isNamed ? <Badge tone="ok">Responsable nommé</Badge> : <Badge tone="warn">À compléter</Badge>}
      lead="Ce que le RGPD demande de dire à chacun. La page se lit sans compte ; le registre des traitements s’imprime."
    >
      <Form action="/parametres/donnees">
        <BlockHead form={form} labels={DONNEES_LABELS} />
        <Association {...form} />
        <Unused {...form} />
        <Actions>
          <Submit>Enregistrer les données personnelles</Submit>
        </Actions>
      </Form>
      <p>
        <a href="/donnees-personnelles">Voir la page</a> · <a href="/admin/registre-traitements">Voir le registre</a>
      </p>
    </Block>
  )
}

function Association({ raw, errors }: Pick<BlockForm, 'raw' | 'errors'>) {
  return (
    <>
      <Field
        name="responsable_donnees"
        label={DONNEES_LABELS.responsable_donnees}
        help="L’association, son adresse, son représentant."
        error={errors.responsable_donnees}
      >
        <textarea name="responsable_donnees" rows={3} maxlength={500}>
          {shown(raw, 'responsable_donnees')}
        </textarea>
      </Field>
      <Field
        name="contact_donnees"
        label={DONNEES_LABELS.contact_donnees}
        help="Une adresse électronique ou postale."
        error={errors.contact_donnees}
      >
        <input name="contact_donnees" value={shown(raw, 'contact_donnees')} maxlength={200} autocomplete="off" />
      </Field>
      <Field
        name="sous_traitants"
        label={DONNEES_LABELS.sous_traitants}
        help="L’hébergeur, le service de courriel, un par ligne, avec leur pays."
        error={errors.sous_traitants}
      >
        <textarea name="sous_traitants" rows={3} maxlength={1000}>
          {shown(raw, 'sous_traitants')}
        </textarea>
      </Field>
    </>
  )
}

function Unused({ raw, errors }: Pick<BlockForm, 'raw' | 'errors'>) {
  return (
    <>
      <Field
        name="inutilise_avis_mois"
        label={DONNEES_LABELS.inutilise_avis_mois}
        help="Par un courriel, une fois. 0 : jamais. Les administrateurs ne sont pas concernés."
        error={errors.inutilise_avis_mois}
        width="moyen"
        required
      >
        <input name="inutilise_avis_mois" value={shown(raw, 'inutilise_avis_mois')} inputmode="numeric" maxlength={3} />
      </Field>
      <Field
        name="inutilise_fermeture_mois"
        label={DONNEES_LABELS.inutilise_fermeture_mois}
        help="Depuis la dernière visite, et jamais sans ce courriel. 0 : jamais. Ses relevés restent, avec son nom."
        error={errors.inutilise_fermeture_mois}
        width="moyen"
        required
      >
        <input
          name="inutilise_fermeture_mois"
          value={shown(raw, 'inutilise_fermeture_mois')}
          inputmode="numeric"
          maxlength={3}
        />
      </Field>
    </>
  )
}
