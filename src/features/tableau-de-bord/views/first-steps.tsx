import { formatNumber } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { Badge, LinkButton } from '../../../ui/page.tsx'
import type { Step } from '../rules/steps.ts'

interface FirstStepsProps {
  steps: readonly Step[]
  isOpen: boolean
  /** The next one is the main thing to do on the page. */
  leads: boolean
}

/** Shows what a new site needs, ticked as it comes; folded once records can be entered, and gone when all is done. */
export function FirstSteps({ steps, isOpen, leads }: FirstStepsProps) {
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <details class="repli premiers-pas" open={isOpen}>
      <summary>{`Premiers pas${NBSP}: ${formatNumber(done)} sur ${formatNumber(steps.length)}`}</summary>
      {leads && next && (
        <p>
          <LinkButton href={next.href} principal>
            {next.label}
          </LinkButton>
        </p>
      )}
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
