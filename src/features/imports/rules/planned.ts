import type { Import } from '../kind.ts'

type Counts = Pick<Import, 'a_creer' | 'a_modifier' | 'a_verifier' | 'doublons'>

/** As many lines are written by what the dry run found and by what was said of those to be looked at. */
export const plannedLines = ({ a_creer, a_modifier, a_verifier, doublons }: Counts): number =>
  a_creer + a_modifier + (doublons === null || doublons === 'laisser' ? 0 : a_verifier)
