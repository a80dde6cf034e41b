import { etatName, fieldName, KINDS } from '../../../champs/index.ts'
import { shown } from '../../../lib/body.ts'
import { Field } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { PageHead } from '../../../ui/page.tsx'
import { MAX_TEXT } from '../../fils/rules/reason.ts'
import type { ReleveForm } from '../form.ts'
import { labelsOf } from './entry-champs.tsx'
import { Etat } from './inline.tsx'

interface ProposeProps {
  title: string
  releve: { id: number; titre: string }
  source: { titre: string }
  form: ReleveForm
}

/** A reader writes down what the register says; nothing changes before somebody who manages the section has applied it. */
export function ProposePage({ title, releve, source, form }: ProposeProps) {
  const path = `/releves/${releve.id}`
  const labels = { ...labelsOf(form), texte: 'Pourquoi' }
  return (
    <>
      <PageHead title={title} lead={<a href={path}>{`${releve.titre}, ${source.titre}`}</a>} />
      <p class="aide">
        Corrigez ce que vous lisez autrement, et laissez le reste. Un gestionnaire de la section compare avec le
        registre et vous répond.
      </p>
      <ErrorSummary errors={form.errors} labels={labels} />
      <Form action={`${path}/proposer`} enter="Envoyer la proposition" novalidate>
        <input type="hidden" name="_envoi" value={form.jeton} />
        {form.champs.map((champ) => {
          const name = fieldName(champ)
          const { Input } = KINDS[champ.type]
          return (
            <div class="ligne">
              <Input
                champ={champ}
                name={name}
                raw={form.raw}
                error={form.errors[name]}
                candidates={form.candidates[name]}
              />
              <Etat champ={champ} value={shown(form.raw, etatName(champ))} />
            </div>
          )
        })}
        <Field
          name="texte"
          label="Pourquoi"
          help="Ce que vous lisez dans le registre, ou un autre acte qui le dit."
          error={form.errors.texte}
          required
        >
          <textarea name="texte" rows={4} maxlength={MAX_TEXT}>
            {shown(form.raw, 'texte')}
          </textarea>
        </Field>
        <Actions cancel={path}>
          <Submit>Envoyer la proposition</Submit>
        </Actions>
      </Form>
    </>
  )
}
