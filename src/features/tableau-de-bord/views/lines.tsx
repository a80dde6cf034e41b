import { releveTitle } from '../../../champs/title.ts'
import { agoInWords, sinceInWords } from '../../../lib/ages.ts'
import { plural } from '../../../lib/text.ts'
import { Lines } from '../../../ui/figures.tsx'
import { statusLabel } from '../../droits/status.ts'
import { secondPath } from '../../sources/second-keying-views.tsx'
import type { ReleveLine } from '../queries/people.ts'
import type { OpenLine, SecondLine, WaitingLine } from '../queries/sources.ts'

export const TITLE = 'Tableau de bord'

/** Sources that wait for a decision, each with the time that it waits. */
export function WaitingLines({ sources, now, empty }: { sources: WaitingLine[]; now: Date; empty: string }) {
  if (sources.length === 0) return <p class="rien">{empty}</p>
  return (
    <Lines
      items={sources.map(({ id, titre, nb_releves, depuis }) => ({
        href: `/revue/${id}`,
        label: titre,
        detail: `${plural(nb_releves, 'relevé', 'relevés')}, ${sinceInWords(depuis, now)}`,
      }))}
    />
  )
}

/** Sources in which one may type, those that came back on top. */
export function OpenLines({ sources, empty }: { sources: OpenLine[]; empty: string }) {
  if (sources.length === 0) return <p class="rien">{empty}</p>
  return (
    <Lines
      items={sources.map(({ id, titre, status, nb_releves, assignee }) => ({
        href: `/sources/${id}`,
        label: titre,
        detail: `${statusLabel(status)}, ${plural(nb_releves, 'relevé', 'relevés')}${assignee === 1 ? ', confiée à vous' : ''}`,
      }))}
    />
  )
}

/** Sources with acts that one may type a second time, without a look at the first reading. */
export const SecondLines = ({ sources }: { sources: SecondLine[] }) => (
  <Lines
    items={sources.map(({ id, titre, n }) => ({
      href: secondPath(id),
      label: titre,
      detail: plural(n, 'acte', 'actes'),
    }))}
  />
)

/** Records with their source, by whom and when. */
export function ReleveLines({
  releves,
  now,
  isOwn,
  empty,
}: {
  releves: ReleveLine[]
  now: Date
  isOwn?: boolean
  empty: string
}) {
  if (releves.length === 0) return <p class="rien">{empty}</p>
  return (
    <Lines
      items={releves.map(({ id, nom, prenom, source_titre, author, created_at }) => ({
        href: `/releves/${id}`,
        label: `${releveTitle({ id, data: { nom, prenom } })}, ${source_titre}`,
        detail: isOwn || author === null ? agoInWords(created_at, now) : `${author}, ${agoInWords(created_at, now)}`,
      }))}
    />
  )
}
