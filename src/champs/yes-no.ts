import { fold } from '../lib/text.ts'

/** These count as yes and no in files and forms, folded (decisions.md, section 4). */
const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['oui', 'o', '1', 'vrai', 'x'].map((word) => [word, true] as const),
  ...['non', 'n', '0', 'faux'].map((word) => [word, false] as const),
])

/** Undefined means neither yes nor no. */
export const yesOrNo = (text: string): boolean | undefined => WORDS.get(fold(text))
