import { NBSP } from '../../../lib/typo.ts'
import { PageHead } from '../../../ui/page.tsx'
import { UploadForm, type UploadFormState } from '../../imports/upload-views.tsx'

const COLUMNS = [
  { nom: 'abreviation', aide: 'Lettres et chiffres, par exemple lab.', required: true },
  { nom: 'texte', aide: 'Par exemple laboureur.', required: true },
  { nom: 'section', aide: `Nom d’une section que vous gérez. Vide${NBSP}: une abréviation à vous.` },
]

/** The form that imports abbreviations. */
export const ImportAbbreviationsPage = (form: UploadFormState) => (
  <>
    <PageHead
      title="Import d’abréviations"
      lead="Une abréviation déjà présente dans la même liste prend le texte du fichier."
    />
    <UploadForm action="/abreviations/import" cancel="/abreviations" columns={COLUMNS} {...form} />
  </>
)
