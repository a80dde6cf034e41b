import { formatInstant, formatSize } from '../../../lib/text.ts'
import { Panel } from '../../../ui/figures.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Definitions } from '../../../ui/page.tsx'
import { UpToDateBadge } from '../../mises-a-jour/banner.tsx'
import type { UpdateState } from '../../mises-a-jour/etat.ts'
import type { BackupState } from '../../mises-a-jour/reminder.ts'

export interface SiteState {
  update: UpdateState
  backup: BackupState
  /** Bytes free on the disk of the data; undefined where that cannot be told. */
  free: number | undefined
}

/** Below that a day of entry, or a backup, may fill the disk. */
const LITTLE_BYTES = 1_000_000_000

/** What keeps the site going: version, backups, disk. */
export function SitePanel({ update, backup, free }: SiteState) {
  const last = backup.last === null ? 'aucune' : formatInstant(backup.last)
  const items = [
    {
      term: 'Version',
      value: (
        <>
          {update.version} <UpToDateBadge {...update} />
        </>
      ),
    },
    { term: 'Dernière sauvegarde', value: <a href="/parametres/sauvegardes">{last}</a> },
    { term: 'Espace libre', value: free === undefined ? 'inconnu' : formatSize(free) },
  ]
  return (
    <Panel title="Le site" more="/parametres">
      <Definitions items={items} />
    </Panel>
  )
}

/** The disk is nearly full; nothing otherwise. */
export function DiskNotice({ free }: Pick<SiteState, 'free'>) {
  if (free === undefined || free >= LITTLE_BYTES) return null
  return (
    <Notice label="Espace disque" tone="err">
      <p>
        <strong>Il ne reste que {formatSize(free)} sur le disque du serveur.</strong> Faites de la place : sur un disque
        plein, rien ne peut plus être enregistré ni sauvegardé.
      </p>
    </Notice>
  )
}
