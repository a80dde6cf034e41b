import { NBSP, quoted } from '../../../lib/typo.ts'
import { PageHead } from '../../../ui/page.tsx'
import { UploadForm, type UploadFormState } from '../../imports/upload-views.tsx'

const COLUMNS = [
  { nom: 'nom1', aide: 'Une orthographe.', required: true },
  { nom: 'signe', aide: `= (cherchés ensemble) ou ≠ (jamais l’un pour l’autre)${NBSP}; <> vaut ≠.`, required: true },
  { nom: 'nom2', aide: 'L’autre orthographe.', required: true },
  { nom: 'genre', aide: 'nom ou prenom. Vide : nom.' },
  {
    nom: 'lieu',
    aide: `Le nom complet exact d’un lieu, par exemple ${quoted('Finistère, Bretagne, France')}. Vide : partout.`,
  },
  { nom: 'source', aide: 'D’où la ligne est connue.' },
  {
    nom: 'etat',
    aide: 'proposee, acceptee ou refusee. Vide : une nouvelle ligne est acceptée, une ligne connue garde son état.',
  },
]

/** The form that imports spellings. */
export function ImportSpellingsPage(form: UploadFormState) {
  return (
    <>
      <PageHead
        title="Import d’orthographes"
        lead="Une ligne déjà présente (mêmes noms, même lieu) n’est jamais créée deux fois, et une ligne contraire est refusée. Une case vide ne change rien."
      />
      <UploadForm action="/orthographes/import" cancel="/orthographes" columns={COLUMNS} {...form} />
    </>
  )
}
