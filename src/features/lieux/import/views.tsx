import { NBSP, quoted } from '../../../lib/typo.ts'
import { PageHead } from '../../../ui/page.tsx'
import { UploadForm, type UploadFormState } from '../../imports/upload-views.tsx'

const COLUMNS = [
  { nom: 'nom', aide: 'Le nom du lieu, sans ses lieux parents.', required: true },
  { nom: 'code', aide: 'Code INSEE ou autre, 20 caractères au plus.' },
  { nom: 'type', aide: 'Le nom exact d’un type de lieu.' },
  {
    nom: 'lieu_parent',
    aide: `Le nom complet exact du lieu parent, par exemple ${quoted('Ille-et-Vilaine, Bretagne, France')}. Il peut être plus loin dans le fichier. Si plusieurs lieux ont ce nom, ajoutez le type et le code du bon${NBSP}: ${quoted('Dol, France [Commune, code 35095]')}.`,
  },
  { nom: 'latitude', aide: `En degrés, avec un point ou une virgule${NBSP}: 48,6493.` },
  { nom: 'longitude', aide: 'De même. L’une ne va pas sans l’autre.' },
  { nom: 'note', aide: 'Texte libre.' },
]

/** The form that imports places. */
export function ImportLieuxPage(form: UploadFormState) {
  return (
    <>
      <PageHead
        title="Import de lieux"
        lead="Un lieu déjà présent (même nom, même lieu parent, même type) est complété, jamais créé deux fois. Une case vide ne change rien."
      />
      <UploadForm action="/lieux/import" cancel="/lieux" columns={COLUMNS} {...form} />
    </>
  )
}
