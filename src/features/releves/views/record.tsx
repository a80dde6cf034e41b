import type { Champ } from '../../../champs/kind.ts'
import { formatInstant, plural, tableInstant } from '../../../lib/text.ts'
import { Form, Submit } from '../../../ui/form.tsx'
import { Confirm, type Definition, Definitions, LinkButton, PageHead } from '../../../ui/page.tsx'
import { Pagination, TurnLink } from '../../../ui/pagination.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { Thread } from '../../fils/queries.ts'
import { Threads } from '../../fils/thread-views.tsx'
import { ActLink } from '../../vues/act-views.tsx'
import { lecturesPath, OtherReadings } from '../lectures-views.tsx'
import type { CoupleLinks } from '../rules/couple-links.ts'
import type { ReleveField, ShownRecord } from '../rules/display.ts'
import type { Change, HistoryLine } from '../rules/history.ts'
import { AT_THE_START } from '../rules/insertion.ts'
import { Warning } from './entry.tsx'
import { InlineValue } from './inline.tsx'
import { insertPath } from './insertion.tsx'
import { Sentence } from './sentence.tsx'
import { ShortLabel } from './short-label.tsx'

interface RecordProps {
  title: string
  releve: { id: number; created_at: string; updated_at: string; version: number }
  author: string
  editor: string
  source: { id: number; titre: string }
  /** '' where the act names nobody. */
  sentence: string
  /** Where it is to be found, to be written under a copy. */
  citation: string
  shown: ShownRecord
  couples: CoupleLinks[]
  previous: number | undefined
  next: number | undefined
  /** No act stands before it in the register. */
  isFirst: boolean
  warning: string | null
  history: HistoryLine[]
  canWrite: boolean
  /** Other readings are changed here. */
  canCorrect: boolean
  threads: readonly Thread[]
  champs: readonly Champ[]
  /** This reader may ask about the act. */
  canSpeak: boolean
  /** The source has the view that the act stands on. */
  hasPicture: boolean
}

/** One record: its fields, its neighbours in the register, its history folded below. */
export function ReleveView(props: RecordProps) {
  const { title, releve, source, previous, next } = props
  const path = `/releves/${releve.id}`
  return (
    <>
      <PageHead
        title={title}
        lead={<a href={`/sources/${source.id}`}>{source.titre}</a>}
        action={props.canWrite && <LinkButton href={`${path}/modifier`}>Modifier</LinkButton>}
      />
      {props.warning && <Warning>{props.warning}</Warning>}
      {props.sentence !== '' && <Sentence>{props.sentence}</Sentence>}
      {props.hasPicture && (
        <p>
          <ActLink id={releve.id} />
        </p>
      )}
      <Citation text={props.citation} />
      <Groups {...props} />
      <Couples couples={props.couples} />
      <Threads releveId={releve.id} canPropose={!props.canWrite} {...props} />
      <nav class="voisins" aria-label="Relevés voisins">
        {previous !== undefined && (
          <span>
            <TurnLink rel="prev" href={`/releves/${previous}`} label="Relevé précédent" />
          </span>
        )}
        <a href={`/sources/${source.id}/releves`}>Tous les relevés de la source</a>
        {next !== undefined && (
          <span>
            <TurnLink rel="next" href={`/releves/${next}`} label="Relevé suivant" />
          </span>
        )}
      </nav>
      <p class="aide">{signature(props)}</p>
      <details class="historique">
        <summary>Historique</summary>
        <HistoryTable id={releve.id} lines={props.history} />
        <p>
          <a href={`${path}/historique`}>Tout l’historique</a>
        </p>
      </details>
      {props.canWrite && (
        <p class="actions">
          {props.isFirst && <a href={insertPath(source.id, AT_THE_START)}>Insérer un acte avant celui-ci</a>}
          <a href={insertPath(source.id, releve.id)}>Insérer un acte après celui-ci</a>
          <a href={`${path}/supprimer`}>Supprimer ce relevé</a>
        </p>
      )}
    </>
  )
}

