import { type Body, shown } from '../../../web/form.ts'
import type { ProgramFormat } from './rules/formats.ts'
import type { Choices } from './rules/placed.ts'

const isTicked = (raw: Body, name: string): boolean => shown(raw, name) === '1'

/** The boxes of the page before the download; none is ticked unless somebody does. */
export const readChoices = (raw: Body): Choices => ({
  mentions: isTicked(raw, 'mentions'),
  couper: isTicked(raw, 'couper'),
  verifier: isTicked(raw, 'verifier'),
})

/** The ticked ones as parameters of an address. */
export const choiceParams = (choices: Choices, { choices: known }: ProgramFormat): [string, string][] =>
  known.filter((name) => choices[name]).map((name) => [name, '1'])
