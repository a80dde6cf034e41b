import { formatInstant, formatSize } from '../../../lib/text.ts'
import { Lines, Panel } from '../../../ui/figures.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { UpToDateBadge } from '../../mises-a-jour/releases/banner.tsx'
import type { UpdateState } from '../../mises-a-jour/releases/rules/state.ts'
import type { BackupState } from '../../sauvegardes/rules/reminder.ts'
import type { FailedBackup } from '../../sauvegardes/task.ts'

export interface SiteState {
  update: UpdateState
  backup: BackupState
  /** The last backup, where it was given up. */
  failedBackup: FailedBackup | undefined
  /** Bytes free on the disk of the data; undefined where that cannot be told. */
  free: number | undefined
  isNearlyFull: boolean
}

const BACKUPS = '/parametres/sauvegardes'

export function SitePanel({ update, backup, free }: Omit<SiteState, 'failedBackup' | 'isNearlyFull'>) {
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
            detail: backup.last === null ? 'aucune' : formatInstant(backup.last),
          },
          { href: BACKUPS, label: 'Espace libre', detail: free === undefined ? 'inconnu' : formatSize(free) },
        ]}
      />
    </Panel>
  )
}

/** The disk is nearly full; nothing otherwise. */
export function DiskNotice({ free, isNearlyFull }: Pick<SiteState, 'free' | 'isNearlyFull'>) {
  if (free === undefined || !isNearlyFull) return null
  return (
    <Notice label="Espace disque" tone="err">
      <p>
        <strong>Il ne reste que {formatSize(free)} sur le disque du serveur.</strong> Faites de la place : sur un disque
        plein, rien ne peut plus être enregistré ni sauvegardé.
      </p>
    </Notice>
  )
}
