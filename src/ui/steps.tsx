import { NBSP } from '../lib/typo.ts'

/** The numbered steps of a procedure, always in view. `current` counts from 1. */
export function Steps({ steps, current, label }: { steps: string[]; current: number; label: string }) {
  return (
    <ol class="etapes" aria-label={label}>
      {steps.map((step, i) => (
        <li class={i + 1 < current ? 'faite' : undefined} aria-current={i + 1 === current ? 'step' : undefined}>
          <span class="etape-numero">{i + 1}</span>
          <span class="etape-nom">
            {step}
            {i + 1 < current && <span class="hors-ecran"> (terminée)</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** How far a long work is, in words and as a bar. `total` 0: not known yet. */
export function Progress({ label, done, total }: { label: string; done: number; total: number }) {
  const percent = total > 0 ? Math.min(100, Math.floor((100 * done) / total)) : 0
  return (
    <div class="avancement">
      <p role="status">{total > 0 ? `${label}${NBSP}: ${percent}${NBSP}%` : `${label}…`}</p>
      <progress max={100} value={total > 0 ? percent : undefined} aria-label={label} />
    </div>
  )
}
