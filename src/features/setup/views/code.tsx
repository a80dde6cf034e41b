import { Field } from '../../../ui/field.tsx'
import { Actions, Form, Submit } from '../../../ui/form.tsx'

export const CODE_TITLE = 'Code d’installation'

/** Asks whoever opens the wizard to prove that the machine is theirs. */
export function CodePage({ error }: { error?: string | undefined }) {
  return (
    <div class="porte">
      <h1>{CODE_TITLE}</h1>
      <p>
        Relevés n’est pas encore installé. Pour que personne d’autre ne le fasse à votre place, donnez le code affiché
        au démarrage du serveur&nbsp;; il est aussi dans le fichier <code>storage/setup-code</code>.
      </p>
      <Form action="/setup/code">
        <Field name="code" label="Code" error={error} required>
          <input name="code" autocomplete="off" autocapitalize="none" spellcheck={false} maxlength={200} />
        </Field>
        <Actions>
          <Submit>Commencer l’installation</Submit>
        </Actions>
      </Form>
    </div>
  )
}
