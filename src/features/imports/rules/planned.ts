import type { Import } from '../kind.ts'

type Counts = Pick<Import, 'a_creer' | 'a_modifier' | 'a_verifier' | 'doublons'>

/** As many lines are written by what the dry run found and by what was said of those to be looked at. */
export const plannedLines = ({ a_creer, a_modifier, a_verifier, doublons }: Counts): number =>
  a_creer + a_modifier + (doublons === null || doublons === 'laisser' ? 0 : a_verifier)

type Planned = Pick<Import, 'travail_at' | 'a_creer' | 'a_modifier' | 'a_verifier' | 'inchangees' | 'refusees'>

/** Names the plan that a page shows, by when it was made and what it would do: another one has another name. */
export const planName = (plan: Planned): string =>
  [plan.travail_at, plan.a_creer, plan.a_modifier, plan.a_verifier, plan.inchangees, plan.refusees].join(' ')
