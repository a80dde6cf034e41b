import type { Body, FormErrors } from '../../../lib/body.ts'
import { formatInstant, formatNumber } from '../../../lib/text.ts'
import { NBSP, NNBSP, quoted } from '../../../lib/typo.ts'
import { controlProps, ErrorLine, Field, fieldId } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { PageHead, Sheet } from '../../../ui/page.tsx'
import { Table } from '../../../ui/table.tsx'
import type { ColumnMapping, ImportKind, MappedColumn } from '../kind.ts'
import type { ShownImport } from '../queries/imports.ts'
import { PREVIEW_LINES, type PreviewRow } from '../queries/preview.ts'
import { ENCODING_CHOICES, ENCODINGS, type Encoding, isEncoding } from '../rules/encoding.ts'
import { columnByKey, constantOf, fits, IGNORED, type Mapping, plainCell, TO_NOTES, titleOf } from '../rules/mapping.ts'
import type { Reading } from '../rules/readings.ts'
import type { FileSample } from '../rules/sample.ts'

export const COLUMNS_TITLE = 'Où vont les colonnes du fichier'

/** The choice comes from an earlier file of the same header. */
export interface Kept {
  at: string
  by: string | null
}

export interface ColumnsPageProps {
  imported: ShownImport
  kind: Pick<ImportKind<unknown>, 'titre' | 'noms'>
  mapping: ColumnMapping
  sample: FileSample
  chosen: Mapping
  reading: Pick<ShownImport, 'encodage' | 'feuille' | 'ligne_entete'>
  kept: Kept | undefined
  /** Required fields that nothing fills yet. */
  missing: MappedColumn[]
  filled: ReadonlySet<string>
  preview: PreviewRow[]
  errors: FormErrors
  raw: Body
}

/** The page between a file and its dry run: each column beside the field that it goes to. */
export function ColumnsPage(props: ColumnsPageProps) {
  const { imported, errors, missing, kept, chosen } = props
  const path = `/imports/${imported.id}/colonnes`
  const isNothingKnown = props.filled.size === 0
  return (
    <>
      <PageHead
        title={COLUMNS_TITLE}
        lead={`${quoted(imported.nom_fichier)}, envoyé le ${formatInstant(imported.created_at)}`}
      />
      {imported.erreur !== null && <p class="flash flash-err">{imported.erreur}</p>}
      <p>
        Chaque ligne du tableau est une colonne de votre fichier. Dites dans quel champ elle va{NBSP}: le site a proposé
        ce qu’il a reconnu. Rien n’est enregistré avant votre confirmation.
      </p>
      {kept && (
        <p class="flash">
          Le dernier fichier de mêmes titres a été rangé ainsi le {formatInstant(kept.at)}
          {kept.by !== null && ` par ${kept.by}`}
          {NBSP}: le même rangement est proposé.
        </p>
      )}
      {isNothingKnown && (
        <p class="flash flash-warn">
          Aucune colonne n’a été reconnue. La première ligne du fichier porte-t-elle bien les titres des colonnes{NNBSP}
          ?
        </p>
      )}
      <ErrorSummary errors={errors} labels={errorLabels(props)} />
      <Form action={path} id="colonnes">
        {missing.length > 0 && (
          <p class="flash flash-warn" id="manquants">
            {missing.length === 1 ? 'Ce champ obligatoire n’a' : 'Ces champs obligatoires n’ont'} pas encore de colonne
            {NBSP}: {missing.map(({ label }) => quoted(label)).join(', ')}.
          </p>
        )}
        <Table
          caption="Colonnes du fichier"
          rows={chosen.colonnes.map((_, n) => n)}
          columns={[
            { label: 'Colonne du fichier', cell: (n) => titleOf(props.sample.headers, n), head: true },
            { label: 'Premières lignes', cell: (n) => <Samples sample={props.sample} at={n} /> },
            { label: 'Va vers', cell: (n) => <Destination {...props} at={n} /> },
            { label: 'Se lit', cell: (n) => <ReadingChoice {...props} at={n} /> },
          ]}
        />
        <Sheet>
          <Constants {...props} />
          <ReadingOfFile {...props} />
        </Sheet>
        <Actions cancel={`/imports/${imported.id}`} back="Retour à l’import">
          <Submit>Vérifier le fichier</Submit>
          <button type="submit" class="bouton" name="action" value="apercu">
            Revoir l’aperçu
          </button>
        </Actions>
      </Form>
      <Preview {...props} />
    </>
  )
}

