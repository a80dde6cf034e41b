// The records found, two lines each: who and when; then, quiet, from which source, where and by which words. A table all
// the same: its three cells a record are laid on the two lines by static/css/recherche.css.
import type { Child } from 'hono/jsx'
import { ETAT_LABELS } from '../../../champs/states.ts'
import type { FieldState } from '../../../db/schema.ts'
import { NBSP } from '../../../lib/typo.ts'
import type { Highlights } from '../../../search/plan.ts'
import { Badge } from '../../../ui/page.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { ActLink } from '../../vues/act-views.tsx'
import type { Hit } from '../queries/hits.ts'
import type { Criteria } from '../rules/criteria.ts'
import { markedPieces } from '../rules/passages.ts'
import { urlInSource } from '../rules/urls.ts'
import type { ShownName } from '../rules/who.ts'

interface EntriesProps {
  hits: Hit[]
  highlights: Highlights
  /** The search that each row may limit to its source; undefined where that stands beside the results. */
  narrowed: Criteria | undefined
}

type InSource = ReturnType<typeof urlInSource> | undefined

interface EntryProps {
  hit: Hit
  highlights: Highlights
  inSource: InSource
}

export function Entries({ hits, highlights, narrowed }: EntriesProps) {
  const shared = { highlights, inSource: narrowed && urlInSource(narrowed) }
  const columns: Column<Hit>[] = [
    { label: 'Nom et prénoms', kind: 'nom', head: true, cell: (hit) => <Who hit={hit} {...shared} /> },
    { label: 'Date', kind: 'date', cell: (hit) => <When hit={hit} /> },
    { label: 'Source, acte et lieu', cell: (hit) => <Where hit={hit} {...shared} /> },
  ]
  return (
    <div class="trouves">
      <Table caption="Relevés trouvés" columns={columns} rows={hits} />
    </div>
  )
}

function Who({ hit: { id, who }, highlights }: EntryProps) {
  const [only, ...others] = who.names
  return (
    <>
      <a href={`/releves/${id}`}>
        {!only && `Relevé n°${NBSP}${id}`}
        {who.names.map((name, at) => (
          <>
            {at > 0 && <Between isCouple={who.isCouple} />}
            <Name {...name} highlights={highlights} />
            {others.length > 0 && <Etat etat={name.etat} />}
          </>
        ))}
      </a>
      {others.length === 0 && <Etat etat={only?.etat} />}
    </>
  )
}

/** « × » is how a marriage is noted; read aloud it is « et ». */
function Between({ isCouple }: { isCouple: boolean }) {
  if (!isCouple) return <span class="trouve-et"> et </span>
  return (
    <>
      {' '}
      <span class="trouve-et" role="img" aria-label="et">
        ×
      </span>{' '}
    </>
  )
}

function Name({ nom, prenom, highlights }: ShownName & { highlights: Highlights }) {
  return (
    <>
      {nom !== '' && (
        <span class="trouve-nom">
          <Marked text={nom} highlights={highlights} />
        </span>
      )}
      {nom !== '' && prenom !== '' && ' '}
      <Marked text={prenom} highlights={highlights} />
    </>
  )
}

/** In its own calendar, then in ours. */
function When({ hit: { date, etats } }: { hit: Hit }) {
  return (
    <>
      {date.text}
      {date.gregorien !== null && (
        <>
          {' '}
          <span class="recherche-gregorien">({date.gregorien})</span>
        </>
      )}
      <Etat etat={etats.date_evenement} />
    </>
  )
}

/** So many characters of passages stand beside act, place and source; the others have a line of their own. */
const MAX_BESIDE = 90

/** It holds to what it announces. */
const DOT = `·${NBSP}`

type Passage = Hit['passages'][number]

/** How many of them stand beside. */
function countBeside(passages: readonly Passage[]): number {
  let length = 0
  const first = passages.findIndex(({ label, text }) => {
    length += label.length + text.length
    return length > MAX_BESIDE
  })
  return first === -1 ? passages.length : first
}

function Where({ hit, highlights, inSource }: EntryProps) {
  const beside = countBeside(hit.passages)
  return (
    <>
      <div class="trouve-ou">
        <SourceLinks hit={hit} inSource={inSource} />
        <Act hit={hit} />
        <Place hit={hit} />
        {hit.premiere_vue !== null && (
          <span>
            {DOT}
            <ActLink id={hit.id} label="voir l’acte" />{' '}
          </span>
        )}
        {hit.passages.slice(0, beside).map((passage) => (
          <span class="trouve-mots">
            {DOT}
            <PassageText {...passage} highlights={highlights} />{' '}
          </span>
        ))}
      </div>
      {hit.passages.slice(beside).map((passage) => (
        <div>
          <PassageText {...passage} highlights={highlights} />
        </div>
      ))}
    </>
  )
}

const PassageText = ({ label, text, highlights }: Passage & { highlights: Highlights }) => (
  <span class="recherche-passage">
    {label}
    {`${NBSP}: `}
    <Marked text={text} highlights={highlights} />
  </span>
)

const firstWord = (text: string): string => /^[^\s(,]*/.exec(text)?.[0].toLowerCase() ?? ''

/** The row names the kind of act, unless the title of its source begins with it: « Baptêmes de Pleurtuit ». */
function Act({ hit: { type_nom, source_titre } }: { hit: Hit }) {
  if (firstWord(type_nom) === firstWord(source_titre)) return null
  return (
    <span>
      {DOT}
      {type_nom}{' '}
    </span>
  )
}

/** The place of its source, whose page has its map. */
function Place({ hit: { lieu_id, lieu_nom_long } }: { hit: Hit }) {
  if (lieu_id === null) return null
  return (
    <span>
      {DOT}
      <a href={`/lieux/${lieu_id}`}>{lieu_nom_long}</a>{' '}
    </span>
  )
}

function SourceLinks({ hit, inSource }: { hit: Hit; inSource: InSource }) {
  return (
    <span>
      <a href={`/sources/${hit.source_id}`}>{hit.source_titre}</a>
      {inSource && (
        <>
          {' '}
          <a class="recherche-dedans" href={inSource(hit.source_id)}>
            chercher dans cette source
          </a>
        </>
      )}{' '}
    </span>
  )
}

function Etat({ etat }: { etat: FieldState | undefined }): Child {
  if (etat === undefined) return null
  return (
    <>
      {' '}
      <Badge tone="warn">{ETAT_LABELS[etat]}</Badge>
    </>
  )
}

function Marked({ text, highlights }: { text: string; highlights: Highlights }) {
  return <>{markedPieces(text, highlights).map((piece) => (piece.found ? <mark>{piece.text}</mark> : piece.text))}</>
}
