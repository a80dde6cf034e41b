import { formatInstant, plural } from '../../lib/text.ts'
import { Notice } from '../../ui/notice.tsx'
import type { FailedBackup } from './task.ts'

interface NoticeProps {
  /** Days without a backup, where they are too many. */
  late: number | undefined
  /** The last one, where it was given up. */
  failed?: FailedBackup | undefined
}

/** A backup that could not be made, or too long without one; nothing otherwise. */
export function BackupNotice({ late, failed }: NoticeProps) {
  return (
    <>
      {failed && (
        <Notice label="Sauvegarde" tone="err">
          <p>
            <strong>{`La sauvegarde du ${formatInstant(failed.created_at)} n’a pas pu être faite.`}</strong>{' '}
            {failed.erreur} <a href="/parametres/sauvegardes">Voir les sauvegardes</a>
          </p>
        </Notice>
      )}
      {late !== undefined && (
        <Notice label="Sauvegarde">
          <p>
            <strong>{`Aucune sauvegarde depuis ${plural(late, 'jour', 'jours')}.`}</strong>{' '}
            <a href="/parametres/sauvegardes">Faites-en une</a>, et gardez-la ailleurs que sur l’ordinateur du site.
          </p>
        </Notice>
      )}
    </>
  )
}