function errorLabels({ sample, mapping }: ColumnsPageProps): Record<string, string> {
  return Object.fromEntries([
    ['encodage', 'Encodage du texte'],
    ['feuille', 'Feuille du classeur'],
    ['ligne_entete', 'Ligne des titres'],
    ...sample.headers.map((_, n) => [`colonnes[${n}]`, titleOf(sample.headers, n)]),
    ...mapping.columns.map(({ cle, label }) => [`constantes[${cle}]`, label]),
  ])
}

const MAX_SHOWN = 60

const cut = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)

function Samples({ sample, at }: { sample: FileSample; at: number }) {
  const texts = sample.rows.slice(0, PREVIEW_LINES).map((cells) => cut(plainCell(cells[at])))
  if (texts.every((text) => text === '')) return <span class="aide">vide</span>
  return texts.map((text) => text || '–').join(' · ')
}

type At = ColumnsPageProps & { at: number }

function Destination({ mapping, chosen, sample, errors, at }: At) {
  const name = `colonnes[${at}]`
  const vers = chosen.colonnes[at]?.vers ?? IGNORED
  const title = titleOf(sample.headers, at)
  const hasStates = sample.headers.some((header) => /[eé]tat/i.test(header))
  const offered = mapping.columns.filter(({ isEtat, cle }) => !isEtat || hasStates || cle === vers)
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

function ReadingChoice({ mapping, chosen, sample, at }: At) {
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

/** One value for all lines, for fields that the file has not. */
function Constants(props: ColumnsPageProps) {
  const { mapping, filled, chosen, missing, errors } = props
  const free = mapping.columns.filter(({ cle, isEtat }) => !isEtat && !filled.has(cle))
  if (free.length === 0) return null
  const isOpen = missing.length > 0 || Object.keys(chosen.constantes).length > 0
  return (
    <details open={isOpen || Object.keys(errors).some((name) => name.startsWith('constantes'))}>
      <summary>Donner la même valeur à toutes les lignes</summary>
      <p class="aide">Pour un champ qui n’a pas de colonne dans le fichier. Laissez vide ce qui ne vous sert pas.</p>
      {free.map((column) => (
        <Constant {...props} column={column} />
      ))}
    </details>
  )
}

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
function ReadingOfFile(props: ColumnsPageProps) {
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
    <Field name="feuille" label="Feuille du classeur" error={errors.feuille}>
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

function Preview({ preview, mapping, kind }: ColumnsPageProps) {
  const headers = mapping.columns.filter(({ isEtat }) => !isEtat).map(({ nom }) => nom)
  const used = headers.flatMap((label, i) =>
    preview.some(({ cells }) => (cells[i] ?? '') !== '') ? [{ label, i }] : [],
  )
  if (preview.length === 0) return <p id="apercu">Ce fichier n’a aucune ligne sous ses titres.</p>
  const caption = `Les premières lignes, telles qu’elles seraient enregistrées`
  const hasRefusals = preview.some(({ message }) => message !== undefined)
  return (
    <div id="apercu">
      <h2>{caption}</h2>
      <Table
        caption={caption}
        rows={preview}
        wide
        columns={[
          { label: 'Ligne', cell: ({ ligne }) => formatNumber(ligne), kind: 'nombre' as const },
          ...(hasRefusals ? [{ label: 'Refusée', cell: ({ message }: PreviewRow) => message ?? '' }] : []),
          ...used.map(({ label, i }) => ({ label, cell: ({ cells }: PreviewRow) => cells[i] ?? '' })),
        ]}
      />
      <p class="aide">Chaque ligne du fichier deviendra un {kind.noms[0]}.</p>
    </div>
  )
}
