import type { SourceStatus } from '../../db/schema.ts'
import { type Body, type FormErrors, shown } from '../../lib/body.ts'
import { Field } from '../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../ui/form.tsx'
import { LinkButton, PageHead } from '../../ui/page.tsx'
import { moveBetween } from './rules/moves.ts'
import { StatusBadge } from './status-badge.tsx'

interface Moving {
  id: number
  status: SourceStatus
  version: number
}

const pathOf = (source: Moving): string => `/sources/${source.id}/statut`

/** Steps forward stand out, where the page has nothing that matters more; steps back are there for who looks for them. */
const FORWARD: readonly SourceStatus[] = ['a_valider', 'validee']

function MoveButton({ source, to, isMain }: { source: Moving; to: SourceStatus; isMain: boolean }) {
  return (
    <Form action={pathOf(source)}>
      <input type="hidden" name="statut" value={to} />
      <input type="hidden" name="version" value={source.version} />
      <button type="submit" class={isMain && FORWARD.includes(to) ? 'bouton principal' : 'bouton'}>
        {moveBetween(source.status, to)?.label}
      </button>
    </Form>
  )
}

interface StatusActionsProps {
  source: Moving
  /** What `allowedTransitions` says of this reader. */
  allowed: readonly SourceStatus[]
}

/**
 * The moves that this reader may make, one button each; a rejection leads to the page that asks its reason. `isMain`: the page
 * has no other main action.
 */
export function StatusActions({ source, allowed, isMain = true }: StatusActionsProps & { isMain?: boolean }) {
  if (allowed.length === 0) return null
  return (
    <Actions>
      {allowed.map((to) =>
        moveBetween(source.status, to)?.needsMotif ? (
          <LinkButton href={pathOf(source)}>Rejeter…</LinkButton>
        ) : (
          <MoveButton source={source} to={to} isMain={isMain} />
        ),
      )}
    </Actions>
  )
}

export interface RejectProps {
  source: Moving
  /** Where the form goes: the page of the source, or the review. */
  action: string
  raw: Body
  error: string | undefined
  cancel?: string | undefined
}

/** Asks why the source is sent back. */
export function RejectForm({ source, action, raw, error, cancel }: RejectProps) {
  return (
    <Form action={action}>
      <input type="hidden" name="statut" value="rejetee" />
      <input type="hidden" name="version" value={source.version} />
      <Field
        name="motif"
        label="Motif du rejet"
        help="Ce qui est à reprendre, en quelques mots. Les personnes qui relèvent la source le liront."
        error={error}
        required
      >
        <textarea name="motif" rows={5} maxlength={2000}>
          {shown(raw, 'motif')}
        </textarea>
      </Field>
      <Actions cancel={cancel}>
        <Submit tone="danger">Rejeter la source</Submit>
      </Actions>
    </Form>
  )
}

export const STATUT_TITLE = 'Changer le statut'

interface StatutProps extends StatusActionsProps {
  source: Moving & { titre: string }
  raw: Body
  errors: FormErrors
}

/** Every move by itself on a page; where a rejection is asked its reason, and where a refused one comes back. */
export function StatutPage({ source, allowed, raw, errors }: StatutProps) {
  const back = `/sources/${source.id}`
  const lead = (
    <>
      <a href={back}>{source.titre}</a> <StatusBadge status={source.status} />
    </>
  )
  return (
    <>
      <PageHead title={STATUT_TITLE} lead={lead} />
      <ErrorSummary errors={errors} labels={{ motif: 'Motif du rejet' }} />
      {allowed.length === 0 && <p>Aucun changement de statut ne vous est ouvert pour cette source.</p>}
      <StatusActions source={source} allowed={allowed.filter((to) => to !== 'rejetee')} />
      {allowed.includes('rejetee') && (
        <>
          <h2>Rejeter la source</h2>
          <RejectForm source={source} action={pathOf(source)} raw={raw} error={errors.motif} cancel={back} />
        </>
      )}
    </>
  )
}
