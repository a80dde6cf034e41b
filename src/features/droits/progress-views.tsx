import { SOURCE_STATUSES, type SourceStatus } from '../../db/schema.ts'
import { Shares } from '../../ui/chart.tsx'
import { countLabel, type StatusCounts, statusTone } from './status.ts'

/** How far sources are: one bar, and each status with its number and its list. `where`: narrows these lists. */
export function Progress({ parStatut, caption, where }: { parStatut: StatusCounts; caption: string; where?: string }) {
  const share = (status: SourceStatus) => ({
    value: parStatut[status],
    label: countLabel(status, parStatut[status]),
    tone: statusTone(status),
    href: `/sources?${where === undefined ? '' : `${where}&`}statut=${status}`,
  })
  return <Shares caption={caption} items={SOURCE_STATUSES.map(share)} />
}
