import { quoted } from '../../../lib/typo.ts'
import { controlProps, ErrorLine, fieldId } from '../../../ui/field.tsx'
import type { MappedColumn } from '../kind.ts'
import { PREVIEW_LINES } from '../queries/preview.ts'
import { columnByKey, fits, IGNORED, plainCell, TO_NOTES, titleOf } from '../rules/mapping.ts'
import type { Reading } from '../rules/readings.ts'
import type { FileSample } from '../rules/sample.ts'
import type { ColumnsPageProps } from './columns.tsx'

const MAX_SHOWN = 60

const cut = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)

/** The first values of a column: one that few acts have is told by theirs, not by a row of blanks. */
export function Samples({ sample, at }: { sample: FileSample; at: number }) {
  const texts = sample.rows.map((cells) => plainCell(cells[at])).filter((text) => text !== '')
  if (texts.length === 0) return <span class="aide">vide</span>
  return texts.slice(0, PREVIEW_LINES).map(cut).join(' · ')
}

type At = ColumnsPageProps & { at: number }

/** The field that a column goes to. */
export function Destination({ mapping, chosen, sample, errors, at }: At) {
  const name = `colonnes[${at}]`
  const vers = chosen.colonnes[at]?.vers ?? IGNORED
  const title = titleOf(sample.headers, at)
  const isTold = { etat: /[eé]tat/i, lecture: /lecture/i }
  const has = (beside: 'etat' | 'lecture') => sample.headers.some((header) => isTold[beside].test(header))
  const offered = mapping.columns.filter(({ beside, cle }) => beside === undefined || cle === vers || has(beside))
  const groups = [...new Set(offered.map(({ groupe }) => groupe))]
  return (
    <>
      <select
        name={name}
        aria-label={`Champ de la colonne ${quoted(title)}`}
        {...controlProps({ id: fieldId(name), error: errors[name] })}
      >
        <option value={IGNORED} selected={vers === IGNORED}>
          Laisser de côté
        </option>
        {mapping.notes && (
          <option value={TO_NOTES} selected={vers === TO_NOTES}>
            Vers les notes, avec son titre
          </option>
        )}
        {groups.map((groupe) => (
          <optgroup label={groupe}>
            {offered
              .filter((column) => column.groupe === groupe)
              .map(({ cle, label, required }) => (
                <option value={cle} selected={vers === cle}>
                  {required ? `${label} (obligatoire)` : label}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
      <ErrorLine id={fieldId(name)} error={errors[name]} />
    </>
  )
}

const PLAIN: Record<MappedColumn['nature'], string> = {
  texte: 'Tel quel',
  date: 'Jour, mois, année (25/03/1789)',
  autre: 'Tel quel',
}

/** Each rule is told by an example. */
const READING_LABELS: Record<Reading, string> = {
  capitales: 'Nom en capitales, puis prénoms (LE GOFF Jean)',
  premier: 'Premier mot\u00a0: nom, le reste\u00a0: prénoms (Martin Jean Marie)',
  dernier: 'Dernier mot\u00a0: nom, le reste\u00a0: prénoms (Jean Marie Martin)',
  suite: 'À la suite d’une autre colonne du même champ',
  mja: 'Mois, jour, année (03/25/1789)',
  amj: 'Année, mois, jour (17890325)',
  jour: 'Le jour seul (25)',
  mois: 'Le mois seul (3 ou mars)',
  annee: 'L’année seule (1789)',
}

const READING_ORDER = Object.keys(READING_LABELS) as Reading[]

/** How a column is read, where its field can be read in several ways. */
export function ReadingChoice({ mapping, chosen, sample, at }: At) {
  const { vers = '', lecture } = chosen.colonnes[at] ?? {}
  const column = columnByKey(mapping).get(vers)
  const readings = column ? READING_ORDER.filter((reading) => fits(column, reading)) : []
  if (!column || readings.length === 0) return null
  const name = `lecture[${at}]`
  return (
    <select name={name} id={fieldId(name)} aria-label={`Lecture de la colonne ${quoted(titleOf(sample.headers, at))}`}>
      <option value="" selected={lecture === undefined}>
        {PLAIN[column.nature]}
      </option>
      {readings.map((reading) => (
        <option value={reading} selected={lecture === reading}>
          {READING_LABELS[reading]}
        </option>
      ))}
    </select>
  )
}
