import type { Child } from 'hono/jsx'
import { NBSP } from '../../../lib/typo.ts'
import { Badge } from '../../../ui/page.tsx'

/** An empty site needs these before anybody can enter a record. */
export function FirstSteps({ hasLieu, hasType }: { hasLieu: boolean; hasType: boolean }) {
  return (
    <section class="vide" aria-label="Premiers pas">
      <p class="vide-titre">Trois étapes avant le premier relevé</p>
      <ol class="premiers-pas">
        <Step href="/lieux/nouveau" isDone={hasLieu} label="Créer les lieux">
          la commune ou la paroisse des registres, et ce qui la contient.
        </Step>
        <Step href="/admin/types-sources/nouveau" isDone={hasType} label="Créer un type de source">
          les champs à saisir pour chaque acte ; des modèles sont prêts.
        </Step>
        <Step href="/sources/nouvelle" isDone={false} label="Créer une source">
          le registre à dépouiller, son lieu, ses années, les personnes qui le saisiront.
        </Step>
      </ol>
    </section>
  )
}

function Step({ href, label, isDone, children }: { href: string; label: string; isDone: boolean; children: Child }) {
  return (
    <li>
      <a href={href}>{label}</a>
      {`${NBSP}: `}
      {children} {isDone && <Badge tone="ok">fait</Badge>}
    </li>
  )
}
