import { plural } from '../../lib/text.ts'
import { Notice } from '../../ui/notice.tsx'

/** Too long without a backup; nothing otherwise. `late`: days. */
export function BackupNotice({ late }: { late: number | undefined }) {
  if (late === undefined) return null
  return (
    <Notice label="Sauvegarde">
      <p>
        <strong>{`Aucune sauvegarde depuis ${plural(late, 'jour', 'jours')}.`}</strong>{' '}
        <a href="/parametres/sauvegardes">Faites-en une</a>, et gardez-la ailleurs que sur l’ordinateur du site.
      </p>
    </Notice>
  )
}
