import { NBSP } from '../../lib/typo.ts'
import { Field } from '../../ui/field.tsx'
import { Actions, ErrorSummary, Form, RequiredNote, Submit } from '../../ui/form.tsx'
import { Sheet } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import type { Body, FormErrors } from '../../web/form.ts'
import { shown } from '../../web/form.ts'
import { EncodingField } from './encoding-views.tsx'

export interface UploadFormState {
  raw: Body
  errors: FormErrors
  jeton: string
}

interface UploadFormProps extends UploadFormState {
  action: string
  cancel: string
  /** The columns that are read, and what each one holds. */
  columns: { nom: string; aussi?: readonly string[]; aide: string; required?: boolean }[]
}

/** Told by their ends and by their types: systems know the ones or the others. */
const ACCEPTED = [
  '.csv,.txt,.xlsx,.xlsm,.ods,text/csv,text/plain',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
].join(',')

/** The form that sends a file to its dry run; the same for everything that can be imported. */
export function UploadForm({ action, cancel, columns, raw, errors, jeton }: UploadFormProps) {
  return (
    <>
      <Sheet>
        <ErrorSummary
          errors={errors}
          labels={{ fichier: 'Fichier', encodage: 'Encodage du texte', feuille: 'Feuille' }}
        />
        <Form action={action} enctype="multipart/form-data">
          <input type="hidden" name="_envoi" value={jeton} />
          <RequiredNote />
          <Field
            name="fichier"
            label="Fichier"
            help={`.csv, .txt, .xlsx ou .ods${NBSP}; 64${NBSP}Mo au plus. Dans un fichier csv ou txt, le séparateur est le point-virgule, la virgule ou la tabulation.`}
            error={errors.fichier}
            required
          >
            <input type="file" name="fichier" accept={ACCEPTED} />
          </Field>
          <EncodingField
            help="Pour un fichier csv ou txt, à choisir seulement si les lettres accentuées sont fausses dans l’aperçu, ou si le fichier n’est pas reconnu."
            auto="Reconnaître l’encodage"
            value={shown(raw, 'encodage')}
            error={errors.encodage}
          />
          <Field
            name="feuille"
            label="Feuille"
            help="Nom de la feuille à lire, si le classeur en a plusieurs. Sans nom, c’est la première dont les colonnes sont reconnues."
            error={errors.feuille}
          >
            <input type="text" name="feuille" value={shown(raw, 'feuille')} maxlength={100} autocomplete="off" />
          </Field>
          <p>
            Le fichier est d’abord lu et vérifié en entier. Vous verrez ce qui serait créé, modifié ou refusé, et rien
            ne sera enregistré avant votre confirmation.
          </p>
          <Actions cancel={cancel}>
            <Submit>Vérifier le fichier</Submit>
          </Actions>
        </Form>
      </Sheet>
      <h2>Colonnes reconnues</h2>
      <Table
        caption="Colonnes reconnues"
        rows={columns}
        columns={[
          { label: 'Colonne', cell: Names, head: true },
          { label: 'Contenu', cell: (column) => `${column.aide}${column.required ? ' Obligatoire.' : ''}` },
        ]}
      />
    </>
  )
}

/** The first of its other names is enough to see that one's own words are understood. */
const Names = ({ nom, aussi: [other] = [] }: { nom: string; aussi?: readonly string[] }) => (
  <>
    <code>{nom}</code>
    {other !== undefined && (
      <>
        {' '}
        ou <code>{other}</code>
      </>
    )}
  </>
)
