import type { SourceStatus } from '../../db/schema.ts'
import { Badge } from '../../ui/page.tsx'
import { statusLabel, statusTone } from '../droits/status.ts'

/** The status of a source in a word and a shape. */
export function StatusBadge({ status }: { status: SourceStatus }) {
  return <Badge tone={statusTone(status)}>{statusLabel(status)}</Badge>
}
