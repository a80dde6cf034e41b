import { KINDS } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import { PageHead } from '../../../ui/page.tsx'
import { UploadForm, type UploadFormState } from '../../imports/upload-views.tsx'

const MAX_OPTIONS = 12

function helpOf(champ: Champ): string {
  const { label, hasOptions, inFile } = KINDS[champ.type]
  const options = hasOptions
    ? `L’une de ces valeurs${NBSP}: ${champ.options.slice(0, MAX_OPTIONS).join(', ')}${champ.options.length > MAX_OPTIONS ? '…' : ''}.`
    : ''
  return [`${label}.`, options, inFile].filter((part) => part !== '').join(' ')
}

interface Props extends UploadFormState {
  title: string
  source: { id: number; titre: string }
  /** The columns of the values, by their headers. */
  columns: { header: string; champ: Champ }[]
}

/** The form that imports the records of a source. */
export function ImportRelevesPage({ title, source, columns, ...form }: Props) {
  return (
    <>
      <PageHead title={title} lead={<a href={`/sources/${source.id}`}>{source.titre}</a>} />
      <p>
        Chaque ligne du fichier crée un relevé dans cette source, sauf celles qui s’y trouvent déjà mot pour mot. Rien
        de ce qui est dans la source n’est changé. L’ordre des colonnes et la casse de leurs noms ne comptent pas. Si
        leurs noms ne sont pas ceux du tableau ci-dessous, vous direz à la page suivante dans quel champ va chacune.
      </p>
      <UploadForm
        action={`/sources/${source.id}/import`}
        cancel={`/sources/${source.id}/releves`}
        columns={columns.map(({ header, champ }) => ({
          nom: header,
          aide: helpOf(champ),
          required: champ.required,
        }))}
        {...form}
      />
      <p class="aide">
        Un fichier de Nimègue, d’ExpoActes ou d’Ancestris{NBSP}: ses actes de cette source se choisissent ici aussi. Un
        fichier de plusieurs communes ou types s’importe par{' '}
        <a href="/imports/nouveau">Importer des fichiers d’actes</a>.
      </p>
      <p class="aide">
        À côté de chaque colonne, une colonne du même nom suivi de {quoted('(état)')}, par exemple{' '}
        {quoted(`${columns[0]?.header ?? 'Nom'} (état)`)}, peut dire que la valeur est sûre, douteuse, illisible ou
        absente{NBSP}: sûr, douteux, illisible ou absent. Un champ obligatoire peut rester vide s’il est illisible ou
        absent. Une colonne du même nom suivi de {quoted('(autre lecture)')} donne ce que quelqu’un d’autre lit à cet
        endroit{NBSP}; plusieurs lectures y sont séparées par « | ».
      </p>
    </>
  )
}
