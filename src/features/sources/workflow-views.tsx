import type { Child } from 'hono/jsx'
import type { SourceStatus } from '../../db/schema.ts'
import { type Body, type FormErrors, shown } from '../../lib/body.ts'
import { Field } from '../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../ui/form.tsx'
import { LinkButton, PageHead } from '../../ui/page.tsx'
import type { OpenCounts } from './rules/second-keying.ts'
import { MAX_MOTIF, MOVES, type Move } from './rules/workflow.ts'
import { OpenSeconds } from './second-keying-views.tsx'
import { StatusBadge } from './status-badge.tsx'

interface Moving {
  id: number
  status: SourceStatus
  version: number
}

const pathOf = (source: Moving): string => `/sources/${source.id}/statut`

function MoveButton({ source, move, isMain }: { source: Moving; move: Move; isMain: boolean }) {
  return (
    <Form action={pathOf(source)}>
      <Hidden source={source} to={move.to} />
      <button type="submit" class={isMain && move.isForward ? 'bouton principal' : 'bouton'}>
        {move.button}
      </button>
    </Form>
  )
}

const Hidden = ({ source, to }: { source: Moving; to: SourceStatus }) => (
  <>
    <input type="hidden" name="statut" value={to} />
    <input type="hidden" name="version" value={source.version} />
  </>
)

interface StatusActionsProps {
  source: Moving
  /** The moves open to this reader. */
  allowed: readonly Move[]
}

/**
 * The moves that this reader may make, one button each; one that asks a reason leads to the page that does. `isMain`: the page
 * has no other main action.
 */
export function StatusButtons({ source, allowed, isMain = true }: StatusActionsProps & { isMain?: boolean }) {
  return (
    <>
      {allowed.map((move) =>
        move.motif ? (
          <LinkButton href={pathOf(source)}>{move.button}</LinkButton>
        ) : (
          <MoveButton source={source} move={move} isMain={isMain} />
        ),
      )}
    </>
  )
}

interface DecisionProps {
  source: Moving
  move: Move
  /** Where the form goes: the page of the source, or the review. */
  action: string
  raw: Body
  error: string | undefined
  cancel?: string | undefined
  /** Needed where a page has two moves with a reason. */
  motifId?: string
  /** More that the move asks for, before its reason. */
  children?: Child
}

/** A move as a form of its own, with the reason where it asks for one. */
export function MoveForm({ source, move, action, raw, error, cancel, motifId, children }: DecisionProps) {
  if (!move.motif)
    return (
      <Form action={action}>
        <Hidden source={source} to={move.to} />
        <Submit>{move.review?.submit ?? move.button}</Submit>
      </Form>
    )
  const { label, help, missing } = move.motif
  return (
    <Form action={action}>
      <Hidden source={source} to={move.to} />
      {children}
      <Field name="motif" id={motifId} label={label} help={help} error={error} required={missing !== null}>
        <textarea name="motif" rows={5} maxlength={MAX_MOTIF}>
          {shown(raw, 'motif')}
        </textarea>
      </Field>
      <Actions cancel={cancel}>
        <Submit {...(missing !== null && { tone: 'danger' as const })}>{move.motif.submit}</Submit>
      </Actions>
    </Form>
  )
}

/** The names of the fields of these moves, for the summary of what is wrong. */
export const motifLabels = (moves: readonly Move[]): { motif: string } => ({
  motif: moves.find(({ motif }) => motif)?.motif?.label ?? 'Motif',
})

export const STATUT_TITLE = 'Changer le statut'

interface StatutProps extends StatusActionsProps {
  source: Moving & { titre: string }
  raw: Body
  errors: FormErrors
  /** Acts of its second keying that keep it from being validated. */
  seconds: OpenCounts
}

/** Every move by itself on a page; where a rejection is asked its reason, and where a refused one comes back. */
export function StatutPage({ source, allowed, raw, errors, seconds }: StatutProps) {
  const back = `/sources/${source.id}`
  const lead = (
    <>
      <a href={back}>{source.titre}</a> <StatusBadge status={source.status} />
    </>
  )
  return (
    <>
      <PageHead title={STATUT_TITLE} lead={lead} />
      <ErrorSummary errors={errors} labels={motifLabels(MOVES)} />
      <OpenSeconds source={source} {...seconds} />
      {allowed.length === 0 && <p>Aucun changement de statut ne vous est ouvert pour cette source.</p>}
      <Actions>
        <StatusButtons source={source} allowed={allowed.filter(({ motif }) => !motif)} />
      </Actions>
      {allowed.map((move) => move.motif && <Motivated {...{ source, move, raw, errors, back }} />)}
    </>
  )
}

interface MotivatedProps {
  source: Moving
  move: Move
  raw: Body
  errors: FormErrors
  back: string
}

function Motivated({ source, move, raw, errors, back }: MotivatedProps) {
  return (
    <>
      <h2>{move.motif?.submit}</h2>
      <MoveForm source={source} move={move} action={pathOf(source)} raw={raw} error={errors.motif} cancel={back} />
    </>
  )
}
