import { NBSP, quoted } from '../../../lib/typo.ts'
import { Field } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, RequiredNote, Submit } from '../../../ui/form.tsx'
import { PageHead, Sheet } from '../../../ui/page.tsx'
import { EncodingField } from '../../imports/encoding-views.tsx'

export const TITLE = 'Importer des fichiers d’actes'

interface UploadProps {
  errors: Record<string, string>
  jeton: string
  /** All acts go into this one. */
  source: { id: number; titre: string } | undefined
}

const LABELS = { fichier: 'Fichiers d’actes', encodage: 'Encodage du texte' }

/** Takes files of other programs, as many at once as somebody has. */
export function UploadPage({ errors, jeton, source }: UploadProps) {
  return (
    <>
      <PageHead
        title={TITLE}
        lead={`Les fichiers de Nimègue (V2, V3), les sauvegardes d’ExpoActes (EA2, EA3, EA32) et les relevés d’Ancestris, plusieurs communes et plusieurs types d’actes à la fois.`}
      />
      <Sheet>
        <ErrorSummary errors={errors} labels={LABELS} />
        <Form action="/imports/nouveau" enctype="multipart/form-data">
          <input type="hidden" name="_envoi" value={jeton} />
          {source && <input type="hidden" name="source" value={String(source.id)} />}
          {source && (
            <p>
              Tous les actes iront dans la source {quoted(source.titre)}.{' '}
              <a href="/imports/nouveau">Plutôt plusieurs sources</a>
            </p>
          )}
          <RequiredNote />
          <Field
            name="fichier"
            label="Fichiers d’actes"
            help={`Choisissez-en plusieurs à la fois (touche Ctrl ou Maj). 64${NBSP}Mo au plus par fichier, 200${NBSP}fichiers au plus. Le nom n’a pas d’importance${NBSP}: .TXT, .bea, .csv.`}
            error={errors.fichier}
            required
          >
            <input type="file" name="fichier" multiple accept=".txt,.TXT,.bea,.csv,text/plain,text/csv" />
          </Field>
          <EncodingField
            help="À choisir seulement si les lettres accentuées sont fausses dans l’aperçu."
            auto="Reconnaître (Windows-1252 ou UTF-8)"
            error={errors.encodage}
          />
          <p>
            La page suivante montre ce que les fichiers contiennent et demande où vont les actes. Rien n’est enregistré
            avant votre confirmation.
          </p>
          <Actions cancel="/imports">
            <Submit>Regarder les fichiers</Submit>
          </Actions>
        </Form>
      </Sheet>
    </>
  )
}
