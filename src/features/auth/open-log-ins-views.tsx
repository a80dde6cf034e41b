import { formatInstant } from '../../lib/text.ts'
import { NBSP } from '../../lib/typo.ts'
import { Sheet } from '../../ui/page.tsx'

/** Log-ins that went without their PIN lately; `last`: ISO instant of the last one. */
export interface OpenLogIns {
  n: number
  last: string | null
}

/** Tells administrators that the second step of the log-in was left out. Nothing where it was not. */
export function OpenLogInsNotice({ n, last }: OpenLogIns) {
  if (n === 0 || last === null) return null
  const what = n === 1 ? 'Une connexion s’est faite sans code' : `${n}${NBSP}connexions se sont faites sans code`
  return (
    <Sheet>
      <p class="flash flash-err">
        {what} ces sept derniers jours, faute de pouvoir envoyer le courriel (la dernière le {formatInstant(last)}
        ). Vérifiez les réglages du courriel.
      </p>
      <p>
        <a href="/admin/journal?action=code.envoi&resultat=alerte">Voir dans le journal</a>
      </p>
    </Sheet>
  )
}
