import { NBSP, quoted } from '../../../lib/typo.ts'
import { Field, HelpMark } from '../../../ui/field.tsx'
import type { MappedColumn } from '../kind.ts'
import { ENCODING_CHOICES, ENCODINGS, type Encoding, isEncoding } from '../rules/encoding.ts'
import { constantOf } from '../rules/mapping.ts'
import type { ColumnsPageProps } from './columns.tsx'

/** One value for all lines, for fields that the file has not: first those that every record needs, the others folded. */
export function Constants(props: ColumnsPageProps) {
  const { mapping, filled, chosen, missing, errors } = props
  const free = mapping.columns.filter(({ cle, beside }) => beside === undefined && !filled.has(cle))
  const needed = free.filter(({ cle }) => missing.some((one) => one.cle === cle))
  const others = free.filter((column) => !needed.includes(column))
  const isUsed = ({ cle }: MappedColumn) => constantOf(chosen, cle) !== '' || errors[`constantes[${cle}]`] !== undefined
  return (
    <>
      {needed.length > 0 && (
        <>
          <p class="aide">Ce que le fichier n’a pas peut être le même à toutes les lignes{NBSP}: écrivez-le ici.</p>
          <Several {...props} columns={needed} />
        </>
      )}
      {others.length > 0 && (
        <details open={others.some(isUsed)}>
          <summary>Donner la même valeur à toutes les lignes</summary>
          <p class="aide">
            Pour un champ qui n’a pas de colonne dans le fichier. Laissez vide ce qui ne vous sert pas.
          </p>
          <Several {...props} columns={others} />
        </details>
      )}
    </>
  )
}

const Several = ({ columns, ...props }: ColumnsPageProps & { columns: readonly MappedColumn[] }) => (
  <>
    {columns.map((column) => (
      <Constant {...props} column={column} />
    ))}
  </>
)

function Constant({ column, chosen, errors }: ColumnsPageProps & { column: MappedColumn }) {
  const { cle, label, valeurs, aide } = column
  const name = `constantes[${cle}]`
  const value = constantOf(chosen, cle)
  return (
    <Field name={name} label={label} help={valeurs ? undefined : aide || undefined} error={errors[name]}>
      {valeurs ? (
        <select name={name}>
          <option value="" />
          {valeurs.map((one) => (
            <option value={one} selected={one === value}>
              {one}
            </option>
          ))}
        </select>
      ) : (
        <input name={name} value={value} />
      )}
    </Field>
  )
}

/** How the file is read: what is changed here is seen by « Revoir l’aperçu ». */
export function ReadingOfFile(props: ColumnsPageProps) {
  const { reading, errors, raw } = props
  return (
    <>
      {reading.feuille === null ? <EncodingChoice {...props} /> : <SheetChoice {...props} />}
      <Field
        name="ligne_entete"
        label="Ligne des titres"
        width="court"
        help="Le numéro de la ligne du fichier qui porte les titres des colonnes."
        error={errors.ligne_entete}
      >
        <input
          name="ligne_entete"
          inputmode="numeric"
          value={typeof raw.ligne_entete === 'string' ? raw.ligne_entete : String(reading.ligne_entete ?? 1)}
        />
      </Field>
    </>
  )
}

function SheetChoice({ imported, reading, errors, raw }: ColumnsPageProps) {
  if (imported.feuilles.length < 2) return null
  const asked = typeof raw.feuille === 'string' ? raw.feuille : reading.feuille
  return (
    <Field
      name="feuille"
      label="Feuille du classeur"
      error={errors.feuille}
      aside={<HelpMark page="imports#preparer-le-fichier" about="Feuille du classeur" />}
    >
      <select name="feuille">
        {imported.feuilles.map((nom) => (
          <option value={nom} selected={nom === asked}>
            {nom}
          </option>
        ))}
      </select>
    </Field>
  )
}

function EncodingChoice({ reading, errors, raw }: ColumnsPageProps) {
  const known = ENCODING_CHOICES.filter((one) => one !== 'auto')
  const choices = [...new Set<Encoding>([...(isEncoding(reading.encodage) ? [reading.encodage] : []), ...known])]
  const asked = typeof raw.encodage === 'string' ? raw.encodage : reading.encodage
  return (
    <Field
      name="encodage"
      label="Encodage du texte"
      help={`Si les lettres accentuées sont fausses, essayez-en un autre, puis ${quoted('Revoir l’aperçu')}.`}
      error={errors.encodage}
      aside={<HelpMark page="imports#si-l-apercu-est-illisible" about="Encodage du texte" />}
    >
      <select name="encodage">
        {choices.map((one) => (
          <option value={one} selected={one === asked}>
            {ENCODINGS[one].label}
          </option>
        ))}
      </select>
    </Field>
  )
}
