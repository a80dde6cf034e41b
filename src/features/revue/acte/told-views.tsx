import type { Child } from 'hono/jsx'
import { shown } from '../../../lib/body.ts'
import { Field } from '../../../ui/field.tsx'
import { Actions, Form, Submit } from '../../../ui/form.tsx'
import { MAX_TEXTE } from './form.ts'
import { POIDS, SWAP } from './frame-views.tsx'
import type { CockpitHead, ShownAct } from './shown-views.tsx'

interface Props {
  head: CockpitHead
  act: ShownAct
}

/** Some words take more than a key: a question, an error that is told but not corrected, why one approves what one corrected. */
export function Told({ head, act }: Props) {
  return (
    <>
      {act.isOwnCorrection && <OwnForm head={head} act={act} />}
      <details id="question" open={act.told.open === 'question'}>
        <summary>Poser une question sur cet acte</summary>
        <WordForm head={head} act={act} verdict="question">
          <Field
            name="texte"
            label="Votre question"
            help="La personne qui a saisi l’acte et la section la liront, avec l’acte."
            error={act.told.open === 'question' ? act.told.errors.texte : undefined}
          >
            <textarea name="texte" rows={3} maxlength={MAX_TEXTE}>
              {act.told.open === 'question' ? shown(act.told.raw, 'texte') : ''}
            </textarea>
          </Field>
          <Actions>
            <Submit>Poser la question, acte suivant</Submit>
          </Actions>
        </WordForm>
      </details>
      <details open={act.told.open === 'erreur'}>
        <summary>Signaler une erreur sans la corriger</summary>
        <WordForm head={head} act={act} verdict="douteux">
          <Field
            name="poids"
            id="erreur-poids"
            label="Gravité"
            help="L’acte sera proposé parmi ceux à rendre."
            error={act.told.open === 'erreur' ? act.told.errors.poids : undefined}
          >
            <select name="poids">
              {POIDS.map(([value, label]) => (
                <option value={value}>{value === '' ? 'Choisissez' : label}</option>
              ))}
            </select>
          </Field>
          <Actions>
            <Submit>Signaler, acte suivant</Submit>
          </Actions>
        </WordForm>
      </details>
    </>
  )
}

/** « Quatre yeux »: a reader who is alone may approve a correction of his or her own, and says why. */
function OwnForm({ head, act }: Props) {
  return (
    <WordForm head={head} act={act} verdict="bon">
      <Field
        name="texte"
        id="raison"
        label="Pourquoi vous approuvez vous-même votre correction"
        help="Par exemple : je suis seul à relire. Cette raison reste avec l’acte."
        error={act.told.errors.raison}
      >
        <input type="text" name="texte" maxlength={MAX_TEXTE} autocomplete="off" />
      </Field>
      <Actions>
        <Submit>Approuver ma correction</Submit>
      </Actions>
    </WordForm>
  )
}

function WordForm({ head, act, verdict, children }: Props & { verdict: string; children: Child }) {
  const path = `/releves/${act.id}/avis`
  return (
    <Form action={path} hx-post={path} {...SWAP} novalidate>
      <input type="hidden" name="version" value={act.version} />
      <input type="hidden" name="verdict" value={verdict} />
      {head.wantsRest && <input type="hidden" name="suite" value="1" />}
      {children}
    </Form>
  )
}
