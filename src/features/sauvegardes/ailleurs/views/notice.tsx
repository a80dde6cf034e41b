import { formatInstant, plural } from '../../../../lib/text.ts'
import { Notice } from '../../../../ui/notice.tsx'
import type { ElsewhereState } from '../queries.ts'

/** A copy elsewhere that was given up, or too many days without one; nothing otherwise. */
export function ElsewhereNotice({ state: { failed, late } }: { state: ElsewhereState }) {
  const link = <a href="/parametres/sauvegardes/ailleurs">Voir la copie ailleurs</a>
  if (failed)
    return (
      <Notice label="Copie ailleurs" tone="err">
        <p>
          <strong>{`La copie ailleurs du ${formatInstant(failed.created_at)} n’a pas pu être faite.`}</strong>{' '}
          {failed.erreur} {link}
        </p>
      </Notice>
    )
  if (late === undefined) return null
  return (
    <Notice label="Copie ailleurs">
      <p>
        <strong>{`Aucune copie ailleurs depuis ${plural(late, 'jour', 'jours')}.`}</strong> {link}
      </p>
    </Notice>
  )
}
