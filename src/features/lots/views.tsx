import type { Child } from 'hono/jsx'
import type { LotLigneEtat } from '../../db/schema-lots.ts'
import type { FormErrors } from '../../lib/body.ts'
import { plural } from '../../lib/text.ts'
import { NBSP, NNBSP } from '../../lib/typo.ts'
import { Actions, ErrorSummary, Form, Submit } from '../../ui/form.tsx'
import { LinkButton, PageHead } from '../../ui/page.tsx'
import { Progress } from '../../ui/steps.tsx'
import { Table } from '../../ui/table.tsx'
import { AT_ONCE } from './actions.ts'
import type { LotAction, LotKind } from './kind.ts'
import type { FoundLot, RefusedLine } from './queries.ts'

/** So many names are read at a glance; of the others the number is told. */
const NAMED = 12

interface AskProps {
  kind: LotKind
  action: LotAction
  /** Those that the reader sees, in the order of the list. */
  names: readonly string[]
  /** Sent again with the form: ids, or the filter. */
  sent: readonly [string, string][]
  envoi: string
  path: string
  back: string
  fields: Child
  errors: FormErrors
  /** These could not be done, where nothing was to be done then. */
  refused: readonly { nom: string; motif: string }[]
}

/** Asks before it is done: how many, which ones, what it means, what is to be chosen. */
export function AskPage({ kind, action, names, sent, envoi, path, back, fields, errors, refused }: AskProps) {
  const n = names.length
  const others = n - NAMED
  return (
    <div class="confirmation">
      <h1>{action.title(n)}</h1>
      <ErrorSummary errors={errors} />
      {refused.length > 0 && <Refused lines={refused} title="Rien n’a été fait, à cause de" />}
      {action.warning !== undefined && <p>{action.warning}</p>}
      <ul>
        {names.slice(0, NAMED).map((name) => (
          <li>{name}</li>
        ))}
        {others > 0 && <li>{`et ${plural(others, 'autre', 'autres')}.`}</li>}
      </ul>
      <Form action={path} enter={action.title(n)}>
        {sent.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="nombre" value={n} />
        <input type="hidden" name="_envoi" value={envoi} />
        {fields}
        {n > 1 && n <= AT_ONCE && <Whole kind={kind} n={n} />}
        {n > AT_ONCE && <p class="aide">Le travail se fait en arrière-plan{NBSP}: vous en suivrez l’avancement.</p>}
        <Actions cancel={back}>
          <Submit {...(action.isDanger ? { tone: 'danger' as const } : {})}>{action.title(n)}</Submit>
        </Actions>
      </Form>
    </div>
  )
}

const Whole = ({ kind, n }: { kind: LotKind; n: number }) => (
  <fieldset class="choix">
    <legend>{`Si l’une des lignes ne peut pas être traitée`}</legend>
    <label>
      <input type="radio" name="ensemble" value="" checked /> Traiter les autres, et me dire lesquelles restent
    </label>
    <label>
      <input type="radio" name="ensemble" value="tout" /> {`Ne toucher à aucune (${kind.count(n)})`}
    </label>
  </fieldset>
)

function Refused({ lines, title }: { lines: readonly { nom: string; motif: string | null }[]; title: string }) {
  return (
    <Table
      caption={title}
      showCaption
      rows={[...lines]}
      columns={[
        { label: 'Ligne', kind: 'nom', head: true, cell: ({ nom }) => nom },
        { label: 'Raison', cell: ({ motif }) => motif },
      ]}
    />
  )
}

/** Nothing was chosen: the way back. */
export function NothingChosenPage({ back, title }: { back: string; title: string }) {
  return (
    <>
      <PageHead title={title} />
      <p>Aucune ligne n’est choisie, ou aucune de celles qui l’étaient ne vous est encore accessible.</p>
      <p>
        <LinkButton href={back}>Retour à la liste</LinkButton>
      </p>
    </>
  )
}

interface LotProps {
  lot: FoundLot
  action: LotAction
  kind: LotKind
  counts: Record<LotLigneEtat, number>
  refused: RefusedLine[]
  canUndo: boolean
}

const TARGET = '#lot'

/** How far a lot is, and what became of its lines. */
export function LotPage(props: LotProps) {
  const { lot, action, counts } = props
  const path = `/lots/${lot.id}`
  const isWorking = lot.etat === 'en_cours' || lot.etat === 'retour'
  const polling = { 'hx-get': path, 'hx-trigger': 'every 2s', 'hx-select': TARGET, 'hx-target': TARGET }
  return (
    <>
      <PageHead title={action.title(lot.total)} />
      <div id="lot" {...(isWorking && { ...polling, 'hx-swap': 'outerHTML' })}>
        {isWorking ? (
          <>
            <Progress
              label={lot.etat === 'retour' ? 'Le geste se défait' : 'En cours'}
              done={lot.total - (lot.etat === 'retour' ? counts.faite : counts.attente)}
              total={lot.total}
            />
            <p>
              Vous pouvez quitter cette page{NNBSP}: le travail continue sans elle. <a href={path}>Actualiser</a>
            </p>
          </>
        ) : (
          <Ended {...props} />
        )}
      </div>
    </>
  )
}

function Ended({ lot, kind, action, counts, refused, canUndo }: LotProps) {
  const isUndone = lot.etat === 'defait'
  return (
    <>
      <p>{isUndone ? `Geste défait${NBSP}: ${kind.count(counts.defaite)}.` : action.done(counts.faite)}</p>
      {refused.length > 0 && (
        <Refused lines={refused} title={isUndone ? 'Restent comme elles sont' : 'N’ont pas été traitées'} />
      )}
      {canUndo && counts.faite > 0 && (
        <Form action={`/lots/${lot.id}/defaire`}>
          <button type="submit" class="bouton">
            Défaire
          </button>
        </Form>
      )}
      <p>
        <LinkButton href={lot.retour}>Retour à la liste</LinkButton>
      </p>
    </>
  )
}
