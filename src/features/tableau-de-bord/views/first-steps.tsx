import { formatNumber } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { Badge } from '../../../ui/page.tsx'
import type { Step } from '../rules/steps.ts'

/** Shows what a new site needs, ticked as it comes; folded once records can be entered, and gone when all is done. */
export function FirstSteps({ steps, isOpen }: { steps: readonly Step[]; isOpen: boolean }) {
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  return (
    <details class="repli premiers-pas" open={isOpen}>
      <summary>{`Premiers pas${NBSP}: ${formatNumber(done)} sur ${formatNumber(steps.length)}`}</summary>
      <ol>
        {steps.map(({ label, why, href, isDone }) => (
          <li>
            <a href={href}>{label}</a>
            {`${NBSP}: ${why} `}
            {isDone && <Badge tone="ok">fait</Badge>}
          </li>
        ))}
      </ol>
    </details>
  )
}
