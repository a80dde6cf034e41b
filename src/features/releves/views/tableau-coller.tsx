import type { Champ } from '../../../champs/kind.ts'
import type { Body, FormErrors } from '../../../lib/body.ts'
import { shown } from '../../../lib/body.ts'
import { NBSP } from '../../../lib/typo.ts'
import { CheckField, Field } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { PageHead } from '../../../ui/page.tsx'

interface PasteProps {
  title: string
  source: { id: number; titre: string }
  /** The columns of the table. */
  champs: readonly Champ[]
  /** '' where the rows of all views are shown. */
  vue: string
  /** The table shows its empty columns too. */
  showsEmpty: boolean
  raw: Body
  errors: FormErrors
  jeton: string
  back: string
}

const LABELS = { texte: 'Cases copiées', colonne: 'Première colonne' }

/** Cells of a spreadsheet on their way to the dry run of an import. */
export function PastePage({ title, source, champs, vue, showsEmpty, raw, errors, jeton, back }: PasteProps) {
  return (
    <>
      <PageHead title={title} lead={<a href={`/sources/${source.id}`}>{source.titre}</a>} />
      <p>
        Copiez des cases dans LibreOffice ou Excel et collez-les ici. Rien n’est encore enregistré&nbsp;: la page
        suivante montre ce que chaque ligne deviendrait, avec ses erreurs, et l’import se confirme ou s’annule.
        {vue !== '' && ` Chaque ligne recevra la vue «\u00a0${vue}\u00a0».`}
      </p>
      <Form action={`/sources/${source.id}/tableau/coller`} enter="Vérifier les lignes" novalidate>
        <ErrorSummary errors={errors} labels={LABELS} />
        <input type="hidden" name="_envoi" value={jeton} />
        <input type="hidden" name="vue" value={vue} />
        <input type="hidden" name="vides" value={showsEmpty ? 'montrer' : ''} />
        <Field name="colonne" label="Première colonne" error={errors.colonne} width="moyen">
          <select name="colonne">
            {champs.map(({ nom, label, groupe }) => (
              <option value={nom} selected={nom === shown(raw, 'colonne')}>
                {groupe?.role == null ? label : `${label} (${groupe.libelle})`}
              </option>
            ))}
          </select>
        </Field>
        <CheckField name="entete" label={`La première ligne porte les noms des colonnes${NBSP}: elle est passée`}>
          <input type="checkbox" name="entete" value="1" checked={shown(raw, 'entete') !== ''} />
        </CheckField>
        <Field name="texte" label="Cases copiées" error={errors.texte} required>
          <textarea name="texte" rows={12} spellcheck={false}>
            {shown(raw, 'texte')}
          </textarea>
        </Field>
        <Actions cancel={back}>
          <Submit>Vérifier les lignes</Submit>
        </Actions>
      </Form>
    </>
  )
}
