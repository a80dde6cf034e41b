import { KINDS } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import type { FieldType } from '../../../db/schema.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import { PageHead } from '../../../ui/page.tsx'
import { UploadForm, type UploadFormState } from '../../imports/upload-views.tsx'

/** How the cells of each type are written. */
const CELLS: Record<FieldType, string> = {
  text: '',
  textarea: 'Les retours à la ligne sont gardés.',
  number: `Avec un point ou une virgule${NBSP}: 12,5.`,
  date: `12/08/1787, 08/1787, 1787, 178? ou 17?? (derniers chiffres de l’année perdus), ${quoted('09/12/1582 (calendrier julien)')}, ${quoted('14 thermidor an II (calendrier républicain)')}.`,
  boolean: 'Oui, non, o, n, vrai, faux, 1, 0 ou x.',
  select: '',
  place: `Le nom long exact d’un lieu, par exemple ${quoted('Pleurtuit, Ille-et-Vilaine, Bretagne, France')}.`,
}

const MAX_OPTIONS = 12

function helpOf(champ: Champ): string {
  const { label, hasOptions } = KINDS[champ.type]
  const options = hasOptions
    ? `L’une de ces valeurs${NBSP}: ${champ.options.slice(0, MAX_OPTIONS).join(', ')}${champ.options.length > MAX_OPTIONS ? '…' : ''}.`
    : ''
  return [`${label}.`, options, CELLS[champ.type]].filter((part) => part !== '').join(' ')
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
        de ce qui est dans la source n’est changé. L’ordre des colonnes et la casse de leurs noms ne comptent pas. Les
        colonnes qui ne sont pas reconnues sont laissées de côté et vous seront nommées.
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
        À côté de chaque colonne, une colonne du même nom suivi de {quoted('(état)')}, par exemple{' '}
        {quoted(`${columns[0]?.header ?? 'Nom'} (état)`)}, peut dire que la valeur est sûre, douteuse, illisible ou
        absente{NBSP}: sûr, douteux, illisible ou absent. Un champ obligatoire peut rester vide s’il est illisible ou
        absent.
      </p>
    </>
  )
}
