import type { Body, FormErrors } from '../../../lib/body.ts'
import { formatInstant, formatNumber } from '../../../lib/text.ts'
import { NBSP, NNBSP, quoted } from '../../../lib/typo.ts'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { PageHead, Sheet } from '../../../ui/page.tsx'
import { Table } from '../../../ui/table.tsx'
import type { ColumnMapping, ImportKind, MappedColumn } from '../kind.ts'
import type { ShownImport } from '../queries/imports.ts'
import type { PreviewRow } from '../queries/preview.ts'
import { type Mapping, titleOf } from '../rules/mapping.ts'
import type { FileSample } from '../rules/sample.ts'
import { Destination, ReadingChoice, Samples } from './column-choices.tsx'
import { Constants, ReadingOfFile } from './column-file.tsx'

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
            { label: 'Premières valeurs', cell: (n) => <Samples sample={props.sample} at={n} /> },
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

function Preview({ preview, mapping, kind }: ColumnsPageProps) {
  const headers = mapping.columns.filter(({ beside }) => beside === undefined).map(({ nom }) => nom)
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
