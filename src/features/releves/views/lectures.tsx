import type { Champ } from '../../../champs/kind.ts'
import { MAX_LECTURES } from '../../../champs/lectures.ts'
import { quoted } from '../../../lib/typo.ts'
import { Field } from '../../../ui/field.tsx'
import { Actions, Form, Submit } from '../../../ui/form.tsx'
import { PageHead } from '../../../ui/page.tsx'
import { lecturesPath } from '../lectures-views.tsx'

interface LecturesPageProps {
  title: string
  releve: { id: number; version: number }
  source: { id: number; titre: string }
  champ: Champ
  /** The value that they stand beside; '' for none. */
  value: string
  /** One a line. */
  typed: string
  error: string | undefined
}

/** The other readings of one field, one a line: added, changed, taken away. */
export function LecturesPage({ title, releve, source, champ, value, typed, error }: LecturesPageProps) {
  const stays = value === '' ? 'Ce champ est vide.' : `La valeur ${quoted(value)} reste.`
  return (
    <>
      <PageHead title={title} lead={<a href={`/sources/${source.id}`}>{source.titre}</a>} />
      <Form action={lecturesPath(releve.id, champ.nom)} enter="Enregistrer" novalidate>
        <input type="hidden" name="version" value={releve.version} />
        <Field
          name="lectures"
          label={`Autres lectures de ${quoted(champ.label)}`}
          help={`Une par ligne, ${MAX_LECTURES} au plus. ${stays} La recherche trouve l’acte par chacune. Videz pour les retirer.`}
          error={error}
        >
          <textarea name="lectures" rows={MAX_LECTURES} spellcheck={false}>
            {typed}
          </textarea>
        </Field>
        <Actions>
          <Submit>Enregistrer</Submit>
          <a class="annuler" href={`/releves/${releve.id}`}>
            Annuler
          </a>
        </Actions>
      </Form>
    </>
  )
}
