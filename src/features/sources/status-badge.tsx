import type { SourceStatus } from '../../db/schema.ts'
import { Badge } from '../../ui/page.tsx'
import { statusLabel, statusTone } from '../droits/status.ts'

/** The status of a source in a word and a shape. */
export function StatusBadge({ status }: { status: SourceStatus }) {
  return <Badge tone={statusTone(status)}>{statusLabel(status)}</Badge>
}

const WAY: readonly SourceStatus[] = ['a_relever', 'en_cours', 'a_valider', 'validee']

/** The way of a source, and where it stands; one that was sent back stands where the work goes on. */
export function StatusLine({ status }: { status: SourceStatus }) {
  const way = status === 'rejetee' ? WAY.map((step) => (step === 'en_cours' ? status : step)) : WAY
  return (
    <ol class="parcours chapeau" aria-label="Statut">
      {way.map((step) => (
        <li>
          {step === status ? (
            <span aria-current="step">
              <StatusBadge status={step} />
            </span>
          ) : (
            statusLabel(step)
          )}
        </li>
      ))}
    </ol>
  )
}
