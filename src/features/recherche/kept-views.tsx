import type { Highlights } from '../../search/plan.ts'
import type { Hit } from './queries/hits.ts'
import { allChips, type ChipContext } from './views/criteria.tsx'
import { Entries } from './views/entries.tsx'

/** Records found by a search, outside of its page. */
export const FoundActs = ({ hits, highlights }: { hits: Hit[]; highlights: Highlights }) => (
  <Entries hits={hits} highlights={highlights} narrowed={undefined} />
)

/** The criteria of a search, as the chips of its page name them. */
export const criteriaWords = (context: Omit<ChipContext, 'sounding'>): string[] =>
  allChips({ ...context, sounding: [] }).map(({ label }) => label)
