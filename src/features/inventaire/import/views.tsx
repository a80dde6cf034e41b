import { NBSP } from '../../../lib/typo.ts'
import { PageHead } from '../../../ui/page.tsx'
import { UploadForm, type UploadFormState } from '../../imports/upload-views.tsx'

const COLUMNS = [
  { nom: 'lieu', aide: 'Nom complet du lieu, par exemple Dinard, Ille-et-Vilaine.', required: true },
  { nom: 'acte', aide: 'Baptême, mariage, sépulture, naissance, décès…', required: true },
  { nom: 'cote', aide: 'Numéro du registre aux archives.' },
  { nom: 'annee_debut', aide: 'Première année, en chiffres.', required: true },
  { nom: 'annee_fin', aide: `Dernière année. Vide${NBSP}: la première.` },
  { nom: 'etat', aide: `conserve, perdu, brule ou non_tenu. Vide${NBSP}: conservé.` },
  { nom: 'depot', aide: 'Nom ou sigle d’un dépôt déjà connu.' },
  { nom: 'url', aide: 'Adresse des images.' },
  { nom: 'note', aide: 'Ce qu’il faut en savoir.' },
]

/** The form that imports registers. */
export const ImportInventoryPage = (form: UploadFormState) => (
  <>
    <PageHead
      title="Import de l’inventaire"
      lead="Un registre déjà présent (mêmes lieu, actes, cote et années) prend l’état, le dépôt, l’adresse et la note du fichier."
    />
    <UploadForm action="/inventaire/import" cancel="/inventaire" columns={COLUMNS} {...form} />
  </>
)