/** Where each couple of the act leads: to its other acts, and to them as a family. */
function Couples({ couples }: { couples: CoupleLinks[] }) {
  if (couples.length === 0) return null
  return (
    <ul class="acte-couples" aria-label={couples.length > 1 ? 'Couples de l’acte' : 'Couple de l’acte'}>
      {couples.map(({ label, acts, family }) => (
        <li>
          {label}{' '}
          <a href={acts} aria-label={`actes de ce couple : ${label}`}>
            actes de ce couple
          </a>{' '}
          <a href={family} aria-label={`famille : ${label}`}>
            famille
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The line to be written under a copy; where a script runs, a button puts it in the clipboard. */
const Citation = ({ text }: { text: string }) => (
  <details class="citation">
    <summary>Citer ce relevé</summary>
    <p data-citation>{text}</p>
    <button type="button" class="bouton" data-copier hidden>
      Copier la citation
    </button>
  </details>
)

/** Persons side by side; what the register does not say waits behind one line. */
function Groups(props: RecordProps) {
  const { groups, empty } = props.shown
  const item = (title: string | null) => (field: ReleveField) => {
    const { value, etat } = props.canWrite ? editable(props, field) : definition(field, props)
    return { term: <ShortLabel label={field.term} title={title ?? ''} />, value, etat }
  }
  return (
    <>
      <div class="acte-groupes">
        {groups.map(({ title, isPerson, fields }) => (
          <section class={isPerson ? 'acte-personne' : 'acte-titre'}>
            {title !== null && <h2>{title}</h2>}
            <Definitions items={fields.map(item(title))} />
          </section>
        ))}
      </div>
      {empty.length > 0 && (
        <details class="acte-vides" id="champs-vides">
          <summary>{plural(empty.length, 'champ vide', 'champs vides')}</summary>
          <Definitions items={empty.map(item(null))} />
        </details>
      )}
    </>
  )
}

/** The value as the register has it, and under it what a date was understood as. */
const definition = (field: ReleveField, props: RecordProps): Omit<Definition, 'term'> => ({
  etat: field.etat,
  value:
    field.echo === '' && field.lectures.length === 0 ? (
      field.value
    ) : (
      <>
        {field.value} {field.echo !== '' && <span class="compris">{field.echo}</span>}{' '}
        <Readings {...props} {...field} />
      </>
    ),
})

const Readings = ({ releve, canCorrect, nom, term, lectures }: RecordProps & ReleveField) => (
  <OtherReadings list={lectures} label={term} {...(canCorrect && { href: lecturesPath(releve.id, nom) })} />
)

/** A link edits the value where it stands. */
const editable = (
  { title, releve }: RecordProps,
  { nom, term, value, echo, etat, lectures }: ReleveField,
): Omit<Definition, 'term'> => ({
  value: (
    <InlineValue
      id={releve.id}
      title={title}
      champ={{ nom, label: term }}
      vue="fiche"
      text={value}
      echo={echo}
      etat={etat}
      lectures={lectures}
    />
  ),
})

function signature({ releve, author, editor }: RecordProps): string {
  const entered = `Saisi par ${author} le ${formatInstant(releve.created_at)}.`
  return releve.version === 1 ? entered : `${entered} Modifié par ${editor} le ${formatInstant(releve.updated_at)}.`
}

/** Asks before a record is deleted. */
export function DeletePage({ title, releve }: { title: string; releve: { id: number; version: number } }) {
  const path = `/releves/${releve.id}`
  return (
    <Confirm
      title={title}
      lead="Il ne paraîtra plus ni dans la source, ni dans la recherche, ni dans les exports. Un gestionnaire de la section pourra le rétablir depuis son historique."
      action={`${path}/supprimer`}
      submit="Supprimer le relevé"
      cancel={path}
    >
      <input type="hidden" name="version" value={releve.version} />
    </Confirm>
  )
}

interface HistoryProps {
  title: string
  id: number
  source: { id: number; titre: string }
  lines: HistoryLine[]
  total: number
  page: number
  perPage: number
  isDeleted: boolean
  canRestore: boolean
}

/** A deleted record can be brought back from here. */
export function HistoryPage({ title, id, source, lines, total, page, perPage, ...props }: HistoryProps) {
  const path = `/releves/${id}`
  return (
    <>
      <PageHead
        title={title}
        lead={<a href={`/sources/${source.id}/releves`}>{source.titre}</a>}
        action={props.isDeleted ? undefined : <LinkButton href={path}>Voir le relevé</LinkButton>}
      />
      {props.isDeleted && (
        <p>Ce relevé a été supprimé. {!props.canRestore && 'Un gestionnaire de la section peut le rétablir.'}</p>
      )}
      {props.canRestore && (
        <Form action={`${path}/restauration`}>
          <Submit>Rétablir le relevé</Submit>
        </Form>
      )}
      <p class="chapeau">{plural(total, 'version', 'versions')}</p>
      <HistoryTable id={id} lines={lines} />
      <Pagination
        paging={{ page, parPage: perPage }}
        total={total}
        href={(n) => `${path}/historique?page=${n}&par_page=${perPage}`}
      />
    </>
  )
}

const historyColumns = (id: number): Column<HistoryLine>[] => [
  {
    label: 'Opération',
    head: true,
    cell: (line) => <a href={`/releves/${id}/versions/${line.version}`}>{line.operation}</a>,
  },
  { label: 'Par', cell: (line) => line.author },
  { label: 'Le', kind: 'date', cell: (line) => tableInstant(line.at) },
  { label: 'Changements', cell: (line) => <Changes changes={line.changes} /> },
]

const HistoryTable = ({ id, lines }: { id: number; lines: HistoryLine[] }) => (
  <Table caption="Historique du relevé" columns={historyColumns(id)} rows={lines} />
)

/** Fields before and after, one line each. */
export function Changes({ changes }: { changes: Change[] }) {
  if (changes.length === 0) return <>–</>
  return (
    <ul class="changements">
      {changes.map(({ label, avant, apres }) => (
        <li>
          {`${label}\u00a0: `}
          <del>{avant || 'vide'}</del> → <ins>{apres || 'vide'}</ins>
        </li>
      ))}
    </ul>
  )
}
