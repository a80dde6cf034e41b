import { formatInstant } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Badge } from '../../../ui/page.tsx'
import { BY_IMAGE, UPDATE_COMMAND } from './rules/commands.ts'
import type { UpdateState } from './rules/state.ts'

/** A newer version is there: both versions, and what to do. Nothing otherwise. */
export function UpdateBanner({ version, nouvelle, nouveautes, isImage }: UpdateState & { isImage: boolean }) {
  if (nouvelle === null) return null
  return (
    <Notice label="Mise à jour">
      <p>
        <strong>La version {nouvelle} de Relevés est disponible.</strong> Ce site utilise la version {version}.
      </p>
      {nouveautes.map((notes) => (
        <>
          <p>
            Ce que change la version {notes.version}
            {NBSP}:
          </p>
          <ul>
            {notes.points.map((point) => (
              <li>{point}</li>
            ))}
          </ul>
        </>
      ))}
      {isImage ? (
        <p>{BY_IMAGE}</p>
      ) : (
        <p>
          {`Pour la mettre en place, sur le serveur${NBSP}:`} <code>{UPDATE_COMMAND}</code>
        </p>
      )}
    </Notice>
  )
}

/** « À jour », with the day on which that was known; nothing while nobody has asked. */
export function UpToDateBadge({ nouvelle, verifiee_at }: UpdateState) {
  if (nouvelle !== null || verifiee_at === null) return null
  return (
    <>
      <Badge tone="ok">À jour</Badge> <span class="rien">vérifié le {formatInstant(verifiee_at)}</span>
    </>
  )
}
