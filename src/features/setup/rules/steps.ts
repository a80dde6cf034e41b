import type { Progress } from './progress.ts'

/** The five steps; the index counts from 0, the addresses from 1. */
export const STEPS = [
  { name: 'Prérequis', title: 'Vérification de l’ordinateur' },
  { name: 'Base de données', title: 'Base de données' },
  { name: 'Site', title: 'Votre site' },
  { name: 'Administrateur', title: 'Votre compte d’administrateur' },
  { name: 'Installation', title: 'Tout est prêt' },
] as const

export const LAST_STEP = STEPS.length

export const titleOf = (step: number): string => STEPS[step - 1]?.title ?? ''

/** The furthest step that may be opened: the one after the last that was done. */
export const furthest = (progress: Progress): number => Math.min(progress.etape + 1, LAST_STEP)

/**
 * The step asked for in the query; the furthest where it makes no sense or comes too early. Once the site has begun to be
 * written its answers stand: only the last step is left.
 */
export function stepToShow(asked: string, progress: Progress): number {
  if (progress.finition) return LAST_STEP
  const step = /^[1-5]$/.test(asked) ? Number(asked) : LAST_STEP
  return Math.min(step, furthest(progress))
}

/** `etape` once this step is done; going back and answering again keeps what came after. */
export const afterStep = (step: number, progress: Progress): number => Math.max(step, progress.etape)
