import type { Child } from 'hono/jsx'
import { PageHead } from '../../../ui/page.tsx'
import { Steps } from '../../../ui/steps.tsx'
import { STEPS, titleOf } from '../rules/steps.ts'

/** `title` is the step's own unless it says something else. */
export function StepFrame({
  step,
  title,
  lead,
  children,
}: {
  step: number
  title?: string
  lead: Child
  children: Child
}) {
  return (
    <>
      <Steps steps={STEPS.map(({ name }) => name)} current={step} label="Étapes de l’installation" />
      <PageHead title={title ?? titleOf(step)} lead={lead} />
      {children}
    </>
  )
}

export const back = (step: number): string => `/setup?etape=${step - 1}`

/** The way to the step before; answers given so far are kept. */
export function BackLink({ step }: { step: number }) {
  return (
    <a class="annuler" href={back(step)}>
      Revenir à l’étape précédente
    </a>
  )
}
