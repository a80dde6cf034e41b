import { fold } from '../lib/text.ts'

/** What counts as yes and no in files and forms (decisions.md, section 4), folded. */
const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['oui', 'o', '1', 'vrai', 'x'].map((word) => [word, true] as const),
  ...['non', 'n', '0', 'faux'].map((word) => [word, false] as const),
])

/** What a text means; undefined for neither yes nor no. */
export const yesOrNo = (text: string): boolean | undefined => WORDS.get(fold(text))
