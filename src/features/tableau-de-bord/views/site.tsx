import { agoInWords } from '../../../lib/ages.ts'
import { formatSize } from '../../../lib/text.ts'
import { Lines, Panel } from '../../../ui/figures.tsx'
import { Badge, LinkButton } from '../../../ui/page.tsx'
import { UpToDateBadge } from '../../mises-a-jour/releases/banner.tsx'
import type { UpdateState } from '../../mises-a-jour/releases/rules/state.ts'
import type { Todo } from '../rules/todo.ts'

export interface SiteState {
  update: UpdateState
  /** It is served from a container: updates are images. */
  isImage: boolean
  /** ISO instant of the last backup; null where there is none. */
  lastBackup: string | null
  /** Bytes free on the disk of the data; undefined where that cannot be told. */
  free: number | undefined
}

const BACKUPS = '/parametres/sauvegardes'

export function SitePanel({ update, lastBackup, free, now }: SiteState & { now: Date }) {
  const version = (
    <>
      {update.version} <UpToDateBadge {...update} />
    </>
  )
  return (
    <Panel title="Le site" more="/parametres">
      <Lines
        items={[
          { href: '/parametres#mises-a-jour', label: 'Version', detail: version },
          {
            href: BACKUPS,
            label: 'Dernière sauvegarde',
            detail: lastBackup === null ? 'aucune' : agoInWords(lastBackup, now),
          },
          { href: BACKUPS, label: 'Espace libre', detail: free === undefined ? 'inconnu' : formatSize(free) },
        ]}
      />
    </Panel>
  )
}

/** Says what is to be done first, each thing with the button that leads to it; nothing where nothing is. */
export function TodoList({ items }: { items: readonly Todo[] }) {
  if (items.length === 0) return null
  return (
    <section class="annonce a-faire" aria-label="À faire d’abord">
      <h2>À faire d’abord</h2>
      <ul class="lignes">
        {items.map(({ isUrgent, what, why, href, action }, index) => (
          <li>
            <p>
              <Badge tone={isUrgent ? 'err' : 'warn'}>{isUrgent ? 'urgent' : 'à faire'}</Badge> <strong>{what}</strong>{' '}
              {why}
            </p>{' '}
            <LinkButton href={href} principal={index === 0}>
              {action}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
