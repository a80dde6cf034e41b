import { formatDay, plural } from '../../../lib/text.ts'
import { Lines } from '../../../ui/figures.tsx'
import { statusLabel } from '../../droits/status.ts'
import { releveTitle } from '../../releves/rules/display.ts'
import type { ReleveLine, SourceLine } from '../queries.ts'

export const TITLE = 'Tableau de bord'

/** Sources with their state, or what to say where there are none. */
export function SourceLines({ sources, empty }: { sources: SourceLine[]; empty: string }) {
  if (sources.length === 0) return <p class="rien">{empty}</p>
  return (
    <Lines
      items={sources.map(({ id, titre, status, nb_releves }) => ({
        href: `/sources/${id}`,
        label: titre,
        detail: `${statusLabel(status)}, ${plural(nb_releves, 'relevé', 'relevés')}`,
      }))}
    />
  )
}

/** Records with their source, by whom and when. */
export function ReleveLines({ releves, isOwn, empty }: { releves: ReleveLine[]; isOwn?: boolean; empty: string }) {
  if (releves.length === 0) return <p class="rien">{empty}</p>
  return (
    <Lines
      items={releves.map(({ id, nom, prenom, source_titre, author, created_at }) => ({
        href: `/releves/${id}`,
        label: `${releveTitle({ id, data: { nom, prenom } })}, ${source_titre}`,
        detail: isOwn || author === null ? formatDay(created_at) : `${author}, ${formatDay(created_at)}`,
      }))}
    />
  )
}
